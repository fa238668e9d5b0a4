/** Counts facts by state: those of one user, or those of all users in slices. */
import type { Database } from 'better-sqlite3';
import type { Fact } from '../../../domain/facts/fact.ts';
import { FACT_STATES, factState, type FactState } from '../../../domain/facts/fact-state.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { FACT_AGES } from '../../../policy/facts.ts';
import type { Unwritten } from '../../../domain/facts/fact-intents.ts';

type Row = readonly [
  id: string,
  confidence: Fact['confidence'],
  confirmMs: number,
  supersededBy: string,
  isForgotten: number,
  isPinned: number,
];

export function factCounter(db: Database) {
  const select = db
    .prepare<[object], Row>(
      'SELECT id, confidence, confirm_ms, superseded_by, is_forgotten, is_pinned FROM facts WHERE user_no = @userNo',
    )
    .raw();
  return (userNo: number | undefined, nowMs: number, unwritten: Unwritten): Readonly<Record<FactState, number>> => {
    const counts = Object.fromEntries(FACT_STATES.map((state) => [state, 0])) as Record<FactState, number>;
    const confirmed = new Map(unwritten.map(({ id, lastMs }) => [id, lastMs]));
    const rows = userNo === undefined ? [] : select.all({ userNo });
    for (const [id, confidence, confirmMs, supersededBy, isForgotten, isPinned] of rows) {
      const fact = {
        confidence,
        lastConfirmedTimeMs: Math.max(confirmMs, confirmed.get(id) ?? confirmMs),
        ...(isPinned === 1 && { isPinned: true as const }),
        ...(supersededBy !== '' && { supersededBy }),
        ...(isForgotten === 1 && { forgottenTimeMs: confirmMs }),
      };
      counts[factState(fact, nowMs)] += 1;
    }
    return counts;
  };
}

/** The facts of one slice; `next` is where the next slice begins, absent at the end. */
export type FactSlice = { readonly counts: Readonly<Record<FactState, number>>; readonly next?: number };

type Group = {
  readonly confidence: Fact['confidence'];
  readonly is_pinned: number;
  readonly is_forgotten: number;
  readonly is_superseded: number;
  readonly confirm_ms: number;
  readonly facts: number;
  readonly last_no: number;
};

/**
 * Counts the facts of all users in slices, so that other reads of the thread need not wait for long. SQLite groups facts that are on the
 * same side of every age limit; `factState` decides the state of each group. Confirmations that are not written yet are not counted.
 */
export function factSliceCounter(db: Database, sliceFacts: number = SQLITE.countedFacts) {
  const groups = db.prepare<[object], Group>(
    `SELECT confidence, is_pinned, is_forgotten, superseded_by <> '' AS is_superseded,
            max(confirm_ms) AS confirm_ms, count(*) AS facts, max(fact_no) AS last_no
     FROM (SELECT * FROM facts WHERE fact_no > @afterNo ORDER BY fact_no LIMIT ${sliceFacts})
     GROUP BY 1, 2, 3, 4, (confirm_ms < @lowMs) + (confirm_ms < @agedMs) + (confirm_ms < @staleMs)`,
  );
  return (afterNo: number, nowMs: number): FactSlice => {
    const counts = Object.fromEntries(FACT_STATES.map((state) => [state, 0])) as Record<FactState, number>;
    const bounds = {
      lowMs: nowMs - FACT_AGES.lowUnconfirmedMs,
      agedMs: nowMs - FACT_AGES.agedMs,
      staleMs: nowMs - FACT_AGES.staleMs,
    };
    let [counted, lastNo] = [0, afterNo];
    for (const group of groups.all({ afterNo, ...bounds })) {
      const { confidence, confirm_ms: lastConfirmedTimeMs, facts } = group;
      const fact = {
        confidence,
        lastConfirmedTimeMs,
        ...(group.is_pinned === 1 && { isPinned: true as const }),
        ...(group.is_superseded === 1 && { supersededBy: 'another' }),
        ...(group.is_forgotten === 1 && { forgottenTimeMs: lastConfirmedTimeMs }),
      };
      counts[factState(fact, nowMs)] += facts;
      counted += facts;
      lastNo = Math.max(lastNo, group.last_no);
    }
    return { counts, ...(counted === sliceFacts && { next: lastNo }) };
  };
}
