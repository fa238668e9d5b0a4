/**
 * The indexes of a reader: one for each user's long-term memories and for each session, brought up to date from the change log
 * before every search, inside the transaction that searches. So a search sees every write that was acknowledged before it.
 */
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Filterable } from '../../domain/filter.ts';
import type { Scope } from '../../domain/memory.ts';
import { SQLITE } from '../../policy/sqlite.ts';
import { embedderKey } from '../../embedders/embedder-key.ts';
import type { StaticEncoder } from '../../embedders/static/static-encoder.ts';
import type { IndexDocument } from '../../retrieval/document.ts';
import { memoryIndex, type MemoryIndex } from '../../retrieval/memory-index.ts';
import { packFormat } from '../../retrieval/pack-format.ts';
import { readPacks } from './read-packs.ts';
import { ownerPlace } from './owner-place.ts';
import { CURRENT_VECTOR, toFilterable, vectorOf, type HeadRow, type RowOwner } from './rows.ts';
import { selectFilterable, type FilterableRow } from './select-filterable.ts';
import { indexedText } from './indexed-text.ts';
import type { IndexedType, PackFacts } from './thread-api.ts';

type OwnerRow = {
  readonly user_no: number;
  readonly revision: number;
  readonly owner_no: number;
  readonly expire_ms: number | null;
  /** That the store is of. */
  readonly name: string;
  readonly version: string;
  readonly dimensions: number;
};

type DocumentRow = Pick<HeadRow, 'id' | 'create_ms' | 'session_id' | 'said_ms' | 'speaker' | 'event_ms' | 'turn'> & {
  readonly content: string | Buffer;
  readonly vector: Buffer | null;
};

type Entry = {
  readonly ownerNo: number;
  /** Of those that are packed. */
  readonly userNo: number | undefined;
  readonly index: MemoryIndex;
  /** The key of the embedder that made its vectors. */
  readonly embedder: string;
  /** The user's revision that the index has. */
  revision: number;
  /** What filters have seen, so that each is read and parsed once. */
  readonly heads: Map<string, { readonly memory: Filterable; readonly bytes: number }>;
  headBytes: number;
  /** Changes of its memories that no pack of it has. */
  unpacked: number;
  /** How many of them there were when packing was last considered. */
  consideredAt: number;
};

export type UserIndex = {
  readonly index: MemoryIndex;
  readonly embedder: string;
  readonly owner: RowOwner;
  /** A memory as filters see it. */
  readonly head: (id: string) => Filterable;
};

export type PackableIndex = PackFacts & { readonly bytes: Uint8Array };

const NEW_ENTRY = { headBytes: 0, unpacked: 0, consideredAt: -1 };

const DOCUMENT = `m.id, m.create_ms, m.session_id, m.said_ms, m.speaker, m.event_ms, m.turn, m.content, ${CURRENT_VECTOR}`;

