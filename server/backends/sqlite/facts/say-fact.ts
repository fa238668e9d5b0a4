/** Decides what a statement does to the facts that it may be about, and writes the result. */
import { decideFact, decideRestore } from '../../../domain/facts/decide-fact.ts';
import { othersOfKind } from '../../../domain/facts/exclusive-words.ts';
import type { Embed } from '../../../domain/facts/near-words.ts';
import type { SaidFact, SaidOutcome, SayIntent } from '../../../domain/facts/fact-intents.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { FactChanges } from './fact-changes.ts';
import type { correctedFact, factLookup, factsAbout } from './fact-lookup.ts';
import { toFact, withinSession, type FactRow } from './fact-rows.ts';

export type FactLookups = {
  readonly lookUp: ReturnType<typeof factLookup>;
  readonly about: ReturnType<typeof factsAbout>;
  readonly corrected: ReturnType<typeof correctedFact>;
};

type SaidIn = Pick<SayIntent, 'scope' | 'nowMs' | 'isWithinSession'> & {
  /** The fact that it replaces, whatever the words of either. */
  readonly replaced?: FactRow | undefined;
};

/**
 * Says one fact. Returns undefined if it only makes sense as a correction, and there is no fact that it corrects. What no longer holds is
 * closed first, so that its room is there for what holds instead.
 */
export function factSayer(changes: FactChanges, { about, corrected }: FactLookups, embed: Embed | undefined) {
  return (
    userNo: number,
    asSaid: SaidFact,
    { scope, nowMs, isWithinSession, replaced }: SaidIn,
  ): SaidOutcome | undefined => {
    const last = corrected(userNo, asSaid, scope.namespace);
    // Words of correction, and a fact for them that is not in doubt itself, make up for a reader's doubt.
    const isSurer = last !== undefined && last.confidence !== 'LOW' && asSaid.confidence === 'LOW';
    const said: SaidFact = isSurer ? { ...asSaid, confidence: 'MEDIUM' } : asSaid;
    const known = about(userNo, scope.namespace, said);
    const rows = withRow(withRow(withinSession(known, scope, isWithinSession), last), replaced);
    const decision = decideFact(rows.map(toFact), { ...said, correctsId: last?.id }, embed);
    if (asSaid.leans === true && last === undefined && decision.does !== 'SUPERSEDE') return undefined;
    if (decision.does === 'CONFIRM') {
      const row = rows.find(({ id }) => id === decision.id) as FactRow;
      changes.confirm(row.fact_no, nowMs, 1);
      changes.raiseConfidence(row, said.confidence);
      if (said.isPinned) changes.setPin(row, true);
      changes.logUpdate(userNo, row.id, nowMs);
      if (replaced === undefined || replaced.id === row.id)
        return { id: row.id, operation: 'CONFIRMED', closedIds: [] };
      changes.supersede(userNo, replaced, row.id, nowMs);
      return { id: row.id, operation: 'SUPERSEDED', closedIds: [replaced.id] };
    }
    const closed = rows.filter(({ id }) => decision.closes.includes(id) || id === replaced?.id);
    for (const row of closed) changes.supersede(userNo, row, said.id, nowMs);
    changes.add(userNo, scope, decision.isBelieved === true ? { ...said, confidence: 'MEDIUM' } : said, nowMs);
    const closedIds = closed.map(({ id }) => id);
    return { id: said.id, operation: closedIds.length > 0 ? 'SUPERSEDED' : 'ADDED', closedIds };
  };
}

/** Makes a closed fact stand again, in place of its successor. */
export function factRestorer(changes: FactChanges, lookUp: FactLookups['lookUp']) {
  /** Returns the standing fact at the end of a chain of successors; undefined if that is forgotten or deleted. */
  const successor = ({ superseded_by: by }: FactRow): FactRow | undefined => {
    let row = changes.table.findById(by);
    while (row !== undefined && row.closed_ms !== null) row = changes.table.findById(row.superseded_by);
    return row;
  };
  return (userNo: number, scope: Scope, row: FactRow, nowMs: number): SaidOutcome => {
    const { id, fact: text, slot, namespace } = row;
    const last = successor(row);
    const rows = withRow(lookUp(userNo, namespace, slot, text, othersOfKind(text)), last);
    const { closes, isPinned } = decideRestore(rows.map(toFact), toFact(row), last?.id);
    for (const closed of rows) if (closes.includes(closed.id)) changes.supersede(userNo, closed, id, nowMs);
    changes.reopen(userNo, scope, row, isPinned, nowMs);
    return { id, operation: closes.length > 0 ? 'SUPERSEDED' : 'ADDED', closedIds: closes };
  };
}

/** Returns the rows with `row` among them. */
export function withRow(rows: readonly FactRow[], row: FactRow | undefined): readonly FactRow[] {
  return row === undefined || rows.some(({ id }) => id === row.id) ? rows : [...rows, row];
}
