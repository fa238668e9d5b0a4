/**
 * Notifies servers of commits by others, so that those who follow changes hear of them soon. A notification may be missed, so each server
 * also looks at intervals.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { POSTGRES } from '../../policy/postgres.ts';
import { clientSettings, type Pool, type PostgresAddress } from './connect-postgres.ts';

const CHANNEL = 'recorda';

export interface Hints {
  /** Notifies other servers of a commit of this one, a moment later. */
  notify(): void;
  close(): Promise<void>;
}

/** `look` is called when another server may have committed something. */
export function openHints(pool: Pool, address: PostgresAddress, look: () => Promise<void>): Hints {
  const self = randomUUID();
  let isClosed = false;
  let notifying: Promise<void> | undefined;
  let commits = 0;
  let listening: pg.Client | undefined;

  const notifyNow = async (): Promise<void> => {
    const before = commits;
    // This is not done in the transaction of a commit, where notifications would wait for one another.
    await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, self]).catch(() => undefined);
    notifying = commits > before ? notifyNow() : undefined;
  };
  const lookByItself = (): void => {
    if (!isClosed) look().catch(() => undefined);
  };
  const listen = async (): Promise<void> => {
    const client = new pg.Client(clientSettings(address));
    const lost = (): void => {
      if (listening === client) listening = undefined;
      client.end().catch(() => undefined);
    };
    client.on('error', lost);
    client.on('end', () => {
      if (listening === client) listening = undefined;
    });
    client.on('notification', ({ payload }) => {
      if (payload !== self) lookByItself();
    });
    listening = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      lost();
    }
  };
  const timer = setInterval(() => {
    lookByItself();
    if (listening === undefined && !isClosed) void listen();
  }, POSTGRES.lookIntervalMs).unref();
  void listen();
  return {
    notify(): void {
      commits += 1;
      if (!isClosed) notifying ??= notifyNow();
    },
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await listening?.end().catch(() => undefined);
    },
  };
}
