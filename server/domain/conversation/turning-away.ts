/**
 * Topic phrases by their shape alone, in both languages: something is left, whatever it is, and the same breath asks or tells something
 * new; or what comes is said to be another matter or to have nothing to do with the one before. Folded.
 */
import { rawLines } from '../text/raw-lines.ts';
import { ENGLISH_MATTER, SPANISH_MATTER } from './matter-in-hand.ts';
import { topicRules, type Parts } from './topic-rule.ts';

const SPANISH: Parts = {
  matter: SPANISH_MATTER,
  while: rawLines`
    (?:(?:por )?un (?:segundo|segundito|momento|momentito|minuto|ratito|rato|toque)|por (?:ahora|hoy|el momento|un rato)|
    para (?:despues|mas tarde|otro (?:dia|momento)|luego|manana)|de lado|a un lado|aparte|en paz|en pausa|quiet[oa]|ahi|ya)
  `,
  /** What was spoken of. */
  what: rawLines`
    (?:(?:con|de|del|a|en|por) )?(?:(?:el|la|los|las|lo|mi|mis|tu|tus|ese|esa|este|esta|todo|toda) )*(?:tema (?:del?|de la|
    de los|de las) |asunto (?:del?|de la) |lo (?:del?|de la|de los|de las|de mi) )?(?!(?:${SPANISH_MATTER}))(?!(?:comas|puntos|
    emojis|listas|vinetas|rodeos|ejemplos|tablas|chistes|preguntas|que|como|claro|saber|por|todo|puerta|luz|llave|agua|precio|
    costo|decimales|sal|azucar|ajo|cebolla|masa)\b)\p{L}+(?: (?:del?|de la|de los|de las|con|en|a|y|e) (?:mi |el |la |los |
    las )?\p{L}+){0,3}
  `,
  next: rawLines`
    \s*(?:[,.;:!\u2014]+|\by\b(?= (?:vamos|pasemos|hablemos|charlemos|veamos|contame|cuentame|sigamos con))|-)\s*(?:y |e |
    ahora |mejor |che |oye |bueno )*(?:[\u00bf](?! ?(?:que mas|cual (?:tiene|es mejor)|cuanto (?:da|es|queda)))|(?:que(?! mas)|
    como(?! (?:bastante|mucho|poco|sano))|cual(?! tiene)|cuando|donde|cuant[oa]s?(?! (?:da|queda))|quien|por que|sabes|sabias|
    tenes|tienes|podes|puedes|podrias|conoces|hay|me|te|necesito|quiero|quisiera|queria|tengo que|tengo (?:una|otra)|hablemos|
    hablame|hablanos|contame|cuentame|decime|dime|explicame|ayudame|recomendame|recomiendame|pasemos|vamos|vayamos|veamos|
    charlemos|sigamos con|viste|has|busco|estoy (?:buscando|pensando))(?![\p{L}]))
  `,
  another: rawLines`
    (?:otr[oa]s? (?:cosas?|cositas?|temas?|temitas?|asuntos?|cuestion(?:es)?|puntos?|frentes?|consultas?|dudas?|preguntas?|
    historias?|rollos?|pendientes?|orden de \p{L}+)|algo (?:que no|distinto|diferente|aparte|nuevo|nada que ver|
    (?:completamente|totalmente|bien|muy|re) (?:distinto|diferente|otro))|(?:un |una )?(?:tema|cosa|asunto|cuestion|pregunta|
    consulta|duda) (?:(?:muy |bien |totalmente |completamente )?(?:distint[oa]|diferente|aparte|nuev[oa]|ajen[oa])|nada que ver|
    que no (?:tiene|viene|guarda)))
  `,
  same: rawLines`
    (?!.{0,40}\b(?:lo mismo|sobre (?:eso|esto)|de lo que|del mismo|de lo mismo|de (?:esto|eso)\b|al? (?:codigo|archivo|texto|
    parrafo|funcion)))
  `,
  move: rawLines`
    (?:(?:perdon|perdona|perdone|disculpa|disculpe|lamento)(?:me)?,? (?:que |por |si )?)?(?:(?:quiero|quisiera|queria|puedo|
    podemos|podriamos|voy a|vamos a|dejame|permiteme|necesito|me gustaria|prefiero|toca|antes de seguir,?) )?(?:(?:me |te |nos |
    los |las |le )?(?:(?:salt|pas|cambi|desvi)(?:o|e|ar(?:me|nos)?|emos|ando)|muevo|voy|vamos|vayamos|ir(?:me|nos)?|yendo|
    vuelvo|volv(?:er|iendo|amos)|sigo|seguimos|sigamos|salgo|salir(?:me)?|hago|hacer(?:te)?|tengo|abro|abrir|meto|tiro|lanzo|
    suelto|(?:coment|pregunt|consult|mencion|plante)(?:o|ar(?:te|le)?)|pedir(?:te)?|recorde|acorde|acuerdo|surge|surgio|queda|
    quedo|ocurre|ocurrio|viene|vino|vengo|traigo|va)\b)
  `,
};

