/** Offers recalled turns to a prompt: the most relevant first, but of two that are about equally relevant the shorter one first. */
import { OVERHEAD, WORTH } from '../../policy/context.ts';
import type { Queue } from './choose.ts';
import type { Materials } from './materials.ts';
import { queueOf, type Offering } from './offering.ts';
import type { Omission } from './prompt.ts';
import { mostOfLine, recallLine, recallSource, RECALL_HEADER, type FarTurn, type RecallLine } from './recall-block.ts';
import type { Counter } from './tokens.ts';
import { HARMFUL_TURN_WORTH, recallWorth } from './worth.ts';

/**
 * `chosen` returns the turns that were taken so far, without those that the window has come to show since; `clipped` lists what was
 * clipped from them.
 */
export function offeredRecall(
  { materials, limits, counter, room, left, leastTokens }: Offering,
  firstShown: () => number,
): { readonly queue: Queue; chosen(): readonly RecallLine[]; clipped(): readonly Omission[] } {
  const { count, atLeast } = counter;
  const taken: RecallLine[] = [];
  const days = new Set<string>();
  const longest = mostOfLine(Math.min(room.recall, limits.tokens - leastTokens));
  // A line that does not fit even when clipped is reported under whichever of limit and ceiling is smaller.
  const tooShort = limits.tokens - leastTokens < room.recall ? 'OVER_BUDGET' : 'OVER_CEILING';
  const said = (reason: Omission['reason']): Omission['reason'] =>
    reason === 'OVER_CEILING' && materials.relevance === 'NOTHING' ? 'NOT_NEAR' : reason;
  const isShown = (sessionId: string, turn: number): boolean =>
    sessionId === materials.sessionId && turn >= firstShown();
  const queue = queueOf(byWorthAndLength(materials), ({ of, worth, why }) => {
    const isOwn = of.sessionId === materials.sessionId;
    const leave = (reason: Omission['reason'], tokens: number): void =>
      void left.push({ kind: 'RECALL', source: recallSource(of), reason: said(reason), tokens });
    if (isShown(of.sessionId, of.turn)) return undefined;
    const opening = taken.length === 0 ? OVERHEAD.message + count(RECALL_HEADER) : 0;
    const most = (): number => Math.min(room.recall, room.near, room.together, isOwn ? room.own : Infinity);
    // Most of what is found no longer has room. This is seen without counting tokens, unless the text is long enough to be clipped.
    const fewest = atLeast(of.words);
    if (fewest <= longest && opening + fewest > most()) {
      leave('OVER_CEILING', fewest);
      return undefined;
    }
    const line = recallLine(of, { worth, why }, longest, count);
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

/** Tells which turns were found, but are too far from the question to be offered. */
export function farTurnsOmitted(far: readonly FarTurn[], { atLeast }: Pick<Counter, 'atLeast'>): readonly Omission[] {
  return far.map((turn) => ({
    kind: 'RECALL',
    source: recallSource(turn),
    reason: 'NOT_NEAR',
    tokens: atLeast(turn.words),
  }));
}

/**
 * Orders turns by worth and length. The worth of a turn follows from its rank and the question, unless a plan touches it. Words stand in for
 * tokens, which are counted only for turns that are offered.
 */
function byWorthAndLength({
  recalled,
  planned,
  chance,
}: Materials): readonly (Pick<RecallLine, 'of' | 'worth' | 'why'> & { readonly order: number })[] {
  const { lineWords, lengthPower } = WORTH.recall;
  return recalled
    .map((of, index) => {
      const why = planned.has(of.id) ? ('PLANNED' as const) : ('NEAR' as const);
      const worth = why === 'PLANNED' ? HARMFUL_TURN_WORTH : recallWorth(index, chance);
      return { of, worth, why, order: worth / (lineWords + of.words) ** lengthPower };
    })
    .toSorted((one, other) => other.order - one.order);
}
