/**
 * Caches an owner's memories for searches: all of them, brought up to date with changes before each search. So a search sees every write
 * that was acknowledged before it, whichever server took it.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { orAbort, stopSignal, type StopSignal } from '../../domain/abort.ts';
import type { QuotaName } from '../../domain/memory.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { MemoryIndex } from '../../retrieval/memory-index.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { ownerKey, userKey } from './keys.ts';
import { toRecord, type KeptPayload, type KeptRecord, type MemoryRow } from './record-form.ts';
import type { Parameters, Transaction, Transactions } from './transactions.ts';
import { whole } from './transactions.ts';

/** The statements by which a type of memory is read. */
export type Kind = {
  readonly name: QuotaName;
  readonly type: KeptPayload['type'];
  readonly changed: Statement;
  readonly ids: Statement;
};

export const KINDS = {
  entities: { name: 'ENTITY', type: 'ENTITY', changed: CYPHER.CHANGED_ENTITIES, ids: CYPHER.ENTITY_IDS },
  relationships: {
    name: 'RELATIONSHIP',
    type: 'ENTITY',
    changed: CYPHER.CHANGED_RELATIONSHIPS,
    ids: CYPHER.RELATIONSHIP_IDS,
  },
  episodes: { name: 'EPISODIC', type: 'EPISODIC', changed: CYPHER.CHANGED_TASKS, ids: CYPHER.TASK_IDS },
} as const satisfies Record<string, Kind>;

/** An index of some type over records. */
export interface Searched {
  /** Estimated bytes of memory. */
  readonly bytes: number;
  /** Adds records, and replaces those of the same id. */
  put(records: readonly KeptRecord[]): void;
  remove(ids: readonly string[]): void;
  release(): void;
}

/** All memories of an owner. */
export type Whole<S extends Searched> = { readonly searched: S; readonly records: ReadonlyMap<string, KeptRecord> };

type Entry<S extends Searched> = {
  readonly searched: S;
  readonly records: Map<string, KeptRecord>;
  recordBytes: number;
  /** The user's revision as of the last read; -1 is none. */
  revision: number;
  /** The time when that revision was first read, by performance.now(). */
  readAtMs: number;
};

export interface SearchCache<S extends Searched> {
  /** Gives `search` all memories of the owner; undefined if they are too many, or have not been read yet and take a while. */
  search<T>(whose: UserKey, place: string, search: (whole: Whole<S> | undefined) => T, signal: StopSignal): Promise<T>;
  /** Drops the cached memories of an owner. */
  forget(whose: UserKey): void;
  close(): void;
}

