/**
 * Verifies a backup: all of it is put into a scratch store, user by user, and what is read from that must equal what was put in.
 */
import type { UserKey } from '../domain/accounts.ts';
import { RecordaError } from '../domain/errors.ts';
import type { PortableRow } from '../domain/portable-rows.ts';
import { BACKING_UP, type BackupPart } from '../policy/lifecycle.ts';
import { inTurns } from '../ports/in-turns.ts';
import type { BackupFault, Scratch, VerifyProgress } from '../ports/backups.ts';
import type { EncryptedObjectStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import { linesOf } from './chunks.ts';
import { pagesOf, type BackupParts } from './create-backup.ts';
import type { PartRef, UserRef } from './manifests.ts';
import { digestOf } from './pieces.ts';

export async function* verifyBackup(
  { store, encryptedObjects, manifests }: BackupParts,
  id: string,
  call: CallContext,
): AsyncGenerator<VerifyProgress, void> {
  const { backup, users } = await manifests.read(id, call);
  const faults: BackupFault[] = [];
  let [usersDone, lines, faultCount] = [0, 0, 0];
  const note = (fault: BackupFault): void => {
    faultCount += 1;
    if (faults.length < BACKING_UP.faults) faults.push(fault);
  };
  const progress = (isDone: boolean): VerifyProgress => {
    return { users: users.length, usersDone, lines, faultCount, faults: [...faults], isDone };
  };
  // A few users at a time are put in, so that the whole store need not be in memory at once.
  let scratch: Scratch | undefined;
  let bytesLeft = 0;
  try {
    for (const user of users) {
      if (bytesLeft <= 0) {
        await scratch?.close();
        scratch = await store.scratch(backup.embedder, call);
        bytesLeft = BACKING_UP.scratchBytes;
      }
      if (scratch !== undefined) lines += await verifyUser(scratch, encryptedObjects, user, note, call);
      bytesLeft -= bytesOf(user);
      usersDone += 1;
      yield progress(false);
    }
  } finally {
    await scratch?.close();
  }
  yield progress(true);
}

function bytesOf({ parts }: UserRef): number {
  return parts.flatMap(({ pieces }) => pieces).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** How often a line is expected and was not found yet, by its digest, since lines are read in another order. Never 0. */
type LineCounts = Map<string, number>;

/**
 * Returns the line without fields that are null: a backup of an earlier version lacks fields that were added since, and the scratch
 * store returns them as null.
 */
function comparable(part: BackupPart, line: string): string {
  if (part !== 'rows') return line;
  const row = JSON.parse(line) as PortableRow;
  const fields = Object.entries(row.fields).filter(([, value]) => value !== null);
  return JSON.stringify({ ...row, fields: Object.fromEntries(fields) });
}

/** Yields to other work in between, since a part of a user may be as large as the store. */
async function countLines(
  counts: LineCounts,
  part: BackupPart,
  lines: readonly string[],
  by: 1 | -1,
  { signal }: CallContext,
): Promise<void> {
  await inTurns(lines, signal, (line) => {
    const digest = digestOf([comparable(part, line)]);
    const left = (counts.get(digest) ?? 0) + by;
    if (left === 0) counts.delete(digest);
    else counts.set(digest, left);
  });
}

async function verifyUser(
  scratch: Scratch,
  encryptedObjects: EncryptedObjectStore,
  { parts, ...whose }: UserRef,
  note: (fault: BackupFault) => void,
  call: CallContext,
): Promise<number> {
  let count = 0;
  const meant = new Map<BackupPart, LineCounts>();
  for (const { part, pieces } of parts) {
    const counts: LineCounts = new Map();
    try {
      for await (const lines of linesOfPart(encryptedObjects, whose, { part, pieces }, call)) {
        await countLines(counts, part, lines, 1, call);
        await scratch.put(whose, part, lines, call);
      }
      meant.set(part, counts);
    } catch (error) {
      if (!isDamage(error)) throw error;
      note({ ...whose, part, what: 'DAMAGED' });
    }
  }
  for (const [part, counts] of meant) {
    for await (const page of pagesOf(scratch, whose, part, call)) {
      count += page.length;
      await countLines(counts, part, page, -1, call);
    }
    if (counts.size > 0) note({ ...whose, part, what: 'DIFFERENT' });
  }
  return count;
}

/** Reads piece by piece. Throws COLD_OBJECT_DAMAGED if one differs from what was written. */
export async function* linesOfPart(
  encryptedObjects: EncryptedObjectStore,
  whose: UserKey,
  { pieces }: PartRef,
  call: CallContext,
): AsyncGenerator<readonly string[]> {
  for (const { object, digest } of pieces) {
    const chunks = await encryptedObjects.get(whose, object, call);
    const lines: string[] = [];
    if (chunks !== undefined) for await (const line of linesOf(chunks)) lines.push(line);
    if (chunks === undefined || digestOf(lines) !== digest) {
      throw new RecordaError(
        'COLD_OBJECT_DAMAGED',
        'A chunk of the backup is missing or is not the one that was written.',
        {
          resource: { type: 'recorda.v1.ColdObject', name: object },
        },
      );
    }
    yield lines;
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof RecordaError && ['COLD_OBJECT_DAMAGED', 'USER_KEY_MISSING'].includes(error.reason);
}
