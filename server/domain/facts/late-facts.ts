/**
 * Decides what a statement does that is read later than it was said, by a better reader or a language model. Whatever was said since
 * takes precedence, and nothing returns that the user took back in the meantime.
 */
import { decideFact, type FactStatement } from './decide-fact.ts';
import { domainsOf, type KnownFact } from './fact.ts';
import type { Embed } from './near-words.ts';

export type LateDecision =
  | { readonly does: 'ADD' | 'SUPERSEDE'; readonly closes: readonly string[] }
  /** A fact says the same already. */
  | { readonly does: 'KNOW'; readonly id: string }
  /** Other facts stand in the way: those stated since, or those forgotten since, whose words can no longer be compared. */
  | { readonly does: 'LEAVE'; readonly why: 'OUTDATED' | 'FORGOTTEN'; readonly ids: readonly string[] };

/**
 * `facts` stand and may be about the same; `closed` are facts of the user that no longer stand. `readMs` is the time of the turn, by
 * the clock of the facts.
 */
export function decideLate(
  facts: readonly KnownFact[],
  closed: readonly KnownFact[],
  statement: FactStatement,
  readMs: number,
  embed?: Embed,
): LateDecision {
  const said = { ...statement, confidence: undefined };
  const decision = decideFact(facts, said, embed);
  if (decision.does === 'CONFIRM') return { does: 'KNOW', id: decision.id };
  const domains = domainsOf(statement);
  const forgotten = closed.filter(
    (fact) =>
      (fact.forgottenTimeMs ?? -Infinity) >= readMs && domainsOf(fact).some((domain) => domains.includes(domain)),
  );
  if (forgotten.length > 0) return { does: 'LEAVE', why: 'FORGOTTEN', ids: forgotten.map(({ id }) => id) };
  const later = facts.filter(({ id, lastConfirmedTimeMs: atMs }) => decision.closes.includes(id) && atMs > readMs);
  const replaced = closed.filter((fact) => fact.supersededBy !== undefined && fact.lastConfirmedTimeMs >= readMs);
  const again = decideFact(
    replaced.map((fact) => ({ ...fact, supersededBy: undefined })),
    said,
    embed,
  );
  const inTheWay = [...later.map(({ id }) => id), ...(again.does === 'CONFIRM' ? [again.id] : [])];
  if (inTheWay.length > 0) return { does: 'LEAVE', why: 'OUTDATED', ids: inTheWay };
  return statement.confidence === 'LOW'
    ? { does: 'ADD', closes: [] }
    : { does: decision.does, closes: decision.closes };
}
