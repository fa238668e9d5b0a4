/** Ranks archived memories by a question. Apart from reading lines it is synchronous: the caller chooses the thread. */
import type { UserKey } from '../domain/accounts.ts';
import { coldObjectDamaged } from '../domain/errors.ts';
import { filterWithin } from '../domain/filter.ts';
import type { MemoryRecord } from '../domain/memory.ts';
import { floatsOf, fromPortable, type PortableMemory } from '../domain/portable.ts';
import { searchText } from '../domain/search-text.ts';
import { embedderKey } from '../embedders/embedder-key.ts';
import type { StaticEncoder } from '../embedders/static/static-encoder.ts';
import { FILTER_BUDGETS } from '../policy/limits.ts';
import type { ArchivedAddress } from '../ports/lifecycle.ts';
import type { Hit, RetrieveQuery } from '../ports/stores.ts';
import type { IndexDocument } from '../retrieval/document.ts';
import { readOf, withReadMetadata } from '../retrieval/inferred-metadata.ts';
import { memoryIndex } from '../retrieval/memory-index.ts';
import { pickMemories } from './archive-lines.ts';

/** The bytes of an object, and the memories in it that are wanted. */
export type ReadObject = {
  readonly object: string;
  readonly chunks: readonly Uint8Array[];
  readonly addresses: readonly ArchivedAddress[];
};

export type RankCommand = {
  readonly whose: UserKey;
  readonly objects: readonly ReadObject[];
  readonly query: Pick<RetrieveQuery, 'text' | 'topK' | 'filter' | 'minSimilarity' | 'nearOnly' | 'explain' | 'nowMs'>;
};

/** Rejects with COLD_OBJECT_DAMAGED if an object holds other memories, and with FILTER_INVALID if the filter takes too long. */
export async function rankArchived(
  { whose, objects, query }: RankCommand,
  encoder: StaticEncoder,
): Promise<readonly Hit[]> {
  const memories = (await Promise.all(objects.map(memoriesOf))).flat().toSorted(byAge);
  const records = new Map<string, MemoryRecord>(memories.map((memory) => [memory.id, fromPortable(memory, whose)]));
  const { filter, ...asked } = query;
  const matches =
    filter === undefined ? undefined : filterWithin(filter, FILTER_BUDGETS.reader, () => performance.now());
  const accepts = matches && ((id: string): boolean => matches(records.get(id) as MemoryRecord));
  const index = memoryIndex(encoder);
  try {
    index.put(memories.map((memory) => documentOf(memory, encoder)));
    return index.search({ ...asked, accepts }).map(({ id, ...hit }) => {
      const record = records.get(id) as MemoryRecord;
      return { ...hit, record, ...(query.explain && { inferred: readOf(record) }) };
    });
  } finally {
    index.release();
  }
}

async function memoriesOf({ object, chunks, addresses }: ReadObject): Promise<readonly PortableMemory[]> {
  const wanted = new Map(addresses.map(({ line, id }) => [line, id]));
  const memories = await pickMemories(each(chunks), new Set(wanted.keys()));
  const ids = new Set(wanted.values());
  if (memories.length !== ids.size || memories.some(({ id }) => !ids.has(id))) throw coldObjectDamaged(object);
  return memories;
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

/**
 * Makes the same document as the store's own indexes, except for a memory's session, since other memories of it may not be
 * here.
 */
function documentOf(memory: PortableMemory, encoder: StaticEncoder): IndexDocument {
  const { id, payload, sessionId, createTimeMs, vector } = memory;
  const text = searchText(payload);
  const isOwn = vector?.embedder === embedderKey(encoder.identity);
  const document = {
    id,
    text,
    sessionId,
    createTimeMs,
    speaker: '',
    ...(payload.type === 'LONG_TERM' && {
      speaker: payload.speaker,
      turn: payload.turn,
      eventTimeMs: payload.eventTimeMs,
    }),
    ...(payload.type === 'EPISODIC' && { eventTimeMs: payload.startTimeMs }),
    vector: isOwn ? floatsOf(vector) : encoder.embed(text),
  };
  return payload.type === 'LONG_TERM' ? withReadMetadata(document) : document;
}

function byAge(one: PortableMemory, other: PortableMemory): number {
  if (one.createTimeMs !== other.createTimeMs) return one.createTimeMs - other.createTimeMs;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
