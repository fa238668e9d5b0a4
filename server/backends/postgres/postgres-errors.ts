/** Tells apart what a driver's error means. */
import pg from 'pg';
import { OUTAGE } from '../../policy/backends.ts';
import { RecordaError } from '../../domain/errors.ts';

/** The reason why a database cannot be opened. It is no error of a call: the person who starts the server reads it. */
export type DatabaseErrorCode =
  | 'DATABASE_AWAY'
  | 'DATABASE_REFUSED'
  | 'DATABASE_UNSUITABLE'
  | 'DATABASE_FORBIDDEN'
  | 'DATABASE_OF_OTHER_VERSION'
  | 'DATABASE_OF_OTHER_EMBEDDER'
  | 'SETTINGS_DIFFER';

/** An error of the start, whose message says what to do. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Lists the answers of PostgreSQL or its driver to a login that no repetition helps, and what to do about each. */
const REFUSALS: readonly { readonly says: RegExp; readonly advice: string }[] = [
  {
    says: /^28000 .*no encryption/,
    advice: 'It takes connections over TLS alone: write RECORDA_STORE with ?sslmode=verify-full.',
  },
  { says: /^(28P01|28000)/, advice: 'Check the user and the password in RECORDA_STORE, and pg_hba.conf.' },
  {
    says: /^3D000/,
    advice:
      "Create it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, or name another one in RECORDA_STORE.",
  },
  { says: /^42501/, advice: 'Grant this right to the user of RECORDA_STORE.' },
  {
    says: /does not support SSL/,
    advice: 'Turn TLS on in PostgreSQL, or take sslmode out of RECORDA_STORE if the network is trusted.',
  },
  {
    says: /^ERR_TLS_CERT_ALTNAME_INVALID/,
    advice: 'Name it in RECORDA_STORE as its certificate does.',
  },
  {
    says: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    advice: 'Give PostgreSQL a certificate that is valid now, and check the clock of this machine.',
  },
  {
    says: /certificate|^(ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/i,
    advice: 'Name the file of the authority’s certificate in RECORDA_STORE_CA_FILE.',
  },
];

/** Returns the error to report if PostgreSQL refuses the login; undefined if a repetition may help. */
export function refusalOf(error: unknown): DatabaseOpenError | undefined {
  if (!(error instanceof Error)) return undefined;
  const said = `${'code' in error ? String(error.code) : ''} ${error.message}`.trim();
  const refusal = REFUSALS.find(({ says }) => says.test(said));
  if (refusal === undefined) return undefined;
  return new DatabaseOpenError(
    'DATABASE_REFUSED',
    `PostgreSQL cannot be used: ${error.message}. ${refusal.advice}`,
    error,
  );
}

/** It is shutting down or starting, or the connection was lost. */
const AWAY = /^(08|57P)/;
/**
 * It refused a statement, and nothing was written: it has no room or no connections left, is read-only, or a limit of its own ended the
 * statement.
 */
const DECLINED = /^(53|25006|57014|55P03)/;
/** Another transaction was in the way. Nothing was written. */
const IN_THE_WAY = /^40(001|P01)$/;

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Tells whether nothing answers that can commit. Errors of the connection have no SQLSTATE. */
export function isAway(error: unknown): boolean {
  if (error instanceof RecordaError || !(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === undefined ? isOfConnection(error) : AWAY.test(code) || DECLINED.test(code);
}

/** Tells whether it answered that it cannot do this now. */
export function isDeclined(error: unknown): boolean {
  return DECLINED.test(codeOf(error) ?? '');
}

export function isInTheWay(error: unknown): boolean {
  return IN_THE_WAY.test(codeOf(error) ?? '');
}

export function hasState(error: unknown, state: string): boolean {
  return codeOf(error) === state;
}

const OF_CONNECTION = /connection|timeout|terminated|socket|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT/i;

function isOfConnection(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return OF_CONNECTION.test(`${code} ${error.message}`) || error instanceof AggregateError;
}

/** Returns the error for a write that it declined. */
export function declined(error: unknown): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    `PostgreSQL, which holds the data of this server, refused the commit of this call with SQLSTATE ${codeOf(error)}. Nothing was written. Check its disk, its connections, its timeouts and whether it is read-only, then repeat the call.`,
    { retryAfterMs: OUTAGE.retryAfterMs },
  );
}

/** Returns the error for a write whose outcome could not be found out in time. */
export function outcomeUnknown(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'PostgreSQL, which holds the data of this server, was lost during the commit of this call, so it is unknown whether the call took effect. Repeat it with the same request_id; without one, first read whether it did.',
    { retryAfterMs: OUTAGE.retryAfterMs },
  );
}
