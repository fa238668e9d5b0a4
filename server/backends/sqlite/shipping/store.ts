/** Implements the port of shipping: a thread reads and seals changes, and the writer stores what has been shipped. */
import { cancelled } from '../../../domain/abort.ts';
import type { ShippedStore } from '../../../ports/standby.ts';
import type { Remote } from '../engine/batch-channel.ts';
import { startThread, type Thread } from '../engine/start-thread.ts';
import type { ShipApi } from './ship-api.ts';
import type { ShipWrites } from './ship-log.ts';

const THREAD = new URL('./ship-thread.bundle.cjs', import.meta.url);

export type ShippedStoreOptions = {
  /** The store's file. */
  readonly file: string;
  readonly writer: Remote<ShipWrites>;
  readonly flush: () => Promise<unknown>;
};

/** The thread starts with the first call. If it ends by itself, the next call starts another, and changes that it had read are read again. */
export function sqliteShippedStore({ file, writer, flush }: ShippedStoreOptions): ShippedStore {
  let running: Promise<Thread<ShipApi>> | undefined;
  const start = async (): Promise<Thread<ShipApi>> => {
    const thread = startThread<ShipApi>(THREAD, () => (running = undefined));
    await thread.calls.open({ file });
    return thread;
  };
  const thread = (): Promise<Thread<ShipApi>> =>
    (running ??= start().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
  return {
    state: async ({ signal }) => (await thread()).calls.state({}, signal),
    writeCounts: async () => void (await flush()),
    read: async (command, { signal }) => (await thread()).calls.read(command, signal),
    seal: async (command, { signal }) => (await thread()).calls.seal(command, signal),
    shipped: (state, { signal }) => writer.noteShipped({ state }, signal),
    forget: (whose, { signal }) => writer.forgetUnshipped(whose, signal),
    async close() {
      const last = await running?.catch(() => undefined);
      if (last === undefined) return;
      await last.calls.close({}).catch(() => undefined);
      await last.stop(cancelled());
    },
  };
}
