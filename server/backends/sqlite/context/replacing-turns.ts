/**
 * Puts beside a recalled turn the later turn that replaced what it says. That one may be further from the question ("Sold it, I have a
 * Kona now" does not mention cars), but without it a prompt would show as true what no longer is.
 */
import type { Database } from 'better-sqlite3';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import type { Scope } from '../../../domain/memory.ts';
import { RECALL } from '../../../policy/context.ts';

/** Returns the turns that replace what one says, by its id; `turnOf` returns undefined for a turn that recall does not accept. */
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
  const selectReplacing = db
    .prepare<[object], string>(
      `WITH RECURSIVE later AS (
         SELECT f.superseded_by AS id, 1 AS step FROM facts f
         WHERE f.user_no = @userNo AND f.create_ms = @appendedMs AND f.session_id = @sessionId AND f.turn = @turn
           AND f.superseded_by <> ''
         UNION
         SELECT f.superseded_by, l.step + 1 FROM later l JOIN facts f USING (id)
         WHERE f.superseded_by <> '' AND l.step < @steps
       )
       SELECT m.id FROM later l JOIN facts f USING (id)
       JOIN owners o ON o.user_no = f.user_no AND o.type = 'RECALL' AND o.session_id = ''
       JOIN memories m INDEXED BY recall_of_session ON m.owner_no = o.owner_no AND m.session_id = f.session_id
         AND m.turn = f.turn AND m.recall_ms = f.create_ms
       WHERE f.closed_ms IS NULL`,
    )
    .pluck();
  return ({ tenant, userId }, found, turnOf) => {
    const userNo = found.length === 0 ? undefined : selectUser.get({ tenant, userId });
    if (userNo === undefined) return found;
    const steps = RECALL.replacedSteps;
    const shown = new Set(found.map(({ id }) => id));
    return found.flatMap((turn, rank) => {
      if (turn.role !== 'USER' || rank >= RECALL.replacedAmong) return [turn];
      const { appendedMs, sessionId, turn: number } = turn;
      const later = selectReplacing.all({ userNo, appendedMs, sessionId, turn: number, steps });
      const added = later.filter((id) => !shown.has(id)).flatMap((id) => turnOf(id) ?? []);
      for (const { id } of added) shown.add(id);
      return [turn, ...added];
    });
  };
}
