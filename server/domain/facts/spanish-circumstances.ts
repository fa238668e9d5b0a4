/** Spanish: plain statements of what one's life is like beside work and home: people by name, body, means, limits. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { IMPERATIVE, SUBJUNCTIVE } from '../speech/spanish-verbs.ts';
import { factRules } from './fact-rule.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

const PARTS = {
  ...SPANISH_PARTS,
  imperative: IMPERATIVE,
  subjunctive: SUBJUNCTIVE,
  who: rawLines`
    (?:mi|mis|nuestr[oa]s?) {person}(?: (?:mayor|menor|del medio|mas chic[oa]|mas grande))?(?: (?!(?:es|son|se|esta|estan|tiene|tienen|trabaja|vive|
    no|me|nunca|siempre|ya|dijo|quiere|va|fue)\b)\p{L}+)?
  `,
  device: rawLines`
    (?:auto|coche|carro|moto|celu\p{L}*|movil|telefono|iphone|android|samsung|mac|windows|linux|trabajo|laburo|casa|depto|departamento|piso|banco|
    compu\p{L}*|portatil|notebook|gimnasio|obra social|proveedor|operadora|cafe|te|mate|carne|tren|bici)
  `,
};

export const SPANISH_CIRCUMSTANCES = [
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'es.whenever-i',
      rawLines`
        (?:si|cuando|siempre que|cada vez que|las veces que) (?:yo )?(?:te |le )?(?:escrib[oa]|pid[oa]|pegu?[oe]|mand[oe]|dig[oa]|compart[oa]|pas[oe]|
        mencion[oe]|habl[oe]|pregunt[oe]|envi[oe]|muestr[oe]|us[oe]|haga|hag[oa])\b(?! (?:esto|eso|lo)\b)[^.?!]{2,60}?,?\s(?:por favor |siempre |
        solo |entonces )*(?:(?:me |lo |la |te )?{imperative}|no (?:me |lo |la )?{subjunctive})(?:{b}).*
      `,
    ],
    [
      'es.stop-doing',
      rawLines`
        (?:por favor )?(?:deja|dejate|dejen|deje)(?: ya)? de (?:usar|poner|ponerme|agregar|llamarme|decirme|tratarme|hablarme|mandarme|repetir|
        disculparte|saludarme|tutearme)\b.+
      `,
    ],
    [
      'es.talk-as-if',
      String.raw`(?:por favor )?(?:habl(?:a|e)me|escrib(?:i|e)me|explic(?:a|ue)me (?:todo|las cosas)|trat(?:a|e)me) (?:siempre )?como (?:si|a)\b.+`,
    ],
    [
      'es.do-not-use',
      rawLines`
        (?:por favor,? )?(?:(?:prefiero|quiero|te pido|me gustaria) que )?no (?:me )?(?:uses|pongas|agregues|anadas|metas|escribas con|des|mandes|
        hables con|contestes con|respondas con) (?:\p{L}+ )?(?:emojis?|emoticones|vinetas|listas|bullets?|anglicismos|tecnicismos|
        signos de exclamacion|diminutivos|jerga|groserias|malas palabras|sermones|rodeos|disclaimers|advertencias|parrafos largos|mayusculas|relleno|
        markdown|tablas|usted|tuteo|respuestas largas)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'DECISION', 'DECISIONS', [
    [
      'es.after-all',
      rawLines`
        (?:despues|luego|tras|al cabo) de .{3,60}?,? (?:me quedo|nos quedamos|me quede|nos quedamos|vamos|voy|elegi|elegimos|me decidi|nos decidimos|
        optamos|opte|decidi|decidimos) (?:con |por )?(?<fact>\p{L}.+)
      `,
    ],
    [
      'es.ended-up',
      rawLines`
        (?:al final |finalmente )?(?:termine|terminamos|acabe|acabamos) (?:eligiendo|comprando|yendo (?:con|por)|contratando|quedandome con|
        quedandonos con|decidiendo|optando por|escogiendo) (?<fact>(?!(?:vos|tu|cualquiera|nada|mal)\b)\p{L}.+)
      `,
    ],
  ]),
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'es.just-moved',
      String.raw`(?:me|nos) (?:acabo|acabamos|termine|terminamos) de (?:mudar|ir a vivir|instalar en|trasladar)(?:{b}.*)?`,
      'home',
    ],
    [
      'es.just-did',
      rawLines`
        (?:me|nos) (?:acabo|acabamos) de (?:casar|separar|divorciar|recibir|graduar|jubilar|comprar|comprometer|cambiar (?:de|a)|pasar a|
        hacer (?:vegan|vegetarian|autonom|monotributist))\p{L}*.*|acabo de (?:renunciar|cumplir \d+|empezar (?:en|a trabajar|la|un)|adoptar|
        ser (?:papa|mama|padre|madre|abuel[oa])).*
      `,
    ],
    ['es.changed-for', String.raw`cambi(?:e|amos) (?:(?:el|la|mi|nuestr[oa]) )?{device}(?: \p{L}+)? por \p{L}.+`],
    [
      'es.started-at',
      rawLines`
        (?:ya )?(?:empece|arranque|comence|entre) (?:a trabajar )?en (?!(?:el|la|los|las|un|una|este|esta|ese|esa|cero|eso|esto|mi|linea|paso|serio|
        panico|crisis|calor)\b)[\p{L}\u00a4].*
      `,
      'job',
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PERSONAL', [
    ['es.person-name', String.raw`(?:mi|nuestr[oa]) {person} es (?<name>\p{L}{3,})(?=$|,)`],
    [
      'es.person-is',
      rawLines`
        {who} (?:es|son) (?:(?:muy|bastante|tambien|ambos|ambas) )*(?:\p{L}*(?:lexic|vegan|vegetarian|celiac|diabetic|alergic|autist|asmatic|sord|
        cieg|hipertens|intolerant|zurd|jubilad|dent|bilingue)\p{L}*|medic[oa]|docente|abogad[oa]|enfermer[oa]|ingenier[oa]|contador[a]?|de \p{L}+$|
        psicolog[oa]|maestr[oa]|policia|camioner[oa]|arquitect[oa]|profesor[a]?|espanol[a]?|frances[a]?|italian[oa]|aleman[a]?|chilen[oa]|peruan[oa]|
        brasiler[oa]|ingles[a]?)\b.*
      `,
    ],
    [
      'es.person-has',
      rawLines`
        {who} (?:tiene|tienen) (?:(?:\d+|{number}) (?:anos|meses)|(?:una? |la )?(?:alergia|dislexia|autismo|tdah|diabetes|asma|epilepsia|celiaquia|
        demencia|alzheimer|sindrome|artritis|cancer|discapacidad|hipertension)).*
      `,
    ],
    [
      'es.person-state',
      rawLines`
        {who} esta(?:n)? (?:embarazad|jubilad|casad|divorciad|separad|estudiando|en silla de ruedas|por parir|esperando (?:un|su|nuestro))\p{L}*.*|
        {who} anda en silla de ruedas.*
      `,
    ],
    [
      'es.body-state',
      rawLines`
        (?:tengo|tenemos) (?:(?:la|el|las|los|una|un) )?(?:(?:rodilla|espalda|cadera|columna|cintura|muneca|hombro|tobillo|cuello|corazon|vista|
        pierna|pie|mano|brazo)s? (?:operad|mal|jodid|rot|delicad|lesionad|gastad|fragil|debil)\p{L}*|problemas? (?:de|en) (?:la |el |las |
        los )?(?:rodilla|espalda|cadera|columna|vista|corazon|presion|tiroides|higado|rinones|oido)s?|hernia de disco|presion (?:alta|baja)|protesis|
        marcapasos|un solo rinon|nervio ciatico)\b.*|(?:el |la |mi )?(?:medic[oa]|doctor[a]?|nutricionista|cardiolog[oa]|psiquiatra|
        terapeuta) me (?:mando|receto|prohibio|saco|diagnostico|puso) (?!(?:un mensaje|un mail|a (?:esperar|casa)|mal)\b)\p{L}.+
      `,
    ],
    [
      'es.fear',
      rawLines`
        (?:me|nos) dan? (?:mucho |mucha |un poco de )?(?:miedo|panico|vertigo|terror|fobia|alergia|asco) (?!(?:que|de que|si|pensar|lo que|esto|eso|
        todo|no|perder|equivocar\p{L}*|preguntar\p{L}*|decir\p{L}*)\b)\p{L}.*
      `,
    ],
    [
      'es.without',
      rawLines`
        no (?:tengo|tenemos) (?:(?:ni|ningun\p{L}*) )?(?:auto|coche|carro|moto|hijos|mascotas|hermanos|tele|horno|microondas|lavarropas|lavadora|
        licencia|carnet|registro|jardin|balcon|patio|internet en casa|tarjeta(?: de credito)?|pasaporte|obra social|seguro|heladera|freidora|pareja|
        alergias)\b.*
      `,
    ],
    [
      'es.own-thing',
      rawLines`
        (?:tengo|tenemos|manejo|conduzco) (?:un|una|mi) (?:\p{L}+ )?(?:corolla|toyota|honda|ford|fiesta|focus|bmw|audi|tesla|volkswagen|gol|golf|polo|
        nissan|hyundai|kia|mazda|volvo|fiat|renault|clio|peugeot|seat|ibiza|chevrolet|corsa|jeep|mercedes|vespa|yamaha|macbook|thinkpad|kindle|ipad|
        samsung|motorola|\p{L}+ del \d{4})\b.*|(?:tengo|tenemos) (?:(?:\d|{number}|un|una|dos) )*(?:peques|ninos|ninas|chic[oa]s|chiquit[oa]s|
        adolescentes|crios|recien nacid[oa]s?|hijastr[oa]s?|niet[oa]s|chamac[oa]s|gurises)\b.*
      `,
    ],
    [
      'es.zone',
      String.raw`estoy en (?:(?:el )?(?:horario|huso(?: horario)?)|(?:la )?(?:zona|franja) horaria) (?:de(?:l)? )?.+|estoy en (?:gmt|utc)[+-]?\d*.*`,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', 'PREFERENCES', [
    [
      'es.avoid',
      rawLines`
        (?:yo )?(?:siempre |casi siempre )?(?:evito|evitamos|trato de evitar|le escapo a|me cuido de|paso de)\s+(?!(?:esto|eso|lo|que|el (?:error|
        problema|tema|paso)|la (?:pregunta|parte)|responder|contestar|hablar|ese|esa|este|esta)\b)[\p{L}\u00a4].*
      `,
    ],
  ]),
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'es.do-from-now-on',
      rawLines`
        (?:por favor )?(?:(?:me |te |lo |la )?{imperative}|no (?:me |lo |la )?{subjunctive}){b}[^.?!]{2,60}\b(?:de (?:ahora|aca|aqui|hoy) en (?:mas|
        adelante)|a partir de (?:ahora|hoy)|desde (?:ahora|hoy)|en adelante)\s*$
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'es.lives-with',
      rawLines`
        {who} (?:vive|viven|duerme|esta viviendo) (?:conmigo|con nosotros|en casa|en mi casa)\b.*|(?:ando|estoy|me muevo) en silla de ruedas\b.*|
        (?:estoy|estamos) (?:ahorrando|juntando(?: plata| dinero)?) para .+|pago (?:[$\u20ac]? ?)?\d[\d.,]*.{0,20} de (?:alquiler|hipoteca|renta|
        cuota)\b.*|(?:estoy|estamos) con (?:visa|visado|residencia|permiso)\b.*
      `,
    ],
    [
      'es.as-for',
      rawLines`
        (?:el|la|los|las) (?!(?:codigo|error|mensaje|archivo|respuesta|texto|ejemplo)\b)\p{L}+ (?:lo|la|los|las) (?:tomo|como|prefiero|bebo|entrego|
        cocino|corro|leo|escucho|dejo para)\b.+|voy (?:al? )?(?:la )?(?:trabajo|oficina|laburo|facultad|facu|universidad|escuela) (?:en (?:tren|
        bici\p{L}*|auto|coche|carro|moto|metro|subte|bus|colectivo|micro)|caminando|a pie)\b.*
      `,
    ],
    [
      'es.have-somewhere',
      rawLines`
        (?:tengo|tenemos) una? (?!(?:duda|problema|error|reunion|cita|turno|pregunta|bug|examen|entrevista|vuelo|charla|consulta|idea|viaje|evento|
        partido|clase|cena|fiesta|llamada|test|caso|ejemplo|lista|tarea)\b)\p{L}+(?: \p{L}+)? en (?!(?:el|la|los|las|linea|mente|cuenta|este|esta|ese|
        esa|un|una|mi|cada|dos|tres|todo|produccion|curso|proceso|juego|comun)\b)\p{L}{4,}.*
      `,
    ],
    [
      'es.studied',
      rawLines`
        (?:yo )?(?:estudie|estudiamos|me recibi de|me gradue (?:de|en)|hice (?:la carrera|un master|una maestria|el doctorado|un doctorado|
        la secundaria|la licenciatura)|me forme (?:en|como))\s+(?!(?:el|la|los|las|tu|tus|esto|eso|para|mucho|toda|todo|anoche|ayer|hoy|un monton|
        poco|bien|lo)\b)[\p{L}\u00a4].*
      `,
    ],
    [
      'es.have-been',
      rawLines`
        llev(?:o|amos) (?:(?:\d+|{number}|muchos|varios|unos) )*(?:anos|meses) (?:trabajando|viviendo|estudiando|siendo|casad|haciendo|tocando|
        jugando|sin (?:fumar|tomar|beber|comer)|en |de |como ).+|(?:en \p{L}+ |el \p{L}+ )?(?:entro|empiezo|arranco) a (?:trabajar|laburar|
        estudiar) (?:en|como|de|para) .+|me (?:anote|apunte|inscribi) (?:en|al?) (?!(?:la lista|el formulario)\b).+|hag(?:o|amos) (?:mi|la|
        una) (?:tesis|carrera|maestria|residencia|doctorado|dieta)\b.+|me criaron .+|(?:estoy|estamos) esperando (?:mellizos|gemelos|un (?:bebe|hijo|
        varon)|una (?:bebe|nena|hija))\b.*|(?:les |le )?tengo (?:mucho |mucha )?(?:terror|miedo|panico|fobia|alergia|asco) al? (?!(?:que|eso|esto|no|
        perder)\b).+
      `,
    ],
    [
      'es.my-number',
      rawLines`
        (?:mi|nuestr[oa]) (?:presupuesto|objetivo|meta|limite|deadline|sueldo|salario|alquiler|hipoteca|fecha (?:limite|de entrega|de boda)|boda|
        casamiento|parto|ingreso)(?: (?:mensual|semanal|anual|maximo|total|diario))?(?: (?:para|de|del|con|en) [\p{L} ]{2,30}?)? (?:es|son|cae|
        ronda)(?: (?:de|el|en|unos|unas|para el|como|aproximadamente|alrededor de|hasta))* (?:[$\u20ac]? ?\d|(?:enero|febrero|marzo|abril|mayo|junio|
        julio|agosto|septiembre|octubre|noviembre|diciembre)\b).*|(?:la entrega|el deadline|la fecha (?:limite|de entrega)|el lanzamiento|
        el cierre) (?:del?|de la|de mi|de nuestr[oa]) [\p{L} ]{3,30} (?:es|cae|sera) (?:el|en|para el) .*\d.*
      `,
    ],
    [
      'es.take',
      rawLines`
        tomo (?:\p{L}+ ){1,4}?(?:(?:una vez|dos veces|tres veces|\d+ veces) (?:al|por) dia|todos los dias|todas las (?:noches|mananas)|cada (?:\d+|
        ocho|doce) horas|a diario|antes de dormir|para (?:la |el |los |las )?(?:presion|tiroides|ansiedad|depresion|alergia|diabetes|colesterol|dolor|
        migranas?|corazon))\b.*
      `,
    ],
    [
      'es.hosted',
      rawLines`
        (?:tenemos|tengo|lo tenemos|la tenemos) (?:(?:todo|la app|la web|el sitio|los servidores|la base|el backend|mi web|mi sitio) )?(?:alojad|
        hostead|desplegad|montad|hospedad)\p{L}* (?:en|con) \p{L}.*
      `,
    ],
  ]),
];
