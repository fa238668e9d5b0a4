/**
 * The index of one owner's memories: built from the rows, opened from a pack, brought up to date from the change log. All of it runs
 * inside a transaction of the caller's.
 */
import type { Database } from 'better-sqlite3';
import { typeOfId, type JsonPayload } from '../../../domain/memory.ts';
import { searchText } from '../../../domain/search-text.ts';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import type { IndexDocument } from '../../../retrieval/document.ts';
import { inferredSession, withReadMetadata } from '../../../retrieval/inferred-metadata.ts';
import { memoryIndex, type MemoryIndex } from '../../../retrieval/memory-index.ts';
import { packFormat } from '../../../retrieval/pack-format.ts';
import { readPacks } from './read-packs.ts';
import { CURRENT_VECTOR, vectorOf, type FullRow, type HeadRow } from '../records/rows.ts';
import type { IndexedType } from '../records/stored-types.ts';
import { readText } from '../../stored-text.ts';

export type OwnerRow = {
  readonly user_no: number;
  readonly revision: number;
  readonly owner_no: number;
  /** The number of the owner's memories. */
  readonly count: number;
  readonly expire_ms: number | null;
  /** The store's current embedder. */
  readonly name: string;
  readonly version: string;
  readonly dimensions: number;
};

type DocumentRow = Pick<
  HeadRow,
  'id' | 'create_ms' | 'agent_id' | 'session_id' | 'namespace' | 'said_ms' | 'speaker' | 'event_ms' | 'turn'
> & {
  readonly content: string | Buffer;
  readonly vector: Buffer | null;
};

type ChangeRow = { readonly revision: number; readonly type: IndexedType; readonly id: string };

/** An owner, the key of its index, and the version of the file in which the owner was read. */
export type Seen = { readonly key: string; readonly owner: OwnerRow; readonly version: number };

export type Entry = {
  readonly ownerNo: number;
  /** Set for indexes that are packed. */
  readonly userNo: number | undefined;
  readonly index: MemoryIndex;
  /** The key of the embedder that made its vectors. */
  readonly embedder: string;
  /** The user's revision as of which the index is. */
  revision: number;
  /** Data that searches read beside the index, so that each is read and parsed once. */
  readonly heads: Map<string, Head<unknown>>;
  headBytes: number;
  /** The bytes of these that the bound on all indexes includes. */
  countedHeadBytes: number;
  /** The owner as last read, and the version of the file. */
  seen: Seen | undefined;
  /** The number of changes that no pack includes. */
  unpacked: number;
  /** True if one of them was not an addition, or there never was a pack: then there is none to open it from. */
  hasNoPack: boolean;
  /** The value of `unpacked` when packing was last considered. */
  consideredAt: number;
};

/** Data read of a memory, until the memory changes. */
export type Head<T> = { readonly of: T; readonly bytes: number };

const NEW_ENTRY = {
  headBytes: 0,
  countedHeadBytes: 0,
  seen: undefined,
  unpacked: 0,
  hasNoPack: false,
  consideredAt: -1,
};

const DOCUMENT = `m.id, m.create_ms, m.agent_id, m.session_id, m.namespace, m.said_ms, m.speaker, m.event_ms, m.turn, m.content, ${CURRENT_VECTOR}`;

