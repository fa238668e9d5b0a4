/** The writer's commands about memories. */
import type { Removed, Updated } from '../../../domain/intents.ts';
import type { WritesNow } from '../../../domain/writes/run.ts';
import type { Access } from '../../access-buffer.ts';
import type { Savepoints } from '../engine/write-calls.ts';
import type { WireOutcome } from '../engine/wire-error.ts';
import { toAddReply } from './answers.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { AddReply, StoredAdd, StoredPutBack, StoredRemove, StoredUpdate } from '../records/memory-commands.ts';
import type { SqliteWrites } from './memory-transaction.ts';
import type { MemoryTable } from '../records/memory-table.ts';

export type MemoryWrites = ReturnType<typeof memoryWrites>;

export function memoryWrites(
  memories: WritesNow<SqliteWrites>,
  rows: MemoryTable,
  archive: {
    /** Notes that a memory was put back. */
    cameBack(memory: StoredPutBack): void;
  },
  { asOutcome }: Pick<Savepoints, 'asOutcome'>,
) {
  const putBackOne = (command: StoredPutBack): boolean => {
    const isTaken = memories.putBack(command);
    if (isTaken) archive.cameBack(command);
    return isTaken;
  };

  return {
    /** Adds memories, each in a savepoint of its own: one that is refused undoes none of the others. */
    add: (commands: readonly StoredAdd[]): readonly WireOutcome<AddReply>[] =>
      commands.map((command) => asOutcome(() => toAddReply(memories.add(command)))),

    update: (command: StoredUpdate): Updated => memories.update(command),

    remove: (command: StoredRemove): Removed => memories.remove(command),

    /** Counts accesses, except those of memories that were deleted meanwhile. */
    touch: ({ accesses }: { readonly accesses: readonly Access[] }): void => rows.touch(accesses),

    /** Returns whether each memory was accepted. */
    putBack: (commands: readonly StoredPutBack[]): readonly boolean[] => commands.map(putBackOne),
  };
}

function sizeOf(commands: readonly StoredAdd[]) {
  return { intents: commands.length, bytes: commands.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

export const MEMORY_TRAITS: CallTraits<MemoryWrites> = {
  add: { hasOwnSavepoints: true, size: sizeOf },
  putBack: { why: 'IMPORT', size: sizeOf },
  update: { size: ({ text }) => ({ intents: 1, bytes: text?.bytes ?? 0 }) },
  remove: { deletes: true },
};
