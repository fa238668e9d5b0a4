/**
 * Puts beside a recalled turn the later turn that replaced what it says. That one may be further from the question ("Sold it, I have a
 * Kona now" does not mention cars), but without it a prompt would show as true what no longer is.
 */
import type { Database } from 'better-sqlite3';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import { isLater } from '../../../domain/context/revisions.ts';
import type { Scope } from '../../../domain/memory.ts';
import { RECALL } from '../../../policy/context.ts';

type ReplacingRow = {
  readonly session_id: string;
  readonly turn: number;
  readonly create_ms: number;
  readonly superseded_by: string;
  readonly closed_ms: number | null;
};

/**
 * Returns the found turns, each followed by those that replaced what it says. `turnOf` returns undefined for a turn that recall does not
 * accept.
 */
export type WithReplacing = (
  scope: Scope,
  found: readonly Recalled[],
  turnOf: (id: string) => Recalled | undefined,
) => readonly Recalled[];

export function withReplacingTurns(db: Database): WithReplacing {
  const selectUser = db
    .prepare<[object], number>(
      `SELECT u.user_no FROM users u WHERE u.tenant = @tenant AND u.user_id = @userId
       AND EXISTS (SELECT 1 FROM facts f WHERE f.user_no = u.user_no AND f.closed_ms IS NOT NULL)`,
    )
    .pluck();
  // Most turns state nothing that was replaced, so this comes first, and is a single lookup.
  const selectReplaced = db
    .prepare<[object], string>(
      `SELECT f.superseded_by FROM facts f WHERE f.user_no = @userNo AND f.create_ms = @appendedMs
         AND f.session_id = @sessionId AND f.turn = @turn AND f.superseded_by <> ''`,
    )
    .pluck();
  const selectFact = db.prepare<[object], ReplacingRow>(
    'SELECT session_id, turn, create_ms, superseded_by, closed_ms FROM facts WHERE id = @id',
  );
  const selectTurn = db
    .prepare<[object], string>(
      `SELECT m.id FROM owners o JOIN memories m INDEXED BY recall_of_session USING (owner_no)
       WHERE o.user_no = @userNo AND o.type = 'RECALL' AND o.session_id = '' AND m.session_id = @session_id
         AND m.turn = @turn AND m.recall_ms = @create_ms`,
    )
    .pluck();
  /** Returns the id of the turn that states what holds now in place of a fact that this one replaced. */
  const turnThatHolds = (userNo: number, id: string): string | undefined => {
    let fact = selectFact.get({ id });
    for (let step = 1; fact !== undefined && fact.closed_ms !== null && step < RECALL.replacedSteps; step += 1)
      fact = selectFact.get({ id: fact.superseded_by });
    return fact === undefined || fact.closed_ms !== null ? undefined : selectTurn.get({ userNo, ...fact });
  };
  return ({ tenant, userId }, found, turnOf) => {
    const userNo = found.length === 0 ? undefined : selectUser.get({ tenant, userId });
    if (userNo === undefined) return found;
    const placed = new Set<Recalled>();
    for (const [rank, turn] of found.entries()) {
      placed.add(turn);
      if (turn.role !== 'USER' || rank >= RECALL.replacedAmong) continue;
      const { appendedMs, sessionId, turn: number } = turn;
      const replaced = selectReplaced.all({ userNo, appendedMs, sessionId, turn: number });
      // One that was found further back moves up, so that it has room wherever the turn that it replaces has.
      for (const id of replaced) {
        const later = turnThatHolds(userNo, id);
        const accepted = later === undefined ? undefined : turnOf(later);
        // A fact that was restored, or said again, can take the place of one that was stated after it.
        if (accepted !== undefined && isLater(accepted, turn)) placed.add(accepted);
      }
    }
    return [...placed];
  };
}
