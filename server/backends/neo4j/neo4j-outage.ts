/** Translates a driver's failures for callers. */
import neo4j, { Neo4jError, type Driver } from 'neo4j-driver';
import { deadlineExceeded, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { NEO4J, OUTAGE } from '../../policy/backends.ts';
import { breaker, type Breaker, type BreakerOptions } from '../breaker.ts';
import type { Preparation } from '../preparation.ts';
import { askServer, type Neo4jLog } from './connect-neo4j.ts';

/** Errors of a Neo4j that is there and cannot serve, or refuses the login; an error that a query causes is none of these. */
const CANNOT_SERVE = /^Neo\.ClientError\.(Security|Cluster|Database)\./;
/** Errors of a Neo4j that is about to serve. */
const STARTING = /^Neo\.TransientError\.((Database|Cluster)\.|General\.DatabaseUnavailable)/;
/** Errors of the connection. */
const LOST: ReadonlySet<string> = new Set([neo4j.error.SERVICE_UNAVAILABLE, neo4j.error.SESSION_EXPIRED]);
const TOO_LONG = /TransactionTimedOut|LockClientStopped/;

/** Tells whether nothing answers, as opposed to a server that refuses the login, or cannot be used. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  // A timeout of waiting for a connection has no code of its own.
  return LOST.has(code) || STARTING.test(code) || /acquisition timed out/i.test(error.message);
}

/** Tells whether a retry may succeed soon, as when servers that start at the same time hinder one another. */
export function mayPass(error: unknown): boolean {
  return isAway(error) || (error instanceof Neo4jError && error.retriable);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Neo4jError && (isAway(error) || CANNOT_SERVE.test(error.code));
}

/** Returns the error for a caller; a fault of Recorda's stays as it is. */
function translated(error: unknown): unknown {
  if (!(error instanceof Neo4jError)) return error;
  if (TOO_LONG.test(error.code)) return deadlineExceeded();
  if (!error.retriable) return error;
  return new RecordaError(
    'OVERLOADED',
    'Too many calls write to the same memories at once. Wait a little and repeat the call.',
    { retryAfterMs: OUTAGE.retryAfterMs },
  );
}

export type Neo4jBreakerOptions = Pick<BreakerOptions, 'isThereAtFirst'> & {
  readonly driver: Driver;
  readonly database: string | undefined;
  /** What must be done before Neo4j can be used; only then does it count as there. */
  readonly schema: Preparation;
  readonly log: Neo4jLog;
};

export function neo4jBreaker({ driver, database, schema, log, isThereAtFirst }: Neo4jBreakerOptions): Breaker {
  const outage = breaker({
    name: 'Neo4j',
    async ping() {
      await askServer(driver, OUTAGE.heartbeatTimeoutMs, database);
      await schema.run();
    },
    isThereAtFirst,
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
