/**
 * Finds the sentences of a turn that are worth keeping in few words: decisions, open matters, numbers, names, plans. Numbers, names
 * and question marks are the same in any language; phrases are recognised in Spanish and English.
 */
import { DIGEST, POINT_WORTH } from '../../policy/context.ts';
import { GRAMMAR } from '../languages/grammar.ts';
import { fold } from '../text/fold.ts';
import { rawLines } from '../text/raw-lines.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/words.ts';
import type { PointKind } from './turn.ts';

/** A sentence or a part of one, in its own words. */
export type TellingSentence = { readonly kind: PointKind; readonly text: string; readonly worth: number };

/** Matches folded text in which somebody settles something. */
const DECIDES = new RegExp(rawLines`
      \b(?:decid(?:i|imos|ieron|io|ed)|(?:hemos|he|have|has) (?:decidido|decided|agreed|settled)|acord(?:amos|e)|
      quedamos (?:en|con|a|para)|quedo (?:en|decidido|acordado|definido)|qued(?:o|amos) decidido|definimos|resolvimos|confirmamos|
      vamos (?:con|a usar|a ir con|a quedarnos)|nos quedamos con|me quedo con|elegimos|elegi|escogimos|opt(?:amos|e) por|
      al final (?:vamos|va|es|sera|compr\w+|eleg\w+|hac\w+)|entonces (?:es|sera|va|queda|vamos|nos)|queda (?:para|en|confirmad[oa]|fijad[oa])|
      (?:we|i)(?: will|'ll) (?:go|use|stick|take|keep|drop|settle)|let's (?:go|use|stick|take|keep|do|make it|say)|
      (?:we|i)(?:'re| are|'m| am) going (?:with|to use|for)|we (?:agreed|chose|settled|picked|landed|fixed|set|signed off)|
      i (?:chose|went with|picked|settled)|(?:it|that)(?: is|'s) (?:settled|decided|agreed|final)|
      (?:the (?:decision|plan|deal) is)|(?:la decision|el plan|el acuerdo|el trato) es|made up (?:my|our) mind)\b
    `);
