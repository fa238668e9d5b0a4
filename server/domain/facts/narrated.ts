/** What is told of the moment, of a machine, or in jest: no fact, however it is put. All folded. */
import { rawLines } from '../text/raw-lines.ts';

/** How a step at a machine turned out. */
const OUTCOME = rawLines`
  (?:,|\by|\be|\band|\bbut|\bpero|\bso)\s+(?:(?:it|that|this|everything|the \p{L}+)(?: \p{L}+)? (?:fails|failed|breaks|broke|
  crashes|crashed|dies|died|hangs|freezes|froze|closes|blows|explodes|works|worked|says|said|gives|gave|throws|threw)|
  nothing(?: \p{L}+)?\s*$|nothing (?:happens|happened|works|changes)|still (?:the same|nothing|fails)|
  it's (?:still )?(?:the same|broken|not working)|(?:now|ahora) (?:it|si|ya)? ?(?:works|runs|anda|funciona|compila)|
  (?:i )?(?:got|get|getting) (?:(?:an? |the |this )?(?:\p{L}+ )?errors?|undefined|null|nan|\d+\b|nothing|an? (?:exception|
  warning|timeout|blank|message))|nada\s*$|no (?:pasa nada|anda|funciona|compila|me (?:da|deja|sale|funciona|anda)|hace nada|
  pasa)|explota|exploto|falla|fallo|revienta|se (?:rompe|rompio|cuelga|colgo|cierra|cerro)|me (?:da|dio|tira|tiro|sale|salio|
  devuelve|devolvio)(?! (?:placer|paz|gusto|risa|energia|miedo|asco|alergia|calma))|(?:te (?:digo|aviso|cuento|escribo)|vuelvo|
  sigo|seguimos|ya vengo|(?:i'll |will )?(?:let you know|be (?:right )?back|carry on|get back))\s*$|me (?:dice|dijo|
  sale) que no|sigue (?:igual|sin|fallando)|se \p{L}+[ae]\s*$|queda (?:mal|feo|raro|roto|cortado))
`;

/** What was given here. */
const GIVEN = rawLines`
  \bque (?:me|nos|te) (?:pediste|pedi|pasaste|diste|dijiste|mandaste|recomendaste|sugeriste|enviaste|mostraste)\b|\b(?:that |
  which )?you (?:gave|sent|told|showed|suggested|recommended|wrote)(?: (?:me|us)|\s*$|\s+(?:and|but)\b)
`;

/** Nobody means it. */
const JEST = rawLines`
  (?:^|[.!?,;] ?)(?:oh,? sure|ay,? si|yeah,? (?:right|sure)|oh,? (?:great|yeah|wonderful|joy|perfect)|as if|si,? claro|
  claro,? (?:si|como si|seguro)|si,? seguro|si,? como no|obvio,|obviously,? i'm a|sure,? (?:because )?i (?:totally|just|so|
  absolutely)|que (?:bien|lindo|divertido|maravilla),? (?:me (?:encanta|fascina)|adoro|amo))(?!\p{L})|(?:^|[.!?] ?)(?:claro|
  right|sure|oh|wow|great|genial|que bueno|perfecto|perfect|awesome|fantastic|como no),? (?:si,? )?(?:amo|adoro|me (?:encanta|
  fascina)|i (?:just |so |really )?(?:love|adore|enjoy)) (?:\p{L}+(?:ar|er|ir)(?:me|se|lo|la)?|que \p{L}+|\p{L}+ing)(?!\p{L})|
  \b(?:kidding|joking|es joda|es broma|es chiste|na mentira)\b|\b(?:somos|there are|there's|we're|we are) (?:un[oa]s |about |
  just )?(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|two|three|four|five|six|seven|eight|nine|ten|
  \d+) (?:of us )?(?:para|for) (?!\d)(?:el|la|los|las|the|this|a|dinner|lunch|tonight)|\b(?:love|enjoy|
  adore) (?:it )?when (?!you\b)|\bme (?:encanta|fascina) (?:cuando|que se)\b
`;

const NARRATED = new RegExp(`${OUTCOME}|${GIVEN}|${JEST}`, 'u');

export function isNarrated(folded: string): boolean {
  return NARRATED.test(folded);
}

