/**
 * Questions about the user by their shape alone: whatever is called mine stays as it was told, unless it is one of what changes by
 * itself, is felt or is guessed; and what was decided stays decided. Folded; NEVER_CACHED has been asked before.
 */
import { rawLines } from '../text/raw-lines.ts';
import { ifAsked, rule, type QuestionRule } from './question-rule.ts';

/** Changes by itself, is nobody's to tell, or is what is being worked on. */
const FLEETING_ES = rawLines`
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
const FLEETING_EN = rawLines`
  (?:horoscope|passwords?|pin|otp|secret|eta|bmi|iq|net|fortune|lucky|blood sugar|blood pressure|cholesterol|bandwidth|usage|
  mileage|gate|flight|terminal|wait|footprint|subscription|renewal|expiry|homework|gpa|bills?|tax(?:es)?|refund|delivery|
  arrival|departure|country's|city's|town's|state's|nation's|coverage|signal|record|personal best|commute|weather|forecast|wifi|
  data|competition|future|destiny|fate|luck|purpose|problems?|mistakes?|errors?|faults?|worth|value|ip|speed|location|position|
  chances?|odds|risks?|options?|doubts?|point|answers?|results?|situation|progress|level|scores?|grades?|average|weight|age|
  turn|opponent|replacement|life|mind|head|soul|heart|body|day|night|code|text|file|function|document|paragraph|script|essay|
  letter|resume|cv|next|last|latest|current|best|worst|first step|step|order|package|purchase|list|task|tasks|message|call|
  connection|internet|screen|luggage|keys?|glasses|wallet|remote|flaw|virtue|talent|potential|reason|motive|pulse|pressure|rate|
  state|mood|plans?|agenda|schedule|debt|balance|credit|limit|installment|spending|date|queue|love|crush|enem\p{L}+|soulmate|
  ride|driver|guests?|match|odds|biggest|strengths?|weaknesses?|problem|issue|bug|status|rank|ranking|streak|temperature|view|
  opinion|thoughts?|outfit|look|chance|move|excuse|priority|priorities|focus|bottleneck|blocker)
`;

const NOUNS_ES = rawLines`
  (?!(?:${FLEETING_ES})(?![\p{L}]))\p{L}{2,}(?: (?:de |del |de la |de los |de mi |de mis |con el |para el |
  para la )?(?!(?:${FLEETING_ES}|segun|cuando|si|para|porque|que|en|hoy|ahora|mejor|peor)(?![\p{L}]))\p{L}+){0,3}
