/** What is backed up, how often, and how long it is kept. Working and short-term memory never are. */
import { DAY_MS } from './calendar.ts';
import { KB, MB } from './limits.ts';

/**
 * What a backup holds of a user, part by part: memories of a type; `rows` are facts, summaries and the rest of conversations, schemas
 * and plans; `archive` says what lies in the archive.
 */
export const BACKUP_PARTS = ['long_term', 'episodic', 'entity', 'structured', 'persona', 'rows', 'archive'] as const;
export type BackupPart = (typeof BACKUP_PARTS)[number];

export const BACKUP_SETS = {
  DAILY: {
    parts: ['long_term', 'episodic', 'entity', 'structured', 'rows', 'archive'],
    keptMs: 30 * DAY_MS,
    schedule: '0 1 * * *',
  },
  WEEKLY: { parts: ['persona'], keptMs: 90 * DAY_MS, schedule: '30 1 * * 0' },
} as const satisfies Record<
  string,
  { readonly parts: readonly BackupPart[]; readonly keptMs: number; readonly schedule: string }
>;
export type BackupSet = keyof typeof BACKUP_SETS;

export const BACKING_UP = {
  /** A piece of a part ends after a line whose digest says so, one of so many, once it is so long; and at the latest when it is longer. */
  piecePer: 64,
  pieceBytes: 64 * KB,
  longestPieceBytes: 2 * MB,
  /** A backup takes over pieces that were put since; older ones it puts anew, so that one that was damaged is not relied on for ever. */
  piecesReusedMs: 7 * DAY_MS,
  /** A scratch store is tried with users of so many bytes in all. */
  scratchBytes: 64 * MB,
  /** Users that are listed, and memories put back, at a time. */
  usersAtOnce: 500,
  putBackAtOnce: 100,
  /** Faults that an answer lists at most. */
  faults: 100,
} as const;
