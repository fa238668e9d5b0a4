/** Tells the cache of answers of every change of facts before the change is acknowledged, so that no later call gets a stale answer. */
import type { FactsChanged } from '../../domain/context/intents.ts';
import type { SaidOutcome } from '../../domain/facts/fact-intents.ts';
import type { ContextStore, FactStore, ResponseCache } from '../../ports/context.ts';
import type { Layer } from './layer.ts';

type Cache = Pick<ResponseCache, 'drop'>;
type Change = Pick<FactsChanged, 'scope' | 'nowMs'>;

/** Drops answers when turns are appended. */
export function dropByTurns(cache: Cache): Layer<ContextStore> {
  return {
    async append(next, intent, call) {
      const appended = await next(intent, call);
      await dropWhatRestsOn(cache, intent, appended.facts, appended.forgottenIds);
      return appended;
    },
  };
}

/** Drops answers when a call changes facts. */
export function dropByFacts(cache: Cache): Layer<FactStore> {
  return {
    async say(next, intent, call) {
      const outcomes = await next(intent, call);
      await dropWhatRestsOn(cache, intent, outcomes, []);
      return outcomes;
    },
    async replace(next, intent, call) {
      const outcome = await next(intent, call);
      await dropWhatRestsOn(cache, intent, [outcome], [intent.id]);
      return outcome;
    },
    async sayLate(next, intent, call) {
      const outcomes = await next(intent, call);
      const changed = outcomes.filter(({ does }) => does === 'ADDED' || does === 'SUPERSEDED');
      if (intent.dryRun || changed.length === 0) return outcomes;
      const { scope, nowMs } = intent;
      await cache.drop({ scope, nowMs, closedIds: changed.flatMap(({ otherIds }) => otherIds), restoredIds: [] });
      return outcomes;
    },
    async restore(next, intent, call) {
      const outcome = await next(intent, call);
      await dropWhatRestsOn(cache, intent, [outcome], [], [intent.id]);
      return outcome;
    },
    async forget(next, intent, call) {
      await next(intent, call);
      await dropWhatRestsOn(cache, intent, [], [intent.id]);
    },
  };
}

/** Confirming a fact changes nothing. */
async function dropWhatRestsOn(
  { drop }: Cache,
  { scope, nowMs }: Change,
  said: readonly SaidOutcome[],
  forgottenIds: readonly string[],
  restoredIds: readonly string[] = [],
): Promise<void> {
  if (forgottenIds.length === 0 && said.every(({ operation }) => operation === 'CONFIRMED')) return;
  const closedIds = [...forgottenIds, ...said.flatMap((outcome) => outcome.closedIds)];
  await drop({ scope, nowMs, closedIds, restoredIds });
}
