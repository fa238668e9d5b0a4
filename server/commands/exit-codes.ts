/** The exit codes of the executable, and which errors lead to which. */
import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { RecordaError, type ErrorCode } from '../domain/errors.ts';

export const EXIT = {
  ok: 0,
  /** The command failed in a way that no other code stands for. */
  failure: 1,
  /** The command line is wrong: an unknown command or option, or a value that is not allowed. */
  usage: 2,
  /** A setting is not valid, wherever it came from. */
  configuration: 3,
  /** The server did not answer, or not in time. A repeat may succeed. */
  unavailable: 4,
  /** The thing that was asked for does not exist, or a check found a fault. */
  notFound: 5,
  /** Ctrl+C ended the command. Shells use 128 plus the number of the signal. */
  interrupted: 130,
} as const;

const OF_CODES: Partial<Record<ErrorCode, number>> = {
  INVALID_ARGUMENT: EXIT.usage,
  NOT_FOUND: EXIT.notFound,
  UNAVAILABLE: EXIT.unavailable,
  DEADLINE_EXCEEDED: EXIT.unavailable,
  CANCELLED: EXIT.interrupted,
};

/** Errors at the start that a repeat or other settings may resolve. */
const OF_STARTS: Readonly<Record<string, number>> = {
  DATABASE_AWAY: EXIT.unavailable,
  SETTINGS_DIFFER: EXIT.configuration,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  // Commander also throws for `--help` and `--version`, with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof RecordaError) return OF_CODES[error.code] ?? EXIT.failure;
  if (error instanceof Error && 'code' in error) return OF_STARTS[String(error.code)] ?? EXIT.failure;
  return EXIT.failure;
}

/**
 * Tells whether an error was printed already: commander prints what is wrong with a command line before it
 * throws.
 */
export function isSaid(error: unknown): boolean {
  return error instanceof CommanderError;
}
