/** What the writer is asked about memories. */
import type { Removed, Updated } from '../../../domain/intents.ts';
import type { WritesNow } from '../../../domain/writes/run.ts';
import type { Access } from '../../access-buffer.ts';
import type { Savepoints } from '../engine/write-calls.ts';
import type { WireOutcome } from '../engine/wire-error.ts';
import { toAddFacts } from './answers.ts';
import type { ArchiveTable } from '../lifecycle/archive-table.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { AddFacts, AddOrder, PutBackOrder, RemoveOrder, UpdateOrder } from './memory-orders.ts';
import type { SqliteWrites } from './memory-transaction.ts';
import type { MemoryTable } from '../records/memory-table.ts';

export type MemoryWrites = ReturnType<typeof memoryWrites>;

export function memoryWrites(
  memories: WritesNow<SqliteWrites>,
  rows: MemoryTable,
  archive: ArchiveTable,
  { asOutcome }: Pick<Savepoints, 'asOutcome'>,
) {
  const putBackOne = (order: PutBackOrder): boolean => {
    const isTaken = memories.putBack(order);
    if (isTaken) archive.cameBack(order);
    return isTaken;
  };

  return {
    /** Each has a savepoint of its own: one that is refused undoes none of the others. */
    add: (orders: readonly AddOrder[]): readonly WireOutcome<AddFacts>[] =>
      orders.map((order) => asOutcome(() => toAddFacts(memories.add(order)))),

    update: (order: UpdateOrder): Updated => memories.update(order),

    remove: (order: RemoveOrder): Removed => memories.remove(order),

    /** Of memories that are gone meanwhile nothing is kept. */
    touch: ({ accesses }: { readonly accesses: readonly Access[] }): void => rows.touch(accesses),

    /** Whether each was taken. */
    putBack: (orders: readonly PutBackOrder[]): readonly boolean[] => orders.map(putBackOne),
  };
}

function sizeOf(orders: readonly AddOrder[]) {
  return { intents: orders.length, bytes: orders.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

export const MEMORY_CALLS: CallTraits<MemoryWrites> = {
  add: { hasOwnSavepoints: true, size: sizeOf },
  putBack: { why: 'IMPORT', size: sizeOf },
  update: { size: ({ text }) => ({ intents: 1, bytes: text?.bytes ?? 0 }) },
  remove: { deletes: true },
};
