/** Spanish: plain statements of preference and habit. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { SPANISH_NOT_HERE as NOT_HERE, SPANISH_PARTS } from './spanish-parts.ts';

export const SPANISH_TASTES = [
  ...factRules(SPANISH_PARTS, 'PLAIN', 'PREFERENCES', [
    [
      'es.prefer',
      rawLines`
        {slow}(?:prefiero|preferimos|preferiria|prefeririamos|priorizo|valoro|elijo siempre|
        aprecio)\s+${NOT_HERE}(?!(?:que (?:quede|sea|este|vaya|siga)|que (?:esta vez|ahora|hoy|aca|lo|la|los|las|me lo|me la|
        esto|eso|le) \p{L}+|no (?:hablar|decir|contestar|responder|opinar|saber|pensar|meter|entrar|arriesgar|comentar)\p{L}*|
        este|esta|ese|esa|morir\p{L}*|esperar|callar\p{L}*|la (?:primera|segunda|tercera|otra|ultima)\s*$|el (?:primero|segundo|
        tercero|otro|ultimo)\s*$|otra cosa\s*$|mucho que)(?:{b}|$))[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.like',
      rawLines`
        {slow}(?:a (?:mi|nosotros) )?(?:(?:no )?(?:me|nos)\s+(?:re |super |recontra )?(?:gustan?|encantan?|fascinan?|apasionan?|
        copan?|molestan?|disgustan?|revientan?|irritan?|sientan? mal|caen? mal|dan? (?:asco|alergia|miedo (?:volar|las?|los?|
        el))|va(?:n)? (?:el|la|los|las)|hacen? mal|interesan?|divierten?|flipan?|molan?|chiflan?|late|laten|inspiran?|
        relajan?))\s+{slow}(?:mas |mucho |muchisimo |un monton |nada |tanto |demasiado |bastante |
        poco )*${NOT_HERE}(?!(?:la (?:primera|segunda)|por (?:donde|como)|la (?:forma|manera) en que|como(?! (?:se|me|nos))|
        lo que|si|y|pero|porque|gracias|$)(?:{b}|$))[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.love-hate',
      rawLines`
        {slow}(?:odio|odiamos|detesto|detestamos|amo|adoro|aborrezco|disfruto|disfrutamos)\s+(?!\p{L}+(?:arte|erte|irte|arlo|
        erlo|irlo)\b|tener que\b)(?:a (?:los|las) |de |mucho )?${NOT_HERE}(?!(?:a|que (?:me pase|siempre|nunca|se|no)|todo|mi|
        los lunes|a (?:mi|el|ella|todos)|cuando|tanto|con)(?:{b}|$))[\p{L}\p{N}\u00a4].*|{slow}(?:no (?:soporto|aguanto|tolero|
        banco|trago))\s+(?:a )?${NOT_HERE}(?!(?:mas|que|a (?:mi|el|ella)|nada|cuando)(?:{b}|$))[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'es.do-not',
      rawLines`
        {slow}no\s+(?:como|comemos|tomo|tomamos|bebo|consumo|fumo|uso|usamos|atiendo|contesto|leo|miro|escucho|duermo|manejo|
        trabajo los|trabajo (?:de noche|los fines)|puedo comer|puedo tomar|puedo consumir|tolero|digiero)\s+(?!(?:esto|eso|
        nada de lo|mas (?:que|remedio)|nada$|desde|hace|todavia|aun|porque|ni idea|bien|el (?:error|mensaje))\b)(?:los |las |
        el |la |ni |nada de |nada con )?[\p{L}\u00a4].*
      `,
    ],
    [
      'es.favourite',
      rawLines`
        (?:mi|mis|nuestr[oa]s?) (?<what>(?!(?:parte|opcion|version|frase|linea|momento|
        escena)\b)[\p{L} ]{2,30}?) {favourite} (?:es|son|sigue siendo|siempre fue|de todos los tiempos es) .+|mi (?:favorit[oa]|
        preferid[oa]) (?:es|son) (?!(?:est[ea]|es[ea]|la (?:primera|segunda)|el (?:primero|segundo))\b).+|
        soy (?:mas )?(?:fan(?:atic[oa])?|hincha|amante|team|mas de|simpatizante|seguidora?|adict[oa]) .+
      `,
      'favourite:',
    ],
    [
      'es.want-answers',
      rawLines`
        {slow}(?:quiero|quisiera|necesito|pido|busco|me sirven|me van mejor|me funcionan)\s+(?:que\s+(?:tus |las |
        todas las )?(?:respuestas|explicaciones|mensajes|resumenes)\s+(?:sean|tengan|vengan|no)\b.+|que\s+me\s+(?:respondas|
        contestes|hables|expliques|escribas|trates|corrijas|tutees|avises)\s+(?!(?:esto|eso|est[ea]|es[ea]|que|como|cual|si|el|
        la|por que|donde|cuando|una? pregunta)\b).+|(?:las )?(?:respuestas|explicaciones) (?:mas )?(?!(?:a|para|de|del|
        sobre)\b)\p{L}+.*)
      `,
    ],
    [
      'es.health',
      String.raw`(?:me (?:cae|caen|hace|hacen) (?:mal|pesad[oa]|dano)|no (?:me )?(?:cae|caen) bien)\s+(?:el|la|los|las)\s.+`,
    ],
  ]),
  // A habit of one's own; domain/facts/extract-facts.ts checks that the verb is of the first person.
  ...factRules(SPANISH_PARTS, 'PLAIN', undefined, [
    [
      'es.habit',
      rawLines`
        (?:yo )?(?:casi )?(?:siempre|nunca|jamas|todos los (?:dias|lunes|martes|miercoles|jueves|viernes|sabados|domingos|meses|
        anos|fines de semana|findes)|todas las (?:mananas|noches|tardes|semanas)|cada (?:manana|noche|dia|semana|lunes|martes|
        miercoles|jueves|viernes|sabado|domingo|mes|finde|fin de semana)|los (?:lunes|martes|miercoles|jueves|viernes|sabados|
        domingos|fines de semana|findes))\s+(?:(?:a la|por la|de) (?:manana|tarde|noche) )?(?:(?:casi )?(?:siempre|
        nunca) )?(?:yo )?(?:me |nos |lo |la |los |las |le |les |te )?(?<verb>\p{L}+(?:o|mos)|soy|estoy|voy|
        doy){b}(?! (?:lo mismo|de todo|mal|todo mal|la pata|igual de)).*
      `,
    ],
    [
      'es.habit-after',
      rawLines`
        (?:yo )?(?:no )?(?:me |nos |lo |la |los |las |le |les )?(?<verb>\p{L}{2,}(?:o|mos)|soy|estoy|voy|
        doy)\s+(?:(?:[\p{L}\p{N}]+)\s+){0,4}?(?:siempre|nunca|jamas|todos los dias|todas las (?:mananas|noches|tardes)|(?:por|
        a) las? (?:mananas?|tardes?|noches?)|cada (?:manana|noche|dia|semana)|(?<!para )los (?:lunes|martes|miercoles|jueves|
        viernes|sabados|domingos|fines de semana|findes)){b}(?! (?:que|y cuando)).*
      `,
    ],
    [
      'es.used-to',
      rawLines`
        (?:yo )?(?:suelo|solemos|acostumbro(?: a)?|acostumbramos(?: a)?|tengo (?:la|por) costumbre(?: de)?)\s+\p{L}+(?:ar|er|
        ir)(?:me|nos|lo|la)?{b}.*
      `,
    ],
  ]),
];
