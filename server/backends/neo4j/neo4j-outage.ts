/** What a driver's failure is to a caller. */
import neo4j, { Neo4jError, type Driver } from 'neo4j-driver';
import { deadlineExceeded, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { NEO4J } from '../../policy/neo4j.ts';
import { OUTAGE } from '../../policy/outage.ts';
import { breaker, type Breaker } from '../breaker.ts';
import { askServer, type Neo4jLog } from './connect-neo4j.ts';

/** Of a Neo4j that is there and cannot serve, or lets nobody in; what one query does to it is none of these. */
const CANNOT_SERVE =
  /^Neo\.(ClientError\.(Security|Cluster|Database)\.|TransientError\.(Database|Cluster)\.|TransientError\.General\.DatabaseUnavailable)/;
/** Of the connection. */
const LOST: ReadonlySet<string> = new Set([neo4j.error.SERVICE_UNAVAILABLE, neo4j.error.SESSION_EXPIRED]);
const TOO_LONG = /TransactionTimedOut|LockClientStopped/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Neo4jError)) return false;
  // Waiting for a connection in vain has no code of its own.
  return LOST.has(error.code) || CANNOT_SERVE.test(error.code) || /acquisition timed out/i.test(error.message);
}

/** As the caller is to see it; what is a fault of ours stays as it is. */
function translated(error: unknown): unknown {
  if (!(error instanceof Neo4jError)) return error;
  if (TOO_LONG.test(error.code)) return deadlineExceeded();
  if (!error.retriable) return error;
  return new RecordaError(
    'OVERLOADED',
    'Too many write to the same memories at once. Wait a little and repeat the call.',
    { retryAfterMs: OUTAGE.retryAfterMs },
  );
}

export function neo4jBreaker(driver: Driver, database: string | undefined, log: Neo4jLog): Breaker {
  const outage = breaker({
    name: 'Neo4j',
    ping: () => askServer(driver, OUTAGE.pulseTimeoutMs, database),
    isUnavailable,
    log,
    policy: { ...OUTAGE, attempts: NEO4J.attempts },
  });
  return {
    ...outage,
    async run<T>(work: () => Promise<T>, signal: StopSignal): Promise<T> {
      try {
        return await outage.run(work, signal);
      } catch (error) {
        throw translated(error);
      }
    },
  };
}
