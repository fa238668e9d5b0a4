/** Users whose memories are in the archive: imported again as if they were old, and archived by retention. */
import type { Recorda } from '../../../client/recorda.ts';
import { DAY_MS } from '../../../server/policy/units.ts';
import { linesOf, withOtherIds } from './lines.ts';
import { BIG, drain, PATIENT } from './row.ts';

/** 10,000 memories of 1 KB, and 1,000 of 15 KB. */
export const ARCHIVED = 'loop-archived';
export const ARCHIVED_WIDE = 'loop-archived-wide';

const OLD_MS = 500 * DAY_MS;

function asOld(lines: Buffer): Buffer {
  const moved = lines
    .toString()
    .replaceAll(
      /("(?:create|update|access)TimeMs":)(\d+)/g,
      (_, name: string, ms: string) => name + (Number(ms) - OLD_MS),
    );
  return Buffer.from(moved);
}

let times = 5;

/**
 * Imports as many of a user's memories as one import may contain as another user's from long ago, and archives everything
 * that is old.
 */
export async function archiveOld(recorda: Recorda, userId: string, from: string): Promise<void> {
  const lines = asOld(withOtherIds(await linesOf(recorda, from), (times += 1)));
  await recorda.admin.importUserData({ userId, lines }, PATIENT);
  await drain(recorda.admin.runRetention({ force: true }, PATIENT));
}

export async function fillArchive(recorda: Recorda): Promise<void> {
  await archiveOld(recorda, ARCHIVED, BIG);
  await archiveOld(recorda, ARCHIVED_WIDE, 'loop-wide');
}
