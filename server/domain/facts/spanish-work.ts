/** Spanish: plain statements of work, study, projects, what one is, has and uses. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

export const SPANISH_WORK = [
  ...factRules(SPANISH_PARTS, 'PLAIN', 'WORK', [
    [
      'es.work',
      rawLines`
        {slow}(?:trabajo|trabajamos|laburo|laburamos|chambeo|curro|curramos)\s+{slow}(?:(?:en|para|como|con|desde|por|de|
        a)\s+(?!(?:progreso|curso|equipo es|proceso|esto|eso|ello|ese|este|esta|esa|mi contra|algo|destajo$|la (?:tarea|
        presentacion|correccion)|el (?:bug|error|informe|ticket|tp|texto))\b)[\p{L}\p{N}\u00a4]|remot\p{L}+|freelance|hibrido|
        independiente|full|part|medio tiempo|tiempo completo|sol[oa]\b|hace \p{N}|hace (?:un|una|dos|tres|muchos|
        \p{L}+) (?:anos|meses)|todos|de noche|\p{N}+ horas|los \p{L}+|mucho (?:con|en)|mejor|aqui|aca|turno|bajo|muchas horas|
        online|home).*
      `,
      'employer',
    ],
    [
      'es.working',
      rawLines`
        {slow}(?:estoy|estamos|ando|andamos|vengo|sigo|llevo \p{L}+ \p{L}+)\s+(?:trabajando|laburando|chambeando|
        currando)\s+(?:(?:en|para|como|con|desde|de)\s+(?!(?:esto|eso|ello|ese|este|esta|esa|algo|el (?:bug|error|informe|
        ticket|tp|texto|mismo))\b)[\p{L}\p{N}\u00a4]|remot|freelance|part|full|medio).*
      `,
    ],
    [
      'es.profession',
      rawLines`
        {slow}(?:me dedico a|me encargo de (?!(?:eso|esto|la cena|el postre|lo demas|todo)\b)|nos encargamos de|nos dedicamos a|
        llevo (?:un|una|el|la) (?:equipo|area|tienda|negocio|contabilidad|cuentas?)|doy clases|damos clases|enseno|lidero|
        lideramos|dirijo|gestiono|coordino|administro|superviso|programo en|programo|desarrollo (?:en|software|apps|videojuegos|
        web)|estoy a cargo de|tengo a cargo|manejo (?:un|el|una|la) (?:equipo|area|tienda|negocio|local|empresa)|fabrico|
        vendo (?!(?:mi|el|la|todo|una?)\b)|atiendo (?:un|una|el|la) (?:local|consultorio|negocio|kiosco|farmacia|tienda)|
        hago (?:freelance|consultoria|diseno|marketing|desarrollo|backend|frontend|data|devops|qa|soporte)|le reporto (?:a|al)|
        reporto (?:a|al)|facturo como|emprendo)\s*(?!(?:eso|esto)\b).*
      `,
    ],
    [
      'es.my-work',
      rawLines`
        (?:mi|nuestr[oa]) (?:empresa|trabajo|laburo|puesto|rol|cargo|empleo|startup|profesion|oficio|companía|compania|equipo|
        oficina|area|sector|industria|rubro|emprendimiento|pyme|negocio|estudio|agencia|consultora|horario(?: laboral| de trabajo)?|sueldo|salario|stack(?: tecnologico)?)\s+(?:es|se llama|tiene|usa|son|esta|somos|trabaja|se dedica|hace|
        queda|vende|consiste en|fabrica|produce|desarrolla|exporta|importa|distribuye|ofrece|construye|disena|factura|
        cuenta con|opera|presta|emplea)\s+(?!(?:un (?:desastre|infierno|caos|asco|quilombo|horror)|una (?:mierda|porqueria|
        locura|pesadilla)|horrible|insoportable|agotador|lo (?:peor|mejor)|muy|tan|re|medio|asi|aburrid|estresante|genial|
        malisim|pesim|cansad|enojad|content|loc[oa])\p{L}*).+
      `,
    ],
    [
      'es.we-are',
      rawLines`
        {slow}(?:somos|en (?:el|mi|nuestro) equipo somos|en la (?:empresa|oficina) somos)\s+(?:un equipo|una (?:empresa|startup|
        consultora|agencia|pyme|familia|cooperativa)|{number})\s*(?!(?:que no)\b).*
      `,
      'team-size',
    ],
  ]),
  ...factRules(SPANISH_PARTS, 'PLAIN', undefined, [
    ['es.am', String.raw`{slow}(?:soy|somos)\s+{slow}(?!(?:{fleeting}))[\p{L}\p{N}\u00a4].*`],
    ['es.age', String.raw`{slow}tengo \d+(?: (?:anos|pirulos|tacos|abriles|primaveras))?(?=\s*(?:$|,|y\b)).*`],
    [
      'es.of-mine',
      rawLines`
        (?:el|la) (?:deadline|fecha limite|fecha de entrega|presupuesto|objetivo|nombre|lanzamiento|horario|stack|base de datos|
        cumple\p{L}*|sede) de (?:mi|nuestr\p{L}+) \p{L}+.*? (?:es|son|queda|cae)\s+(?!(?:un (?:desastre|caos)|muy|tan|
        horrible)\b).+
      `,
    ],
    [
      'es.have',
      rawLines`
        {slow}(?:tengo|tenemos)\s+(?:(?:{number}|mi|la|el|los|las|una|un)\s+)?(?:(?:nuev[oa]|pequen[oa]|propi[oa]|buen|gran|
        mas de \d+|solo|casi|sol[oa]|poc[oa]s?|much[oa]s?|alta|una?)\s+)*{own}(?!\p{L}* (?:en (?:la oreja|mente)|de (?:sobra|
        hambre)|(?:pendiente|atrasad)\p{L}*)).*
      `,
    ],
    [
      'es.use',
      rawLines`
        {slow}(?:uso|usamos|utilizo|utilizamos|desplegamos|deployamos|estoy usando|estamos usando|manejo|hablo|hablamos|toco|
        juego (?:al?|en)|practico|corro|entreno|leo|escucho|escribo|cocino|colecciono|nado|bailo)\s+(?!(?:de|del|demasiado|
        mucho la|la palabra|el termino|personal|comercial|correcto|indebido|excesivo|eso|esto|ese|este|esta|esa|el mismo|
        la misma|lo|contigo|con vos|en serio|como|mal|un poco|que|tu|tus|por ultimo|algo|sobre (?:esto|eso)|madera|fondo|
        para (?:escribirte|preguntar\p{L}*|pedir\p{L}*|saber))\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.develop',
      rawLines`
        {slow}(?:estoy|estamos|ando|vengo|sigo)\s+(?:haciendo|armando|desarrollando|construyendo|escribiendo|creando|disenando|
        montando|programando|lanzando|preparando|redisenando|reescribiendo|rehaciendo|reformando|remodelando|traduciendo|
        organizando|planeando|restaurando|migrando|emprendiendo|produciendo|grabando|cursando|estudiando|aprendiendo|
        entrenando para)\s+(?!(?:esto|eso|la (?:cena|comida|cama|tarea|valija)|el (?:almuerzo|desayuno|mate|test|informe|mail)|
        un (?:cafe|mate|mail|test|commit|pastel|asado|bizcochuelo)|una (?:prueba|torta|consulta|funcion|query|pregunta)|algo|
        cola|fila|tiempo)\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.study',
      rawLines`
        {slow}(?:estudio|estudiamos|curso|cursamos|estoy en (?:(?:el )?(?:primer|segundo|tercer|cuarto|quinto|ultimo) (?:ano|
        semestre|cuatrimestre)))\s+(?!(?:de caso|de mercado|previo|online es|de ingles es|esto|eso)\b)[\p{L}\p{N}].*
      `,
    ],
    [
      'es.my-thing',
      rawLines`
        (?:mi|nuestr[oa]) (?:proyecto|app|aplicacion|producto|sitio|web|pagina|tesis|novela|libro|juego|podcast|canal|blog|bot|
        repo|repositorio|base de datos|servidor|backend|frontend|mvp|tienda|presupuesto|objetivo|meta|deadline|fecha limite|
        entrega|plan)(?: (?:principal|actual|personal|mensual|anual|final|de grado))? (?:es|se llama|usa|corre|esta (?:hech|
        escrit|en|alojad|montad|desplegad)\p{L}*|trata|va de|consiste|tiene|vence|lleva \p{L}+ (?:anos|
        meses))\s+(?!(?:un (?:desastre|caos|quilombo)|una (?:mierda|porqueria)|lent[oa]|rot[oa]|caid[oa]|horrible|esto|eso|
        un error|errores|problemas)\b).+
      `,
    ],
  ]),
];
