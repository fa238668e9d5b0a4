/**
 * What a statement does that is read later than it was said: by a better reader, or by a language model. What was said since then holds
 * before it, and nothing comes back that the user took back meanwhile.
 */
import { decideFact, type FactStatement } from './decide-fact.ts';
import { domainsOf, type KnownFact } from './fact.ts';

export type LateDecision =
  | { readonly does: 'ADD' | 'SUPERSEDE'; readonly closes: readonly string[] }
  /** A fact says so already. */
  | { readonly does: 'KNOW'; readonly id: string }
  /** Other facts stand in its way: what was said since, or what was forgotten since, whose words nobody can compare. */
  | { readonly does: 'LEAVE'; readonly why: 'OUTDATED' | 'FORGOTTEN'; readonly ids: readonly string[] };

/**
 * `facts` stand and may be about the same, `closed` are the user's that stand no more. `readMs` is when the turn came, by the clock that
 * facts have.
 */
export function decideLate(
  facts: readonly KnownFact[],
  closed: readonly KnownFact[],
  statement: FactStatement,
  readMs: number,
): LateDecision {
  const said = { ...statement, confidence: undefined };
  const decision = decideFact(facts, said);
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
  );
  const inTheWay = [...later.map(({ id }) => id), ...(again.does === 'CONFIRM' ? [again.id] : [])];
  if (inTheWay.length > 0) return { does: 'LEAVE', why: 'OUTDATED', ids: inTheWay };
  return statement.confidence === 'LOW'
    ? { does: 'ADD', closes: [] }
    : { does: decision.does, closes: decision.closes };
}