const NOT_DECIDED =
  /\b(?:no|not|never|nunca|n't|todavia|yet|aun|si|if|maybe|tal vez|quizas?|whether)\b[^.,;]{0,12}\b(?:decid|acord|eleg|agree|chose|settl|defin)/;
/** Matches folded text in which something remains to be found out or settled. */
const LEAVES_OPEN = new RegExp(rawLines`
      \b(?:(?:have not|haven't|not) (?:yet )?(?:decided|settled|agreed|figured)|still (?:need|have|has|needs) to|still (?:open|undecided|waiting|unclear)|
      to be decided|tbd|open question|undecided|up in the air|yet to (?:decide|hear|confirm)|
      no (?:hemos|he|esta|lo) (?:decidido|definido|hemos decidido)|falta(?:n|ria)? (?:decidir|definir|ver|confirmar|saber|elegir|averiguar)|
      queda (?:pendiente|por|en veremos|abiert[oa])|(?:esta|sigue|quedan?) pendientes?|todavia no (?:se|sabemos|decid\w+|defin\w+|confirm\w+)|
      aun no|por definir|a definir|hay que (?:averiguar|confirmar|decidir|preguntar)|tengo que (?:consultar|preguntar|averiguar|confirmar))\b
    `);
/** Matches folded text in which somebody is to do something. */
const PLANS = new RegExp(rawLines`
      \b(?:(?:i|we|you|he|she|they)(?:'ll| will| need to| have to| must|'ve got to| has to)|(?:am|are|is|'m|'re|'s) (?:going to|due|supposed to)|
      by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|noon)|deadline|next step|to-do|remind me|do not forget|don't forget|
      (?:tengo|tenes|tienes|tiene|tenemos|tienen) que|hay que|voy a|vas a|va a|vamos a|van a|proximo paso|siguiente paso|recordame|recuerdame|
      no te olvides|no olvides|antes del|vence|para el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|\d+))\b
    `);
/** Matches a folded question that offers more help, and so leaves nothing open. */
const OFFERS = new RegExp(rawLines`
      \b(?:do you want (?:me|to)|would you like|shall i|should i|want me to|anything else|can i help|how can i|what else|does that (?:help|work)|
      (?:queres|quieres|quiere) que|te (?:gustaria|parece|sirve|ayudo|anoto|armo|preparo)|algo mas|en que (?:te|puedo)|
      necesit(?:as|a) algo|puedo ayudar)\b
    `);
/** Matches openings of answers that say nothing; words that could carry a meaning count only before a comma. */
const OPENING =
  /^(?:(?:ok(?:ay)?|right|well|great|perfect|sure|yes|yeah|anyway|actually|alright|good|nice|cool|noted|got it|done|thanks|so|dale|bueno|claro|genial|listo|perfecto|perfecta|mira|che|ah|oh|si|sí|de acuerdo|anotado|hecho|entendido|gracias|buenísimo|vale|muy bien)[,.!:]+|so|and|but|entonces|pero|y)\s+(?=\S+\s+\S)/iu;
/** Matches the blank after a sentence; the point of a title, as in "Mr. Osei", ends none. */
const SENTENCE_END =
  /(?<=[.!?…])(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Sra|Srta|Dra|Ing|Lic|Nro|vs)\.)\s+(?=[\p{Lu}¿¡\d"'(*-])/u;
const FRAGMENT = /^(?:\S+ ){0,1}\S+[.]$/u;
const CLAUSE = /[,;:—–(]$/u;
const NAME = /^[("'«“]?\p{Lu}[\p{Ll}\d]/u;
const NUMBER = /\d/;
const I = /^(?:I|I['’]\w+)$/;

/** Returns the most telling sentences first, at most DIGEST.points. `said` are the words that facts were read from. */
export function tellingSentences(text: string, said: readonly string[]): readonly TellingSentence[] {
  const found = sentencesOf(text).flatMap((sentence, at, all) => {
    const point = pointOf(sentence, at === all.length - 1, said);
    return point === undefined ? [] : [{ at, ...point }];
  });
  const best = found.toSorted((a, b) => b.worth - a.worth || a.at - b.at).slice(0, DIGEST.points);
  return best.map(({ at: _, ...point }) => point);
}

/**
 * Splits a text into trimmed sentences without line breaks. A sentence of a word or two is joined to the next: "Piranesi. The house
 * has endless halls."
 */
export function sentencesOf(text: string): string[] {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const sentences = line === '' ? [] : line.split(SENTENCE_END);
  return sentences.reduce<string[]>((joined, sentence) => {
    const before = joined.at(-1);
    if (before === undefined || !FRAGMENT.test(before)) joined.push(sentence);
    else joined.push(`${joined.pop()} ${sentence}`);
    return joined;
  }, []);
}

function pointOf(sentence: string, isLast: boolean, said: readonly string[]): TellingSentence | undefined {
  const bare = withoutOpening(sentence);
  const folded = fold(bare).replaceAll('’', "'");
  const isQuestion = sentence.endsWith('?');
  const kind = kindOf(folded, isQuestion);
  // A question after which the same turn continues is answered, or rhetorical.
  if (kind === 'QUESTION' && (!isLast || OFFERS.test(folded))) return undefined;
  const words = bare.split(' ');
  const content = contentWords(folded).length;
  if (content < DIGEST.leastContent) return undefined;
  const numbers = Math.min(words.filter((word) => NUMBER.test(word)).length, POINT_WORTH.most);
  const names = Math.min(words.filter((word, at) => at > 0 && isName(word)).length, POINT_WORTH.most);
  const isOfFact = said.some((words) => bare.includes(words) || words.includes(bare.replace(/[.!]+$/, '')));
  const worth =
    POINT_WORTH.kinds[kind] +
    POINT_WORTH.number * numbers +
    POINT_WORTH.name * names +
    (isOfFact ? POINT_WORTH.fact : 0) +
    (PLANS.test(folded) ? POINT_WORTH.plan : 0) +
    (kind !== 'QUESTION' && GRAMMAR.changes.revises.test(folded) ? POINT_WORTH.change : 0) +
    POINT_WORTH.word * Math.min(content, DIGEST.words);
  return { kind, text: bestPart(words), worth };
}

function kindOf(folded: string, isQuestion: boolean): PointKind {
  if (isQuestion) return 'QUESTION';
  if (LEAVES_OPEN.test(folded)) return 'OPEN';
  return DECIDES.test(folded) && !NOT_DECIDED.test(folded) ? 'DECISION' : 'TELLING';
}

function withoutOpening(sentence: string): string {
  let bare = sentence;
  for (let next = bare.replace(OPENING, ''); next !== bare; next = bare.replace(OPENING, '')) bare = next;
  return bare;
}

function isName(word: string): boolean {
  return NAME.test(word) && !I.test(word);
}

/**
 * Returns the part of a long sentence, at most DIGEST.words long and beginning with a clause, that says most; of equal parts the
 * earlier one.
 */
function bestPart(words: readonly string[]): string {
  if (words.length <= DIGEST.words) return words.join(' ');
  const starts = words.flatMap((_, at) => (at === 0 || CLAUSE.test(words[at - 1]!) ? [at] : []));
  let best = { sum: -1, part: '' };
  for (const start of starts) {
    const part = words.slice(start, start + DIGEST.words);
    const text = part.join(' ');
    const folded = fold(text).replaceAll('’', "'");
    const sum =
      part.reduce((all, word, at) => all + wordWorth(word, start + at), 0) +
      (DECIDES.test(folded) ? POINT_WORTH.kinds.DECISION : 0);
    if (sum > best.sum) best = { sum, part: text };
  }
  return best.part;
}

function wordWorth(word: string, at: number): number {
  if (NUMBER.test(word)) return POINT_WORTH.number;
  return at > 0 && isName(word) ? POINT_WORTH.name : POINT_WORTH.word;
}

/** Returns the words that are not stop words of either language. */
export function contentWords(folded: string): string[] {
  return foldedWords(folded).filter((word) => !STOP_WORDS.en.has(word) && !STOP_WORDS.es.has(word));
}