const ENGLISH: Parts = {
  matter: ENGLISH_MATTER,
  while: rawLines`
    (?:for (?:a (?:second|sec|moment|minute|bit|while|mo)|now|today|tonight|the moment|another (?:day|time))|aside|to (?:one|
    the) side|on (?:hold|the back burner|ice)|to bed|to rest|alone|there|at that|behind us|be|later)
  `,
  what: rawLines`
    (?:about |with |on |of |from )?(?:(?:all|the|my|our|your|that|this|these|those|any more|
    more) )*(?!(?:${ENGLISH_MATTER}))(?!(?:commas|bullet|emojis|lists|tables|jokes|it|what|how|if|door|light|key|water|price|
    cost|decimals|salt|sugar|garlic|onions|dough|examples|said)\b)[\p{L}'-]+(?: (?:of |with |in |for |and |to )?(?:the |my |
    our )?[\p{L}'-]+){0,3}?
  `,
  next: rawLines`
    \s*(?:[,.;:!\u2014]+|\band\b(?= (?:talk|let's|chat|discuss|on to|start on|start something))|-)\s*(?:and |now |so |ok |then |
    but )*(?:do|does|did|what(?! else)|what's|whats|how(?! (?:much is it|many are left))|how's|where|when|who|which(?! (?:one|
    is better))|why|can|could|is|are|have you|has|should|would|will|any|know|tell|explain|help|recommend|talk|start|let's|lets|
    let me|let us|i've (?:got )?an?|i (?:need|want|wanted|have a|was wondering|'d like|must|should)|i've got|i'd|i'm (?:trying|
    looking|wondering|curious|after)|on to|onto|about|start|move|got|give me)(?![\p{L}])(?! (?:run|rerun|retry|test|commit|fix|
    do the same))
  `,
  another: rawLines`
    (?:(?:another|a different|a separate|an unrelated|some other|one other|a new|a completely different|a totally different|
    an entirely different|other|something) (?:(?:important|urgent|separate|unrelated|quick|small|little|completely|totally|
    entirely|else|different|new) ?)*(?:thing|topic|subject|matter|question|issue|point|front|note|story|tangent|business|things|
    topics|subjects|matters)|something (?:(?:completely|totally|entirely|altogether|quite|very|slightly) )?(?:else|different|
    unrelated|new|separate))
  `,
  same: rawLines`
    (?!.{0,40}\b(?:same (?:thing|subject|topic|file|function)|about (?:this|that|it)\b|on (?:this|that)\b|with (?:this|that|
    the)\b|in the (?:log|code|file|text)|to (?:try|fix|add|test)))
  `,
  move: rawLines`
    (?:(?:sorry|apologies|forgive me|excuse me|pardon me|hope you don't mind)(?:,| but)? (?:to |for |if |
    me )?)?(?:(?:i'd like to|i would like to|i want to|i wanted to|i need to|i'll|i will|let me|let's|lets|can i|can we|could i|
    could we|may i|mind if i|shall we|i'm going to|i must|allow me to|if i (?:may|can|could)|i'm|we|before we (?:continue|go on|
    finish),?) )?(?:just |quickly |also |now )*(?:(?:jump|switch|mov|hop|skip|go|turn|pivot|shift|segue|veer|talk|chat|start|
    touch)(?:e|ing|ping)?|changing (?=to|the)|ask|pick|bring|raise|throw|toss|slip|squeeze|open|tackle|speak|discuss|have|got|
    here's|there's)\b(?!.*\bthing i (?:love|like|hate|notice|know))
  `,
};

