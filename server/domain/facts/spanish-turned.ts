/** Spanish: statements that are not put subject first: fronted, without a verb, done to one by others, with the taste as subject. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { SPANISH_HERE, SPANISH_MATTER, SPANISH_NOW } from './matter-in-hand.ts';
import { SPANISH_PARTS } from './spanish-parts.ts';

const PARTS: Parts = {
  ...SPANISH_PARTS,
  here: SPANISH_HERE,
  matter: SPANISH_MATTER,
  now: SPANISH_NOW,
  /** When or where what follows is usual. */
  usual: rawLines`
    (?:(?:por|en) las? (?:noches?|mananas?|tardes?|madrugadas?)|desde (?:chic[oa]|nin[oa]|siempre|pequen[oa]|adolescente|
    (?:el )?\d{4}|hace [\p{L}\d ]{3,15}|los \d+|que (?:naci|me (?:case|mude|recibi)|tengo memoria))|(?:antes|despues) (?:del?|
    de la) (?:trabajo|laburo|oficina|clases?|cole\p{L}*|cenar?|almuerzo|almorzar|desayun\p{L}+|dormir)|(?:al|en el) (?:trabajo|
    laburo|mediodia|gimnasio|colegio|barrio|equipo)|en (?:mi )?(?:casa|familia|oficina|empresa|ciudad|pueblo|pais|cultura|
    barrio|religion)|entre semana|(?:los )?fines de semana|los (?:lunes|martes|miercoles|jueves|viernes|sabados|domingos|findes|
    feriados)(?: (?:a|por) la \p{L}+)?)
  `,
  style: rawLines`
    (?:emojis?|emoticon(?:es)?|jerga|tecnicismos|anglicismos|rodeos|listas?|vinetas|tablas|negritas?|mayusculas|diminutivos|
    disculpas|groserias|chistes|relleno|advertencias|parentesis|signos de exclamacion|exclamaciones|metaforas|adjetivos|usted|
    tuteo|voseo|saludos|introducciones|conclusiones|enlaces|links|markdown|spoilers|parrafos largos)
  `,
  answers: String.raw`(?:respuestas|explicaciones|resumenes|mensajes|parrafos|frases|precios|fechas|medidas|cantidades|ejemplos|todo)`,
};

