/** The entries of erasures, in both logs and in the store, as a place that a rotation of the master key walks through. */
import type { SealedPlace } from '../lifecycle/master-keys/rotation.ts';
import { mutex } from '../lifecycle/mutex.ts';
import type { CallContext } from '../ports/stores.ts';
import type { BegunErasure, ErasureEntry } from '../ports/users.ts';
import type { EraseLog, erasureEntries } from './erase-log.ts';
import type { JournalStore } from './erasure-journal.ts';

export type EraseLogPlaceParts = {
  readonly logs: readonly EraseLog[];
  readonly store: Pick<JournalStore, 'seen' | 'entries'> & {
    begun(): Promise<readonly BegunErasure[]>;
    /** Replaces the entries of erasures that the store has, also of those under way. */
    replaceEntries(entries: readonly ErasureEntry[]): Promise<void>;
  };
  readonly entries: ReturnType<typeof erasureEntries>;
};

/** An entry is sealed anew in each log that has it, and in the store. A log that lacks it gets it from the others as always. */
export function eraseLogPlace({ logs, store, entries }: EraseLogPlaceParts): SealedPlace {
  let begun = new Map<string, Uint8Array>();
  let hasId: readonly ReadonlySet<string>[] = [];

  /** Returns the copies of an entry: those of the logs in their order, then those of the store. */
  async function copiesOf(id: string): Promise<readonly (ErasureEntry | undefined)[]> {
    const ofLogs = logs.map(async (log, index) =>
      hasId[index]?.has(id) === true ? { id, entry: await log.get(id) } : undefined,
    );
    const underWay = begun.get(id);
    return [
      ...(await Promise.all(ofLogs)),
      ...(await store.entries([id])),
      ...(underWay === undefined ? [] : [{ id, entry: underWay }]),
    ];
  }

  return {
    name: 'ERASE_LOG',
    turns: mutex(),

    async *list() {
      begun = new Map((await store.begun()).flatMap(({ id, entry }) => (entry === undefined ? [] : [[id, entry]])));
      const seen = (await store.seen()).filter(({ hasEntry }) => hasEntry).map(({ id }) => id);
      hasId = await Promise.all(logs.map((log) => log.ids()));
      yield* new Set([...begun.keys(), ...seen, ...hasId.flatMap((ids) => [...ids])]);
    },

    async look(id, call) {
      const copies = await copiesOf(id);
      const sealedBy = await Promise.all(copies.map(async (copy) => copy && entries.sealedBy(copy)));
      const current = await entries.currentKeyId();
      const older = sealedBy.find((by) => by !== undefined && by !== current);
      if (older === undefined) return sealedBy.includes(current) ? { by: current } : undefined;
      return { by: older, renew: () => renew(id, copies[sealedBy.indexOf(older)]!, call) };
    },
  };

  async function renew(id: string, copy: ErasureEntry, call: CallContext): Promise<void> {
    const anew = await entries.seal(await entries.open(copy));
    for (const [index, log] of logs.entries()) if (hasId[index]?.has(id) === true) await log.put(anew, call);
    await store.replaceEntries([anew]);
  }
}
