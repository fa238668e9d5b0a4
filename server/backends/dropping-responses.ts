/** Tells the cache of answers of every change of facts, before the change is acknowledged: no answer begun after that rests on them. */
import type { FactsChanged } from '../domain/context/intents.ts';
import type { SaidOutcome } from '../domain/facts/fact-intents.ts';
import type { ContextStore, FactStore, ResponseCache } from '../ports/context.ts';

type Stores = { readonly store: ContextStore; readonly facts: FactStore };

export function droppingResponses({ store, facts }: Stores, { drop }: Pick<ResponseCache, 'drop'>): Stores {
  type Of = Pick<FactsChanged, 'scope' | 'nowMs'>;

  /** What confirms a fact changes nothing. */
  async function told({ scope, nowMs }: Of, said: readonly SaidOutcome[], forgottenIds: readonly string[]) {
    if (forgottenIds.length === 0 && said.every(({ operation }) => operation === 'CONFIRMED')) return;
    const closedIds = [...forgottenIds, ...said.flatMap((outcome) => outcome.closedIds)];
    await drop({ scope, nowMs, closedIds });
  }

  return {
    store: {
      ...store,
      async append(intent, call) {
        const appended = await store.append(intent, call);
        await told(intent, appended.facts, appended.forgottenIds);
        return appended;
      },
    },
    facts: {
      ...facts,
      async say(intent, call) {
        const outcomes = await facts.say(intent, call);
        await told(intent, outcomes, []);
        return outcomes;
      },
      async replace(intent, call) {
        const outcome = await facts.replace(intent, call);
        await told(intent, [outcome], [intent.id]);
        return outcome;
      },
      async forget(intent, call) {
        await facts.forget(intent, call);
        await told(intent, [], [intent.id]);
      },
    },
  };
}
