/** Exports and imports. */
import { KB, MB } from './limits.ts';

export const EXPORTING = {
  /** What a message of an export gathers. */
  partBytes: 256 * KB,
  /** What `recorda import` sends at a time. */
  sentBytes: 1 * MB,
  /** Of the lines of one import. */
  linesBytes: 15 * MB,
  /** Sessions or agents of a user whose room is looked at before an import. */
  ownersLookedAt: 100_000,
  /** Memories that are put back together. */
  putBackAtOnce: 200,
  /** Ids of an import that are looked up together. */
  idsAtOnce: 1_000,
  /** Of a text of a row: a turn's content. */
  textBytes: 2 * MB,
  /** Of a vector in base64. */
  vectorLength: 64 * KB,
  /** The furthest time, in milliseconds: the year 275760 or its mirror. */
  mostMs: 8_640_000_000_000_000,
  /** Faults of one line that are told. */
  faults: 10,
} as const;
