/**
 * Spanish: by its shape alone. A first person of the present that is no verb of the mind, of speech or of what is done at a machine
 * just now tells a habit or a state, whichever the verb; what is had tells a possession, whichever the noun. All folded.
 */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { SPANISH_HERE, SPANISH_MATTER, SPANISH_NOW } from './matter-in-hand.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

const PARTS: Parts = {
  ...SPANISH_PARTS,
  here: SPANISH_HERE,
  now: SPANISH_NOW,
  often: rawLines`
    (?:(?:siempre|nunca|normalmente|generalmente|casi siempre|casi nunca|a veces|tambien|ademas|ya|solo|solamente|sobre todo|
    habitualmente|usualmente|ahora|actualmente|tampoco|por lo general)\s+)*
  `,
  /** Of the mind, of speech, of wanting, of the moment; and words in -o that are no verbs. */
  mental: rawLines`
    refiero|uso horario|hago zoom|hago scroll|hago clic|parto|lavo|canto victoria|doy por|hago de abogado|hago lo|salgo en|
    multiplico|despejo|derivo|integro|reemplazo|entiendo|cuento|creo|pienso|supongo|imagino|espero|deseo|quiero|necesito|puedo|
    debo|tengo|entiendo|comprendo|digo|pregunto|respondo|contesto|pido|propongo|sugiero|recomiendo|cuento|explico|aclaro|repito|
    insisto|confieso|admito|reconozco|acepto|prometo|juro|agradezco|lamento|siento|noto|busco|encuentro|intento|trato|pruebo|
    logro|consigo|sigo|vuelvo|empiezo|comienzo|termino|acabo|dejo|paso|quedo|llego|vengo|voy|llevo|hecho|llamo|aviso|mando|
    envio|escribo|copio|pego|adjunto|abro|cierro|ejecuto|instalo|borro|guardo|cambio|agrego|anado|quito|utilizo|aprieto|
    presiono|selecciono|elijo|pulso|clico|compilo|apreto|reinicio|configuro|actualizo|descargo|despliego|decido|prefiero|odio|
    detesto|adoro|amo|dudo|temo|ruego|opino|considero|recuerdo|olvido|pierdo|me|caigo|muero|vivo|trabajo|soy|estoy|vuelo|mismo|
    otro|todo|algo|cuando|poco|mucho|primero|luego|pronto|dentro|solo|tanto|cuanto|medio|largo|corto|nuevo|bueno|malo|claro|
    cierto|como|pero|menos|ultimo|segundo|tercero|minimo|maximo|numero|tiempo|lo|no|eso|esto|uno|dinero|perfecto|correcto|listo|
    perdido|dado|salvo|excepto|incluso|dicho|puesto|visto|acuerdo|supuesto|ejemplo|resumo|revaluo|saludo|sospecho|calculo|
    apuesto|niego|ignoro|asumo|muestro|chequeo|verifico|confirmo|retiro|devuelvo|obtengo|arranco|sufro|lloro|grito|rio|giro|
    doblo|multiplico|divido|sumo|resto|comparo|ordeno|filtro|itero|recorro|defino|declaro|invoco|envuelvo|repaso|hiervo|mezclo|
    bato|conecto|desconecto|enchufo|prendo|apago|sueno|cuelgo|tiro|nuestro|seguro|dijo|hizo|puso|tuvo|vino|quiso|pudo|supo|
    estuvo|trajo|anduvo|gusto|encanto|importo|ojo|raro|loco|santo|tonto|tipo|modo|juego con|caso|hecho|barato|caro|rapido|lento|
    facil|directo|exacto|obvio|opto|basto
  `,
  /** Forenames, and what ends as a participle or a noun. */
  notverb: rawLines`
    (?!(?:atiendo|meriendo|defiendo|tiendo|extiendo|cuido|nado|mido|convido|resido|presido|coincido){b})(?:uso (?:de|del|
    \p{L}+ido)|hablo en serio|oigo el|veo el|veo la|who|also|into|hello|two|zero|video|photo|logo|info|demo|intro|audio|radio|
    repo|memo|combo|macro|ratio|bingo|bravo|disco|turbo|promo|pro|pedro|pablo|diego|marcelo|gustavo|roberto|ricardo|fernando|
    alejandro|francisco|antonio|mario|sergio|alberto|eduardo|rodrigo|santiago|mateo|ignacio|nacho|paco|hugo|bruno|leonardo|
    lorenzo|emilio|julio|claudio|mauricio|guillermo|gonzalo|alvaro|arturo|ernesto|federico|camilo|dario|fabio|facundo|gerardo|
    horacio|octavio|orlando|osvaldo|pancho|ramiro|renato|rocio|rosario|consuelo|amparo|tito|\p{L}*(?:iendo|ando|ado|ido|ismo|
    amento|imiento|ento|orio|ario|ivo|tivo|logo|grafo))
  `,
  wemental: rawLines`
    multiplicamos|sumamos|restamos|despejamos|reemplazamos|dividimos|integramos|derivamos|vivimos tiempos|creemos|pensamos|
    queremos|necesitamos|podemos|debemos|tenemos|sabemos|hablamos|hablemos|vamos|veamos|vemos|seguimos|sigamos|empezamos|
    empecemos|terminamos|dejamos|dejemos|quedamos|quedemos|pasamos|pasemos|volvemos|volvamos|decimos|digamos|hagamos|tratamos|
    probamos|logramos|llegamos|perdimos|ganamos|fuimos|tuvimos|hicimos|estuvimos|pudimos|vimos|dimos|dijimos|pusimos|decidimos|
    elegimos|acordamos|somos|estamos|veremos|iremos|haremos|seremos|tendremos|\p{L}+(?:aremos|eremos|iremos)|hemos|supongamos|
    imaginemos|extremos|ultimos|mismos|minimos|maximos|ramos|tramos|animos|primos|proximos|anonimos|sinonimos|esperamos|pedimos|
    preguntamos|agradecemos|sentimos|conocemos|recordamos|olvidamos|llevamos|venimos|vinimos|salimos|entramos|caemos|nacimos|
    morimos|\p{L}+emos de|intentamos|cambiamos|cambiemos|abrimos|cerramos|ejecutamos|corremos|usemos|pongamos|saquemos
  `,
  already: String.raw`(?:(?:ya|recien|por fin|al final|yo|hace (?:poco|\p{L}+ \p{L}+(?: que)?)|tambien)\s+)*`,
  past: rawLines`
    (?:\p{L}{3,}(?:e|i|amos|imos)|tuve|hice|puse|tuvimos|hicimos|pusimos)(?<!\b(?:fui|vi|lei|comi|visite|viaje|conoci|pregunte|
    prometi|entendi|recibi|vote|pense|crei|escuche|hable|mire|jugue|probe|gane|perdi|pedi|envie|mande|gaste|pague|cobre|este|
    ese|nombre|bebe|cuando|donde|porque|desde|entre|sobre|casi|aqui|asi|siempre|debe|puede|tiene|hace|vive|mes|gente|parte|
    clase|base|cliente|jefe))
  `,
  matter: SPANISH_MATTER,
  idle: String.raw`\b(?:vacaciones|pelicula|peli|serie|paseo|partido|recital|concierto|fiesta|novedades|noticias)\b`,
  dated: rawLines`
    \b(?:en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|(?:el )?(?:19|
    20)\d\d|pandemia)|(?:el|este) (?:ano|mes|verano|invierno|otono) (?:pasado|ultimo)|hace (?:\d+|{number}|poco|unos|
    varios) ?(?:mes(?:es)?|anos?|semanas?)?)\b
  `,
  /** Nouns of what one has for a while, or only in the mind. */
  passing: rawLines`
    (?:arrays?|enteros?|strings?|dudas?|problemas?|err\p{L}+|bugs?|preguntas?|consultas?|cosas?|ideas?|opcion(?:es)?|
    alternativas?|caso|ejemplo|lista|texto|parrafo|codigo|archivos?|funcion(?:es)?|script|tabla|datos?|pestanas?|ventanas?|
    reunion(?:es)?|citas?|turno|examen(?:es)?|final(?:es)?|parcial|entrevista|vuelo|viaje|fiesta|cena|evento|partido|llamada|
    clase a|tarea|trabajo practico|tp|entrega|pendiente\p{L}*|recado|favor|gripe|resfri\p{L}+|fiebre|tos|resaca|dolor\p{L}*|
    hambre|sed|sueno|frio|calor|miedo|ganas|prisa|apuro|razon|suerte|tiempo|paciencia|cuidado|culpa|verguenza|envidia|celos|
    esperanza|fe|sensacion|impresion|presentimiento|corazonada|plan|planes|minuto|rato|momento|segundo|dia|semana|mes|vida|
    vacio|hueco|error|lio|desastre|caos|quilombo|drama|crisis|bajon|dilema|teoria|hipotesis|objecion|comentario|sugerencia|
    propuesta|mal|buen[oa]?|mala|montón|monton|millon|par de (?:dudas|preguntas|cosas|ideas|opciones|minutos)|poco|mucho|mucha|
    muchas|muchos|tanto|demasiad\p{L}+|que|solo|mas|menos|algo|nada|todo|claro|entendido|list[oa]|otr[oa]s? (?:duda|pregunta|
    cosa|idea|tema)|sintoma\p{L}*|invitad\p{L}+|visita\p{L}*|paquete|mensaje\p{L}*|mail\p{L}*|notificacion\p{L}*|numero|
    variable|version|pagina|pantalla|maquina|bateria|conexion|señal|senal)
  `,
};