export const SPANISH_TURNED = [
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'es.style-please',
      rawLines`
        (?:siempre )?(?:(?:sin|nada de|cero|ni un[oa]?s?|no mas) {style}|{answers}(?: siempre)? (?:cort[ao]s|breves|larg[ao]s|
        direct[ao]s|simples|detallad[ao]s|concis[ao]s|en (?:euros|pesos|dolares|ingles|espanol|castellano|catalan|gallego|
        euskera|frances|portugues|kilos|kilometros|gramos|metros|minuscula\p{L}*|formato \p{L}+|una linea|dos lineas|vinetas|
        tablas|html|python|tuteo|voseo)))(?: y {answers}.*)?,? (?:siempre|por favor|conmigo|te pido|gracias)\b.*|(?:evita|evite|
        evitame|ahorrate|ahorrame|saca|elimina|olvidate de) (?:usar |poner )?(?:(?:el|la|los|las|tantos|tantas) )?{style}\b.*|
        (?:mejor|preferiblemente|por favor) (?:habla|hable|escribi|escribe|escriba|contesta|conteste|responde|responda|trata|
        trate)me .{2,40}\b(?:de (?:ahora|aca|aqui|hoy) en (?:mas|adelante)|a partir de (?:ahora|hoy)|desde (?:ahora|hoy)|
        siempre)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'es.done-to-me',
      rawLines`
        (?:(?:por fin|al final|finalmente|recien|ya|hace poco) )*(?:me|nos) (?!(?:dijeron|preguntaron|mandaron|pidieron|
        contaron|llamaron|pasaron|respondieron|contestaron|recomendaron|ganaron|hicieron|gustaron|encantaron|parecieron|
        quedaron|sobraron|cobraron|atendieron|trajeron|molestaron|dejaron|mostraron|avisaron|explicaron|invitaron|escribieron|
        enviaron|sirvieron|costaron|faltaron|salieron|vieron|miraron|criticaron|felicitaron|ayudaron|interrumpieron|cortaron|
        cancelaron|devolvieron)\b)(?:(?:dieron|concedieron|otorgaron|renovaron|aprobaron|quitaron|ofrecieron|negaron|denegaron|
        extendieron|asignaron|reconocieron|confirmaron) (?:el |la |un |una |los |las |mi )?(?:alta|beca|plaza|contrato|ascenso|
        puesto|visa|visado|nacionalidad|ciudadania|residencia|credito|hipoteca|prestamo|permiso|licencia|pension|invalidez|
        custodia|diagnostico|traslado|titulo|premio|cargo|baja|jubilacion|asilo|carnet)\b.*|(?:aceptaron|admitieron|
        seleccionaron|becaron|contrataron|nombraron|eligieron|fichar?on|ficharon|jubilaron|reubicaron|trasladaron|degradaron|
        indemnizaron|suspendieron|expulsaron|detectaron|diagnosticaron|encontraron|extirparon|implantaron|vacunaron|
        trasplantaron|convocaron|incorporaron|matricularon)\b(?! (?:el|la|los|las|un|una) (?:bug|error|pull|cambio|archivo|
        pedido)).*)|me salio (?:el|la|un|una) (?:traslado|plaza|beca|trabajo|laburo|contrato|visa|puesto|credito|hipoteca|
        pension)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'es.usual-first',
      rawLines`
        {usual} {now}(?:(?:no|nunca|siempre|casi (?:nunca|siempre)) )?(?:me |nos )?(?!(?:quiero|necesito|puedo|creo|pienso|digo|
        me)\b)(?:\p{L}{2,}o|\p{L}{2,}[ae]mos|vivimos|soy|estoy|voy|doy|hay que)\b(?! (?:que|si|lo|esto|eso)\b)(?!\s+{here}).*
      `,
    ],
    [
      'es.nameless',
      rawLines`
        (?:gran |super |mega |muy |cero |nada |re )?(?:fan|fanatic[oa]|amante|apasionad[oa]|aficionad[oa]|adict[oa]|devot[oa]|
        hincha|seguidor[a]?|enemig[oa])(?: numero uno| total| absolut[oa])? (?:del?|de la|de los|de las) (?!(?:est[eao]|es[eao]|
        tu|lo que)\b)\p{L}.*|(?:orgullos[oa] )?(?:mama|papa|madre|padre|abuel[oa]|ti[oa]|hij[oa]|
        hermana?o?) (?:solter[oa] )?de (?:{number}|mellizos|gemelos|trillizos|familia numerosa)\b.*|(?:vegan|vegetarian|celiac|
        diabetic|casad|solter|viud|divorciad|jubilad|abstemi|sobri)[oa]s? (?:desde|hace)\b(?! (?:que|ahora|hoy)).*|
        (?:\p{L}+ ){1,3}de (?:profesion|oficio|formacion|vocacion|nacimiento|toda la vida)\s*(?:$|[,.]).*|(?:aca|aqui|
        les escribe|te escribe|habla) (?<name>\p{L}{3,})(?=,).*
      `,
    ],
    [
      'es.taste-first',
      rawLines`
        (?!(?:el|la|los|las) (?:{matter}|idea|respuesta|propuesta|verdad|otr[oa]s?|primer[oa]?|segund[oa]|cabeza|espalda|panza|
        garganta|cosa|cosas|gente))(?:el|la|los|las) \p{L}+(?: (?:de \p{L}+|\p{L}+[oa]s?))? {now}(?:no )?(?:(?:me|nos) (?:dan?|
        interesan?|gustan?|encantan?|aburren?|caen?|sientan?|vann?|agotan?|estresan?|molestan?|relajan?|fascinan?|cuestan?|
        apasionan?|disgustan?|repugnan?|asustan?|aterran?|ponen?) ?(?!(?:risa|pena|igual|lastima|la razon|una mano|cuenta|
        lo mismo|ganas|esto|eso|error)\b)(?:$|\p{L}.*)|(?:lo|la|los|las) (?:pruebo|soporto|tolero|tomo|como|uso|veo|leo|escucho|
        tenemos|guardamos|manejamos|hacemos)\b(?! (?:bien|mal|raro|claro)).*)
      `,
    ],
    [
      'es.has-been-long',
      rawLines`
        llev(?:o|amos) (?:mas de |casi |ya |como )?(?:\d+|{number}|muchos|varios|unos) (?:anos|meses|decadas?) (?!(?:esperando|
        intentando|tratando|buscando|pidiendo|con (?:esto|eso|este|ese|el (?:error|bug|problema))|asi|peleando|diciendo|
        sin (?:entender|saber|dormir|poder))\b)\p{L}.*
      `,
    ],
    [
      'es.as-such',
      rawLines`
        (?:me (?:identifico|considero|defino|declaro|reconozco)|firmo|figuro|trabajo|publico|escribo) (?:como|
        bajo) (?!(?:siempre|puedo|si|un (?:idiota|burro|tonto))\b)\p{L}.*|(?:mi|mis|nuestr[oa]s?) (?!(?:{matter}|idea|apuesta|
        duda|problema|sugerencia|propuesta|consejo|punto|intencion|respuesta|calculo|estimacion|conclusion|proxim|ultim|
        siguiente))(?:\p{L}+ (?:(?:de|del|de la|para) \p{L}+ ){0,2})(?:es|son) (?:(?<=\b(?:numero|clave|contrasena|pin|id|
        matricula|patente|talla|talle|presupuesto|interno|direccion|piso|cuenta|altura|sueldo|alquiler|limite|grupo|licencia|
        dni|telefono|usuario|wifi|objetivo|meta|socio) (?:es|son) )(?:el |la |n[°º]?\.? ?)?\p{L}*\d[\p{L}\d -]*|\p{L}+(?:ar|er|
        ir)(?:me)? .{2,60})\s*$|mis pronombres son .+|(?:mi|nuestr[oa]) (?:meta|objetivo|sueno|proposito)(?: (?:para|de|
        a) [\p{L} ]{3,20}?)? es \p{L}+(?:ar|er|ir)(?:me)?\b.*
      `,
    ],
    [
      'es.in-train',
      rawLines`
        (?:estoy|estamos|ando|andamos|sigo) (?:tomando (?:clases|lecciones|un curso|medicacion|pastillas|antidepresivos|
        la pastilla)|pagando (?:una?|la|el|mi) \p{L}+|dando clases|haciendo (?:terapia|dieta|keto|ayuno|yoga|crossfit|pilates|
        rehabilitacion|fisioterapia|kinesiologia)|de (?:vacaciones|viaje|licencia|baja|permiso|intercambio) (?:hasta|en|por|
        desde)|yendo a|criando|cuidando (?:a|de)|ahorrando|buscando trabajo|estudiando (?!{here}))\b.*|(?:quiero|quisiera|
        me propuse|intento|trato de|estoy (?:tratando|intentando) de) (?:dejar de (?:fumar|beber|tomar|comer|usar)|
        bajar (?:de peso|\d+ kilos)|adelgazar|ahorrar|aprender a (?!(?:usar esto|hacer esto)\b)\p{L}+|correr una? (?:maraton|
        media|carrera)|comer (?:mejor|mas sano|menos)|quedar embarazada|adoptar|emigrar|jubilarme)\b.*
      `,
    ],
    [
      'es.is-called',
      rawLines`
        (?:el|la) (?:proyecto|app|aplicacion|empresa|startup|producto|equipo|banda|grupo|perro|perra|gato|gata|cachorro|bebe|
        nena|nene|tienda|negocio|canal|podcast|blog|libro que (?:escribo|estoy escribiendo)) se (?:llama|va a llamar|
        llamara) (?!(?:igual|asi|como|desde|con|en|al|a|por|cuando)\b)\p{L}.*|no puedo (?:levantar peso|correr|agacharme|
        manejar de noche|hacer (?:fuerza|ejercicio|deporte)|estar (?:de pie|al sol|parad[oa]))\b.*
      `,
    ],
  ]),
];
