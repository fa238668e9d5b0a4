/** Recalled turns: the nearest first, but that of two about as near the shorter one comes before. */
import { OVERHEAD, WORTH } from '../../policy/context.ts';
import type { Queue } from './choose.ts';
import type { Materials } from './materials.ts';
import { queueOf, type Offering } from './offering.ts';
import type { Omission } from './prompt.ts';
import { mostOfLine, recallLine, recallSource, RECALL_HEADER, type Recalled, type RecallLine } from './recall-block.ts';
import { recallWorth } from './worth.ts';

/** `chosen` gives those that were taken by now, without what the window came to show since; `clipped` what is missing of them. */
export function offeredRecall(
  { materials, limits, counter, room, left, leastTokens }: Offering,
  firstShown: () => number,
): { readonly queue: Queue; chosen(): readonly RecallLine[]; clipped(): readonly Omission[] } {
  const { count, atLeast } = counter;
  const taken: RecallLine[] = [];
  const days = new Set<string>();
  const longest = mostOfLine(Math.min(room.recall, limits.tokens - leastTokens));
  // A line that does not fit even when it is clipped is left out for the smaller of the two.
  const tooShort = limits.tokens - leastTokens < room.recall ? 'OVER_BUDGET' : 'OVER_CEILING';
  const said = (reason: Omission['reason']): Omission['reason'] =>
    reason === 'OVER_CEILING' && materials.relevance === 'NOTHING' ? 'NOT_NEAR' : reason;
  const isShown = (sessionId: string, turn: number): boolean =>
    sessionId === materials.sessionId && turn >= firstShown();
  const queue = queueOf(byWorthAndLength(materials.recalled), ({ of, worth }) => {
    const isOwn = of.sessionId === materials.sessionId;
    const leave = (reason: Omission['reason'], tokens: number): void =>
      void left.push({ kind: 'RECALL', source: recallSource(of), reason: said(reason), tokens });
    if (isShown(of.sessionId, of.turn)) return undefined;
    const opening = taken.length === 0 ? OVERHEAD.message + count(RECALL_HEADER) : 0;
    const most = (): number => Math.min(room.recall, room.near, room.together, isOwn ? room.own : Infinity);
    // Most of what is found has no room any more: that is seen without counting it, unless it is long enough to be clipped.
    const fewest = atLeast(of.words);
    if (fewest <= longest && opening + fewest > most()) {
      leave('OVER_CEILING', fewest);
      return undefined;
    }
    const line = recallLine(of, worth, longest, count);
    if (line === undefined) {
      leave(tooShort, fewest);
      return undefined;
    }
    const tokens = opening + line.tokens + (days.has(line.day) ? 0 : line.dayTokens);
    const take = (): void => {
      taken.push(line);
      days.add(line.day);
      room.recall -= tokens;
      room.near -= tokens;
      room.together -= tokens;
      if (isOwn) room.own -= tokens;
    };
    return { worth: line.worth, tokens, price: 1, most, take, leave: (reason) => leave(reason, line.tokens) };
  });
  const chosen = (): readonly RecallLine[] => {
    const first = firstShown();
    return taken.filter(({ of }) => of.sessionId !== materials.sessionId || of.turn < first);
  };
  const clipped = (): readonly Omission[] =>
    chosen()
      .filter(({ clippedTokens }) => clippedTokens > 0)
      .map(({ of, clippedTokens: tokens }) => ({
        kind: 'RECALL',
        source: recallSource(of),
        reason: 'CLIPPED',
        tokens,
      }));
  return { queue, chosen, clipped };
}

/** A turn's place tells its worth. Its words stand for its tokens, which only what is offered is worth counting for. */
function byWorthAndLength(
  recalled: Materials['recalled'],
): readonly { readonly of: Recalled; readonly worth: number; readonly order: number }[] {
  const { lineWords, lengthPower } = WORTH.recall;
  return recalled
    .map((of, index) => {
      const worth = recallWorth(index);
      return { of, worth, order: worth / (lineWords + of.words) ** lengthPower };
    })
    .toSorted((one, other) => other.order - one.order);
}
