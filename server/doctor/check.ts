/** Checks one thing that a server needs. */

export type Check = {
  /** The purpose of what is checked: `short_term`, `data folder`. */
  readonly role: string;
  /** The place of what is checked, without passwords. */
  readonly where: string;
  /**
   * Makes one round trip, and returns what answered, with its version. Rejects with the reason if nothing
   * does.
   */
  readonly run: () => Promise<string>;
  /** How long it may take in milliseconds, if that differs from the usual limit. */
  readonly limitMs?: number | undefined;
};

export type Finding = {
  readonly role: string;
  readonly where: string;
  readonly isThere: boolean;
  /** What answered, or the reason why nothing did. */
  readonly said: string;
  readonly roundTripMs: number;
};

/** Runs all checks at once. A check fails if it gets no answer within `usualMs`, or within its own limit. */
export function runChecks(checks: readonly Check[], usualMs: number): Promise<readonly Finding[]> {
  return Promise.all(
    checks.map(async ({ role, where, run, limitMs = usualMs }) => {
      const startedAt = performance.now();
      const found = (isThere: boolean, said: string): Finding => ({
        role,
        where,
        isThere,
        said,
        roundTripMs: performance.now() - startedAt,
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`it does not answer within ${limitMs} ms`)), limitMs);
      });
      try {
        return found(true, await Promise.race([run(), late]));
      } catch (error) {
        return found(false, (error as Error).message);
      } finally {
        clearTimeout(timer);
      }
    }),
  );
}

/** Returns a URL that may be shown: its credentials are left out. */
export function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
}
