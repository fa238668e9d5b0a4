/**
 * Who was erased, in cold storage beside the backups, so that no restored store brings them back: an object for each erasure, sealed
 * with the server's master key. It names the user by a digest alone, which tells those who know the id that it was erased.
 */
import { coldPlace } from '../domain/cold-name.ts';
import { deadlineExceeded, stopSignal } from '../domain/abort.ts';
import type { Whose } from '../domain/accounts.ts';
import { coldObjectDamaged } from '../domain/errors.ts';
import type { MemoryType } from '../domain/memory.ts';
import { bytesOf, streamOf } from '../keeping/chunks.ts';
import { sealed, unsealed } from '../keeping/sealed-object.ts';
import { COLD } from '../policy/cold-storage.ts';
import { ERASING } from '../policy/erasing.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';

const FOLDER = 'erasures/';

/** `place` is domain/cold-name's of the user. */
export type LoggedErasure = {
  readonly id: string;
  readonly place: string;
  readonly types?: readonly MemoryType[] | undefined;
  readonly atMs: number;
};

export interface EraseLog {
  /** Durable when it resolves. */
  write(
    erasure: {
      readonly id: string;
      readonly whose: Whose;
      readonly types: readonly MemoryType[] | undefined;
      readonly atMs: number;
    },
    call: CallContext,
  ): Promise<void>;
  /** Rejects where cold storage does not answer, and soon. */
  ask(): Promise<void>;
  /** The ids of all, oldest first. */
  ids(): AsyncIterable<readonly string[]>;
  read(id: string): Promise<LoggedErasure>;
}

export function eraseLog(cold: ColdStore, master: () => Promise<Uint8Array>): EraseLog {
  const call = { signal: stopSignal() };
  return {
    async write({ id, whose, types, atMs }, context) {
      const name = FOLDER + id;
      const text = JSON.stringify({ id, place: coldPlace(whose), types, atMs } satisfies LoggedErasure);
      const chunks = sealed(await master(), name, streamOf(Buffer.from(text)));
      await cold.put(name, chunks, { ifAbsent: false }, context);
    },

    async ask() {
      const soon = stopSignal();
      const timer = setTimeout(() => soon.abort(deadlineExceeded()), ERASING.askMs);
      await cold.list({ prefix: FOLDER, limit: 1 }, { signal: soon }).finally(() => clearTimeout(timer));
    },

    async *ids() {
      let after: string | undefined;
      do {
        const page = await cold.list({ prefix: FOLDER, after, limit: COLD.pageSize }, call);
        yield page.objects.map(({ name }) => name.slice(FOLDER.length));
        after = page.next;
      } while (after !== undefined);
    },

    async read(id) {
      const name = FOLDER + id;
      const chunks = await cold.get(name, call);
      if (chunks === undefined) throw coldObjectDamaged(name);
      const bytes = await bytesOf(unsealed(await master(), name, chunks));
      return JSON.parse(Buffer.from(bytes).toString()) as LoggedErasure;
    },
  };
}
