/**
 * A log of erased users: an object for each erasure, sealed with the server's current master key. It names the user by a digest alone, which only
 * those who know the id can recognise. One log is stored with the backups, one with the users' keys, and the store has the same bytes:
 * whichever of them is an older copy, the others tell what it lacks (erasure-journal.ts).
 */
import { deadlineExceeded, stopSignal } from '../domain/abort.ts';
import type { LoggedErasure } from '../domain/erased.ts';
import { coldObjectDamaged, RecordaError } from '../domain/errors.ts';
import { bytesOf, streamOf } from '../lifecycle/chunks.ts';
import { sealed, unsealed } from '../lifecycle/envelope.ts';
import { candidates, currentKey, derivedKeys } from '../lifecycle/master-keys/candidates.ts';
import { COLD, ERASING } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import type { CallContext } from '../ports/stores.ts';
import type { ErasureEntry } from '../ports/users.ts';

const FOLDER = 'erasures/';

export interface EraseLog {
  /** Writes an entry, which is durable when the promise resolves. */
  put(entry: ErasureEntry, call: CallContext): Promise<void>;
  /** Rejects within seconds if its storage does not answer. */
  ask(): Promise<void>;
  ids(): Promise<ReadonlySet<string>>;
  /** Reads an entry. Throws COLD_OBJECT_DAMAGED. */
  get(id: string): Promise<Uint8Array>;
}

export function eraseLog(storage: ColdStore): EraseLog {
  const call = { signal: stopSignal() };
  return {
    async put({ id, entry }, context) {
      await storage.put(FOLDER + id, streamOf(entry), { ifAbsent: false }, context);
    },

    async ask() {
      const soon = stopSignal();
      const timer = setTimeout(() => soon.abort(deadlineExceeded()), ERASING.askMs);
      await storage.list({ prefix: FOLDER, limit: 1 }, { signal: soon }).finally(() => clearTimeout(timer));
    },

    async ids() {
      const found = new Set<string>();
      let after: string | undefined;
      do {
        const page = await storage.list({ prefix: FOLDER, after, limit: COLD.pageSize }, call);
        for (const { name } of page.objects) found.add(name.slice(FOLDER.length));
        after = page.next;
      } while (after !== undefined);
      return found;
    },

    async get(id) {
      const chunks = await storage.get(FOLDER + id, call);
      if (chunks === undefined) throw coldObjectDamaged(FOLDER + id);
      return bytesOf(chunks);
    },
  };
}

/** Makes and opens entries in the form in which the logs hold them. */
export function erasureEntries(masters: MasterKeys) {
  return {
    async seal(erasure: LoggedErasure): Promise<ErasureEntry> {
      const key = await (await currentKey(masters)).derive('ERASE_LOG');
      const chunks = sealed(key, FOLDER + erasure.id, streamOf(Buffer.from(JSON.stringify(erasure))));
      return { id: erasure.id, entry: await bytesOf(chunks) };
    },

    /** Returns the id of the master key that seals new entries. */
    currentKeyId: async (): Promise<string> => (await currentKey(masters)).id,

    /** Returns the id of the master key that seals an entry; undefined if no key opens it. */
    async sealedBy({ id, entry }: ErasureEntry): Promise<string | undefined> {
      for await (const master of candidates(masters)) {
        try {
          await bytesOf(unsealed(await master.derive('ERASE_LOG'), FOLDER + id, streamOf(entry)));
          return master.id;
        } catch (error) {
          if (!(error instanceof RecordaError) || error.reason !== 'COLD_OBJECT_DAMAGED') throw error;
        }
      }
      return undefined;
    },

    /** Opens an entry. Throws COLD_OBJECT_DAMAGED. */
    async open({ id, entry }: ErasureEntry): Promise<LoggedErasure> {
      const keys = derivedKeys(masters, 'ERASE_LOG');
      const bytes = await bytesOf(unsealed(keys, FOLDER + id, streamOf(entry)));
      return JSON.parse(Buffer.from(bytes).toString()) as LoggedErasure;
    },
  };
}
