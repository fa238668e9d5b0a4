/**
 * The indexes of a reader: one for each user's long-term memories and for each session, brought up to date from the change log before
 * every search, inside the transaction that searches. So a search sees every write that was acknowledged before it.
 */
import { userKeyPrefix } from '../../../domain/accounts.ts';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Filterable } from '../../../domain/filter.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { MemoryIndex } from '../../../retrieval/memory-index.ts';
import type { Parts, SlicedWork } from '../../../retrieval/sections.ts';
import { ownerIndexes, type Entry, type Head, type OwnerRow, type Seen } from './owner-index.ts';
import { ownerPartition } from '../../../domain/owner-partition.ts';
import { toFilterable, type RowOwner } from '../records/rows.ts';
import { selectFilterable, type FilterableRow } from '../records/select-filterable.ts';
import type { IndexedType } from '../records/stored-types.ts';
import type { PackFacts } from './write-packs.ts';

export type UserIndex = {
  readonly index: MemoryIndex;
  readonly embedder: string;
  readonly owner: RowOwner;
  /** Returns a memory as filters see it. */
  readonly head: (id: string) => Filterable;
  /**
   * Returns the result of `read` for a memory, which is kept while neither it nor the index changes. One owner type must use one `read`.
   */
  readonly once: <T>(id: string, read: (id: string) => Head<T> | undefined) => T | undefined;
  /** Identifies the file's state of the owner: a new object after any commit. */
  readonly asOf: object;
};

/** Returns undefined if the index changed meanwhile; if it did not, `kept` must be called once the pack is stored. */
export type IndexPacking = {
  readonly facts: PackFacts;
  readonly slices: SlicedWork<Parts | undefined>;
  readonly kept: () => void;
};