/** A search that waits for its entry. */
type Ask<S extends Searched> = {
  readonly run: (entry: Entry<S> | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** The parts that searches work with. */
export type SearchParts = {
  readonly transactions: Transactions;
  readonly newIndex: () => MemoryIndex;
  readonly embed: (text: string) => Float32Array;
  /** The most memories of one owner that are read in full. */
  readonly wholeUpTo: number;
};

type CacheOptions<S extends Searched> = {
  readonly transactions: Transactions;
  readonly kinds: readonly Kind[];
  readonly create: () => S;
  readonly wholeUpTo: number;
};

export function searchCache<S extends Searched>(options: CacheOptions<S>): SearchCache<S> {
  const { transactions, kinds, create } = options;
  const entries = new LRUCache<string, Entry<S>>({
    maxSize: NEO4J.indexBytes,
    sizeCalculation: ({ searched, recordBytes }) => searched.bytes + recordBytes + 1,
    dispose: ({ searched }, _key, reason) => {
      if (reason === 'evict') searched.release();
    },
  });

  /** A read at several moments suffices: later changes have a later revision, and the count shows deletions that it missed. */
  const bringUp = async (whose: UserKey, place: string, entry: Entry<S>): Promise<void> => {
    // Several searches share the read, so no caller's signal ends it.
    const found = await transactions.read(async (transaction) => {
      const read = await readSince(transaction, kinds, { whose, place, since: sinceOf(entry) });
      const known = new Set([...entry.records.keys(), ...read.changed.flat().map(({ id }) => id)]);
      // More memories are known than exist: some were deleted.
      return { ...read, ids: known.size > read.count ? await idsOf(transaction, kinds, whose, place) : undefined };
    }, stopSignal());
    if (found.ids !== undefined) dropOthers(entry, found.ids);
    for (const ofKind of found.changed) await takeIn(entry, ofKind);
    if (entry.revision !== found.revision) entry.readAtMs = performance.now();
    entry.revision = found.revision;
  };

  const waiting = new Map<string, Ask<S>[]>();
  /** The number of users forgotten so far: what was read before one is not stored after it. */
  let forgets = 0;

  /** The keys of first readings that take a while. */
  const reading = new Set<string>();
  /** Searches that came before it began share what it reads; those that come meanwhile share the next. */
  const answer = async (key: string, whose: UserKey, place: string): Promise<void> => {
    for (let asks = waiting.get(key); asks !== undefined && asks.length > 0; asks = waiting.get(key)) {
      waiting.set(key, []);
      // An entry that fails half-way is not kept, and it is put back with its new size.
      const entry = entries.get(key) ?? newEntry(create());
      entries.delete(key);
      const forgotten = forgets;
      try {
        const isMuch = entry.revision === NOTHING_READ && (await isLong(options, whose, place));
        if (isMuch !== false) {
          for (const { run } of asks.splice(0)) run(undefined);
          if (isMuch === 'TOO_MUCH') continue;
          reading.add(key);
        }
        await bringUp(whose, place, entry);
        for (const { run } of asks) run(entry);
        if (forgotten === forgets) entries.set(key, entry);
      } catch (error) {
        for (const { reject } of asks) reject(error);
      } finally {
        reading.delete(key);
        if (!entries.has(key)) entry.searched.release();
      }
    }
    waiting.delete(key);
  };

  return {
    search(whose, place, search, signal) {
      const key = `${userKey(whose)} ${place}`;
      const found = new Promise<ReturnType<typeof search>>((resolve, reject) => {
        const run = (entry: Entry<S> | undefined): void => {
          try {
            resolve(search(entry));
          } catch (error) {
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever `search` throws
            reject(error);
          }
        };
        if (reading.has(key)) return run(undefined);
        const asks = waiting.get(key);
        if (asks !== undefined) return void asks.push({ run, reject });
        waiting.set(key, [{ run, reject }]);
        void answer(key, whose, place);
      });
      return orAbort(found, signal);
    },
    forget(whose) {
      forgets += 1;
      for (const [key, { searched }] of entries.entries()) {
        if (!key.startsWith(`${userKey(whose)} `)) continue;
        entries.delete(key);
        searched.release();
      }
    },
    close: () => entries.clear(),
  };
}

const NOTHING_READ = -1;

/**
 * A commit becomes visible piece by piece: the user's revision may be seen before its memories. So the memories of the last revision are
 * read again until it is some time old; none of earlier revisions can be missing, since writers of one user wait for each other.
 */
function sinceOf({ revision, readAtMs }: Pick<Entry<Searched>, 'revision' | 'readAtMs'>): number {
  const isFresh = revision !== NOTHING_READ && performance.now() - readAtMs < NEO4J.commitInViewMs;
  return isFresh ? revision - 1 : revision;
}

function bytesOf(record: KeptRecord | undefined): number {
  return record === undefined ? 0 : NEO4J.recordFactor * record.sizeBytes;
}

function parametersOf(whose: UserKey, kinds: readonly Kind[], place: string): Parameters {
  return { user: userKey(whose), owner: ownerKey(whose, kinds[0]!.name, place) };
}

function newEntry<S extends Searched>(searched: S): Entry<S> {
  return { searched, records: new Map(), recordBytes: 0, revision: NOTHING_READ, readAtMs: 0 };
}

/** The changes since a revision. */
type Found = {
  readonly revision: number;
  /** The number of memories that exist. */
  readonly count: number;
  /** The changed memories, by type. */
  readonly changed: readonly (readonly KeptRecord[])[];
};

async function countOf(
  transaction: Transaction,
  kinds: readonly Kind[],
  whose: UserKey,
  place: string,
): Promise<number> {
  const keys = kinds.map(({ name }) => ownerKey(whose, name, place));
  const owners = await transaction.run<{ readonly owner: { readonly count: number } }>(CYPHER.OWNERS, { keys });
  return owners.reduce((sum, { owner }) => sum + owner.count, 0);
}

async function readSince(
  transaction: Transaction,
  kinds: readonly Kind[],
  { whose, place, since }: { readonly whose: UserKey; readonly place: string; readonly since: number },
): Promise<Found> {
  const parameters = parametersOf(whose, kinds, place);
  const [revisions, count, ...changed] = await Promise.all([
    transaction.run<{ readonly revision: number }>(CYPHER.REVISIONS, { keys: [userKey(whose)] }),
    countOf(transaction, kinds, whose, place),
    ...kinds.map((kind) => transaction.run<MemoryRow>(kind.changed, { ...parameters, since: whole(since) })),
  ]);
  return {
    revision: revisions[0]?.revision ?? NOTHING_READ,
    count,
    changed: changed.map((rows, at) => rows.map(({ memory }) => toRecord(memory, whose, kinds[at]!.type))),
  };
}

async function idsOf(
  transaction: Transaction,
  kinds: readonly Kind[],
  whose: UserKey,
  place: string,
): Promise<ReadonlySet<string>> {
  const parameters = parametersOf(whose, kinds, place);
  const found = await Promise.all(kinds.map((kind) => transaction.run<{ readonly id: string }>(kind.ids, parameters)));
  return new Set(found.flat().map(({ id }) => id));
}

/** Adds new memories to the index a few at a time, so that other calls run in between. */
async function takeIn(entry: Entry<Searched>, changed: readonly KeptRecord[]): Promise<void> {
  for (let from = 0; from < changed.length; from += NEO4J.indexedAtOnce) {
    const some = changed.slice(from, from + NEO4J.indexedAtOnce);
    for (const record of some) {
      entry.recordBytes += bytesOf(record) - bytesOf(entry.records.get(record.id));
      entry.records.set(record.id, record);
    }
    entry.searched.put(some);
    if (from + NEO4J.indexedAtOnce < changed.length) await setImmediate();
  }
}

function dropOthers(entry: Entry<Searched>, ids: ReadonlySet<string>): void {
  const gone = [...entry.records.keys()].filter((id) => !ids.has(id));
  for (const id of gone) {
    entry.recordBytes -= bytesOf(entry.records.get(id));
    entry.records.delete(id);
  }
  entry.searched.remove(gone);
}

/** Tells whether a first reading takes a while, or is of more memories than are read in full. */
async function isLong(
  { transactions, kinds, wholeUpTo }: Omit<CacheOptions<Searched>, 'create'>,
  whose: UserKey,
  place: string,
): Promise<false | 'LONG' | 'TOO_MUCH'> {
  const count = await transactions.read((transaction) => countOf(transaction, kinds, whose, place), stopSignal());
  if (count > wholeUpTo) return 'TOO_MUCH';
  return count > NEO4J.readWhileWaiting && 'LONG';
}
