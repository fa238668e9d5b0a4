/** Checks one thing that a server needs. */
import { inWords, StatedError, statement, type Statement } from '../domain/check-statements.ts';
import type { BackendFinding } from '../ports/server-report.ts';

export type Check = {
  /** The purpose of what is checked: `short_term`, `data folder`. */
  readonly role: string;
  /** The place of what is checked, without passwords. */
  readonly where: string;
  /**
   * Makes one round trip, and returns what answered, with its version. Rejects with the reason if nothing
   * does. A running server shows the statements in the language of the reader; only the command shows a text as it is.
   */
  readonly run: () => Promise<string | readonly Statement[]>;
  /** How long it may take in milliseconds, if that differs from the usual limit. */
  readonly limitMs?: number | undefined;
};

/** Runs all checks at once. A check fails if it gets no answer within `usualMs`, or within its own limit. */
export function runChecks(checks: readonly Check[], usualMs: number): Promise<readonly BackendFinding[]> {
  return Promise.all(
    checks.map(async ({ role, where, run, limitMs = usualMs }) => {
      const startedAt = performance.now();
      const found = (isThere: boolean, said: string | readonly Statement[]): BackendFinding => ({
        role,
        where,
        isThere,
        roundTripMs: performance.now() - startedAt,
        ...(typeof said === 'string' ? { said, statements: [] } : { said: inWords(said), statements: said }),
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new StatedError(statement('TOO_SLOW', { ms: limitMs }))), limitMs);
      });
      try {
        return found(true, await Promise.race([run(), late]));
      } catch (error) {
        return found(false, error instanceof StatedError ? [error.statement] : (error as Error).message);
      } finally {
        clearTimeout(timer);
      }
    }),
  );
}
