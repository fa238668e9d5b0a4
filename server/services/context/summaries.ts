/** Has a model write what an append or a flush is about to seal, where one is plugged in. The store takes what still fits. */
import type { Sealing } from '../../domain/context/append.ts';
import { decideAppend, decideFlush } from '../../domain/context/append.ts';
import type { WrittenSummary } from '../../domain/context/intents.ts';
import { countedKeys } from '../../domain/context/segment.ts';
import type { ReadTurn } from '../../domain/context/turn.ts';
import type { Scope } from '../../domain/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { ContextDependencies } from './dependencies.ts';
import { turnReading } from './reading.ts';

export interface Summaries {
  ofAppend(scope: Scope, turns: readonly ReadTurn[], call: ServiceCall): Promise<readonly WrittenSummary[]>;
  ofFlush(scope: Scope, call: ServiceCall, upTo?: number): Promise<readonly WrittenSummary[]>;
}

export function summaries(dependencies: ContextDependencies): Summaries {
  const { store, summarizer, embedderName } = dependencies;

  async function write(
    scope: Scope,
    sealed: readonly Sealing[],
    call: ServiceCall,
  ): Promise<readonly WrittenSummary[]> {
    if (summarizer === undefined || sealed.length === 0) return [];
    const { count } = await turnReading(dependencies, scope);
    const written = await Promise.all(
      sealed.map(async ({ turns }): Promise<WrittenSummary[]> => {
        const said = turns
          .filter(({ role, content }) => role !== 'TOOL' && content !== '')
          .map(({ role, speaker, content }) => ({ who: speaker === '' ? role.toLowerCase() : speaker, content }));
        if (said.length === 0) return [];
        const answer = await summarizer.summarise(said, call.signal);
        const keys = answer && countedKeys(answer, count);
        return keys === undefined ? [] : [{ turnIds: turns.map(({ id }) => id), ...keys }];
      }),
    );
    return written.flat();
  }

  return {
    async ofAppend(scope, turns, call) {
      if (summarizer === undefined) return [];
      const state = await store.state(scope, call);
      return write(scope, decideAppend(state, turns, embedderName, call.nowMs).sealed, call);
    },
    async ofFlush(scope, call, upTo) {
      if (summarizer === undefined) return [];
      const state = await store.state(scope, call);
      return write(scope, decideFlush(state, call.nowMs, upTo).sealed, call);
    },
  };
}
