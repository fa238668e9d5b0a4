/**
 * The standby of PostgreSQL from which those are answered who say what they have seen. While it cannot be used, the primary answers them, so
 * none of its failures reaches a caller.
 */
import { READ_STANDBY } from '../../policy/postgres.ts';
import { readNewer, type Newer, type Reading } from './commits.ts';
import { newPool, type PostgresAddress, type PostgresLog } from './connect-postgres.ts';

export interface ReadStandby {
  /** Tells whether it is worth asking. */
  isThere(): boolean;
  /** Reads the next commits that it has after a position; undefined if it does not answer. */
  readNewer(after: number): Promise<Newer | undefined>;
  /** Asks it nothing for a while, for this reason. */
  leave(why: string): void;
  close(): Promise<void>;
}

export function openReadStandby(address: PostgresAddress, log: PostgresLog, reading: Reading = {}): ReadStandby {
  const pool = newPool(address, READ_STANDBY);
  let awayUntilMs = -Infinity;
  let isWell = true;
  const leave = (why: string): void => {
    awayUntilMs = performance.now() + READ_STANDBY.awayMs;
    if (isWell)
      log.warn({ error: why }, 'the standby of RECORDA_STORE_READ cannot be used; reads come from the primary');
    isWell = false;
  };
  return {
    isThere: () => performance.now() >= awayUntilMs,
    leave,
    async readNewer(after) {
      try {
        const newer = await readNewer(pool, after, reading);
        if (!isWell) log.info({}, 'the standby of RECORDA_STORE_READ answers again');
        isWell = true;
        return newer;
      } catch (error) {
        leave((error as Error).message);
        return undefined;
      }
    },
    close: () => pool.end(),
  };
}