export function ownerIndexes(db: Database, encoder: StaticEncoder) {
  const sql = statements(db);
  const formatOf = (embedder: string): string => `${packFormat(encoder)} ${embedder}`;

  const toDocument = (row: DocumentRow): IndexDocument => {
    const { text, eventTimeMs } = indexedText(row);
    const document = {
      id: row.id,
      text,
      speaker: row.speaker ?? '',
      sessionId: row.session_id,
      ...(row.turn !== null && { turn: row.turn }),
      ...(eventTimeMs !== undefined && { eventTimeMs }),
      createTimeMs: row.create_ms,
      vector: row.vector === null ? encoder.embed(text) : vectorOf(row.vector),
    };
    return typeOfId(row.id) === 'LONG_TERM' ? withInferred(document, row) : document;
  };
  /** Makes an entry that holds nothing yet, as of revision 0. */
  const empty = (type: IndexedType, owner: OwnerRow): Entry => ({
    ...NEW_ENTRY,
    ownerNo: owner.owner_no,
    userNo: isPacked(type) ? owner.user_no : undefined,
    index: memoryIndex(encoder, { embedderName: embedderNameOf(type, owner) }),
    embedder: embedderKey(owner),
    revision: 0,
    heads: new Map(),
    hasNoPack: true,
  });
  const build = (type: IndexedType, owner: OwnerRow): Entry => {
    const entry = empty(type, owner);
    const documents = [];
    for (const row of sql.selectAll.iterate({ ownerNo: owner.owner_no })) documents.push(toDocument(row));
    entry.index.put(documents);
    entry.revision = owner.revision;
    entry.unpacked = entry.index.count;
    return entry;
  };
  /** Opens a pack; returns undefined if there is none. */
  const reopen = (type: IndexedType, owner: OwnerRow): Entry | undefined => {
    const pack = isPacked(type) ? sql.findPack(owner.owner_no, () => formatOf(embedderKey(owner))) : undefined;
    if (pack === undefined) return undefined;
    const entry = empty(type, owner);
    try {
      entry.index.restore(pack.bytes);
    } catch {
      // A pack that cannot be read is no loss, since the memories can be read.
      entry.index.release();
      return undefined;
    }
    entry.revision = pack.revision;
    entry.hasNoPack = false;
    return entry;
  };
  /**
   * Applies at most `limit` changes: returns whether more are left. Returns undefined if the log no longer reaches back that far, or the
   * index is another owner's or embedder's: then it must be rebuilt.
   */
  const catchUp = (entry: Entry, type: IndexedType, owner: OwnerRow, limit: number): boolean | undefined => {
    const { user_no: userNo, owner_no: ownerNo, revision } = owner;
    if (entry.ownerNo !== ownerNo || (type === 'LONG_TERM' && entry.embedder !== embedderKey(owner))) return undefined;
    const behind = revision - entry.revision;
    if (behind === 0) return false;
    const changes = sql.selectChanges.all({ userNo, since: entry.revision, limit });
    if (changes.length !== Math.min(behind, limit)) return undefined;
    const last = entry.revision + changes.length;
    if (changes.at(-1)?.revision !== last) return undefined;
    const ids = new Set(changes.filter((change) => change.type === type).map(({ id }) => id));
    const documents: IndexDocument[] = [];
    const gone: string[] = [];
    for (const id of ids) {
      forgetHead(entry, id);
      const isKnown = entry.index.has(id);
      if (isKnown) entry.hasNoPack = true;
      // The memory is read as it is by now, so later changes of it in the log change nothing more.
      const row = sql.selectOne.get({ id, ownerNo });
      if (row !== undefined) documents.push(toDocument(row));
      else if (isKnown) gone.push(id);
    }
    entry.index.remove(gone);
    entry.index.put(documents);
    entry.unpacked += ids.size;
    entry.revision = last;
    return last < revision;
  };

  return { formatOf, empty, build, reopen, catchUp };
}

function statements(db: Database) {
  return {
    findPack: readPacks(db),
    selectAll: db.prepare<[object], DocumentRow>(
      `SELECT ${DOCUMENT} FROM memories m WHERE m.owner_no = @ownerNo ORDER BY m.create_ms, m.id`,
    ),
    selectOne: db.prepare<[object], DocumentRow>(
      `SELECT ${DOCUMENT} FROM memories m WHERE m.id = @id AND m.owner_no = @ownerNo`,
    ),
    selectChanges: db.prepare<[object], ChangeRow>(
      'SELECT revision, type, id FROM changes WHERE user_no = @userNo AND revision > @since ORDER BY revision LIMIT @limit + 0',
    ),
  };
}

/** Adds to a long-term memory the metadata that was not sent with it. */
function withInferred(document: IndexDocument, row: Pick<DocumentRow, 'agent_id' | 'namespace'>): IndexDocument {
  const read = withReadMetadata(document);
  if (read.sessionId !== '') return read;
  const scope = { agentId: row.agent_id, namespace: row.namespace };
  return { ...read, sessionId: inferredSession(scope, read.createTimeMs) };
}

/** The types of which a user may have thousands. */
const PACKED: readonly IndexedType[] = ['LONG_TERM', 'RECALL', 'FACT', 'STRUCTURED', 'EPISODIC'];

function isPacked(type: IndexedType): boolean {
  return PACKED.includes(type);
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

type IndexedRow = Pick<FullRow, 'id' | 'said_ms' | 'event_ms' | 'content'>;

/** Returns what an index reads of a row: the words, and when the event happened. */
function indexedText(row: IndexedRow): { readonly text: string; readonly eventTimeMs: number | undefined } {
  const content = readText(row.content);
  const type = typeOfId(row.id);
  // Ids of turns belong to no memory type.
  if (type === undefined || type === 'SHORT_TERM' || type === 'LONG_TERM') {
    return { text: content, eventTimeMs: row.event_ms ?? row.said_ms ?? undefined };
  }
  const payload = { type, ...JSON.parse(content) } as JsonPayload;
  return {
    text: searchText(payload),
    eventTimeMs: payload.type === 'EPISODIC' ? payload.startTimeMs : undefined,
  };
}
