/** Leases in a table, which end by the database's clock. */
import { randomUUID } from 'node:crypto';
import { orAbort, stopSignal } from '../../domain/abort.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Breaker } from '../breaker.ts';
import type { Pool } from './connect-postgres.ts';

export type PostgresLeases = Leases & {
  /** Gives one back. If PostgreSQL is away, it ends by itself once this server does. */
  release(job: string): Promise<void>;
  /** Gives all of them back. */
  close(): Promise<void>;
};

/** Takes a lease that is free or has ended, or renews one. */
const HOLD = `
INSERT INTO recorda.leases AS l (job, holder, until)
VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE l.holder = excluded.holder OR l.until < clock_timestamp()
RETURNING 1`;

const RENEW = `
UPDATE recorda.leases SET until = clock_timestamp() + make_interval(secs => $2)
WHERE holder = $1 AND until >= clock_timestamp()`;

export function postgresLeases(pool: Pool, outage: Pick<Breaker, 'run'>): PostgresLeases {
  const holder = randomUUID();
  const seconds = POSTGRES.leaseMs / 1000;
  let hasAny = false;
  const stop = stopSignal();
  /** A job may run for longer than a lease lasts, so a server renews those that it has for as long as it runs. */
  const renew = (): void => {
    if (hasAny) outage.run(() => pool.query(RENEW, [holder, seconds]), stop).catch(() => undefined);
  };
  const timer = setInterval(renew, POSTGRES.leaseMs / 3).unref();
  return {
    async hold(job, { signal }) {
      const asked = async (): Promise<boolean> => {
        const { rowCount } = await outage.run(() => pool.query(HOLD, [job, holder, seconds]), signal);
        hasAny ||= rowCount === 1;
        return rowCount === 1;
      };
      return orAbort(signal.aborted ? Promise.resolve(false) : asked(), signal);
    },
    async release(job) {
      const held = [job, holder];
      await pool.query('DELETE FROM recorda.leases WHERE job = $1 AND holder = $2', held).catch(() => undefined);
    },
    async close() {
      clearInterval(timer);
      if (hasAny) await pool.query('DELETE FROM recorda.leases WHERE holder = $1', [holder]).catch(() => undefined);
    },
  };
}
