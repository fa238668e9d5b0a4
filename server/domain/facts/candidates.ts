/**
 * What of a turn may be a statement: a clause with those that go on with it. A clause that begins one of its own, or that is said in
 * another mood, starts the next. Whether it is one is not asked here.
 */
import type { Clause, ReadTurn } from '../speech/read-turn.ts';
import { ASKS_OF_THAT, BEGINS_STATEMENT, CONDITION, ENDS_LIST, JOINS_STATEMENT, LISTED } from './packs/packs.ts';

export type Candidate = {
  /** Its first clause. */
  readonly clause: Clause;
  /** In places of the folded turn; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
};

export function candidatesOf({ clauses, folded }: ReadTurn): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const clause of clauses) {
    if (clause.from >= clause.to) continue;
    const last = found.at(-1);
    if (last !== undefined && goesOn(clause, last, folded)) {
      found[found.length - 1] = { ...last, to: clause.to };
    } else found.push({ clause, from: clause.from, to: clause.to });
  }
  return found;
}

function goesOn({ sentence, mood, start, from, to }: Clause, before: Candidate, folded: string): boolean {
  if (sentence !== before.clause.sentence) return false;
  const said = folded.slice(from, to).trim();
  const isJoined = JOINS_STATEMENT.test(folded.slice(start));
  // What is to be done on a condition is told with the condition.
  const isOnCondition = mood !== 'QUESTION' && CONDITION.test(folded.slice(before.from));
  if (isOnCondition && (before.to === before.clause.to || !isJoined)) return true;
  if (mood !== before.clause.mood || ASKS_OF_THAT.test(said)) return false;
  if (LISTED.test(said)) return true;
  return !BEGINS_STATEMENT.test(said) && !isJoined;
}

/**
 * Where a candidate's text ends: with the last item of a list that it was cut in, "banana, avocado | and green yogurt". The reader
 * judges it without that item, as it was trained to.
 */
export function listEnd({ clause, to }: Candidate, { clauses, folded }: ReadTurn): number {
  const last = clauses.findIndex((one) => one.to === to);
  const next = clauses[last + 1];
  const isList = last > 0 && clauses[last] !== clause && clauses[last - 1]!.sentence === clause.sentence;
  if (!isList || next === undefined || next.sentence !== clause.sentence || next.mood !== clause.mood) return to;
  const isLast = ENDS_LIST.test(folded.slice(next.start, next.to)) && COMMA.test(folded.slice(to, next.start));
  return isLast && !BEGINS_STATEMENT.test(folded.slice(next.from, next.to)) ? next.to : to;
}

const COMMA = /^,\s*$/;