/** What stands here: this menu, that page. */
const HERE = new RegExp(
  rawLines`
      ^(?:el|la|los|las) (?:ideas?|cambios?|opcion|version|resultado|(?:primer|segund|tercer|otr|ultim)[oa]s? \p{L}+|
      \p{L}+ que (?:me )?(?:mand|pas|hic|escrib|dij|enviast|propus)\p{L}+) (?:no )?me\b|\b(?:prefer|like|
      want) (?:more )?the \p{L}+ one\s*$|\b(?:prefiero|quiero|gusta mas) (?:el|la|los|las) (?:azul|roj[oa]|verde|negr[oa]|
      blanc[oa]|gris|amarill[oa]|rosa|primer[oa]|segund[oa]|ultim[oa]|otr[oa]|cort[oa]|larg[oa]|grande|chic[oa])s?\s*$|
      \b(?:estar|quedarme|vivir|venir) (?:aca|aqui|ahi)\s*$|\bcomo (?:un |una )?(?:burr[oa]|perr[oa]|loc[oa]|esclav[oa]|
      condenad[oa])\b|\bvendo humo\b|\bplay devil's\b|^(?:i|we|yo)? ?(?:just |also |then |solo )?(?!prefer|
      prefier)\p{L}+ (?:the|el|la|los|las) (?:code|scripts?|files?|functions?|tests?|query|button|page|command|archivos?|codigo|
      tests|boton|pagina|comando|articulo|datos)\b|\b(?:in|with|on|at|en|con) (?:this|that|these|those|este|esta|estos|estas|
      ese|esa|esos|esas) (?!(?:year|month|week|city|town|country|company|team|area|house|apartment|building|point|field|
      industry|school|ano|mes|semana|ciudad|pueblo|pais|empresa|equipo|zona|casa|barrio|edificio|rubro|sector|escuela|proyecto|
      producto|project|product|repo|sprint|quarter|trimestre)\b)\p{L}|\b(?:a|de|con|en|to|of|about|with|at|by|for) (?:eso|esto|
      aquello|this|that)\s*(?:$|[,.;])
    `,
  'u',
);

/** Parts of a text or a design that somebody is at work on. */
const WORK_IN_HAND = new RegExp(
  rawLines`
      \b(?:the|el|la|los|las|del|al) (?:answer\b|respuesta\b|(?:paragraph|title|headline|text|code|sentence|ending|intro|
      introduction|conclusion|logo|button|design|draft|version|layout|wording|font|background|parrafo|titulo|texto|codigo|
      oracion|frase|final|introduccion|boton|diseno|borrador|tipografia|fondo)s?)\b(?! of (?:life|the day))|
      \bprefer (?:that )?we \p{L}|\bprefiero que \p{L}+(?:emos|amos)\b
    `,
  'u',
);

/** Of a taste. */
export function isOfWorkInHand(folded: string): boolean {
  return WORK_IN_HAND.test(folded);
}

/** Of a plain statement, or a decision. */
export function isHere(folded: string): boolean {
  return HERE.test(folded);
}

/** An evening out and a restart are settled, too, but nobody need remember them. */
const PASSING = new RegExp(
  rawLines`
      \b(?:do you like (?:it|them)|te gusta$|what do you think|que te parece|last night|this (?:morning|afternoon|evening)|
      tonight|(?:meet|meeting|vernos|encontrarnos|juntarnos) (?:at|on|up|tomorrow|later|a las|en|el|manana)|esta (?:noche|tarde|
      manana)|lol|jaja\p{L}*|haha)\b|^.{0,40}\b(?:to|a)? ?(?:ignore|skip|ignorar|saltear(?:me)?|reboot|restart|reinstall|retry|
      try again|reiniciar|reinstalar|reintentar|probar (?:de nuevo|otra vez)|dormir\b|echar(?:me)? una siesta|(?:go|
      went) (?:to (?:bed|sleep|the (?:movies|cinema|beach|park))|home|out)|ir(?:nos|me)? (?:al? (?:cine|parque|playa|cama|
      dormir)|a casa)|(?:order|pedir|get|make|cocinar|hacer) (?:a |una |unas |some )?(?:pizza|sushi|food|takeout|comida|
      empanadas|hamburguesas|coffee|cafe|dinner|cena|tea)|take a (?:nap|break|shower|walk|rest)|(?:parar|descansar|frenar|
      cortar)(?: un (?:rato|poco|momento|minuto))?$|nothing|violence)\b
    `,
  'u',
);

/** Of a decision. */
export function isPassing(folded: string): boolean {
  return PASSING.test(folded);
}

/** Over by tomorrow. */
const TONIGHT = /\b(?:tonight|esta noche|this evening)\b/;

/** Of a clause of a plain statement. */
export function isTonight(folded: string): boolean {
  return TONIGHT.test(folded);
}
