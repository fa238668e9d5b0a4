/** The outbox and the record under an index, over the threads. */
import { orAbort } from '../../../domain/abort.ts';
import type { Clock, MemoryStore } from '../../../ports/stores.ts';
import type { Known, LocalRecord, Outbox } from '../../../ports/outbox.ts';
import type { AccessTally } from '../../access-tally.ts';
import { storedText } from '../../stored-text.ts';
import type { BatchChannel } from '../threads/batch-channel.ts';
import type { KnownThere } from '../threads/outbox-api.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';
import type { CommitListeners } from './sqlite-change-log.ts';
import { compact, compactVectors } from './sqlite-memory-store.ts';
import type { ReaderApi, WriterApi } from '../threads/thread-api.ts';

export function sqliteOutbox(writer: BatchChannel<WriterApi>, readers: ReaderPool, listeners: CommitListeners): Outbox {
  /** The least busy: it is nobody's own work. */
  const reader = (): BatchChannel<ReaderApi> =>
    readers.all().reduce((best, other) => (other.waiting < best.waiting ? other : best));
  return {
    due: (query, { signal }) => reader().call('dueChanges', query, signal),
    refill: (nowMs, { signal }) => writer.call('refillOutbox', { nowMs }, signal),
    erasures: ({ signal }) => reader().call('indexErasures', {}, signal),
    erased: ({ tenant, userId }, { signal }) => writer.call('erasedInIndex', { tenant, userId }, signal),
    sent: (limit, { signal }) => reader().call('sentChanges', { limit }, signal),
    settle: (settled, { signal }) => writer.call('settleOutbox', { settled }, signal),
    state: ({ signal }) => reader().call('outboxState', {}, signal),
    deadLetters: (query, { signal }) => reader().call('deadLetters', query, signal),
    replay: (letters, { signal }) => writer.call('replayOutbox', letters, signal),
    subscribe: listeners.subscribeToAll,
  };
}

export function sqliteLocalRecord(
  store: MemoryStore,
  writer: BatchChannel<WriterApi>,
  readers: ReaderPool,
  clock: Clock,
  tally: AccessTally,
): LocalRecord {
  const type = 'LONG_TERM';
  return {
    store,
    find: (ref, nowMs, { signal }) => readers.of(ref.scope).call('findKept', { ref, nowMs }, signal),
    unseenPage: (query, page, { signal }) => readers.of(query.scope).call('unseenPage', { query, ...page }, signal),

    async rank(query, candidates, { signal }) {
      const clockMs = clock.now();
      const compacted = candidates.map((candidate) => ({ ...candidate, vector: compact(candidate.vector) }));
      const hits = await readers.of(query.scope).call('rank', { query, candidates: compacted, clockMs }, signal);
      tally.note(
        hits.map(({ record }) => record.id),
        clockMs,
      );
      return hits;
    },

    async update(intent, known, { signal, origin }) {
      const { content } = intent.patch;
      const [text, stored] = await orAbort(
        Promise.all([content === undefined ? undefined : storedText(content), storedForm(known)]),
        signal,
      );
      const order = { ...intent, ...compactVectors(intent), type, text, known: stored } as const;
      return writer.call('update', order, signal, origin);
    },

    async remove(intent, known, { signal, origin }) {
      const stored = await orAbort(storedForm(known), signal);
      return writer.call('remove', { ...intent, type, known: stored }, signal, origin);
    },

    noteAccess: (ids, atMs) => tally.note(ids, atMs),
  };
}

async function storedForm(known: Known): Promise<KnownThere> {
  if (known === 'GONE' || known === 'RECORD') return known;
  const { payload } = known.record;
  const text = await storedText('content' in payload ? payload.content : '');
  return { ...known, vector: compact(known.vector), text };
}