export const TURNING_AWAY = [
  ...topicRules(SPANISH, [
    [
      'SHIFT',
      'es.leaves-for-next',
      rawLines`
        (?:ya )?(?:dej(?:emos|amos|ando|o|a|ame|alo|emonos)|olvid(?:emos|emonos|ate|a|ando|o)|basta|suficiente|aparc(?:amos|o|
        ando)|aparquemos|paus(?:emos|amos)|estacion(?:emos|amos)|cerr(?:emos|amos|ando)|termin(?:emos|amos|ando)|pong(?:amos|o)|
        solt(?:emos|amos)|saqu?emos|me olvido|no (?:hablemos|sigamos|hablar|quiero hablar)(?: mas)?|ya (?:esta|estuvo|fue|
        hablamos (?:bastante|mucho|suficiente)))(?: ya| mejor)?(?: {while})? {what}(?: {while})?{next}(?! (?:si|no|ok)\b)
      `,
    ],
    [
      'SHIFT',
      'es.moves-to-another',
      rawLines`
        {same}(?:{move}|(?:y |una |tengo |va |te hago )*{another} (?:de|sobre|por)(?= ))(?: (?:a|de|con|hacia|para|por|en|sobre|
        rapido|un momento|un segundo))* {another}(?=\s*(?:$|[,.:;!?\u2014]|-)|\s+(?:que|y|si|un|por|para|de (?!est|
        es[eao]))\b).*
      `,
    ],
    [
      'SHIFT',
      'es.nothing-to-do',
      rawLines`
        (?:a proposito de nada|sin (?:que )?(?:venir|venga) a cuento|(?:y )?(?:ya )?(?:fuera|aparte|ademas|independientemente|
        al margen|mas alla|dejando aparte|quitando|salvo) (?:de|del|por) (?:lo (?:del?|de la|de los|de las|de mi) |el tema |
        la cuestion |tema )?(?:(?:el|la|los|las|mi|mis|todo) )?(?!(?:{matter}))\p{L}+(?: (?:del?|
        de la) \p{L}+)?\s*,\s*(?:y )?(?![\u00bf]? ?(?:que (?:mas|otr|problema|dice)|cual|quien mas|donde mas))(?=[\u00bf]|
        (?:que|como|cual|cuando|donde|cuant[oa]s?|quien|sabes|tenes|tienes|podes|puedes|necesito|queria|quisiera|conoces)\b)|
        por otr[oa] (?:lado|parte),? (?:y )?(?:ya )?(?:fuera|aparte|nada que ver|cambiando|dejando|olvidando)|(?:es |una |
        un )?(?:pregunta|consulta|duda|cosa|comentario|tema) que no (?:tiene|viene|guarda|va)\b)
      `,
    ],
  ]),
  ...topicRules(ENGLISH, [
    [
      'SHIFT',
      'en.leaves-for-next',
      rawLines`
        (?:(?:let's|lets|let us|can we|could we|we can|i'd like to|i want to|please) )?(?:(?:put(?:ting)?|set(?:ting)?|leav(?:e|
        ing)|park(?:ing)?|drop(?:ping)?|forget(?:ting)?|skip(?:ping)?|shelv(?:e|ing)|tabl(?:e|ing)|paus(?:e|ing)|
        wrap(?:ping)? up|clos(?:e|ing)|finish(?:ing)?|stop(?:ping)? (?=talking|chatting)|enough|that's (?:it|all|enough)(?: for| about| on| of| with)?|so much for|done with|never ?mind|moving (?:on|away) from|mov(?:e|ing) past|stepping away from|
        no more|i don't want to talk(?: any ?more)?|we've (?:talked|said|covered) enough)(?: (?:talking|chatting|
        going on))?(?: {while})?) {what}(?: {while})?{next}
      `,
    ],
    [
      'SHIFT',
      'en.moves-to-another',
      rawLines`
        {same}{move}(?: (?:up|to|onto|over|on|off|in|into|you|about|with|around|for a (?:second|sec|moment|minute)|the (?:topic|
        subject)))* {another}(?=\s*(?:$|[,.:;!?\u2014]|-)|\s+(?:that|which|if|i|for|with|from|and|now|entirely|altogether|
        please|real)\b).*
      `,
    ],
    [
      'SHIFT',
      'en.nothing-to-do',
      rawLines`
        (?:apropos of nothing|(?:this|that|it)(?:'s| is| has|'ll) (?:\p{L}+ )?(?:nothing to do|(?:un|not |)related|a (?:sharp|
        hard|sudden|complete|total) (?:turn|left|change|switch))\b.{0,40}?[,:;.-]|(?:quite )?(?:aside|apart|
        separate) from (?:all )?(?:that|this|(?:the |my |our )?(?!(?:{matter}))\p{L}+(?: \p{L}+)?)\s*,\s*(?!(?:what|who|where|
        how|which) (?:else|other|more))(?=(?:what|how|where|when|who|which|can|could|do|does|did|is|are|have|i (?:need|wanted|
        was wondering))\b)|(?:a |one |just a |here's a )?(?:question|query|thought) (?:from|out of) (?:left field|the blue|
        nowhere))
      `,
    ],
  ]),
];
