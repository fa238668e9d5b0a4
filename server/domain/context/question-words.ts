/** Reads from a question's words, in both languages, whether it is about something said earlier: whom it asks about, and what it wants. */
import { RELEVANCE } from '../../policy/relevance.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { lazy } from '../lazy.ts';
import { anyOf } from '../text/any-of.ts';
import { fold } from '../text/fold.ts';
import { rawLines } from '../text/raw-lines.ts';

export type QuestionWords = {
  /** The user mentions themselves: "my", "we", "mi", "nos". */
  readonly isOfSelf: boolean;
  /** The user asks about themselves, and not how something is done: "did I", "is my", "¿qué compré?". */
  readonly asksOfSelf: boolean;
  /** It asks for something said or decided earlier: "remind me", "we agreed", "dijimos", "ayer". */
  readonly looksBack: boolean;
  /** It is about something that was or happened: "did I", "what was", "¿qué compré?". */
  readonly isOfPast: boolean;
  /** It asks how something is done: "how do I", "¿cómo hago…?". */
  readonly asksForHelp: boolean;
  /** It is an order to make something: "write", "traduce". */
  readonly orders: boolean;
  /** It asks something: it has a question mark or begins with a question word. */
  readonly asks: boolean;
  /** The user states something: it asks and orders nothing, and wants nothing repeated. */
  readonly tells: boolean;
  /** It is hardly more than a greeting, thanks or an assent: turns contain such words too, but they answer nothing. */
  readonly isCourtesy: boolean;
  /** It continues what was just said, or points at it: "and the photo?", "why does it do that?", "¿y la otra?". */
  readonly goesOn: boolean;
};

