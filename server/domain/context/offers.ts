/** Offers the optional parts of a prompt: each kind in its own order and under its own ceiling, with its worth and its cost. */
import type { Queue } from './choose.ts';
import type { Draft } from './draft.ts';
import type { Materials, PromptLimits } from './materials.ts';
import { offeredFacts } from './offered-facts.ts';
import { offeredRecall } from './offered-recall.ts';
import { offeredSessions } from './offered-sessions.ts';
import { offeredSummaries } from './offered-summaries.ts';
import { offeredTurns } from './offered-turns.ts';
import { offering } from './offering.ts';
import type { Omission } from './prompt.ts';
import type { Counter } from './tokens.ts';
import type { Group } from './window-blocks.ts';

export type Offers = {
  readonly queues: readonly Queue[];
  /** True if a sliding window shows fewer turns than it holds, because the prompt would be too large. */
  readonly isNarrowed: boolean;
  /** Returns the parts that were taken so far, and those that were not. */
  chosen(): Pick<Draft, 'earlier' | 'summaries' | 'sessions' | 'facts' | 'recall'> & {
    readonly left: readonly Omission[];
  };
};

export function offers(
  least: Draft,
  older: readonly Group[],
  materials: Materials,
  limits: PromptLimits,
  counter: Counter,
  leastTokens: number,
): Offers {
  const shared = offering(materials, limits, counter, leastTokens);
  const turns = offeredTurns(least, older, shared);
  const summaries = offeredSummaries(shared);
  const sessions = offeredSessions(shared);
  const facts = offeredFacts(shared, turns.firstShown);
  const recall = offeredRecall(shared, turns.firstShown);
  return {
    queues: [turns.queue, summaries.queue, sessions.queue, facts.queue, recall.queue],
    isNarrowed: turns.isNarrowed,
    chosen: () => ({
      earlier: turns.earlier(),
      summaries: summaries.chosen,
      sessions: sessions.chosen,
      facts: facts.chosen,
      recall: recall.chosen(),
      left: [...shared.left, ...recall.clipped()],
    }),
  };
}
