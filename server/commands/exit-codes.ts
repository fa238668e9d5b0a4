/** What the executable exits with, and what makes it so. */
import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { RecordaError, type ErrorCode } from '../domain/errors.ts';

export const EXIT = {
  ok: 0,
  /** Anything that no other code says. */
  failure: 1,
  /** The command line cannot be meant: an unknown command or option, a value that is not allowed. */
  usage: 2,
  /** A setting is not valid, from wherever it came. */
  configuration: 3,
  /** Nobody answers, or not in time: a repeat may succeed. */
  unavailable: 4,
  /** What was asked for is not there, or what was checked is not well. */
  notFound: 5,
  /** Ended by Ctrl+C: 128 and the number of SIGINT, as shells have it. */
  interrupted: 130,
} as const;

const OF_CODES: Partial<Record<ErrorCode, number>> = {
  INVALID_ARGUMENT: EXIT.usage,
  NOT_FOUND: EXIT.notFound,
  UNAVAILABLE: EXIT.unavailable,
  DEADLINE_EXCEEDED: EXIT.unavailable,
  CANCELLED: EXIT.interrupted,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  // `--help` and `--version` end as errors, too, with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof RecordaError) return OF_CODES[error.code] ?? EXIT.failure;
  return EXIT.failure;
}

/** Commander prints what is wrong with a command line before it throws. */
export function isSaid(error: unknown): boolean {
  return error instanceof CommanderError;
}