export const SPANISH_PLAIN = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'es.milestone',
      rawLines`
        (?:(?:ya|recien|por fin|al final|yo|hace poco)\s+)*(?:me |nos |lo |la )?{past}{b}(?!.*(?:{matter}|
        {idle})).{0,60}{dated}.*
      `,
    ],
    [
      'es.of-kin',
      rawLines`
        (?:se (?:me |nos )?)?(?:murio|murieron|fallecio|fallecieron|nacio|nacieron|caso|casaron|jubilo|divorciaron|separaron|
        mudo|mudaron) (?:mi|mis|nuestr[oa]s?) {person}\b.*
      `,
    ],
    [
      'es.sold',
      rawLines`
        {already}(?:vendi|vendimos|traspase|traspasamos|herede|heredamos|done|donamos) (?:el|la|mi|nuestr[oa]) (?!(?:idea|
        ultim[oa]|primer[oa]?|mism[oa]|entrada|alma|humo)\b)(?!{matter})\p{L}{3,}\b.*
      `,
    ],
    [
      'es.began',
      rawLines`
        {already}(?:empece|empezamos|comence|comenzamos|arranque|arrancamos|retome|retomamos|deje|dejamos|abandone|
        abandonamos)(?: con)? (?!(?:el|la|los|las|un|una|de|a|al|por|con|que|de|mal|bien|tarde|otra|lo|desde|hoy|ayer|cero|
        asi)\b)(?!{matter})\p{L}{4,}(?:$| (?:hace|en|este|con|por|para|y)\b.*)
      `,
    ],
    [
      'es.became',
      rawLines`
        {already}(?:me|nos) (?:hice|hicimos|volvi|volvimos|converti al?) (?:a |al |en )?(?!(?:lio|dano|cargo|loc[oa]|idea|
        problema|bola|mal|bien|caso|pis|amig[oa]|un|una|el|la|los|las|tarde|viej[oa]|esto|eso|atras)\b)\p{L}{4,}(?:[oa]s?|e|
        ista)(?:$|[ ,].*)
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'es.does',
      rawLines`
        (?:yo )?{often}(?:no )?(?:me |nos )?{now}(?!(?:{mental}|{notverb}){b})(?!\p{L}+[aeiou](?:lo|melo|telo|
        selo){b})(?<verb>\p{L}{2,}o|doy){b}\s+(?!{here})[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.we-do',
      rawLines`
        (?:nosotros )?{often}(?:no )?(?:nos )?{now}(?!(?:{wemental}){b})\p{L}{3,}(?:[aei]mos){b}\s+(?!{here})(?!(?:el|la|los|
        las|un|una|al|del|tarde|temprano|a \p{L}+[aei]r)\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.has',
      rawLines`
        (?:yo )?{often}{now}(?:tengo|tenemos) (?:(?:un|una|dos|tres|cuatro|cinco|\d+|mi|varios|varias|unos|
        unas)\s+)(?:(?:nuev[oa]|viej[oa]|pequen[oa]|gran|hermos[oa]|enorme)s?\s+)?(?!{passing}{b})(?!\p{L}+(?:cion|ciones|idad|
        encia|ancia){b})\p{L}{3,}.*|(?:yo )?{often}(?:tengo|tenemos) (?:carnet|carne|licencia|registro|hipoteca|permiso|
        nacionalidad|pasaporte|experiencia|estudios|titulo) (?:de|en|con|para)\b.*
      `,
    ],
    [
      'es.kin-does',
      rawLines`
        (?:mi|mis|nuestr[oa]s?) (?:hij[oa]s?|espos[oa]|marido|mujer|novi[oa]|pareja|mama|papa|madre|padre|padres|viej[oa]s?|
        nen[oa]s?|peques|mellizos|gemelos|abuel[oa]s?)(?: (?:mayor|menor|mas chic[oa]|mas grande))?(?: (?!(?:va|se|no|me|ya|
        esta|quiere)\b)\p{L}+)? {now}(?:(?:va|van|asisten?) al? |(?<!(?:espos[oa]|marido|mujer|novi[oa]|
        pareja) )(?:viven?) (?:en|con|cerca) |(?:estudian?|tocan?|juegan?|practican?|hablan?|usan?|necesitan?) (?!{here})|
        (?:tienen?|sufren? de|padecen?|toman?) (?!(?:{passing})\b|{here}))\p{L}.*
      `,
    ],
    [
      'es.usually',
      rawLines`
        (?:yo )?{now}(?:suelo|solemos|acostumbro|acostumbramos)(?: a)? (?!(?:preguntar|decir|pensar|creer|
        equivocar)\p{L}*\b)\p{L}+.*
      `,
    ],
    [
      'es.my-hours',
      rawLines`
        (?:mi|mis|nuestr[oa]s?) (?:turno|jornada|horario|clases?|guardias?|entrenamientos?) {now}(?:empieza|arranca|comienza|
        termina|dura|son|es)n? .+|(?:ando|estoy|estamos|andamos) {now}(?:buscando|viendo|mirando) (?:piso|casa|depto|
        departamento|depa|trabajo|laburo|curro|chamba|empleo|novi[oa]|pareja|vivienda|local|terreno|guarderia|colegio)\b.*|
        estoy en (?:primero|segundo|tercero|cuarto|quinto|sexto|ultimo) de \p{L}+.*|vivo de (?:alquiler|renta|prestado|
        mi pension|rentas)\b.*
      `,
    ],
    [
      'es.cannot',
      rawLines`
        (?:yo )?no se (?:conducir|manejar|cocinar|nadar|andar en bici\p{L}*|bailar|coser|leer(?: y escribir)?|programar|
        hablar \p{L}+|montar en \p{L}+|esquiar|patinar|silbar|tocar \p{L}+)\b(?! (?:esto|eso)).*
      `,
    ],
  ]),
];
