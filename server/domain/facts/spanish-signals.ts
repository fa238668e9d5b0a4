/** Spanish: what asks to be remembered, tells how to behave, or was decided. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { IMPERATIVE, INFINITIVE, SUBJUNCTIVE } from '../speech/spanish-verbs.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}])`,
  please: rawLines`
    (?:(?:por favor|porfa(?:vor)?|plis|te pido que|te pediria que|necesito que|quiero que|quisiera que|me gustaria que|
    espero que|tenes que|tienes que|debes|deberias|trata de|intenta|procura)\s+)
  `,
  me: String.raw`(?:(?:me|te|lo|la|los|las|le|les|nos|se)\s+)`,
  imperative: IMPERATIVE,
  subjunctive: SUBJUNCTIVE,
  infinitive: INFINITIVE,
  remember: rawLines`
    (?:recorda(?:te|me)?|recuerda(?:te|me)?|recuerde(?:me)?|recuerden|recordar|acordate|acuerdate|acuerdese|acordarte|
    memoriza(?:te|r)?|memorice)
  `,
  note: rawLines`
    (?:anota(?:te|r)?|apunta(?:te|r)?|guarda(?:te|r)?|registra(?:r)?|agenda(?:te)?|toma nota|tomes nota|agrega a (?:tu|
    la) memoria|guarda en (?:tu )?memoria|anotame|apuntame|guardame|grabate|sabe|sabete)
  `,
  keep: rawLines`
    (?:(?:ten(?:e|er|go|gas|ga)?|tomar?|toma) (?:siempre )?(?:muy |bien )?(?:en cuenta|presente|en mente)|
    (?:no (?:te )?(?:vayas a )?)?olvid(?:es|ar(?:te)?|e)|(?:no (?:te )?)?olvides|que no se te (?:olvide|pase)|considera|
    quede claro|que (?:te )?quede claro|sepas|que sepas|que conste|conste|(?:quiero|necesito|me gustaria|quisiera|estaria bueno|
    prefiero) que (?:sepas|recuerdes|te acuerdes|tengas (?:en cuenta|presente)|guardes|anotes|memorices|no (?:te )?olvides)|
    te pido que (?:recuerdes|te acuerdes|tengas (?:en cuenta|presente)|anotes|sepas))
  `,
  // What follows a verb that may as well be about a file.
  that: rawLines`
    (?:\s+(?:siempre|bien|esto|lo siguiente|por favor|porfa|que sepas|para (?:siempre|mas adelante|despues|la proxima|futuro|
    futuras? \p{L}+)|de mi|sobre mi|en tu memoria|este dato|el dato(?: de)?)){0,2}\s*(?:,?\s+(?:de )?que\s+|:\s*)
  `,
  polite: rawLines`
    (?:(?:(?:me |te )?(?:podes|puedes|podrias|puede|podria)(?: por favor)?|por favor|porfa|te pido que|necesito que|quiero que|
    solo|nada mas|siempre|tambien)\s+)*
  `,
  own: rawLines`
    (?:yo|me|mi|mis|nos|nuestr\p{L}+|soy|somos|estoy|estamos|tengo|tenemos|vivo|trabajo|prefiero|odio|uso|usamos|no|siempre|
    nunca)
  `,
  future: rawLines`
    (?:en (?:el futuro|futur[oa]s \p{L}+|lo que queda de (?:la )?charla)|(?:de|desde) (?:ahora|aca|aqui|hoy|este momento|ya|
    manana)(?: mismo)?(?: en (?:mas|adelante)| para adelante| y para siempre)?|a partir (?:de )?(?:ahora|hoy|manana|ya|
    este momento|este (?:mes|ano|lunes)|esta semana|aqui|aca|del? (?:lunes|martes|miercoles|jueves|viernes|mes que viene|
    ano que viene|\d+ de \p{L}+)|el (?:lunes|martes|miercoles|jueves|viernes)|la (?:semana|proxima semana) que viene|
    la proxima semana|(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|
    diciembre))(?: mismo)?(?: en adelante)?|(?:de (?:ahora|aqui|aca|hoy) )?en adelante|en lo sucesivo|de hoy en mas|
    de ahora y para siempre|por el resto de (?:la|esta) (?:charla|conversacion))(?!\s+en (?:mas|adelante))
  `,
};

export const SPANISH_SIGNALS = [
  ...factRules(PARTS, 'SIGNAL', undefined, [
    // A reminder to do something is an errand, a memory of old times is none of ours.
    [
      'es.remember',
      rawLines`
        (?!(?:{polite})(?:recorda|recuerda|recuerde)me\s+(?:de )?(?!que\b|siempre\b)){polite}{remember}(?!\s+(?:de )?(?:es\b|
        era\b|(?!(?:siempre|nunca)\b)\p{L}+(?:ar|er|ir)(?:me|te|se|lo|la|los|las|le|les)?\b|respirar|vivir|disfrutar|sonreir|
        comprar(?:me|le)?|llamar(?:me|lo|la)?|pagar(?:le)?|sacar|ir|llevar|pasar|buscar|mandar(?:le)?|hacer|tomar|cuando|cuanto|
        como|aquel\p{L}*|la vez|ese|esa|esos|algo|si)\b)(?:{that}|\s+(?:de\s+)?(?=\p{L}))(?<fact>(?!(?:que|te|tu|ese|esa|tus|
        nada|lo que|(?:vos |tu |me |te )*\p{L}+(?:iste|aste)s?)\b).+)
      `,
    ],
    ['es.note', String.raw`{polite}{note}{that}(?<fact>.+)`],
    ['es.keep-in-mind', String.raw`{polite}{keep}(?:{that}|\s+(?:de )?que\s+)(?<fact>.+)`],
    [
      'es.keep-thing',
      rawLines`
        {polite}(?:(?:ten|tene|tenga|tengas) (?:siempre )?(?:en cuenta|presente)|no (?:te )?olvides(?: de)?)\s+(?<fact>(?:mi|
        mis|nuestr\p{L}+)\s.+)
      `,
    ],
    [
      'es.for-the-record',
      rawLines`
        (?:para que (?:lo )?(?:sepas|tengas (?:en cuenta|presente)|recuerdes|guardes|anotes)|para (?:tu|futura) (?:info|
        informacion|referencia)|dato importante|dato clave|como regla general|regla)\s*[:,]\s*(?<fact>{own}\s.+)|(?:que|
        para que) (?:conste|quede (?:registrad|asentad|claro|anotad)[oa]?)(?: en acta)?\s*[:,]?\s*(?:que )?(?<thing>\p{L}.+)
      `,
    ],
  ]),
  ...factRules(PARTS, 'INSTRUCTION', undefined, [
    [
      'es.from-now-on',
      rawLines`
        {polite}{future}{b}(?!\s+(?:al?|hasta)\b)(?:[\s,:]+(?:que\s+|yo\s+)?|$)(?<fact>(?!(?:no )?(?:se(?! (?:mas|menos|muy|
        siempre|breve|conciso|direct[oa]|formal|amable)\b)|sera|va a ser|el|la|los|las|un|una|mi jefe|todo(?! en\b)|
        nada(?! de\b))\b(?!\s+(?:cuenta|cliente|prioridad|responsable|objetivo|meta|equipo|reunion|reuniones|respuestas?|codigo|
        proyecto|base|lunes|martes|miercoles|jueves|viernes|mails?|correos|informes?|reportes?|deploys?|horarios?|precios|
        fechas)\b)).{3,})
      `,
    ],
  ]),
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'es.always-do',
      rawLines`
        {please}?(?:siempre\s+(?:(?:que|q) (?!(?:[^,]{2,40} se \p{L}+|puedas|quieras|podas|haga falta|sea posible|tengas|
        tenga)\b)\p{L}.{2,60}?,?\s+)?{please}?{me}?(?:{imperative}|{infinitive}){b}|
        siempre\s+{me}?{subjunctive}{b})(?!\s+(?:y cuando|igual|asi|mal|bien|lo mismo|en lo mismo|tarde|de nuevo|
        por romper\w*)(?:{b}|$))
      `,
    ],
    [
      'es.do-always',
      rawLines`
        {please}?{me}?(?:{imperative}|{infinitive}|{subjunctive})(?:\s+(?!si\b|que\b|
        cuando\b)[\p{L}\p{N}.#+-]+){0,4}\s+siempre{b}(?!\s+(?:y cuando|que (?!te|me)))
      `,
    ],
    [
      'es.never-do',
      rawLines`
        {please}?(?:nunca|jamas)(?:\s+(?:mas|jamas))?\s+(?!(?:anda|ve|falla)\b){please}?{me}?(?:{subjunctive}|
        {infinitive}){b}(?!\s+nunca)
      `,
    ],
    [
      'es.do-not-ever',
      String.raw`{please}?no\s+{me}{0,2}(?:{subjunctive}|(?:vuelvas a )?{infinitive}){b}[^,.;]*?\s(?:nunca|jamas)(?:\s+mas)?{b}`,
    ],
    ['es.not-ever-again', String.raw`{please}?no\s+{me}?vuelvas\s+a\s+{infinitive}{b}`],
    [
      'es.always-in',
      rawLines`
        (?:siempre|nunca|jamas)\s+(?:(?:en|con|sin|de a) (?:ingles|espanol|castellano|tipos|tests|emojis|ejemplos|minusculas|
        mayusculas|markdown|formato|fuentes|comentarios|metric\p{L}+|listas?|bullets?|pesos|dolares|euros|vos|tu|usted|detalle|
        codigo|python|typescript|javascript|links?|enlaces?|pasos)|(?:respuestas|emojis|ejemplos|listas|parrafos|
        mensajes)\s\p{L}+){b}
      `,
    ],
    [
      'es.want-always',
      String.raw`(?:quiero|necesito|prefiero|me gusta|espero|pido|quisiera)\s+que\s+(?:siempre|nunca|jamas)\s+\p{L}.+`,
    ],
    [
      'es.address-me',
      rawLines`
        {polite}(?:{please}?(?:trata|habla|tutea|vosea|llama|deci|di|diga|llame|trate|hable)(?:me|melo|nos)|(?:llamarme|decirme|
        tratarme|hablarme|tutearme)|(?:(?:quiero|prefiero|me gusta|me gustaria|quisiera) que )me (?:trates|hables|tutees|vosees|
        llames|digas|llamen|digan|traten|hablen))\s+(?:de (?:vos|tu|usted)|con (?:respeto|confianza)|sin (?:vueltas|rodeos|
        formalidades)|(?!(?:que|si|como|cuando|cual|donde|quien|por|la|el|lo|los|las|un|una|algo|todo|mas|otra|sobre|manana|hoy|
        luego|despues|ya|en|con|a|al|para|mentiras?|verdad|mal|bien|tonto|loc[oa])\b)\p{L}[\p{L}\u00a4]*(?:\s*$|
        [\s,.]+(?:por favor|y|que|no|todos|porfa|gracias)\b.*$))
      `,
      'address',
    ],
    [
      'es.do-not-address',
      rawLines`
        no\s+me\s+(?:trates|hables|tutees|vosees|llames|digas)\s+(?:de (?:vos|tu|usted)|(?!(?:que|si|eso|nada|mentiras|mas|asi|
        hoy|manana|ahora|por|a)\b)\p{L}+\s*$)
      `,
      'address',
    ],
  ]),
  ...factRules(PARTS, 'DECISION', 'DECISIONS', [
    [
      'es.decided',
      rawLines`
        (?:ya |finalmente |al final |por fin |hoy |nos |me |con (?:el|mi|la|mis|los|las) \p{L}+ )*(?:(?:he|hemos) (?:decidido|
        resuelto|elegido|optado|acordado|definido)|decidi|decidimos|resolvimos|resolvi|optamos|opte|acordamos|
        definimos)(?!\s+(?:vos|tu|usted|por mi|que (?:hacer|hago|hacemos|haces)|si|nada|cual|cuando|como|donde|entre|todavia|
        aun)\b)(?:\s+(?:ya|finalmente|al final|que|por|en))*\s+(?<fact>\p{L}.+)|(?:ya )?(?:lo )?(?:decidi|decidimos|elegi|
        elegimos)\s*:\s*(?<thing>\p{L}.+)
      `,
    ],
    [
      'es.chose',
      rawLines`
        (?:ya |finalmente |al final |por fin |me |nos )*(?:elegi|elegimos|escogi|escogimos|(?:me |nos )?decante|(?:me|
        nos) (?:quede|quedamos|decidi|decidimos|incline|inclinamos|fui|fuimos|voy a quedar) (?:con|por)|
        nos decantamos)\s+(?:por )?(?<fact>(?<=(?:elegimos|escogimos|quedamos con|decidimos por)(?: por)? )(?!(?:vos|tu|cual|
        entre|bien|mal|eso|esto)\b)[\p{L}\u00a4].+|(?!(?:vos|tu|usted|un|una|uno|unos|entre|cual|el que (?:quieras|mas te)|
        lo que|la mejor|el mejor|bien|mal|por mi|cualquiera|eso|esto|ese|esta|este|el|la|los|las|dos|tres|
        \d+)\b(?!\s+(?:\p{L}+\s+){0,3}(?:para|como|por|de)\b))[\p{L}\u00a4].+)
      `,
    ],
    [
      'es.going-with',
      rawLines`
        (?:al final |finalmente |entonces )*(?:me quedo|nos quedamos|vamos|voy|iremos|nos vamos|me voy|seguimos|sigo|avanzamos|
        cerramos|quedamos|arrancamos) (?:a ir )?(?:con|por)\s+(?<fact>(?!(?:el|la|los|las|mi|mis|su|tu|un|una|todo|ganas|dudas?|
        hambre|sed|cuidado|calma|ganas|prisa|tiempo|ella|vos|esto|eso|lo)\b(?!\s+(?:casa|depto|departamento|piso|auto|coche|
        trabajo|puesto|opcion|plan|version|alternativa|propuesta|proveedor|plan|idea|diseno|modelo|base)))[\p{L}\u00a4].+)
      `,
    ],
    [
      'es.agreed',
      rawLines`
        (?:quedamos (?:con (?:el|la|mi|los) \p{L}+ )?en|quede en|(?:esta|quedo) (?:decidido|definido|resuelto|
        acordado)(?: que)?|(?:la|mi|nuestra) decision (?:final )?(?:es|fue)|decision(?: final| tomada)?\s*:|(?:tome|tomamos|
        hemos tomado) la decision de|decidido\s*[:,])(?!\s+(?:vernos|eso|nada)\b)\s*(?<fact>\p{L}.+)
      `,
    ],
    [
      'es.not-going-to',
      rawLines`
        (?:ya )?(?:no )?(?:vamos a|voy a) (?:usar|seguir con|migrar a|quedarme con|implementar|adoptar|
        dejar de usar)\s.+(?:definitivamente|esta decidido|decidido)\s*$
      `,
    ],
  ]),
];
