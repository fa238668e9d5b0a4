/** Counts a user's facts in each state at a moment. */
import type { Database } from 'better-sqlite3';
import type { Fact } from '../../../domain/facts/fact.ts';
import { FACT_STATES, factState, type FactState } from '../../../domain/facts/fact-state.ts';
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
