/** Of cold storage in Azure Blob Storage. */
import { MB } from './limits.ts';

const SECOND = 1000;

export const BLOB = {
  /** A request is tried so often in all, first after so long, then longer; one try takes so long at most. */
  tries: 4,
  firstRetryMs: SECOND / 4,
  lastRetryMs: 2 * SECOND,
  tryMs: 30 * SECOND,
  /** An object up to this is put with one request, a longer one in blocks of this, so many at a time. */
  blockBytes: 8 * MB,
  blocksAtOnce: 2,
  /** Listings that are under way, whose next pages need not begin anew. */
  listings: 1000,
  retryAfterMs: 5 * SECOND,
} as const;
