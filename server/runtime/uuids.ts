/** UUIDs of version 7, each after the one before: ids made in one millisecond list in the order of their making. */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const UUID_BYTES = 16;
/** Randomness is asked of the system for so many at once: asking costs as much as the whole of a small write. */
const AT_ONCE = 256;
/** Where uuid takes the start of a millisecond's sequence from, and how many bits it has at the start. */
const SEQUENCE_AT = 6;
const SEQUENCE_START = 0x7fffffff;

/** Makes them without their dashes. */
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
