/** Implements the outbox, and the record under an index, over the threads. */
import { orAbort } from '../../../domain/abort.ts';
import type { Clock, MemoryStore } from '../../../ports/stores.ts';
import type { Known, LocalRecord, Outbox } from '../../../ports/outbox.ts';
import type { AccessBuffer } from '../../access-buffer.ts';
import { chosenHits } from '../../chosen-hits.ts';
import { storedText } from '../../stored-text.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { KnownThere } from '../records/memory-commands.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import type { CommitListeners } from '../change-log.ts';
import { compact, compactVectors } from '../memories/store.ts';
import type { MemoryWrites } from '../memories/writes.ts';
import type { OutboxReads } from './reads.ts';
import type { OutboxWrites } from './writes.ts';
import type { RankReads } from './rank-candidates.ts';
import type { UnseenReads } from './read-unseen.ts';

export function sqliteOutbox(
  writer: Remote<OutboxWrites>,
  readers: ReaderPool<OutboxReads>,
  listeners: CommitListeners,
): Outbox {
  // The reads belong to no user.
  const reader = () => readers.leastBusy();
  return {
    due: (query, { signal }) => reader().dueChanges(query, signal),
    refill: (nowMs, { signal }) => writer.refillOutbox({ nowMs }, signal),
    erasures: ({ signal }) => reader().indexErasures({}, signal),
    erased: ({ tenant, userId }, { signal }) => writer.erasedInIndex({ tenant, userId }, signal),
    sent: (limit, { signal }) => reader().sentChanges({ limit }, signal),
    settle: (settled, { signal }) => writer.settleOutbox({ settled }, signal),
    state: ({ signal }) => reader().outboxState({}, signal),
    deadLetters: (query, { signal }) => reader().deadLetters(query, signal),
    replay: (letters, { signal }) => writer.replayOutbox(letters, signal),
    subscribe: listeners.subscribeToAll,
  };
}

export function sqliteLocalRecord(
  store: MemoryStore,
  writer: Remote<MemoryWrites>,
  readers: ReaderPool<UnseenReads & RankReads>,
  clock: Clock,
  accesses: AccessBuffer,
): LocalRecord {
  const type = 'LONG_TERM';
  return {
    store,
    find: (ref, nowMs, { signal }) => readers.of(ref.scope).findKept({ ref, nowMs }, signal),
    unseenPage: (query, page, { signal }) => readers.of(query.scope).unseenPage({ query, ...page }, signal),

    async rank(query, candidates, { signal }) {
      const clockMs = clock.now();
      const compacted = candidates.map((candidate) => ({ ...candidate, vector: compact(candidate.vector) }));
      const hits = await chosenHits(query, (asked) =>
        readers.of(query.scope).rank({ query: asked, candidates: compacted, clockMs }, signal),
      );
      accesses.note(
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
      const command = { ...intent, ...compactVectors(intent), type, text, known: stored } as const;
      return writer.update(command, signal, origin);
    },

    async remove(intent, known, { signal, origin }) {
      const stored = await orAbort(storedForm(known), signal);
      return writer.remove({ ...intent, type, known: stored }, signal, origin);
    },

    noteAccess: (ids, atMs) => accesses.note(ids, atMs),
  };
}

async function storedForm(known: Known): Promise<KnownThere> {
  if (known === 'GONE' || known === 'RECORD') return known;
  const { payload } = known.record;
  const text = await storedText('content' in payload ? payload.content : '');
  return { ...known, vector: compact(known.vector), text };
}