export function userIndexes(db: Database, encoder: StaticEncoder, maxBytes: number) {
  const form = packFormat(encoder);
  const formatOf = (embedder: string): string => `${form} ${embedder}`;
  const findPack = readPacks(db);
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ index, headBytes }) => index.bytes + headBytes + 1,
    dispose: ({ index }, _key, reason) => {
      if (reason === 'evict') index.release();
    },
  });
  const findOwner = db.prepare<[object], OwnerRow>(
    `SELECT u.user_no, u.revision, o.owner_no, o.expire_ms, e.name, e.version, e.dimensions
     FROM users u JOIN owners o USING (user_no) JOIN embedder e ON e.state = 'CURRENT'
     WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = @type AND o.session_id = @sessionId
       AND (o.expire_ms IS NULL OR o.expire_ms > @clockMs)`,
  );
  const selectAll = db.prepare<[object], DocumentRow>(
    `SELECT ${DOCUMENT} FROM memories m WHERE m.owner_no = @ownerNo ORDER BY m.create_ms, m.id`,
  );
  const selectOne = db.prepare<[object], DocumentRow>(
    `SELECT ${DOCUMENT} FROM memories m WHERE m.id = @id AND m.owner_no = @ownerNo`,
  );
  const filterableRow = selectFilterable(db);
  const selectChanges = db.prepare<[object], { readonly type: IndexedType; readonly id: string }>(
    'SELECT type, id FROM changes WHERE user_no = @userNo AND revision > @since ORDER BY revision',
  );

  const toDocument = (row: DocumentRow): IndexDocument => {
    const { text, eventTimeMs } = indexedText(row);
    return {
      id: row.id,
      text,
      speaker: row.speaker ?? '',
      sessionId: row.session_id,
      ...(row.turn !== null && { turn: row.turn }),
      ...(eventTimeMs !== undefined && { eventTimeMs }),
      createTimeMs: row.create_ms,
      vector: row.vector === null ? encoder.embed(text) : vectorOf(row.vector),
    };
  };
  const build = (type: IndexedType, owner: OwnerRow): Entry => {
    const { owner_no: ownerNo, user_no: userNo, revision } = owner;
    const index = memoryIndex(encoder, { embedderName: embedderNameOf(type, owner) });
    const documents = [];
    for (const row of selectAll.iterate({ ownerNo })) documents.push(toDocument(row));
    index.put(documents);
    return {
      ...NEW_ENTRY,
      ownerNo,
      userNo: isPacked(type) ? userNo : undefined,
      index,
      embedder: embedderKey(owner),
      revision,
      heads: new Map(),
      unpacked: index.count,
    };
  };
  /** From a pack and what has changed since; undefined where there is none, or too much has. */
  const reopen = (type: IndexedType, owner: OwnerRow): Entry | undefined => {
    const embedder = embedderKey(owner);
    const pack = isPacked(type) ? findPack(owner.owner_no, formatOf(embedder)) : undefined;
    if (pack === undefined) return undefined;
    const index = memoryIndex(encoder, { embedderName: embedderNameOf(type, owner) });
    const { owner_no: ownerNo, user_no: userNo } = owner;
    const { revision } = pack;
    const entry: Entry = { ...NEW_ENTRY, ownerNo, userNo, index, embedder, revision, heads: new Map() };
    let isCurrent = false;
    try {
      index.restore(pack.bytes);
      isCurrent = catchUp(entry, type, owner);
    } catch {
      // A pack that cannot be read is no loss: the memories can.
    }
    if (isCurrent) return entry;
    index.release();
    return undefined;
  };
  /** False where the log no longer reaches back so far, or where it would be more work than building anew. */
  const catchUp = (entry: Entry, type: IndexedType, owner: OwnerRow): boolean => {
    const { user_no: userNo, owner_no: ownerNo, revision } = owner;
    if (type === 'LONG_TERM' && entry.embedder !== embedderKey(owner)) return false;
    const behind = revision - entry.revision;
    if (entry.ownerNo !== ownerNo || behind > Math.max(entry.index.count, SQLITE.catchUpChanges)) return false;
    const changes = behind === 0 ? [] : selectChanges.all({ userNo, since: entry.revision });
    if (changes.length !== behind) return false;
    const ids = new Set(changes.filter((change) => change.type === type).map(({ id }) => id));
    const documents: IndexDocument[] = [];
    const gone: string[] = [];
    for (const id of ids) {
      forgetHead(entry, id);
      const row = selectOne.get({ id, ownerNo });
      if (row !== undefined) documents.push(toDocument(row));
      else if (entry.index.has(id)) gone.push(id);
    }
    entry.index.remove(gone);
    entry.index.put(documents);
    entry.unpacked += ids.size;
    entry.revision = revision;
    return true;
  };

  /** The index as of the transaction that this runs in. One that fails half-way is not kept. */
  const current = (key: string, type: IndexedType, owner: OwnerRow): Entry => {
    const known = entries.get(key);
    // It comes back with `keep`, in its new size.
    entries.delete(key);
    try {
      if (known !== undefined && catchUp(known, type, owner)) return known;
    } catch (error) {
      known?.index.release();
      throw error;
    }
    known?.index.release();
    return reopen(type, owner) ?? build(type, owner);
  };
  const keep = (key: string, entry: Entry): void => {
    entries.set(key, entry);
    // One that is larger than all may be together was not taken.
    if (!entries.has(key)) entry.index.release();
  };

  return {
    /**
     * An index that is worth packing, most of all one that changes no more; the next call gives another. Short sessions are
     * not: their messages are read as fast.
     */
    packable(evenIfChanging: boolean): PackableIndex | undefined {
      for (const entry of entries.values()) {
        const { index, embedder, ownerNo, userNo, revision, unpacked } = entry;
        const isQuiet = unpacked === entry.consideredAt;
        entry.consideredAt = unpacked;
        if (userNo === undefined || unpacked === 0 || index.count < SQLITE.packFromMemories) continue;
        if (!isQuiet && !evenIfChanging) continue;
        entry.unpacked = entry.consideredAt = 0;
        return { ownerNo, userNo, revision, format: formatOf(embedder), bytes: index.packed() };
      }
      return undefined;
    },

    /** Gives `search` the owner's index, or returns undefined for an owner who has nothing. */
    search<T>(type: IndexedType, scope: Scope, clockMs: number, search: (userIndex: UserIndex) => T): T | undefined {
      const { tenant, userId } = scope;
      const sessionId = ownerPlace(type, scope);
      const found = findOwner.get({ tenant, userId, type, sessionId, clockMs });
      if (found === undefined) return undefined;
      const key = JSON.stringify([tenant, userId, type, sessionId]);
      const owner = { tenant, userId, expireMs: found.expire_ms };
      const entry = current(key, type, found);
      const head = (id: string): Filterable => {
        const known = entry.heads.get(id);
        if (known !== undefined) return known.memory;
        const row: FilterableRow = filterableRow(type, id);
        const memory = toFilterable(row, owner);
        const bytes = SQLITE.filteredRecordBytes + 2 * ((row.metadata?.length ?? 0) + (row.content?.length ?? 0));
        entry.heads.set(id, { memory, bytes });
        entry.headBytes += bytes;
        return memory;
      };
      try {
        return search({ index: entry.index, embedder: entry.embedder, owner, head });
      } finally {
        keep(key, entry);
      }
    },
  };
}

/** Those that a user may have thousands of. */
function isPacked(type: IndexedType): boolean {
  return type === 'LONG_TERM' || type === 'RECALL';
}

/** Only long-term memories are stored with a vector: the built-in embedder makes the others'. */
function embedderNameOf(type: IndexedType, { name }: OwnerRow): string | undefined {
  return type === 'LONG_TERM' ? name : undefined;
}

function forgetHead(entry: Entry, id: string): void {
  const head = entry.heads.get(id);
  if (head === undefined) return;
  entry.heads.delete(id);
  entry.headBytes -= head.bytes;
}
