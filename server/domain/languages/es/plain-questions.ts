/** Spanish questions about the user that are recognised by their form alone, and questions about instructions and rules. */
import { rawLines } from '../../text/raw-lines.ts';
import type { QuestionRow } from '../question-pack.ts';

/** Words for things that change by themselves, that nobody can tell, or that are being worked on. */
const FLEETING = rawLines`
  (?:horoscopo|contrasena|clave|pin|secreto|imc|patrimonio|glucosa|colesterol|azucar|puerta|vuelo|terminal|tarifa|factura|
  reembolso|impuestos?|kilometraje|huella|suscripcion|vencimiento|opinion|excusa|prioridad(?:es)?|promedio|numero de la suerte|
  hora|horario de hoy|pais|ciudad natal es|competencia|cobertura|senal|temperatura|clima|pronostico|puesto en|lugar en|ranking|
  racha|record|marca personal|futuro|destino|suerte|proposito|problemas?|error(?:es)?|culpa|valor|ip|velocidad|ubicacion|
  posicion|posibilidad(?:es)?|chances?|riesgos?|opcion(?:es)?|dudas?|punto|respuesta|resultados?|situacion|progreso|nivel|
  puntaje|nota|notas|promedio|peso|edad|sueldo neto|turno|cita|rival|reemplazo|vida|mente|cabeza|alma|corazon|cuerpo|dia|noche|
  ip|codigo|texto|archivo|funcion|documento|parrafo|script|ensayo|carta|cv|proxim[oa]|siguiente|ultim[oa]|mejor|peor|
  primer paso|paso|pedido|paquete|compra|lista|tarea|pendiente|mensaje|llamada|conexion|internet|pantalla|equipaje|valija|
  llaves?|anteojos|billetera|cartera|control|celular(?= $)|defecto|virtud|talento|potencial|razon|motivo|reaccion|pulso|presion|
  ritmo|estado|humor|animo|plan(?:es)?|agenda|deuda|saldo|balance|limite de credito|cuota|gasto|consumo|cita|cola|asiento libre|
  amor|crush|enemig\p{L}+|alma gemela)
`;

const NOUNS = rawLines`
  (?!(?:${FLEETING})(?![\p{L}]))\p{L}{2,}(?: (?:de |del |de la |de los |de mi |de mis |con el |para el |
  para la )?(?!(?:${FLEETING}|segun|cuando|si|para|porque|que|en|hoy|ahora|mejor|peor)(?![\p{L}]))\p{L}+){0,3}
`;
const SETTLED = rawLines`
  (?:(?:nos |me )?(?:decidi|decidimos|elegi|elegimos|escogi|escogimos|acordamos|optamos|opte|quedamos|quede|definimos|
  resolvimos|resolvi))
`;
const KIND = rawLines`
  (?:enfermedad|condicion|alergia|intolerancia|negocio|tienda|empresa|titulo|carrera|profesion|oficio|auto|coche|carro|moto|
  mascota|perro|gato|nacionalidad|ciudadania|pasaporte|seguro|banco|instrumento|religion|discapacidad|diagnostico|tatuaje|apodo|
  alias|talla|talle|puesto|cargo|horario)
`;
const PREPOSITION = String.raw`(?:(?:a|de|en|con|para|por|sobre|hacia) )?`;

/** Questions about instructions and rules: even if they mention times and prices, the answers stay the same. */
export const TOLD: readonly QuestionRow[] = [
  {
    rule: 'told-so',
    when: [
      rawLines`
        ^(?:${PREPOSITION}(?:que|cual(?:es)?)|como|donde|cuando)(?: \p{L}+){0,4} (?:te |le )?(?:pedi|pedimos|dije|dijimos|
        indique) que (?!(?:hice|hare|iba|voy|estaba|paso|pasaba)(?!\p{L})).{2,60}$
      `,
      rawLines`
        ^(?:cual(?:es)?|que) (?:es|son) (?:mi|mis|nuestr[oa]s?) (?:reglas?|politicas?|convencion(?:es)?|acuerdos?|
        decision(?:es)?|normas?|criterios?) (?:sobre|para|de|del|con|acerca de)(?!\p{L}).{2,60}$
      `,
      rawLines`
        ^(?:que|lo que) ${SETTLED} (?:sobre|con|del?|para|respecto|acerca)(?!\p{L}).{2,60}$|^(?:por|con) (?:que|
        cual) \p{L}+ ${SETTLED}$
      `,
      String.raw`^(?:que|cual) \p{L}+ (?:prefiero|preferimos|me gusta) (?:en|para) .{2,40}$`,
    ],
  },
];

