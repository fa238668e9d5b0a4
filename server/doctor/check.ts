/** One thing that a server stands on, and whether it is there. */

export type Check = {
  /** What it is for: `short_term`, `data folder`. */
  readonly role: string;
  /** Where it is, without passwords. */
  readonly where: string;
  /** One round trip; says what answered, with its version. Rejects with why it is not there. */
  readonly run: () => Promise<string>;
  /** How long it may take, where that is not what all others may. */
  readonly limitMs?: number | undefined;
};

export type Finding = {
  readonly role: string;
  readonly where: string;
  readonly isThere: boolean;
  /** What answered, or why nothing did. */
  readonly said: string;
  readonly roundTripMs: number;
};

/** All at once; one that does not answer within `usualMs`, or its own limit, is not there. */
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

/** A URL as it may be shown: who logs in with what is left out. */
export function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
}
