/** Applies a user's turn to the facts about the user, in the transaction that appends it. */
import type { Database } from 'better-sqlite3';
import type { TurnFacts } from '../../../domain/context/intents.ts';
import { RecordaError } from '../../../domain/errors.ts';
import { FACT_DOMAINS, type Fact } from '../../../domain/facts/fact.ts';
import { factsToForget, type ForgetRequest } from '../../../domain/facts/forget-facts.ts';
import { mentionedFacts } from '../../../domain/facts/mentioned-facts.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { ApplyTurnFacts, SaidInTurn, UserTurn } from '../context/append-turns.ts';
import type { FactWrites } from './writes.ts';
import { factLookup } from './fact-lookup.ts';
import { FACT_COLUMNS, toFact, withinSession, type FactRow } from './fact-rows.ts';

/**
 * Tells whether `Forget that` means a fact: the user's turn right before said it, first or again, whatever answers stand between the two.
 */
function isRightBefore(fact: Fact, { sessionId }: Scope, before: UserTurn): boolean {
  const { provenance, confirmations, lastConfirmedTimeMs } = fact;
  if (provenance.sessionId === sessionId && provenance.turn >= before.turn) return true;
  return confirmations > 0 && lastConfirmedTimeMs >= before.createMs;
}

export function turnFacts(db: Database, facts: FactWrites): ApplyTurnFacts {
  const lookUp = factLookup(db);
  const selectLast = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.user_no = @userNo AND (@namespace = '' OR f.namespace = @namespace)
       AND (@sessionId = '' OR f.session_id = @sessionId) AND f.closed_ms IS NULL AND f.domain = @domain
     ORDER BY f.confirm_ms DESC, f.fact_no DESC LIMIT 1`,
  );
  const selectStanding = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.user_no = @userNo AND f.id = @id AND f.closed_ms IS NULL`,
  );
  const standing = (userNo: number, ids: readonly string[]): readonly Fact[] =>
    ids.map((id) => selectStanding.get({ userNo, id })).flatMap((row) => (row === undefined ? [] : [toFact(row)]));
  /** Returns the fact that was said or confirmed last. */
  const last = (userNo: number, { namespace }: Scope, sessionId: string): Fact | undefined =>
    FACT_DOMAINS.flatMap((domain) => selectLast.all({ userNo, namespace, sessionId, domain }))
      .toSorted((left, right) => right.confirm_ms - left.confirm_ms || right.fact_no - left.fact_no)
      .map(toFact)[0];

  const forgotten = (
    userNo: number,
    scope: Scope,
    { before, isWithinSession }: SaidInTurn,
    request: ForgetRequest,
    nowMs: number,
  ): readonly string[] => {
    const said = last(userNo, scope, isWithinSession === true ? scope.sessionId : '');
    const isLatest = said !== undefined && before !== undefined && isRightBefore(said, scope, before);
    const latest = isLatest ? said : undefined;
    const known =
      request.target === undefined
        ? latest === undefined
          ? []
          : [latest]
        : withinSession(lookUp(userNo, scope.namespace, '', request.target), scope, isWithinSession).map(toFact);
    const ids = factsToForget(known, request, latest?.id);
    for (const id of ids) facts.forgetFact({ scope, id, nowMs });
    return ids;
  };

  return (userNo, scope, inTurn, nowMs) => {
    const { turn, content, facts: said, forget, saidBefore, isWithinSession } = inTurn;
    const outcomes: TurnFacts['facts'][number][] = [];
    let refused = 0;
    // In "Scratch that, let's use Pulumi", the new fact replaces the old one, and nothing is forgotten.
    const isPutInstead = forget?.target === undefined && said.some(({ corrects }) => corrects === true);
    const forgottenIds = forget === undefined || isPutInstead ? [] : forgotten(userNo, scope, inTurn, forget, nowMs);
    for (const fact of said) {
      try {
        const of = { ...fact, provenance: { ...fact.provenance, turn } };
        const [outcome] = facts.sayFacts({ scope, facts: [of], nowMs, isWithinSession });
        if (outcome !== undefined) outcomes.push({ turn, rule: fact.rule, ...outcome });
      } catch (error) {
        // A user whose facts are at their quota can go on talking.
        if (!(error instanceof RecordaError) || error.reason !== 'QUOTA_EXCEEDED') throw error;
        refused += 1;
      }
    }
    const isSaid = new Set(outcomes.map(({ id }) => id));
    const repeated = saidBefore.length === 0 ? [] : mentionedFacts(standing(userNo, saidBefore), content());
    const mentionedIds = forget === undefined ? repeated.filter((id) => !isSaid.has(id)) : [];
    return { facts: outcomes, forgottenIds, mentionedIds, refused };
  };
}