/** Words that tie a question about an instruction or a rule to the present moment. */
export const OF_NOW = rawLines`
  hoy|ahora|ayer|anoche|est[ea] (?:semana|mes|manana|noche|vez)|pasad[oa]|ultim[oa]|proxim[oa]|recien|hace|antes
`;

/** Questions about anything that the user calls theirs, which stays as it was told, unless it changes by itself, is felt or is guessed. */
export const PLAIN_QUESTIONS: readonly QuestionRow[] = [
  {
    rule: 'my-own',
    when: [
      String.raw`^(?:cual(?:es)?|quien(?:es)?) (?:es|son|era|eran|fue) (?:mi|mis|nuestr[oa]s?) ${NOUNS}$`,
      rawLines`
        ^como se (?:llama|llaman|apellida|apellidan|deletrea|escribe|pronuncia) (?:(?:el|la|los|las) \p{L}+ (?:de (?:la |el |los |
        las )?|del )(?:\p{L}+ de )?)?(?:mi|mis|nuestr[oa]s?) ${NOUNS}$
      `,
      String.raw`^(?:mi|mis|nuestr[oa]s?) ${NOUNS},? (?:cual|cuales|quien|como) (?:es|son|se llama)$`,
    ],
  },
  {
    rule: 'was-settled',
    when: [
      rawLines`
        ^(?!\p{L}+ quede?(?:amos)?$)(?:${PREPOSITION}(?:que|cual(?:es)?|quien)|(?:a)?donde|cuando|como)(?: (?!(?:hago|puedo|debo|
        deberia)(?![\p{L}]))\p{L}+){0,4} ${SETTLED}(?![\p{L}])(?!.*(?<!\p{L})(?:ayer|hoy|recien|ultim\p{L}+)(?!\p{L})).{0,60}$
      `,
    ],
  },
  {
    rule: 'my-kind',
    when: [
      rawLines`
        ^${PREPOSITION}(?:que|cual(?:es)?)(?: (?:tipo|clase|marca|modelo|raza) de)? ${KIND}s?(?: \p{L}+)? (?:tengo|tenemos|
        padezco|sufro|practico|toco|manejo|dirijo|llevo)$
      `,
      rawLines`
        ^(?:que|a que|de que) (?:vendo|vendemos|enseno|fabrico|fabricamos|me dedico|hago|hacemos) en (?:mi|nuestr[oa]) (?:puesto|
        trabajo|tienda|negocio|empresa|local|laburo|taller)$
      `,
      rawLines`
        ^como (?:le|les) (?:puse|pusimos) (?:al? )?(?:mi|mis|nuestr[oa]s?) \p{L}+$|^como (?:te )?(?:dije|pedi) que (?:prefiero|
        quiero|me gusta) que me (?:trates|llames|hables|digas|respondas|contestes)$|^(?:de que|en que|donde|para quien|
        con quien) (?:trabajo|vivo|laburo)$
      `,
      rawLines`
        ^${PREPOSITION}(?:que|cual)(?: \p{L}+){1,3} (?:programo|escribo|hablo|uso|leo|juego|trabajo|toco|entreno|cocino|desayuno|
        almuerzo|ceno)(?: (?:principalmente|normalmente|habitualmente|generalmente|siempre|mas|sobre todo|a diario|en casa|
        en el trabajo))+$
      `,
      rawLines`
        ^(?:que|cuando|en que (?:dia|fecha|mes)|que dia) (?:nacio|nacieron|cumple|cumplen)(?: anos)? (?:mi|mis|
        nuestr[oa]s?) \p{L}+(?: \p{L}+)?$
      `,
    ],
  },
  {
    rule: 'my-state',
    ifAsked: true,
    when: [
      rawLines`
        ^(?:(?:el|la|los|las) )?(?:nombres?|apellidos?|direccion|telefono|cumpleanos|raza|color|marca) (?:del? |de la |
        de los )?(?:\p{L}+ (?:del? |de la )?){0,2}(?:mi|mis|nuestr[oa]s?) ${NOUNS}$
      `,
      String.raw`^(?:de )?cuant[oa]s? (?:personas|gente) (?:es|son|somos en|hay en) (?:mi|nuestr[oa]) \p{L}+$`,
      String.raw`^(?:de )?que (?:trabajo|laburo)$`,
      rawLines`
        ^(?:puedo (?:comer|tomar|beber) \p{L}+ o )?(?:soy|somos) (?:un |una )?(?:celiac|vegan|vegetarian|diabetic|alergic|
        intolerant|zurd|diestr|casad|solter|daltonic|hipertens)\p{L}*(?: (?:al?|a la|a los) \p{L}+| o (?:no|\p{L}+))?$
      `,
    ],
  },
];
