/** Spanish: how the assistant is to behave with this user, without a word for always. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { IMPERATIVE, SUBJUNCTIVE } from '../speech/spanish-verbs.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}])`,
  imperative: IMPERATIVE,
  subjunctive: SUBJUNCTIVE,
  please: rawLines`
    (?:(?:por favor|porfa(?:vor)?|plis|y|te pido que|preferiria que|prefiero que|quiero que|necesito que|me gustaria que|
    quisiera que|trata de|intenta|procura),?\s+)*
  `,
  manner: rawLines`
    (?:breve|conciso|concisa|direct[oa]|sincer[oa]|honest[oa]|franc[oa]|paciente|amable|formal|informal|clar[oa]|simple|
    sencill[oa]|tecnic[oa]|precis[oa]|educad[oa]|seri[oa]|profesional|critic[oa]|estrict[oa]|dur[oa]|crud[oa]|cercan[oa]|
    frontal|sintetic[oa])
  `,
  style: rawLines`
    (?:emojis?|emoticonos?|emoticones|caritas|jergas?|tecnicismos|anglicismos|vinetas|bullets?|listas|tablas|markdown|
    signos de exclamacion|exclamaciones|mayusculas|negritas|diminutivos|malas palabras|groserias|tacos|rodeos|vueltas|relleno|
    paja|sermones|moralejas|disclaimers|advertencias|disculpas|introducciones|preambulos|chistes|sarcasmo|metaforas|
    abreviaturas|siglas|formalismos|formalidades|parrafos largos|respuestas largas|explicaciones largas|halagos|cumplidos|
    hashtags|notas al pie)
  `,
  also: rawLines`
    (?: (?:conmigo|para mi|por favor|porfa|en tus (?:respuestas|mensajes)|cuando me (?:hables|escribas|respondas|contestes|
    expliques)|nunca|jamas|de ahora en mas))*
  `,
};

export const SPANISH_MANNERS = [
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'es.with-me',
      rawLines`
        conmigo,? {please}(?:(?:me |lo )?{imperative}|se|sos|no (?:me )?{subjunctive}|nada de|cero|sin)\b.+|{please}(?:(?:me |
        lo )?{imperative}|se|seas?|no (?:me )?{subjunctive})\s.{2,50} conmigo\s*$|(?:quiero|necesito|prefiero|me gustaria|
        quisiera|espero|te pido) que (?:seas|sea) (?:\p{L}+ ){0,2}?{manner}\b.*
      `,
    ],
    [
      'es.no-style',
      rawLines`
        {please}(?:nada de|cero|basta de|menos|sin|evita(?:me|te)?|evite|ahorrate|ahorrame|ahorratelos|omite|omiti|
        saltea(?:te)?|saltate|obvia|dejate de|(?:no|nunca) (?:me )?(?:uses|use|pongas|ponga|metas|agregues|des|mandes|envies|
        escribas con|hables con|contestes con|respondas con|hagas|incluyas|anadas))\s+(?:los |las |el |la |tantos |tantas |
        mas )?{style}{also}\s*$|{please}(?:evita|evite|no uses|no (?:me )?{subjunctive}) .{2,50} cuando me (?:hables|escribas|
        respondas|contestes|expliques|mandes)\b.*
      `,
    ],
    [
      'es.do-not-me',
      rawLines`
        {please}no me (?:expliques|digas|repitas|cuentes|aclares) (?:lo (?:obvio|basico|que ya se)|obviedades|cosas obvias)\b.*|
        {please}no me (?:hables|recuerdes|preguntes|menciones|mandes|sugieras|recomiendes|ofrezcas|propongas|des)\s+(?:de |
        sobre |por |mas )?(?!(?:eso|esto|mas$|nada|lo|el (?:codigo|resultado|texto)|la (?:respuesta|solucion)|bola|miedo|
        asi)\b)\p{L}{3,}.*|(?:no quiero que me {subjunctive}|(?:no )?quiero que (?:no )?me (?:corrijas|tutees|des|mandes|avises|
        llames|hables|expliques|respondas|sugieras|recomiendes|ofrezcas))\s+(?!(?:esto|eso|est[eao]|un resumen|es[eao]|que|como|
        cual|si|el|la|por que|donde|cuando|una? (?:pregunta|mano))\b(?! \p{L}+ (?:de|que|cuando)\b)).+|
        no me vuelvas a {subjunctive}.+|no me vuelvas a \p{L}+(?:ar|er|ir)\b.+
      `,
    ],
    [
      'es.whenever',
      rawLines`
        (?:siempre que|cada vez que|cuando|si) (?:yo )?te (?:pida|mande|pase|escriba|pregunte|envie|comparta|pegue|hable|cuente|
        diga|muestre|consulte)\b(?! (?:esto|eso|lo)\b)[^.?!]{2,50},?\s+(?:que (?:sea|sean|tenga|tengan)|(?:lo |la |me |
        te )*{imperative}|no (?:me |lo |la )?{subjunctive}|quiero|prefiero|dame|hacelo|hazlo)\b.*|(?:contest|respond|escrib|
        habl|explic|llam|trat|dec)\p{L}*me (?:todo )?(?:siempre|en todo momento)\b.+|(?:contest|respond|escrib|habl|explic|llam|
        trat|dec)\p{L}*me .{2,60},? siempre\s*$
      `,
    ],
    [
      'es.call-me',
      rawLines`
        (?:me )?(?:podes|puedes|podrias|puede|pueden) (?:llamarme|decirme|decir|llamar|tratarme|tratar)(?: de| por)? (?!(?:que|
        como|si|cual|cuando|donde|quien|por que|el|la|lo|algo|mas|un|una)\b)\p{L}+\s*$|para vos (?:soy|yo soy)\s.+|(?:llamame|
        decime|dime|llameme) por mi (?:apodo|nombre|apellido|segundo nombre)\b.*|(?:decime|dime|llamame|llameme|llamadme|
        diganme) (?!(?:que|como|si|cual|cuando|donde|quien|por|el|la|lo|algo|mas|un|una|cuant\p{L}*|todo|cosas|a|en|de|tu|tus|
        luego|despues|manana|sobre|otra|otro|dos|tres)\b)\p{L}+\s*(?:$|,)
      `,
      'address',
    ],
    ['es.preference-is', String.raw`(?:otra|una|mi) preferencia(?: mia)?(?: es)?\s*[:,]\s*.+`],
  ]),
];
