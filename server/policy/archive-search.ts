/** What a search of the archive takes at most, of one user and type. proto/recorda/v1/memory.proto tells callers of the first four. */
import { MB } from './limits.ts';

export const ARCHIVE_SEARCH = {
  /** Memories that are ranked, the newest in the archive first, and their bytes: some 0.2 s of CPU for each MiB of text. */
  memories: 1000,
  bytes: 4 * MB,
  /** Objects of cold storage that are read for them, and bytes in these, uncompressed: those under way when they pass it are the last. */
  objects: 128,
  objectBytes: 16 * MB,
  /** Pages of what is known of archived memories that are looked through, each of SQLITE.listScanRows memories. */
  pages: 10,
  /** Objects of a search that are read at a time. */
  readAtOnce: 4,
  /** Searches that read and rank at a time: each holds what it reads in memory. */
  atOnce: 2,
  /** Searches that wait for one of these; one more is OVERLOADED, and told to wait so long. */
  waiting: 32,
  retryAfterMs: 1000,
  /** The thread that ranks ends after so long without work. */
  idleMs: 60_000,
} as const;
