/** Spanish: what has changed, and what has ended. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}])`,
  me: String.raw`(?:(?:me|te|lo|la|los|las|le|les|nos|se)\s+)`,
};

export const SPANISH_CHANGES = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'es.moved',
      rawLines`
        (?:(?:ya |recien |acabo de |por fin )*(?:(?:me|nos) (?:mude|mudamos|fui a vivir|fuimos a vivir|traslade|trasladamos|
        cambie de (?:casa|depto|departamento|barrio|ciudad|pais|piso)|cambiamos de (?:casa|depto|barrio|ciudad|piso))|mudarme|
        mudarnos|estrene casa|cambie de (?:casa|depto|barrio|ciudad|piso)))(?!\s+(?:de tema))(?:{b}.*)?
      `,
      'home',
    ],
    [
      'es.changed-job',
      rawLines`
        (?:ya |recien |acabo de |por fin )*(?:cambie de (?:trabajo|laburo|empleo|puesto|empresa|rol|equipo|curro|chamba|
        carrera)|renuncie|renunciar|me (?:echaron|despidieron|rajaron|ascendieron|promovieron|contrataron|jubile|retire|
        trasladaron|hicieron (?:fijo|lider|jef|gerente)|asignaron)|deje (?:el |mi |la )?(?:trabajo|laburo|empleo|empresa|curro|
        chamba|banco|estudio)|(?:consegui|conseguir|tengo|encontre) (?:(?:un|nuevo|otro) )*(?:nuevo )?(?:trabajo|laburo|empleo|
        curro|chamba|puesto)(?! que| pendiente)|empece (?:a trabajar|(?:en )?(?:un |el )?(?:nuevo )?(?:trabajo|laburo|empleo|
        puesto))|entre a (?:trabajar|laburar)|arranque (?:a trabajar|(?:en )?(?:un |el )?(?:nuevo )?(?:trabajo|laburo|empleo))|
        pase a ser|me puse por mi cuenta|me hice (?:freelance|autonomo|monotributista)|abri (?:mi|una|un)(?! (?:ticket|issue|
        archivo|pestana|ventana|hilo|pr|pull|expediente|reclamo|caso|puerta|link|documento|navegador|terminal))|funde|
        fundamos)(?:{b}.*)?
      `,
      'job',
    ],
    [
      'es.life-event',
      rawLines`
        (?:ya |recien |acabo de |por fin |ayer )*(?:(?:me|nos) (?:case|casamos|divorcie|divorciamos|separe|separamos|comprometi|
        comprometimos|puse de novi[oa]|recibi|gradue|diagnosticaron|opere|operaron|hice (?:vegan[oa]|vegetarian[oa]|socio|
        una operacion))|(?:nacio|nacieron) (?:mi|mis|nuestr\p{L}+)|fui (?:mama|papa|padre|madre|abuel[oa]|ti[oa])|cumpli (?:\d+|
        \p{L}+) ?(?:anos)?|adopt(?:e|amos)|enviude|estoy embarazada|vamos a ser (?:padres|papas)|(?:tuve|tuvimos) (?:un|una|mi|
        nuestr[oa]) (?:hij|beb|nen)|termine (?:la|mi) (?:carrera|facultad|universidad|secundaria|tesis|maestria|
        doctorado))(?:{b}.*|[oa]s?{b}.*)?
      `,
    ],
    [
      'es.stopped',
      rawLines`
        (?:ya |recien |por fin |hace \p{L}+ \p{L}+ que )*(?:deje de|dejamos de|deje el|deje la|dejamos el|dejamos la|pare de|
        abandone)\s+(?!(?:lado|auto|llave|coche|telefono|celular|archivo|tema|mensaje|libro en|bolso|perro en|estar|llorar|
        creer|entender|escuchar)\p{L}*\b).+
      `,
    ],
    [
      'es.no-longer',
      rawLines`
        ya no\s+{me}?(?:\p{L}+o|\p{L}+mos|soy|estoy|gusta|gustan|hay)(?<!aguanto|soporto|puedo|se|entiendo|quiero|recuerdo|
        veo)\s+(?!(?:mas|nada|se|que|puedo)\b).+
      `,
    ],
    [
      'es.now',
      rawLines`
        (?:ahora|desde (?:hace poco|este mes|esta semana|este ano|ayer|el lunes)|ultimamente)\s+(?:yo )?(?:vivo|vivimos|trabajo|
        trabajamos|laburo|uso|usamos|soy|somos|estudio|tengo|me llamo|estoy (?:viviendo|trabajando en|casad|solter|divorciad|
        de novi|a cargo|embarazad|a dieta))(?!\s+(?:hambre|sueno|que|frio|calor|miedo|ganas|tiempo|dudas?|una duda|otr[oa]s?|
        un problema|yo|consciente|feliz)\b).+
      `,
    ],
    [
      'es.switched',
      rawLines`
        (?:ya |recien |por fin |al final )*(?:(?:me |nos )?(?:pase|pasamos|cambie|cambiamos|migre|migramos|actualice|
        actualizamos)) (?:(?:(?:todo|toda|(?:el|la|los|las|mi|nuestr[oa]) (?!(?:archivo|turno|texto|codigo|tabla|nombre|clase|
        funcion|variable|foto|imagen|video|documento|reunion|cita|vuelo|fecha)s?\b)\p{L}+(?: entero| completo)?) )?(?:(?:de|
        desde|del) .{2,40} )?(?=al? ))?(?:a|al|de)\s+(?!(?:tema|idea|opinion|buscar\p{L}*|ver|ropa|pestana|asiento|ventana|
        silla|carril|fila|lugar|canal|pantalla|bateria|mejor vida|saludar|marcha|pilas?)\b)[\p{L}\u00a4].+|(?:compre|compramos|
        vendi|vendimos) (?:(?:el|la|mi|un|una|nuestr[oa]) )?(?:casa|depto|departamento|auto|coche|carro|moto|terreno|piso|
        empresa)(?:{b}.*)?|(?:lanzamos|lance|cerramos|inauguramos|publicamos|publique) (?:el|la|mi|nuestr[oa]|una?) (?:app|
        producto|startup|tienda|web|sitio|empresa|local|version|libro|ronda|negocio|plataforma|podcast)(?:{b}.*)?|(?:empece|
        empezamos|arranque|comence) (?:a (?:estudiar|aprender|correr|entrenar|ir|tomar|usar|hacer|cursar|escribir|dar|fumar|
        practicar)|(?:la|el|una?|con) (?:facultad|universidad|carrera|dieta|gimnasio|gym|terapia|curso|master|maestria|ingles|
        tratamiento|proyecto|yoga|natacion|pilates|medicacion|clases?))(?:{b}.*)?
      `,
    ],
  ]),
];
