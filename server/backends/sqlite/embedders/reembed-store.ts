/** Changes a store's embedder while no server has it open. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reembed, type TakeStep } from '../../../embedders/reembed.ts';
import { QUOTAS, GLOBAL_LIMITS } from '../../../policy/limits.ts';
import type { Embedder } from '../../../ports/stores.ts';
import type { QueuedCall } from '../engine/batch-channel.ts';
import { openError } from '../open-error.ts';
import { STORE_FILE } from '../migrations/migrations.ts';
import type { Swept } from '../lifecycle/sweeper.ts';
import { fromWire } from '../engine/wire-error.ts';
import type { StoreWrites } from '../writes.ts';
import { openStoreWriter } from '../writes.ts';

export type ReembedOptions = {
  readonly dataDir: string;
  readonly embedder: Embedder;
  /** Stops it between two batches; the store then is as before. */
  readonly signal: AbortSignal;
  /** Called after each batch with the number of memories that have their new vector, and the total. */
  readonly onProgress: (done: number, total: number) => void;
};

export type Reembedded = {
  /** The number of memories with a new vector; 0 if the store had this embedder already. */
  readonly count: number;
  /** The number of those that an earlier run had embedded. */
  readonly resumed: number;
};

/** Rejects with an Error whose `code` tells why the folder cannot be used, or with the embedder's error. */
export async function reembedStore({ dataDir, embedder, signal, onProgress }: ReembedOptions): Promise<Reembedded> {
  if (!existsSync(join(dataDir, STORE_FILE))) {
    throw openError(
      'STORE_MISSING',
      `${dataDir} contains no store. Set --data-dir to the folder that the server uses.`,
    );
  }
  const writer = openStoreWriter({ dataDir, quotas: QUOTAS, limits: GLOBAL_LIMITS });
  const write = <T>(call: Omit<QueuedCall<StoreWrites>, 'number'>): T => {
    const [reply] = writer.commit([{ number: 0, ...call } as QueuedCall<StoreWrites>]);
    writer.checkpoint(true);
    if (reply === undefined) throw new Error('The writer did not answer.');
    if ('error' in reply) throw fromWire(reply.error);
    return reply.result as T;
  };
  const take: TakeStep = async (argument) => write({ method: 'reembed', argument });
  try {
    let count = 0;
    let resumed: number | undefined;
    for await (const { changedOver, done, total } of reembed(take, embedder, signal)) {
      if (changedOver && resumed === undefined) break;
      resumed ??= done;
      count = total;
      onProgress(changedOver ? total : done, total);
    }
    // Removes the vectors of the earlier embedder.
    while (write<Swept>({ method: 'sweep', argument: { nowMs: 0, oldestTurnMs: 0 } }).more);
    writer.controls.scrub();
    return { count, resumed: resumed ?? 0 };
  } finally {
    writer.controls.close();
  }
}
