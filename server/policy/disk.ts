/** A disk that fills up: the room held back for deletions, and how it is seen that there is room again. */
import { MB } from './limits.ts';
import { SECOND_MS } from './calendar.ts';

export const DISK = {
  /** Of the reserve, in MB: what deleting takes, and the store's log at its longest (32 MB) once it is copied into the file. */
  reserveMb: 32,
  mostReserveMb: 10_000,
  /** Writing goes on once there is room for the reserve and this share of it: less would be full again at once. */
  marginShare: 0.5,
  /** The least that must be free before writing goes on, where there is no reserve. */
  leastBytes: 1 * MB,
  /** How often it is looked for room while the disk is full. */
  lookMs: 1 * SECOND_MS,
  /** How often a reserve that could not be made is tried again while there is room to write. */
  tryAgainMs: 60 * SECOND_MS,
  /** The reserve is made so long after the start, which it is not to hold up. */
  firstMs: 2 * SECOND_MS,
  /** What RetryInfo tells the caller to wait. */
  retryAfterMs: 5 * SECOND_MS,
  /** Pages of the log at which it is copied into the file while there is little room, so that it is written on again from its beginning. */
  checkpointPages: 64,
  /** How often it is looked whether the files beneath the store are still there; before and after each commit as well. */
  watchMs: 5 * SECOND_MS,
  /** Between two tables of a check for damage. */
  checkPauseMs: 10,
  /** How long an error of damage waits for cold storage to say which backups there are. */
  adviceMs: 2 * SECOND_MS,
  /** How long `recorda doctor` reads a store, at most. */
  doctorMs: 1800 * SECOND_MS,
  /** Of the reserve, written at a time. */
  chunkBytes: 1 * MB,
} as const;
