/**
 * Spanish: what people do as a matter of course, by verbs of occupations, tastes and daily life in the present, and what is theirs.
 * All folded.
 */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

const PARTS: Parts = {
  ...SPANISH_PARTS,
  here: rawLines`
    (?!(?:esto|eso|est[eao]s?|es[eao]s?|aquell?o|lo|te|le|les|que|si|como|cuando|porque|pero|y|aca|aqui|ahi|algo|nada|todo|tu|
    tus|su|ya|mal|bien|igual|el (?:caso|codigo|error|script|archivo|texto|mail|mensaje|boton|comando|test|bug|problema|link|
    servidor|proceso|programa|informe|ticket|token|desayuno|almuerzo|agua|mate|cafe|deploy)|la (?:cama|comida|cena|tarea|valija|
    mesa|compra|consola|terminal|app|pagina|url|query|funcion|consulta|pregunta|respuesta|contrasena|clave)|los (?:tests|datos|
    archivos|cambios|logs)|un (?:error|mensaje|mail|texto|script|test|numero|string|ejemplo|resumen)|una (?:funcion|variable|
    query|consulta|pregunta|excepcion|respuesta|mano|orden|idea|vuelta|vez|lista|prueba|copia|captura|consulta|reunion|llamada|
    torta)|agua|click|clic|enter|atencion|cara|caso|cuidado|gracias|cola|fila|tiempo|falta)\b)
  `,
  fleeting: rawLines`
    (?!.*\b(?:errors?|errores|bug|falla|fallo|no anda|no funciona|no pasa nada|explota|se rompe|se cuelga|hoy|ahora mismo|
    manana (?!por)|anoche|ayer|esta (?:tarde|noche|manana|semana|vez)|en este|en ese|de nuevo|otra vez|por vos|por ti|
    tu respuesta)\b)
  `,
  kin: rawLines`
    (?:mi|mis|nuestr[oa]s?) (?:{number} )?{person}(?: (?:mayor|menor|del medio|mas chic[oa]|mas grande))?(?: (?!(?:es|son|se|
    esta|estan|tiene|tienen|trabaja|vive|no|me|nunca|siempre|ya|dijo|dice|quiere|va|fue|decidio|anda)\b)\p{L}+)?
  `,
};

