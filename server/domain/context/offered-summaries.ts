/** Offers summaries of turns that left the window, the newest first. */
import { OVERHEAD } from '../../policy/context.ts';
import type { Queue } from './choose.ts';
import { BETWEEN_SUMMARIES, dayLine, KEPT_WORTH, SUMMARIES_HEADER, summarySource, type Chosen } from './draft.ts';
import { queueOf, type Offering } from './offering.ts';
import type { Omission } from './prompt.ts';
import { renderSegment, type ShownSegment } from './segment.ts';
import { summaryWorth } from './worth.ts';

/** `chosen` returns the summaries that were taken so far, in the order in which they were sealed. */
export function offeredSummaries(offering: Offering): {
  readonly queue: Queue;
  readonly chosen: readonly Chosen<ShownSegment>[];
} {
  const { materials, limits, counter, room, left, isCached, cachedPrice } = offering;
  const { count } = counter;
  const chosen: Chosen<ShownSegment>[] = [];
  const telling = materials.segments
    .map((of) => ({ of, text: renderSegment(of.keys) }))
    .filter(({ text }) => text !== '');
  // Without a cache each summary costs its full price in every prompt, and the small window alone is cheapest.
  const offered = isCached || limits.isAsked ? telling.toReversed() : [];
  for (const { of, text } of offered.length === 0 ? telling : [])
    left.push({ kind: 'SUMMARIES', source: summarySource(of), reason: 'NOT_WORTH_COST', tokens: count(text) });
  const queue = queueOf(offered, ({ of, text }, at) => {
    const own = count(text + BETWEEN_SUMMARIES);
    const isOfDay = chosen[0] !== undefined && dayLine(chosen[0].of) === dayLine(of);
    const tokens =
      own + (isOfDay ? 0 : count(dayLine(of))) + (chosen.length === 0 ? OVERHEAD.message + count(SUMMARIES_HEADER) : 0);
    const leave = (reason: Omission['reason']): void =>
      void left.push({ kind: 'SUMMARIES', source: summarySource(of), reason, tokens: own });
    const worth = limits.isAsked ? summaryWorth(at) : KEPT_WORTH;
    const take = (): void => {
      chosen.unshift({ of, tokens: own, worth });
      room.own -= tokens;
    };
    return { worth, tokens, price: cachedPrice, most: () => room.own, take, leave };
  });
  return { queue, chosen };
}
