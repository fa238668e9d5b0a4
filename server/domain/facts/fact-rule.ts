/** A way to state a fact, and how tables of them are written. */
import type { FactDomain, FactSource } from './fact.ts';

export type FactRule = {
  readonly rule: string;
  /** Undefined: by the words of the fact. */
  readonly domain?: FactDomain | undefined;
  readonly source: FactSource;
  /**
   * SIGNAL asks to remember; INSTRUCTION tells the assistant how to behave from now on, also on a condition; DECISION says what
   * was chosen; CHANGE what has become different; PLAIN how things are. FRAGMENT goes on with the fact before it.
   */
  readonly kind: 'SIGNAL' | 'INSTRUCTION' | 'DECISION' | 'CHANGE' | 'PLAIN' | 'FRAGMENT';
  /** What there is one of. `favourite:` and its like end in what the group `what` holds. */
  readonly slot?: string | undefined;
  /** Anchored where the clause begins. Its group `fact` is where the fact's text begins; without one the whole is the fact. */
  readonly pattern: RegExp;
};

export type Parts = Readonly<Record<string, string>>;
type Row = readonly [rule: string, pattern: string, slot?: string];

/** `{name}` in a pattern stands for a part. */
export function factRules(
  parts: Parts,
  kind: FactRule['kind'],
  domain: FactDomain | undefined,
  rows: readonly Row[],
): readonly FactRule[] {
  return rows.map(([rule, source, slot]) => ({
    rule,
    domain,
    kind,
    source: kind === 'CHANGE' ? 'INFERRED' : 'EXPLICIT',
    slot,
    pattern: new RegExp(`^(?:${withParts(source, parts)})`, 'du'),
  }));
}

function withParts(source: string, parts: Parts): string {
  const put = source.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => parts[name] ?? '');
  return put === source ? put : withParts(put, parts);
}
