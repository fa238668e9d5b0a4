/** The port of sessions over the threads. */
import { orAbort } from '../../../domain/abort.ts';
import type { ReadTurn } from '../../../domain/context/turn.ts';
import type { ContextStore, ResponseCache } from '../../../ports/context.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { BatchChannel } from '../threads/batch-channel.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';
import { storedText } from '../../stored-text.ts';
import type { TurnOrder, WriterApi } from '../threads/thread-api.ts';

export type SqliteContextOptions = {
  readonly writer: BatchChannel<WriterApi>;
  readonly readers: ReaderPool;
  readonly clock: Clock;
  /** Turns that left their window stay findable for so long. */
  readonly recallMs: number;
  /** That makes the turns' vectors. */
  readonly embedderName: string;
};

export function sqliteContextStore(options: SqliteContextOptions): ContextStore {
  const { writer, readers, clock, recallMs, embedderName } = options;
  /** Users whose indexes are being brought up to date. */
  const preparing = new Set<string>();
  return {
    async append(intent, { signal, origin }) {
      const turns = await orAbort(Promise.all(intent.turns.map(toOrder)), signal);
      return writer.call('appendTurns', { ...intent, turns, embedderName }, signal, origin);
    },

    flush: (intent, { signal, origin }) => writer.call('flushSession', intent, signal, origin),

    read(query, { signal }) {
      const clockMs = clock.now();
      return readers.of(query.scope).call('session', { query, clockMs, oldestMs: clockMs - recallMs }, signal);
    },

    prepare(scope) {
      const user = JSON.stringify([scope.tenant, scope.userId]);
      if (preparing.has(user)) return;
      preparing.add(user);
      const at = { scope, clockMs: clock.now() };
      const recall = readers.of(scope).call('warm', { type: 'RECALL', ...at });
      const facts = readers.beside(scope).call('warm', { type: 'FACT', ...at });
      void Promise.allSettled([recall, facts]).then(() => preparing.delete(user));
    },

    state: (scope, { signal }) => readers.of(scope).call('sessionState', scope, signal),

    reportOutput: (intent, { signal, origin }) => writer.call('reportOutput', intent, signal, origin),

    addUsage: (intent) => writer.call('addUsage', intent),

    learnFactor: (seen, { signal, origin }) => writer.call('learnFactor', seen, signal, origin),

    usage: (scope, { signal }) => readers.of(scope).call('sessionUsage', scope, signal),

    factsHold: (query, { signal }) => readers.of(query.scope).call('factsHold', query, signal),

    putSystemPrompt: (put, { signal, origin }) => writer.call('putSystemPrompt', put, signal, origin),

    // Prompts are no user's: any reader has them.
    systemPrompt: (ref, { signal }) => readers.of({ ...ref, userId: ref.agentId }).call('systemPrompt', ref, signal),
  };
}

/** Beside the facts: what they say no more goes with them, in the same transaction. */
export function sqliteResponseCache({
  writer,
  readers,
}: Pick<SqliteContextOptions, 'writer' | 'readers'>): ResponseCache {
  return {
    async store(intent, { signal, origin }) {
      await writer.call('storeResponse', intent, signal, origin);
      return true;
    },
    find: (query, { signal }) => readers.of(query.scope).call('findResponse', query, signal),
    drop: () => Promise.resolve(),
  };
}

async function toOrder({ content, ...turn }: ReadTurn): Promise<TurnOrder> {
  return { ...turn, text: await storedText(content), sizeBytes: Buffer.byteLength(content) };
}