`;
const NOUNS_EN = rawLines`
  (?!(?:${FLEETING_EN})(?![\p{L}]))[\p{L}-]{2,}(?:'s)?(?: (?!(?:${FLEETING_EN}|doing|going|to|in|at|on|for|if|when|because|that|
  like|right|about|with|worth|good|bad|today|up|off|down|broken|not|so|too)(?![\p{L}]))[\p{L}-]+(?:'s)?){0,3}
`;
const PREPOSITION = String.raw`(?:(?:a|de|en|con|para|por|sobre|hacia) )?`;
const SETTLED_ES = rawLines`
  (?:(?:nos |me )?(?:decidi|decidimos|elegi|elegimos|escogi|escogimos|acordamos|optamos|opte|quedamos|quede|definimos|
  resolvimos|resolvi))
`;
const KIND_ES = rawLines`
  (?:enfermedad|condicion|alergia|intolerancia|negocio|tienda|empresa|titulo|carrera|profesion|oficio|auto|coche|carro|moto|
  mascota|perro|gato|nacionalidad|ciudadania|pasaporte|seguro|banco|instrumento|religion|discapacidad|diagnostico|tatuaje|apodo|
  alias|talla|talle|puesto|cargo|horario)
`;
const KIND_EN = rawLines`
  (?:illness|disease|condition|allergy|intolerance|business|shop|store|company|degree|profession|trade|car|bike|pet|dog|cat|
  nationality|citizenship|passport|insurance|instrument|religion|disability|diagnosis|tattoo|nickname|job|position|diet|house|
  home|phone|laptop|contract|studio)
`;
/** `144 dividido entre 12`, `el 21% de 1300`. */
const SUM = rawLines`
  (?:el )?\d[\d.,]* ?(?:(?:por|mas|menos|dividido(?: por| entre)?|entre|times|plus|minus|divided by|multiplied by|
  multiplicado por|over|x|\*|\/|\+|-) ?\d[\d.,]*|(?:%|por ?ciento|percent) (?:de|of) \d[\d.,]*)
`;

/** Asked for with their times and prices, they stay what they are: what was told to be done, and what was made a rule. */
export const TOLD: readonly QuestionRule[] = [
  rule(
    'told-so',
    rawLines`
      ^(?:${PREPOSITION}(?:que|cual(?:es)?)|como|donde|cuando)(?: \p{L}+){0,4} (?:te |le )?(?:pedi|pedimos|dije|dijimos|
      indique) que (?!(?:hice|hare|iba|voy|estaba|paso|pasaba)(?!\p{L})).{2,60}$
    `,
    rawLines`
      ^(?:what|which|how|where|in what|in which)(?: [\p{L}-]+){0,4} did (?:i|we) (?:ask|tell|want) you to (?!(?:do|buy|send|
      book|remind|call|order|check)(?!\p{L})).{2,60}$
    `,
    rawLines`
      ^(?:what|which|cual(?:es)?|que)(?:'s| is| are| es| son) (?:my|our|mi|mis|nuestr[oa]s?) (?:rules?|polic(?:y|ies)|
      conventions?|standards?|agreements?|decisions?|reglas?|politicas?|convencion(?:es)?|acuerdos?|decision(?:es)?|normas?|
      criterios?) (?:about|on|for|of|regarding|with|sobre|para|de|del|con|acerca de)(?!\p{L}).{2,60}$
    `,
    rawLines`
      ^(?:que|lo que) ${SETTLED_ES} (?:sobre|con|del?|para|respecto|acerca)(?!\p{L}).{2,60}$|^(?:por|con) (?:que|
      cual) \p{L}+ ${SETTLED_ES}$
    `,
    String.raw`^what did (?:i|we) (?:decide|agree|settle) (?:on |about |for |with |regarding ).{2,60}$`,
    rawLines`
      ^(?:que|cual) \p{L}+ (?:prefiero|preferimos|me gusta) (?:en|para) .{2,40}$|^(?:what|which) \p{L}+ do (?:i|we) (?:prefer|
      like) (?:in|for|on) .{2,40}$
    `,
  ),
];

/** The moment that what was told is of. */
export const OF_NOW = new RegExp(
  rawLines`
      (?<!\p{L})(?:today|tonight|now|yesterday|this (?:week|morning|month|year)|last|latest|next|recently|just|earlier|before|
      ago|hoy|ahora|ayer|anoche|est[ea] (?:semana|mes|manana|noche|vez)|pasad[oa]|ultim[oa]|proxim[oa]|recien|hace|
      antes)(?!\p{L})
    `,
  'u',
);

export const PLAIN_COMPUTED: readonly QuestionRule[] = [
  rule(
    'conversion',
    rawLines`
      ^(?:(?:cuanto (?:es|vale)|que es|what(?:'s| is)|convert|converti|convierte|pasa) )?(?:0x[\da-f]+|0b[01]+|\d+) (?:in|to|
      into|en|a) (?:decimal|binary|binario|hex(?:adecimal)?|octal|roman numerals|numeros romanos)$
    `,
  ),
  rule('arithmetic', String.raw`^${SUM}(?:,? (?:cuanto (?:da|es|son)|is what|equals(?: what)?|is how much|=))?$`),
];

export const PLAIN_QUESTIONS: readonly QuestionRule[] = [
  rule(
    'my-own',
    String.raw`^(?:cual(?:es)?|quien(?:es)?) (?:es|son|era|eran|fue) (?:mi|mis|nuestr[oa]s?) ${NOUNS_ES}$`,
    rawLines`
      ^como se (?:llama|llaman|apellida|apellidan|deletrea|escribe|pronuncia) (?:(?:el|la|los|las) \p{L}+ (?:de (?:la |el |los |
      las )?|del )(?:\p{L}+ de )?)?(?:mi|mis|nuestr[oa]s?) ${NOUNS_ES}$
    `,
    String.raw`^(?:what|who|which|whats|what's|who's)(?: is| are| was| were)? (?:my|our) ${NOUNS_EN}(?: (?:called|named))?$`,
    String.raw`^(?:what|who)(?:'s| is| are| was) the (?:names?|surname|breed|birthday|address|title|colou?r) of (?:my|our) ${NOUNS_EN}$`,
    String.raw`^(?:mi|mis|nuestr[oa]s?) ${NOUNS_ES},? (?:cual|cuales|quien|como) (?:es|son|se llama)$`,
  ),
  rule(
    'was-settled',
    rawLines`
      ^(?!\p{L}+ quede?(?:amos)?$)(?:${PREPOSITION}(?:que|cual(?:es)?|quien)|(?:a)?donde|cuando|como)(?: (?!(?:hago|puedo|debo|
      deberia)(?![\p{L}]))\p{L}+){0,4} ${SETTLED_ES}(?![\p{L}])(?!.*(?<!\p{L})(?:ayer|hoy|recien|ultim\p{L}+)(?!\p{L})).{0,60}$
    `,
    rawLines`
      ^(?:what|which|where|who|when|how)(?: (?!(?:should|can|could)(?![\p{L}]))[\p{L}-]+){0,4} did (?:i|we) (?:decide|choose|
      pick|agree|settle|opt|go with|land)(?![\p{L}])(?!.*(?<!\p{L})(?:yesterday|today|just|last|latest)(?!\p{L})).{0,60}$
    `,
  ),
  rule(
    'my-kind',
    rawLines`
      ^${PREPOSITION}(?:que|cual(?:es)?)(?: (?:tipo|clase|marca|modelo|raza) de)? ${KIND_ES}s?(?: \p{L}+)? (?:tengo|tenemos|
      padezco|sufro|practico|toco|manejo|dirijo|llevo)$
    `,
    rawLines`
      ^(?:what|which)(?: (?:kind|type|sort|brand|model|make|breed) of)?(?: (?!(?:next|new|other|
      best)(?![\p{L}]))[\p{L}-]+)? ${KIND_EN}s? (?:do|did) (?:i|we) (?:have|own|run|drive|play|practi[cs]e|suffer from)$
    `,
    rawLines`
      ^(?:que|a que|de que) (?:vendo|vendemos|enseno|fabrico|fabricamos|me dedico|hago|hacemos) en (?:mi|nuestr[oa]) (?:puesto|
      trabajo|tienda|negocio|empresa|local|laburo|taller)$|^what do (?:i|we) (?:sell|teach|make|do) (?:at|in) (?:my|our) (?:job|
      work|shop|store|stall|company|business)$
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
    rawLines`
      ^(?:which|what) (?:foods?|things|drinks|medicines?|medications?) (?:i|we) (?:can't|cannot|can not|don't) (?:eat|drink|
      have|take|tolerate)$
    `,
  ),
  ifAsked(
    'my-state',
    rawLines`
      ^(?:(?:el|la|los|las) )?(?:nombres?|apellidos?|direccion|telefono|cumpleanos|raza|color|marca) (?:del? |de la |
      de los )?(?:\p{L}+ (?:del? |de la )?){0,2}(?:mi|mis|nuestr[oa]s?) ${NOUNS_ES}$
    `,
    String.raw`^(?:the )?(?:names?|surname|address|birthday|breed|colou?r) of (?:the \p{L}+ of )?(?:my|our) ${NOUNS_EN}$`,
    String.raw`^(?:my|our) ${NOUNS_EN} (?:is|was|are|were)$`,
    rawLines`
      ^how (?:big|large|small) (?:is |are )?(?:my|our) (?:team|family|company|house|flat|apartment|office|business|garden|class|
      band)(?: is| are)?$|^(?:de )?cuant[oa]s? (?:personas|gente) (?:es|son|somos en|hay en) (?:mi|nuestr[oa]) \p{L}+$
    `,
    String.raw`^(?:de )?que (?:trabajo|laburo)$`,
    rawLines`
      ^(?:puedo (?:comer|tomar|beber) \p{L}+ o )?(?:soy|somos) (?:un |una )?(?:celiac|vegan|vegetarian|diabetic|alergic|
      intolerant|zurd|diestr|casad|solter|daltonic|hipertens)\p{L}*(?: (?:al?|a la|a los) \p{L}+| o (?:no|\p{L}+))?$
    `,
    rawLines`
      ^(?:am|are) (?:i|we) (?:a |an )?(?:coeliac|celiac|vegan|vegetarian|diabetic|allergic|intolerant|left|right|married|single|
      colou?r)[\p{L}-]*(?: (?:to|or) [\p{L} -]+)?$
    `,
  ),
];
