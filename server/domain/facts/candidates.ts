/**
 * Finds the parts of a turn that may be statements: a clause with those that continue it. A clause with a statement of its own, or in
 * another mood, starts the next candidate. Whether a candidate is a statement is not decided here.
 */
import type { Clause, ReadTurn } from '../speech/read-turn.ts';
import type { FactRules } from '../languages/rules/fact-rules.ts';

export type Candidate = {
  /** The first clause of the candidate. */
  readonly clause: Clause;
  /** The range in the folded turn; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
};

export function candidatesOf({ clauses, folded, grammar }: ReadTurn): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const clause of clauses) {
    if (clause.from >= clause.to) continue;
    const last = found.at(-1);
    if (last !== undefined && goesOn(clause, last, folded, grammar.facts)) {
      found[found.length - 1] = { ...last, to: clause.to };
    } else found.push({ clause, from: clause.from, to: clause.to });
  }
  return found;
}

function goesOn(
  { sentence, mood, fiction, start, from, to }: Clause,
  before: Candidate,
  folded: string,
  rules: FactRules,
): boolean {
  if (sentence !== before.clause.sentence || fiction !== before.clause.fiction) return false;
  const said = folded.slice(from, to).trim();
  const isJoined = rules.joinsStatement.test(folded.slice(start));
  // A conditional instruction is kept together with its condition.
  const isOnCondition = mood !== 'QUESTION' && rules.condition.test(folded.slice(before.from));
  if (isOnCondition && (before.to === before.clause.to || !isJoined)) return true;
  if (mood !== before.clause.mood || rules.asksOfThat.test(said)) return false;
  if (rules.listed.test(said)) return true;
  return !rules.beginsStatement.test(said) && !isJoined;
}

/**
 * Returns where a candidate's text ends: after the last item of a list that was split, "banana, avocado | and green yogurt". The
 * reader judges the candidate without that item, as it was trained to.
 */
export function listEnd({ clause, to }: Candidate, { clauses, folded, grammar }: ReadTurn): number {
  const { beginsStatement, endsList } = grammar.facts;
  const last = clauses.findIndex((one) => one.to === to);
  const next = clauses[last + 1];
  const isList = last > 0 && clauses[last] !== clause && clauses[last - 1]!.sentence === clause.sentence;
  if (!isList || next === undefined || next.sentence !== clause.sentence || next.mood !== clause.mood) return to;
  const isLast = endsList.test(folded.slice(next.start, next.to)) && COMMA.test(folded.slice(to, next.start));
  return isLast && !beginsStatement.test(folded.slice(next.from, next.to)) ? next.to : to;
}

const COMMA = /^,\s*$/;