const OF_SELF =
  /\b(i|i'm|i've|i'd|my|mine|me|myself|we|we're|we've|our|ours|us|yo|mis?|mi[oa]s?|nos|nosotr[oa]s|nuestr[oa]s?|conmigo)\b/;

/** Matches folded text that asks about the user. */
const ASKS_OF_SELF = lazy(() =>
  anyOf([
    /\b(did|have|had|was|were|am|are|do|does|will|would|is|has|can't|cannot) (i|we|my|our)\b/,
    /\b(who|what|where|when|why|which|how|who's|what's|where's|when's|how's)\b.{0,60}\b(my|our|i|we|me|us)\b/,
    new RegExp(rawLines`
      \b(mis?|mi[oa]s?|nuestr[oa]s?) [a-z]+|\b(me|nos) ([a-z]+ron|[a-z]{2,}(aba|ia)n?|llamo|gusta|gustan|dan|paga|pagan|cobra|cobran|
      debe|duele|toca|dijo|dio|dice|hizo|vende|molesta|falta)\b
    `),
    /\b(dije|hice|fui|tuve|puse|quise|vine|traje|estuve|anduve|supe|pude|di|vi|soy|estoy|tengo|vivo|trabajo|iba|tenia|queria|vengo|llevo)\b/,
    /\b[a-z]{2,}(amos|imos|emos)\b|\b(a?donde|cuando|quien(es)?|cual(es)?|cuant[oa]s?|que)\b.{0,40}\b(vamos|vemos|somos|damos)\b/,
  ]),
);
/** Matches text that is not folded: without its accent `compré` becomes `compre`, which is not the first person alone. */
const FIRST_PERSON_PAST =
  /(?<!\p{L})(?!(?:qu|porqu|caf|t|s|d|m|s|as|aqu|all|ah|jam|olivi)[éí](?!\p{L}))\p{L}{2,}[éí](?!\p{L})/u;
const FOR_ALL = /\b(cambiemos|hablemos|pasemos|dejemos|veamos|vayamos|digamos|supongamos)\b/g;

const LOOKS_BACK = lazy(() =>
  anyOf([
    /\b(said|told|mentioned|talked|spoke|discussed|decide[ds]?|settled?|agreed?|chose|picked|remember|remind|recall|earlier|yesterday|again)\b/,
    /\blast (time|week|month|night|session|year)\b|\bthe other day\b|\b(back|return) to\b|\bwhere (were|did) we\b/,
    /\b(dij(e|o|imos|iste)|cont(e|aste)|mencion(e|aste|amos)|habl(amos|abamos|e)|charlamos|decid(i|imos|iste)|acord(e|amos)|queda(mos|ste))\b/,
    /\b(eleg(i|imos)|recorda\w*|recuerda\w*|acorda(s|te)|ayer|anoche|volv(amos|iendo|e|er)|retom\w+|la otra vez|el otro dia|la ultima vez)\b/,
  ]),
);

const ASKS_FOR_HELP = lazy(() =>
  anyOf([
    /\bhow (do|can|should|could|would|long (do|should)|much (do|should)) (i|you|we|one)\b|\bhow to\b|\b(can|could|should|may) i\b/,
    /\b(help|give|show|tell|teach) me\b|\b(can|could|would|will) you\b|\bi (need|want|would like|'d like|keep getting|am getting|get)\b/,
    /\bcomo se (?!llam)\w|\bcomo (hago|puedo|saco|uso|le|lo|la|pongo|instalo|calculo|escribo)\b|\bpuedo\b|\bque hago\b|\bnecesito\b|\bquiero\b/,
    /\b(ayud|explic|cont|dec|recom[ie]+nd|sug[ie]+r|mostr|muestr|ensen)\w{0,3}me\b|\bdame\b|\bme (pod(es|rias)|puedes|recom\w+|explic\w+|ayud\w+|sale)\b/,
  ]),
);

/** Matches a wish to hear again what was said. */
const WANTS_AGAIN =
  /\b(remind|recall|recorda\w*|recuerda\w*|acorda(s|te)|retom\w+|volv(amos|iendo))\b|\b(back|return) to\b|\bremember\b/;

const COURTESY = new RegExp(rawLines`
    ^\W*(hi|hello|hey|good (morning|afternoon|evening|night)|thanks|thank you|ok|okay|cool|great|wow|lol|(ha)+|bye|goodbye|see you|nice|
    perfect|alright|sure|yes|no|yep|yeah|sounds good|have a \w+ (day|night|evening|weekend)|what's up|are you there|hola|
    buen(os|as)? (dias?|tardes?|noches?)|(muchas |mil )?gracias|chau|adios|dale|vale|listo|genial|perfecto|(ja)+|si|nos vemos|
    hasta (luego|manana|pronto)|estas ahi|todo bien)\b
  `);
const COURTESY_WORDS = 6;

/** Matches folded text that begins like an answer or a continuation, or points at something that it does not name. */
const GOES_ON = lazy(() =>
  anyOf([
    /^\W*(and|so|but|or|also|then|ok|okay|oh|ah|true|yes|no|yeah|y|e|o|u|pero|entonces|ahora|listo|dale|bueno|si)\b/,
    /\b(it|that|that's|this|these|those|they|them|the (other|first|second|last) one|wh(ich|at) one|else)\b/,
    /\b(es[oa]s?|ese|est[oa]s?|este|otr[oa]s?|asi)\b/,
  ]),
);

/** The last question that was read: each step that weighs what was found for a question needs its words again. */
let last: { readonly question: string; readonly words: QuestionWords } | undefined;

/** Reads the beginning of a question. */
export function questionWords(question: string): QuestionWords {
  if (last?.question !== question) last = { question, words: readWords(question) };
  return last.words;
}

function readWords(question: string): QuestionWords {
  const text = question.slice(0, RELEVANCE.units).toLowerCase().normalize('NFC');
  const folded = fold(text).replaceAll('’', "'").replaceAll(FOR_ALL, '');
  const isOfSelf = OF_SELF.test(folded);
  const asksForHelp = ASKS_FOR_HELP().test(folded);
  const orders = GRAMMAR.questions.orders.test(folded);
  // "Escribí un cuento" is an order, although "escribí" can also mean "I wrote".
  const tellsOfSelf = !orders && FIRST_PERSON_PAST.test(text);
  const asks = GRAMMAR.questions.asks.test(folded);
  const looksBack = LOOKS_BACK().test(folded);
  return {
    isOfSelf,
    asksOfSelf: !asksForHelp && (ASKS_OF_SELF().test(folded) || tellsOfSelf),
    looksBack,
    isOfPast: looksBack || tellsOfSelf || GRAMMAR.questions.ofPast.test(folded),
    asksForHelp,
    orders,
    asks,
    goesOn: GOES_ON().test(folded),
    tells: !asks && !orders && !asksForHelp && !WANTS_AGAIN.test(folded),
    isCourtesy: !isOfSelf && COURTESY.test(folded) && folded.split(/\s+/, COURTESY_WORDS + 1).length <= COURTESY_WORDS,
  };
}
