/**
 * Completes recalled turns to exchanges: "And the date?" says nothing without "the 27th", nor "the 27th" without its question. Long turns
 * repeat what they answer, so only short ones are joined to another.
 */
import { RECALL } from '../../policy/context.ts';
import { fold } from '../text/fold.ts';
import type { Recalled } from './recall-block.ts';
import { contentWords } from './telling-sentences.ts';

/** The ids of the turns before and after one in its session. */
export type Neighbours = { readonly before: string | undefined; readonly after: string | undefined };

/** Matches a question mark at the end, which emojis and quotation marks may follow. */
const ENDS_ASKING = /\?[^\p{L}\p{N}]*$/u;

function asks({ content }: Recalled): boolean {
  return ENDS_ASKING.test(content);
}

function isShort({ words }: Recalled): boolean {
  return words <= RECALL.exchanges.shortWords;
}

/** Tells whether a turn only acknowledges another: "Noted.", "¡Qué lindo!". */
function tellsNothing(turn: Recalled): boolean {
  return isShort(turn) && contentWords(fold(turn.content)).length < RECALL.exchanges.leastContent;
}

/**
 * Returns the found turns, best first. A short answer to one of the first questions follows it, the question of a short answer stands
 * before it, and turns that neither answer nor tell anything are left out. So are short questions of the assistant whose answer is not
 * there: the next line of the prompt would seem to answer them.
 *
 * `turnOf` returns undefined for a turn that recall does not accept.
 */
export function withExchanges(
  found: readonly Recalled[],
  neighboursOf: (id: string) => Neighbours,
  turnOf: (id: string) => Recalled | undefined,
): readonly Recalled[] {
  const ordered = new Set<Recalled>();
  const partner = (turn: Recalled, side: keyof Neighbours): Recalled | undefined => {
    const id = neighboursOf(turn.id)[side];
    const other = id === undefined ? undefined : turnOf(id);
    return other?.role === turn.role ? undefined : other;
  };
  for (const [at, turn] of found.entries()) {
    const isAmongFirst = at < RECALL.exchanges.among;
    if (asks(turn)) {
      ordered.add(turn);
      const answer = isAmongFirst ? partner(turn, 'after') : undefined;
      if (answer !== undefined && isShort(answer)) ordered.add(answer);
      continue;
    }
    const isSlight = tellsNothing(turn);
    const question = isSlight || (isAmongFirst && isShort(turn)) ? partner(turn, 'before') : undefined;
    if (question !== undefined && asks(question)) ordered.add(question);
    else if (isSlight) continue;
    ordered.add(turn);
  }
  return [...ordered].filter((turn) => {
    if (turn.role !== 'ASSISTANT' || !isShort(turn) || !asks(turn)) return true;
    const answer = partner(turn, 'after');
    return answer !== undefined && ordered.has(answer);
  });
}
