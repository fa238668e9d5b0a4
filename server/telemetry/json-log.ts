/** Writes log lines as JSON, one per line. Contents of memories never reach them: fields that could hold any are removed. */
import { type DestinationStream, pino } from 'pino';
import type { Config } from '../config.ts';
import type { Log } from '../ports/telemetry.ts';

/** Field names under which content may occur in the server. */
const CONTENT_FIELDS = [
  'content',
  'query',
  'text',
  'value',
  'metadata',
  'filter',
  'payload',
  'memory',
  'request',
  'response',
];

/** Writes lines to stdout unless `destination` is given. */
export function jsonLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: CONTENT_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    serializers: { err: loggedError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Returns an error without what it may quote: of its own properties only the code, and no message if Node writes values into
 * it, as JSON.parse and argument checks do.
 */
function loggedError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { code } = thrown as { code?: unknown };
  const quotes = thrown instanceof SyntaxError || (typeof code === 'string' && code.startsWith('ERR_INVALID_ARG'));
  const frames = thrown.stack?.slice(Math.max(0, thrown.stack.search(/^\s+at /m)));
  return {
    type: thrown.name,
    ...(quotes ? {} : { message: thrown.message }),
    ...(typeof code === 'string' ? { code } : {}),
    stack: frames?.trimStart(),
    ...(thrown.cause === undefined ? {} : { cause: loggedError(thrown.cause) }),
  };
}
