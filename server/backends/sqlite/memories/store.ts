/** Implements the port over the threads, for one type: converts intents into stored form, and the threads' replies into records. */
import { userKeyText } from '../../../domain/accounts.ts';
import { jsonText, sizeBytes, type MemoryRecord, type Scope } from '../../../domain/memory.ts';
import type { UserMemories } from '../../../ports/users.ts';
import { inTurns } from '../../../ports/in-turns.ts';
import type { Added, AddIntent, Clock, GraphStore, MemoryStore, Outcome } from '../../../ports/stores.ts';
import type { AccessBuffer } from '../../access-buffer.ts';
import { chosenHits } from '../../chosen-hits.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { AddsFollower } from '../indexes/follow-adds.ts';
import { readHits } from './found-rows.ts';
import { recordsOf } from './memory-rows.ts';
import { hitsOf } from './hit-parts.ts';
import { unpacked } from '../engine/slices.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import { spreadSearches } from './spread-searches.ts';
import { storedText } from '../../stored-text.ts';
import type { AddReply, StoredAdd } from '../records/memory-commands.ts';
import type { StoredType } from '../records/stored-types.ts';
import type { WireOutcome } from '../engine/wire-error.ts';
import { fromWire } from '../engine/wire-error.ts';
import { orAbort } from '../../../domain/abort.ts';
import { RecordaError } from '../../../domain/errors.ts';
import type { EntityReads } from './find-entities.ts';
import type { GraphReads } from './traverse-entities.ts';
import type { MemoryReads } from './reads.ts';
import type { MemoryWrites } from './writes.ts';
import type { RetrievalReads } from './retrieve-records.ts';

export function sqliteMemoryStore(
  type: StoredType,
  writer: Remote<MemoryWrites>,
  readers: ReaderPool<MemoryReads & RetrievalReads>,
  clock: Clock,
  accesses: AccessBuffer,
  ofUser: UserMemories,
  follower?: AddsFollower,
): MemoryStore {
  const searcher = spreadSearches(readers, clock);
  return {
    type,
    backend: 'sqlite',
    capabilities: { durability: 'DURABLE', isLogged: true },
    ofUser,

    async add(intents, { signal, origin }) {
      const commands = await orAbort(Promise.all(await inTurns(intents, signal, toCommand)), signal);
      const outcomes = await writer.add(commands, signal, origin);
      if (type === 'LONG_TERM' || type === 'STRUCTURED') {
        for (const [scope, count] of countsByUser(intents)) follower?.added(type, scope, count);
      }
      return outcomes.map((outcome, index) => toAdded(intents[index] as AddIntent, outcome));
    },

    async get(ref, nowMs, { signal }) {
      const record = await readers.leastBusy(ref.scope).get({ type, ref, nowMs }, signal);
      if (record !== undefined) accesses.note([record.id], nowMs);
      return record;
    },

    async list(query, { signal }) {
      const { tenant, userId } = query.scope;
      const { rows, expireMs, ...rest } = await readers.of(query.scope).list({ type, query }, signal);
      return {
        ...rest,
        records: await unpacked(rows, signal, (slice) => recordsOf(slice, { tenant, userId, expireMs })),
      };
    },

    async update(intent, { signal, origin }) {
      const { content } = intent.patch;
      const text = content === undefined ? undefined : await orAbort(storedText(content), signal);
      return writer.update({ ...intent, ...compactVectors(intent), type, text }, signal, origin);
    },

    remove: (intent, { signal, origin }) => writer.remove({ ...intent, type }, signal, origin),

    async retrieve(query, { signal }) {
      const clockMs = clock.now();
      const { tenant, userId } = query.scope;
      const hits = await chosenHits(query, async (asked) => {
        const found = await searcher(type, query.scope).retrieve({ type, query: asked, clockMs }, signal);
        return readHits(found, { tenant, userId }, signal);
      });
      accesses.note(
        hits.map(({ record }) => record.id),
        clockMs,
      );
      return hits;
    },
  };
}

