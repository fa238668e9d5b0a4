/**
 * Has a model write the summaries of what an append or a flush is about to seal, if one is configured. The store uses those
 * that still apply.
 */
import type { Sealing } from '../../domain/context/append.ts';
import { decideAppend, decideFlush, decideSeal } from '../../domain/context/append.ts';
import type { AppendIntent, WrittenSummary } from '../../domain/context/intents.ts';
import { countedKeys } from '../../domain/context/segment.ts';
import type { Scope } from '../../domain/memory.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { ServiceCall } from '../call.ts';
import type { ContextDependencies } from './dependencies.ts';

/** The server also makes such calls by itself. */
export type TimedCall = CallContext & Pick<ServiceCall, 'nowMs'>;

export interface Summaries {
  ofAppend(
    intent: Pick<AppendIntent, 'scope' | 'turns' | 'windowPolicy'>,
    call: ServiceCall,
  ): Promise<readonly WrittenSummary[]>;
  ofFlush(scope: Scope, call: ServiceCall, upTo?: number): Promise<readonly WrittenSummary[]>;
  ofIdle(scope: Scope, call: TimedCall): Promise<readonly WrittenSummary[]>;
}

/** The dependencies of writing summaries. */
export type SummaryParts = Pick<ContextDependencies, 'store' | 'summarizer' | 'embedderName' | 'texts'>;

export function summaries(dependencies: SummaryParts): Summaries {
  const { store, summarizer, embedderName } = dependencies;
  const { tokens } = dependencies.texts;

  async function write(sealed: readonly Sealing[], call: TimedCall): Promise<readonly WrittenSummary[]> {
    if (summarizer === undefined || sealed.length === 0) return [];
    await tokens.load('o200k_base');
    const count = (text: string): number => tokens.count(text, 'o200k_base').tokens;
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
    async ofAppend({ scope, turns, windowPolicy }, call) {
      if (summarizer === undefined) return [];
      const known = await store.state(scope, call);
      const state = { ...known, policy: windowPolicy ?? known.policy };
      return write(decideAppend(state, turns, embedderName, call.nowMs).sealed, call);
    },
    async ofFlush(scope, call, upTo) {
      if (summarizer === undefined) return [];
      const state = await store.state(scope, call);
      return write(decideFlush(state, call.nowMs, upTo).sealed, call);
    },
    async ofIdle(scope, call) {
      if (summarizer === undefined) return [];
      return write(decideSeal(await store.state(scope, call), call.nowMs).sealed, call);
    },
  };
}
