/** What clauses begin with: both languages in one table, for people mix them. All folded. */
import { rawLines } from '../text/raw-lines.ts';

const anyOf = (...lists: readonly string[]): string => lists.join('|');

/** What a clause of the speaker's own begins with, after a conjunction. */
export const CLAUSE_STARTS = anyOf(
  // Spanish
  rawLines`
    (?:yo|me|te|mi|mis|nos|nuestr[oa]s?|siempre|nunca|jamas|ya no|no me|no te|no (?:como|tomo|bebo|uso)|ahora|tambien|ademas|
    que (?:me|siempre|nunca|vivo|trabajo|soy|tengo|no)|recorda|recuerda|acordate|acuerdate|decidi|decidimos|prefiero|odio|
    detesto|amo|adoro|trabajo|trabajamos|vivo|vivimos|soy|somos|estoy|estamos|tengo|tenemos|uso|usamos|estudio|hago|nunca|
    quiero|necesito|por favor|de ahora|a partir|desde (?:ahora|hoy)|el|la|los|las|(?:le|lo|se) \w+|mejor|que|como|cual|cuando|
    donde|podes|puedes|podrias|nada|todavia|aun|voy|vamos)\b
  `,
  // English
  rawLines`
    (?:live|work|study|teach)\s+(?:in|at|for|as|with|remotely)\b|(?:i|i'm|im|i've|i'd|i'll|my|we|we're|we've|our|he|she|they|
    you|it|the|always|never|please|remember|from now on|don't|dont|call|let's|can|could|what|how|which|where|who|why|do|does|
    should|would|is|are|maybe|then|not)\b
  `,
);