export const SPANISH_HABITS = [
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'es.time-first',
      rawLines`
        (?:(?:a|por|de) la (?:noche|manana|tarde|siesta)|al mediodia|de noche|de dia|(?:todos los|cada) (?:veranos?|inviernos?|
        ano|anos|otonos?|primaveras?|navidad(?:es)?)|en (?:verano|invierno|navidad|pascua|vacaciones)|(?:aca|aqui) en (?:la|el|
        mi|nuestr[oa]) \p{L}+),? (?:no |nunca |siempre |casi no )?(?:me |nos )?{fleeting}(?:\p{L}{2,}o|\p{L}+mos|voy|
        estoy)\b(?! (?:esto|eso|a (?:mandar|ver|probar|hacer))).*
      `,
    ],
    [
      'es.go-regularly',
      rawLines`
        {slow}(?:voy|vamos|asisto|asistimos|concurro|acudo) {fleeting}(?:al?|a la|a los|a las) (?:\p{L}+ )?(?:gimnasio|gym|
        iglesia|misa|terapia|psicolog[oa]|universidad|facultad|facu|escuela|colegio|yoga|pilates|natacion|clases?|templo|
        mezquita|sinagoga|cancha|coro|club|misa|catequesis|taller)\b.*|(?:estoy|estamos) yendo (?:al?|a la|a las?) (?:terapia|
        gimnasio|gym|psicolog[oa]|nutricionista|clases?|kinesiolog[oa]|iglesia|fisio\p{L}*)\b.*|(?:los|las) (?:lunes|martes|
        miercoles|jueves|viernes|sabados|domingos|fines de semana)(?: y (?:los )?\p{L}+)? (?:tengo|tenemos|hay) (?:clases?|
        terapia|ensayo|entrenamiento|yoga|ingles|natacion|futbol|guardia|reunion|coro|taller|misa|cine)\b.*
      `,
    ],
    [
      'es.help',
      rawLines`
        (?:ayudo|colaboro|doy una mano) {fleeting}(?:a (?:mi|mis|nuestr[oa]s?) \p{L}+|en (?:la|el|un|una|los|las) \p{L}+)\b.*|
        (?:paso|pasamos) (?:muchas|varias|\d+|{number}) (?:horas|semanas|dias|noches) .{3,}
      `,
    ],
    [
      'es.without-such',
      rawLines`
        (?:no|ya no|tampoco)\s+(?:manejo|conduzco|bebo|fumo|tomo|como|cocino|nado|viajo|cargo|consumo|duermo siesta|desayuno|
        ceno|almuerzo|meriendo|madrugo|trasnocho|uso redes(?: sociales)?|veo (?:la )?(?:tele|tv|television)|
        miro (?:la )?(?:tele|tv))(?:\s*$|\s+(?=alcohol|carne|azucar|gluten|lacteos|huevos?|cerdo|nunca|nada de|desde hace|mas\b|
        los |las |por (?:religion|salud|la)|de noche|autos?|en (?:auto|avion)|harinas?|sal|tabaco|cafe|cafeina|pescado|mariscos|
        pollo|frituras?)(?!.*\b(?:esto|eso)\b).*)|casi (?:nunca|no) (?:veo|miro|leo|como|tomo|salgo|viajo|uso|cocino|
        duermo)\b.*|no (?:tengo|uso) (?:ninguna |ningun )?(?:redes(?: sociales)?|facebook|instagram|tiktok|twitter|whatsapp|
        celular|smartphone|tarjeta|tele\p{L}*|auto|coche|carro|moto|hijos|mascotas)\b.*
      `,
    ],
    [
      'es.body-lack',
      rawLines`
        no (?:oigo|escucho|veo|camino) (?:bien|nada|casi)(?: (?:de|del|con|sin|por)\b.*|$)|tengo prohibid[oa]s? (?:el|la|los|
        las) (?!uso\b|codigo\b)\p{L}.*|me falta(?:n)? (?:un|una|dos|parte de) ?(?:del? |la |el )?(?:dedos?|pierna|brazo|ojo|
        rinon|pulmon|diente|muela|mano|pie|oreja|oido)\b.*|no (?:puedo|podemos) (?:tomar|usar|consumir) (?:ibuprofeno|
        aspirinas?|paracetamol|penicilina|antibioticos|antiinflamatorios|cafeina|alcohol|\p{L}+(?:cilina|profeno|micina))\b.*
      `,
    ],
    [
      'es.paid',
      rawLines`
        me (?:pagan|depositan|liquidan) (?:por|en|cada|los|el|a|al|semanal\p{L}*|mensual\p{L}*|quincenal\p{L}*|bien|poco|
        \d)\b.*|(?:mi )?(?:turno|horario|jornada) (?:es|va) (?:de|partid|rotativ|nocturn|diurn)\p{L}*.*
      `,
    ],
    [
      'es.have-such',
      rawLines`
        {slow}(?:tengo|tenemos)\s+(?:(?:un|una|mi|el|la|otr[oa]|nuestr[oa])\s+)?(?:[\p{L}]+\s+)?(?:canal|blog|podcast|tienda|
        local|negocio|empresa|estudio|consultorio|taller|restaurante|bar|cafeteria|panaderia|peluqueria|ferreteria|verduleria|
        libreria|granja|finca|campo|huerta|invernadero|oficinas?|sucursal(?:es)?|startup|agencia|banda|jef[ea] nuev[oa]|
        soci[oa]|emplead[oa]s|moto|motocicleta|bici\p{L}*|camioneta|furgoneta|caravana|barco|piano|guitarra|iphone|android|
        licencia|pasaporte|visa|ciudadania|clase|clases|laburos|trabajos|curros|tdah|prosopagnosia|asma|alergia|migranas?|
        insomnio|\p{L}{4,}(?:itis|osis|algia|patia|exia|emia|uria|fobia|agnosia|plejia))(?!\p{L})(?! (?:que (?:no|da|falla)|
        con (?:un|el) (?:error|problema)|a las|manana|hoy)).*
      `,
    ],
    [
      'es.of-one',
      rawLines`
        (?:mi|nuestr[oa]) (?:proyecto|proyecto (?:final|actual|personal)|app|aplicacion|tesis|empresa|startup|tienda|canal|blog|
        novela|libro|juego) (?:es|va|trata|consiste|sirve|se llama|esta (?:hech|pensad)[oa]) (?:para|sobre|de|en|un|
        una)\b(?! (?:un (?:desastre|caos)|mierda)).+|mi (?:sueno|meta|objetivo|proposito|aspiracion)(?: (?:este ano|es|de vida|
        a futuro|para \p{L}+))? (?:es )?(?=\p{L}+(?:ar|er|ir)(?:me|se|lo|la)?\b)\p{L}.+|(?:quiero|me gustaria|estoy intentando|
        trato de|intento) aprender (?!(?:esto|eso|a usar esto|mas|como)\b)\p{L}.+
      `,
    ],
    [
      'es.kin-is',
      rawLines`
        {kin} (?:es|son) (?!(?:muy|re|tan|un[oa]?s? (?!\p{L}+(?:or|ora|ista|ero|era|ico|ica)\b)|el|la|lo|insoportable|genial|
        lind|buen|mal|mejor|peor|igual|asi|feliz|raro|rara|fan)\p{L}*\b)\p{L}{4,}.*
      `,
    ],
    [
      'es.my-such',
      rawLines`
        (?:mi|mis|nuestr[oa]s?) (?:coche|auto|carro|moto|camioneta|bici|movil|celular|portatil|compu\p{L}*|hobby|hobbies|pasion|
        pasatiempo|especialidad|debilidad|fobia|mania|rutina|equipo de (?:futbol|basquet|rugby)|club|cuadro|instrumento|deporte|
        carrera|familia|lengua|idioma|fuerte|manera de trabajar|forma de ser|presupuesto|alquiler|turno|jornada|
        horario)(?: (?:de|para|en) [\p{L} ]{2,20}?)? (?:es|son|va de|esta (?:repartid|distribuid|
        dividid)\p{L}*)\s+(?!(?:un (?:desastre|caos)|roto|rota|lent[oa]|muy|tan|esto|eso|un error|para (?:esto|
        eso))\b)[\p{L}\d$€\u00a4].*|mi equipo esta (?:repartid|distribuid|dividid|format)\p{L}*.*|(?:el|la) (?:proyecto|app|
        empresa|equipo|libro|tesis|tienda|producto) (?:en (?:el|la) que (?:estoy|trabajo|trabajamos|participo|ando)|
        que (?:estoy|estamos|ando) \p{L}+ndo|que (?:dirijo|lidero|tengo)) (?:es|usa|se llama|tiene|trata|va)\b(?! (?:rot|lent|
        un error)).+|salgo con (?:un|una) \p{L}+.*|mejor (?:los|las) (?:ejemplos|respuestas|explicaciones|resumenes) (?:en|con|
        sin) \p{L}+.*
      `,
    ],
    [
      'es.state-of-life',
      rawLines`
        (?:estoy|estamos|ando) (?:en paro|en el paro|de baja|cesante|sin (?:trabajo|laburo|pareja|empleo)|desemplead|desocupad|
        saliendo con|conociendo a (?:alguien|un|una)|tratando de (?:tener un hijo|quedar embarazada|dejar de fumar|
        bajar de peso|ahorrar)|de novi|en pareja con|de licencia|de ano sabatico|de excedencia|becad|en libertad|
        en silla de ruedas|a cargo de|al frente de|en (?:primer|segundo|tercer|tercero|cuarto|quinto|sexto|ultimo) (?:ano|
        semestre|curso)|haciendo (?:el|la|un|una|mi) (?:posgrado|master|maestria|doctorado|erasmus|residencia|especializacion|
        mili|tesis|documental|pelicula|curso))\p{L}*.*|busco (?:trabajo|empleo|laburo|curro|chamba)\b.*|hago (?:teletrabajo|
        home office|practicas|pasantia|ayuno|dieta|voluntariado|crossfit|yoga|pilates|musculacion|escalada|senderismo|surf|
        teatro|ceramica|jardineria|carpinteria|reposteria|horas extra)\b.*|tomo (?:el |la )?(?:mate|cafe|te|leche|medicacion|
        anticonceptiv)\p{L}*\b.+
      `,
    ],
    [
      'es.called',
      rawLines`
        (?:me|nos) (?:llaman|dicen|apodan|conocen por|conocen como) (?!(?:la atencion|que|si|cuando|todo|por telefono|a|siempre|
        cosas|mentiras)\b)\p{L}.*|mi apellido (?:se escribe|es|va con)\b.+|(?:soy|yo soy) (?:el|la) (?!(?:que|unic[oa]|
        primer[oa]?|ultim[oa]|mejor|peor|mism[oa]|culpable|responsable)\b)\p{L}+.*|en (?:mi )?casa (?:somos|hablamos|tenemos|
        vivimos|no comemos|comemos)\b.+
      `,
    ],
  ]),
];
