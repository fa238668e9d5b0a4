/**
 * The erasures that all erase logs and the store together know. An older copy of one of them lacks later erasures; the newest has them,
 * so no older copy wins: an erasure that the store has not seen is done again, and one that a log lacks is done again in that log's
 * storage, then written to the log.
 */
import { stopSignal } from '../domain/abort.ts';
import { erasedSince, type ErasedSince, type LoggedErasure } from '../domain/erased.ts';
import { ERASING } from '../policy/lifecycle.ts';
import type { CallContext } from '../ports/stores.ts';
import type { ErasureEntry, SeenErasure } from '../ports/users.ts';
import type { EraseLog, erasureEntries } from './erase-log.ts';

export type JournalStore = {
  seen(): Promise<readonly SeenErasure[]>;
  entries(ids: readonly string[]): Promise<readonly ErasureEntry[]>;
  noteErased(erasures: readonly ErasureEntry[]): Promise<void>;
};

export type JournalParts = {
  readonly logs: readonly EraseLog[];
  readonly store: JournalStore;
  readonly entries: ReturnType<typeof erasureEntries>;
};

/** Erases again from a log's storage that lacks these erasures, so that nothing of the users is left there. */
export type EraseAgain = (erasures: readonly LoggedErasure[]) => Promise<void>;

export interface ErasureJournal {
  /** Writes an erasure, which is durable in every log when the promise resolves. */
  write(erasure: LoggedErasure, call: CallContext): Promise<ErasureEntry>;
  /** Rejects within seconds if a log does not answer. */
  ask(): Promise<void>;
  /** Returns the erasures that logs have and the store has not seen, oldest first, except those under way. */
  unseen(underWay: ReadonlySet<string>): Promise<readonly (LoggedErasure & ErasureEntry)[]>;
  /**
   * Brings each log up to what the others and the store have; `eraseAgain` has one function for each log, in their order. Returns how
   * many erasures each log lacked.
   */
  level(eraseAgain: readonly EraseAgain[], underWay: ReadonlySet<string>): Promise<readonly number[]>;
  /** Returns all known erasures, as of the last `write` or `level`. */
  known(): Promise<readonly LoggedErasure[]>;
  /** Reads the logs again, and returns the same as of now. */
  fresh(): Promise<readonly LoggedErasure[]>;
  /** Returns the same, to be asked by user and time. */
  since(): Promise<ErasedSince>;
}

export function erasureJournal({ logs, store, entries }: JournalParts): ErasureJournal {
  const opened = new Map<string, Promise<LoggedErasure>>();
  let all: Promise<readonly LoggedErasure[]> | undefined;
  let index: Promise<ErasedSince> | undefined;
  const changed = (): void => {
    all = undefined;
    index = undefined;
  };

  const { open, fetch } = entriesOf(logs, entries, opened);
  const idsOfLogs = (): Promise<readonly ReadonlySet<string>[]> => Promise.all(logs.map((log) => log.ids()));

  async function load(): Promise<readonly LoggedErasure[]> {
    const [ofLogs, seen] = await Promise.all([idsOfLogs(), store.seen()]);
    const kept = seen.filter(({ hasEntry }) => hasEntry).map(({ id }) => id);
    const isKept = new Set(kept);
    const missing = [...new Set(ofLogs.flatMap((ids) => [...ids]))].filter((id) => !isKept.has(id));
    const unopened = kept.filter((id) => !opened.has(id));
    for (const entry of await storedEntries(store, unopened)) await open(entry);
    await inTens(missing, (id) => fetch(id, ofLogs));
    return Promise.all([...kept, ...missing].map((id) => opened.get(id) as Promise<LoggedErasure>));
  }

  const known = (): Promise<readonly LoggedErasure[]> =>
    (all ??= load().catch((error: unknown) => {
      changed();
      throw error;
    }));

  return {
    async write(erasure, call) {
      const entry = await entries.seal(erasure);
      opened.set(erasure.id, Promise.resolve(erasure));
      changed();
      for (const log of logs) await log.put(entry, call);
      changed();
      return entry;
    },

    ask: async () => void (await Promise.all(logs.map((log) => log.ask()))),

    async unseen(underWay) {
      const atFirst = new Set(underWay);
      // The logs are read first: an erasure is logged before the store sees it.
      const ofLogs = await idsOfLogs();
      const hasSeen = new Set((await store.seen()).map(({ id }) => id));
      const ids = [...new Set(ofLogs.flatMap((some) => [...some]))].toSorted();
      const missing = ids.filter((id) => !hasSeen.has(id) && !atFirst.has(id) && !underWay.has(id));
      return Promise.all(
        (await inTens(missing, (id) => fetch(id, ofLogs))).map(async (entry) => ({ ...(await open(entry)), ...entry })),
      );
    },

    async level(eraseAgain, underWay) {
      // The store is read first, for the same reason.
      const seen = await store.seen();
      const ofLogs = await idsOfLogs();
      const bare = seen.filter(({ id, hasEntry }) => !hasEntry && ofLogs.some((ids) => ids.has(id)));
      const fetched = await inTens(bare, ({ id }) => fetch(id, ofLogs));
      if (fetched.length > 0) await store.noteErased(fetched);
      const ids = [...seen.filter(({ hasEntry }) => hasEntry), ...fetched].map(({ id }) => id);
      const lacked: number[] = [];
      for (const [index, log] of logs.entries()) {
        const behind = await storedEntries(
          store,
          ids.filter((id) => ofLogs[index]?.has(id) !== true && !underWay.has(id)),
        );
        lacked.push(behind.length);
        if (behind.length === 0) continue;
        await eraseAgain[index]?.(await Promise.all(behind.map(open)));
        await inTens(behind, (entry) => log.put(entry, { signal: stopSignal() }));
      }
      changed();
      return lacked;
    },

    known,

    fresh() {
      changed();
      return known();
    },

    since: () =>
      (index ??= known()
        .then(erasedSince)
        .catch((error: unknown) => {
          changed();
          throw error;
        })),
  };
}

/** Opens entries, each once, and fetches them from the logs. */
function entriesOf(
  logs: readonly EraseLog[],
  entries: JournalParts['entries'],
  opened: Map<string, Promise<LoggedErasure>>,
) {
  const open = (entry: ErasureEntry): Promise<LoggedErasure> => {
    const known = opened.get(entry.id);
    if (known !== undefined) return known;
    const opening = entries.open(entry);
    opened.set(entry.id, opening);
    opening.catch(() => opened.delete(entry.id));
    return opening;
  };

  /** Returns the entry from the first log that has it undamaged. */
  async function fetch(id: string, idsOfLogs: readonly ReadonlySet<string>[]): Promise<ErasureEntry> {
    let fault: unknown;
    for (const [index, log] of logs.entries()) {
      if (idsOfLogs[index]?.has(id) !== true) continue;
      try {
        const entry = { id, entry: await log.get(id) };
        await open(entry);
        return entry;
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  return { open, fetch };
}

async function storedEntries(store: JournalStore, ids: readonly string[]): Promise<readonly ErasureEntry[]> {
  const found: ErasureEntry[] = [];
  for (let at = 0; at < ids.length; at += ERASING.entriesAtOnce) {
    found.push(...(await store.entries(ids.slice(at, at + ERASING.entriesAtOnce))));
  }
  return found;
}

/** Runs `work` on ten items at a time. */
async function inTens<T, R>(from: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (let at = 0; at < from.length; at += ERASING.logEntriesAtOnce) {
    done.push(...(await Promise.all(from.slice(at, at + ERASING.logEntriesAtOnce).map(work))));
  }
  return done;
}
