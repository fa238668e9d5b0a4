/**
 * UUIDs of version 7 in ascending order: ids that are made in one millisecond sort in the order in which they were
 * made.
 */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const UUID_BYTES = 16;
/**
 * The number of ids for which the system is asked for randomness at once: asking costs as much as a whole small
 * write.
 */
const AT_ONCE = 256;
/** The place from which uuid takes the start of a millisecond's sequence, and the number of its bits. */
const SEQUENCE_AT = 6;
const SEQUENCE_START = 0x7fffffff;

/** Makes them without dashes. */
export function uuids(): () => string {
  const pool = Buffer.alloc(UUID_BYTES * AT_ONCE);
  const uuid = Buffer.alloc(UUID_BYTES);
  let at = pool.length;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    const now = Date.now();
    if (now > msecs) {
      msecs = now;
      seq = pool.readUInt32BE(at + SEQUENCE_AT) & SEQUENCE_START;
    } else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs += 1;
    }
    v7({ random: pool.subarray(at, at + UUID_BYTES), msecs, seq }, uuid);
    at += UUID_BYTES;
    return uuid.toString('hex');
  };
}