/** Counts intents by user; a call's intents are mostly one user's. */
function countsByUser(intents: readonly AddIntent[]): Iterable<readonly [Scope, number]> {
  const byUser = new Map<string, readonly [Scope, number]>();
  for (const { scope } of intents) {
    const key = userKeyText(scope);
    byUser.set(key, [scope, (byUser.get(key)?.[1] ?? 0) + 1]);
  }
  return byUser.values();
}

/** Implements the port of entities, over the store of their type. */
export function sqliteGraphStore(
  store: MemoryStore,
  readers: ReaderPool<EntityReads & GraphReads>,
  clock: Clock,
  accesses: AccessBuffer,
): GraphStore {
  return {
    ...store,
    type: 'ENTITY',
    async retrieve(query, { signal }) {
      const clockMs = clock.now();
      const found = await readers.of(query.scope).findEntities({ query, clockMs }, signal);
      const parts = await unpacked(found, signal, (slice) => slice);
      const hits = await inTurns(hitsOf(parts), signal, (hit) => hit);
      accesses.note(
        hits.map(({ record }) => record.id),
        clockMs,
      );
      return hits;
    },
    async traverse(query, { signal }) {
      const { entities, relationships, isTruncated } = await readers.of(query.scope).traverse(query, signal);
      return {
        entities: await unpacked(entities, signal, (slice) => slice),
        relationships: await unpacked(relationships, signal, (slice) => slice),
        isTruncated,
      };
    },
  };
}

async function toCommand(intent: AddIntent): Promise<StoredAdd> {
  const { payload, metadata, ...rest } = intent;
  if (payload.type === 'WORKING') throw new Error('Working memory is not stored in SQLite.');
  const text = await storedText('content' in payload ? payload.content : jsonText(payload));
  return {
    payload: 'content' in payload ? { ...payload, content: '' } : payload,
    metadataJson: metadata && JSON.stringify(metadata),
    text,
    sizeBytes: sizeBytes(payload, metadata),
    ...rest,
    ...compactVectors(intent),
  };
}

/** Copies a view of a larger buffer, since a message would carry the whole buffer. */
export function compactVectors({
  vector,
  next,
}: Pick<AddIntent, 'vector' | 'next'>): Pick<AddIntent, 'vector' | 'next'> {
  return {
    ...(vector !== undefined && { vector: compact(vector) }),
    ...(next !== undefined && { next: { ...next, vector: compact(next.vector) } }),
  };
}

export function compact(vector: Float32Array): Float32Array {
  return vector.byteLength === vector.buffer.byteLength ? vector : vector.slice();
}

function toAdded(intent: AddIntent, outcome: WireOutcome<AddReply>): Outcome<Added> {
  if (!outcome.ok) {
    const error = fromWire(outcome.error);
    if (error instanceof RecordaError) return { ok: false, error };
    throw error;
  }
  const { operation, remaining, prunedCount, evictedCount, removedIds, isRepeated, merged, ...parts } = outcome.value;
  const record = merged ?? toRecord(intent, parts);
  const placed = { operation, remaining, prunedCount, evictedCount, removedIds, ...(isRepeated && { isRepeated }) };
  return { ok: true, value: { record, ...placed } };
}

type RecordParts = Omit<
  AddReply,
  'operation' | 'remaining' | 'prunedCount' | 'evictedCount' | 'removedIds' | 'isRepeated' | 'merged'
>;

function toRecord(
  { scope, payload, source, metadata, importance, isPinned }: AddIntent,
  { saidMs, payload: then, ...parts }: RecordParts,
): MemoryRecord {
  return {
    scope,
    payload: payload.type === 'SHORT_TERM' && saidMs !== undefined ? { ...payload, timeMs: saidMs } : (then ?? payload),
    updateTimeMs: parts.createTimeMs,
    version: 1,
    ...parts,
    ...(source !== undefined && { source }),
    ...(metadata !== undefined && { metadata }),
    ...(importance !== undefined && { importance }),
    ...(isPinned && { isPinned }),
  };
}