/** Words and phrases before a clause that say nothing of it. */
const OPENINGS = anyOf(
  String.raw`che|ah+|eh+|oh+|uh+|um+|hm+|mm+|ja(?:ja)+j?|je(?:je)+|jsjs\w*|ha(?:ha)+|lol|lmao|xd`,
  rawLines`
    bueno|buenas|buen(?:os)? dias?|buenas (?:tardes|noches)|hola|oye|oi|mira|mire|miren|ey|dale|ok|oka|okey|okay|vale|listo|
    pues|entonces|igual|además|ademas(?! de )|encima|y|e|pero|osea|o sea|es que|asi que|porque|por eso|ya que|aunque|perdon|
    perdona|disculpa|gracias|genial|perfecto|barbaro|joya|buenisimo|de una|orale|guey|wey|tio|tia|boludo|loco|bro|dude|man|
    amigo|amiga
  `,
  rawLines`
    la verdad(?: es)?(?: que)?|la neta(?: es)?(?: que)?|la posta(?: es)?(?: que)?|posta(?: que)?|de hecho|en realidad|en verdad|
    por cierto|a proposito|de paso|a todo esto|por mi parte|en mi caso|personalmente|sinceramente|honestamente|francamente|
    obviamente|basicamente|resulta que|(?:la cosa|el tema|el asunto|lo que pasa|el problema|la cuestion|el caso) es que|
    pasa que|lo que ocurre es que|para ser sincer[oa]|ojo(?: que)?|importante|por las dudas|por si acaso|por si sirve|
    para que (?:lo )?(?:sepas|tengas en cuenta|te quede claro)|como (?:dato|contexto)(?: extra)?|un dato|dato|contexto|
    nota(?! que)|pd|ps|fyi|btw|nb|aclaro(?: que)?|aclaracion|(?:mi|mis) \p{L}+ y yo|(?:debo|deberia|tengo que|cabe|quiero|
    queria) (?:aclarar|mencionar|agregar|anadir|decir)(?:te)?(?: que)|(?:me )?(?:olvide|olvidaba|faltaba?) (?:de )?(?:decir|
    mencionar|contar|aclarar)(?:te)?(?: que)?|no te (?:dije|conte)(?: que)|conviene que sepas(?: que)?|te (?:cuento|aviso|
    comento|digo|aclaro)(?: que)?|sabes que(?= (?:me|mi|soy|vivo|trabajo|prefiero|siempre|nunca|decidi))|
    (?:como )?(?:ya )?te (?:dije|conte|comente|decia)(?: que)?|otra cosa(?=[:,] )|ademas de eso|(?:ademas|
    aparte) de [\p{L} ]{2,24}?,?(?= (?:tengo|tenemos|soy|somos|uso|toco|hablo|trabajo|vivo|hago)\b)|a mi,?(?= (?:habl|trat|llam|
    explic|respond|contest|dec)\p{L}+me\b)|desde hace \w+ (?:anos|meses|semanas|dias)|hace \w+ (?:anos?|mes|meses|semanas?|
    dias?)(?: que)?|desde (?:el |la )?(?:ano pasado|semana pasada|mes pasado|\d{4}|enero|febrero|marzo|abril|mayo|junio|julio|
    agosto|septiembre|octubre|noviembre|diciembre)|(?:despues|tras|luego) de (?:mucho|tanto) (?:pensar(?:lo)?|dudar(?:lo)?|
    analizar(?:lo)?|debatir(?:lo)?),?|al final|finalmente|por fin|hace (?:poco|un tiempo|rato)|ayer|anoche|hoy|esta (?:semana|
    manana|tarde)|la semana pasada|el (?:mes|ano|lunes|martes|miercoles|jueves|viernes|sabado|domingo|finde)(?: pasado)?|recien|
    actualmente|hoy en dia|hoy por hoy|tambien|yo(?: personalmente| tambien)?|nosotros|en (?:mi|el|la|nuestr[oa]) (?:trabajo|
    laburo|oficina|empresa|equipo)(?= (?:uso|usamos|trabaj|somos|hago|hacemos|tengo|tenemos|me|nos))|eso si|entre nosotros|
    en casa|en general|por lo general|normalmente
  `,
  rawLines`
    hey|hi(?:ya)?|hello|hi there|hey there|bit of background|oh sure|yo|so|well|ok|okay|yeah|yep|sure|thanks|thank you|great|
    cool|perfect|awesome|nice|also|and|but|plus|because|cuz|though|although|since(?= i\b| we\b)|by the way|for context|
    for what it's worth|fwiw|imo|just so you know|jsyk|just fyi|heads up|quick (?:note|update|fyi|correction)|note(?! that| down)|actually|honestly|tbh|to be (?:honest|fair|clear)|in fact|as a matter of fact|personally|basically|(?:the|
    here's the) (?:thing|deal|problem|issue|catch)(?: is(?: that)?)?|truth is|look|listen|anyway|anyways|anywho|oh and|
    one (?:more )?thing|another thing|important|sorry|right|now|currently|these days|nowadays|lately|at the moment|(?:besides|
    apart from|aside from|on top of) [\p{L}' ]{2,24}?,?(?= (?:i|we)\b)|fun fact|random fact|a bit about me|about me|
    some context|background|as i (?:said|mentioned)|like i said|(?:i )?(?:already )?told you(?: that)?|
    i (?:already )?mentioned(?: that)?|you should know(?: that)?|i should (?:mention|add|say|note|point out)(?: that)?|
    (?:it's )?worth (?:mentioning|noting|knowing|adding)(?: that)?|did i mention(?: that)?|i forgot to (?:mention|say|tell you|
    add)(?: that)?|what you should know is(?: that)?|(?:just )?(?:letting you know|wanted (?:to let you know|
    you to know))(?: that)?|i (?:just )?(?:want|wanted) you to know(?: that)?|after (?:a lot of|much|long|some|careful|
    years of) (?:thought|thinking|deliberation|consideration|debate|research|discussion),?|in the end|finally|eventually|(?:a|
    an|one|two|three|four|five|six|\d+|a few|a couple of|several|many|some) (?:days?|weeks?|months?|years?) ago|yesterday|
    last (?:night|week|month|year)|today|this (?:week|morning|month|year)|recently|as of (?:last|this) \w+|in general|generally|
    usually|normally|turns out(?: that)?|update|good (?:morning|evening|afternoon)|fyi
  `,
);

/** Words before a clause that say nothing of it. A lone `si` or `no` is a yes or a no only before a comma, which ends a clause. */
export const OPENING_WORDS = new RegExp(
  String.raw`^[\s\u00a1\p{S}\p{Po}]*(?:${OPENINGS})(?![\p{L}\p{N}'])[\s,:.!\u2014-]*|^[\s\u00a1\p{S}]+`,
  'u',
);