export function userIndexes(db: Database, encoder: StaticEncoder, maxBytes: number) {
  const { entries, find, current, keep, owners, filterableRow } = heldIndexes(db, encoder, maxBytes);

  return {
    /**
     * Begins to pack an index that is worth it, preferably one that changes no more; the next call returns another. Short sessions are
     * not worth it: their messages are read as fast.
     */
    packing(evenIfChanging: boolean): IndexPacking | undefined {
      for (const entry of entries.values()) {
        const { index, embedder, ownerNo, userNo, revision, unpacked, hasNoPack } = entry;
        const isQuiet = unpacked === entry.consideredAt;
        entry.consideredAt = unpacked;
        // A pack that lacks a few memories opens as fast.
        const lacksFew = unpacked <= SQLITE.packLackingShare * index.count;
        if (userNo === undefined || unpacked === 0 || index.count < SQLITE.packFromMemories) continue;
        if ((!isQuiet && !evenIfChanging) || (lacksFew && !hasNoPack)) continue;
        const kept = (): void => {
          entry.unpacked = entry.consideredAt = 0;
          entry.hasNoPack = false;
        };
        return {
          facts: { ownerNo, userNo, revision, format: owners.formatOf(embedder) },
          slices: index.packing(),
          kept,
        };
      }
      return undefined;
    },

    /** Gives `search` the owner's index, or returns undefined for an owner without memories. */
    search<T>(type: IndexedType, scope: Scope, clockMs: number, search: (userIndex: UserIndex) => T): T | undefined {
      const found = find(type, scope, clockMs);
      if (found === undefined) return undefined;
      const { tenant, userId } = scope;
      const owner = { tenant, userId, expireMs: found.owner.expire_ms };
      const entry = current(found, type);
      const once: UserIndex['once'] = (id, read) => readOnce(entry, id, read);
      const readHead = (id: string): Head<Filterable> => {
        const row: FilterableRow = filterableRow(type, id);
        const bytes = SQLITE.filteredRecordBytes + 2 * ((row.metadata?.length ?? 0) + (row.content?.length ?? 0));
        return { of: toFilterable(row, owner), bytes };
      };
      const head = (id: string): Filterable => once(id, readHead) as Filterable;
      try {
        return search({ index: entry.index, embedder: entry.embedder, owner, head, once, asOf: found });
      } finally {
        keep(found.key, entry);
      }
    },

    /** Prepares the index for searches by another reader than the user's own; returns false if it is too large for that. */
    warm(type: IndexedType, scope: Scope, clockMs: number): boolean {
      const found = find(type, scope, clockMs);
      if (found === undefined || found.owner.count > SQLITE.spreadUpToMemories) return false;
      keep(found.key, current(found, type));
      return true;
    },

    /** Drops all data of a user, or that of one type. */
    forget({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>, type?: IndexedType): void {
      const start = userKeyPrefix({ tenant, userId });
      for (const [key, { index }] of Array.from(entries.entries())) {
        if (!key.startsWith(start) || (type !== undefined && typeOf(key) !== type)) continue;
        entries.delete(key);
        index.release();
      }
    },

    /**
     * Applies a few changes to the index of an owner with many memories before it is searched; returns whether more are left. It leaves
     * steps to a search that only a search can take.
     */
    follow(type: IndexedType, scope: Scope, clockMs: number): boolean {
      const found = find(type, scope, clockMs);
      if (found === undefined || found.owner.count < SQLITE.packFromMemories) return false;
      const { key, owner } = found;
      const entry = entries.get(key) ?? owners.reopen(type, owner) ?? owners.empty(type, owner);
      entries.delete(key);
      let left: boolean | undefined;
      try {
        left = owners.catchUp(entry, type, owner, SQLITE.followedChanges);
      } finally {
        if (left === undefined) entry.index.release();
      }
      if (left === undefined) return false;
      keep(key, entry);
      return left;
    },
  };
}

function typeOf(key: string): unknown {
  return (JSON.parse(key) as readonly unknown[])[2];
}

function readOnce<T>(entry: Entry, id: string, read: (id: string) => Head<T> | undefined): T | undefined {
  const known = entry.heads.get(id);
  if (known !== undefined) return known.of as T;
  const head = read(id);
  if (head === undefined) return undefined;
  entry.heads.set(id, head);
  entry.headBytes += head.bytes;
  return head.of;
}

/** Keeps as many indexes as fit, and brings one up to the current transaction. */
function heldIndexes(db: Database, encoder: StaticEncoder, maxBytes: number) {
  const sql = statements(db);
  const owners = ownerIndexes(db, encoder);
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ index, headBytes }) => index.bytes + headBytes + 1,
    dispose: ({ index }, _key, reason) => {
      if (reason === 'evict') index.release();
    },
  });
  const find = (type: IndexedType, scope: Scope, clockMs: number): Seen | undefined => {
    const { tenant, userId } = scope;
    const sessionId = ownerPartition(type, scope);
    const key = JSON.stringify([tenant, userId, type, sessionId]);
    const version = sql.fileVersion.get() ?? 0;
    const seen = entries.get(key)?.seen;
    if (seen?.version === version && (seen.owner.expire_ms ?? Infinity) > clockMs) return seen;
    const owner = sql.findOwner.get({ tenant, userId, type, sessionId, clockMs });
    return owner && { key, owner, version };
  };
  /** Returns the number of changes up to which applying them is less work than a rebuild. */
  const worthwhile = ({ index }: Entry): number => Math.max(index.count, SQLITE.catchUpChanges);
  /** Returns undefined, and releases the index, if it cannot be brought up to date. */
  const caughtUp = (entry: Entry | undefined, type: IndexedType, owner: OwnerRow): Entry | undefined => {
    if (entry === undefined) return undefined;
    let isCurrent = false;
    try {
      const isNear = owner.revision - entry.revision <= worthwhile(entry);
      isCurrent = isNear && owners.catchUp(entry, type, owner, worthwhile(entry)) === false;
    } finally {
      if (!isCurrent) entry.index.release();
    }
    return isCurrent ? entry : undefined;
  };
  /** Returns the index as of the current transaction. One that fails half-way is not kept. */
  const current = (found: Seen, type: IndexedType): Entry => {
    const { key, owner } = found;
    const known = entries.get(key);
    if (known?.seen === found) return known;
    // `keep` puts it back with its new size.
    entries.delete(key);
    const entry =
      caughtUp(known, type, owner) ?? caughtUp(owners.reopen(type, owner), type, owner) ?? owners.build(type, owner);
    entry.seen = found;
    return entry;
  };
  const keep = (key: string, entry: Entry): void => {
    if (entries.get(key) === entry && entry.headBytes === entry.countedHeadBytes) return;
    entry.countedHeadBytes = entry.headBytes;
    entries.set(key, entry);
    // An index that is larger than the limit for all was not accepted.
    if (!entries.has(key)) entry.index.release();
  };

  return { entries, find, current, keep, owners, filterableRow: sql.filterableRow };
}

function statements(db: Database) {
  return {
    findOwner: db.prepare<[object], OwnerRow>(
      `SELECT u.user_no, u.revision, o.owner_no, o.count, o.expire_ms, e.name, e.version, e.dimensions
     FROM users u JOIN owners o USING (user_no) JOIN embedder e ON e.state = 'CURRENT'
     WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = @type AND o.session_id = @sessionId
       AND (o.expire_ms IS NULL OR o.expire_ms > @clockMs)`,
    ),
    filterableRow: selectFilterable(db),
    /** The version that this transaction sees, which changes with every commit. */
    fileVersion: db.prepare<[], number>('PRAGMA data_version').pluck(),
  };
}
