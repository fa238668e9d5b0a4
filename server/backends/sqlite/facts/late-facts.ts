/** Applies facts that were read later than they were said, in the writer's transaction; a dry run undoes it again. */
import type { Database } from 'better-sqlite3';
import type { Fact } from '../../../domain/facts/fact.ts';
import type { LateFact, LateIntent, LateOutcome, SaidFact } from '../../../domain/facts/fact-intents.ts';
import { decideLate } from '../../../domain/facts/late-facts.ts';
import type { Embed } from '../../../domain/facts/near-words.ts';
import type { Scope } from '../../../domain/memory.ts';
import { CLOSED_COMPARED } from '../../../policy/facts.ts';
import type { Savepoints } from '../engine/write-calls.ts';
import type { FactChanges } from './fact-changes.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import { withRow, type FactLookups } from './say-fact.ts';

type TurnRow = {
  readonly agent_id: string;
  readonly session_id: string;
  readonly namespace: string;
  readonly turn: number;
  readonly create_ms: number;
};

/** Thrown to undo a dry run, and caught at once. */
const UNDONE = new Error('A dry run is undone.');

export function lateFacts(
  db: Database,
  changes: FactChanges,
  { about, corrected }: FactLookups,
  savepoints: Pick<Savepoints, 'one'>,
  embed: Embed | undefined,
) {
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const selectTurn = db.prepare<[object], TurnRow>(
    `SELECT m.agent_id, m.session_id, m.namespace, m.turn, m.create_ms FROM memories m JOIN owners o USING (owner_no)
     WHERE m.id = @turnId AND o.user_no = @userNo AND o.type = 'RECALL'`,
  );
  const selectClosed = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.user_no = @userNo AND f.closed_ms IS NOT NULL
     ORDER BY f.fact_no DESC LIMIT @limit + 0`,
  );

  const sayOne = (
    userNo: number,
    user: Scope,
    given: LateFact,
    allClosed: readonly Fact[],
    nowMs: number,
  ): LateOutcome => {
    const row = selectTurn.get({ turnId: given.turnId, userNo });
    if (row === undefined) return { does: 'GONE', id: '', otherIds: [] };
    const { agent_id: agentId, session_id: sessionId, namespace, turn, create_ms: saidMs } = row;
    const scope: Scope = { ...user, agentId, sessionId, namespace };
    const said: SaidFact = { ...given, provenance: { agentId, sessionId, turn } };
    const last = corrected(userNo, said, namespace);
    const rows = withRow(about(userNo, namespace, said), last);
    const closed = allClosed.filter((fact) => fact.namespace === namespace);
    const decision = decideLate(rows.map(toFact), closed, { ...said, correctsId: last?.id }, saidMs, embed);
    if (decision.does === 'LEAVE') return { does: decision.why, id: '', otherIds: decision.ids };
    if (decision.does === 'KNOW') {
      const row = rows.find(({ id }) => id === decision.id)!;
      const isRaised = changes.raiseConfidence(row, said.confidence);
      if (isRaised) changes.logUpdate(userNo, row.id, nowMs);
      return { does: isRaised ? 'RAISED' : 'KNOWN', id: decision.id, otherIds: [] };
    }
    if (!changes.isRoomFor(userNo, scope, Buffer.byteLength(said.text)))
      return { does: 'REFUSED', id: '', otherIds: [] };
    for (const known of rows) if (decision.closes.includes(known.id)) changes.supersede(userNo, known, said.id, nowMs);
    changes.add(userNo, scope, said, nowMs, saidMs);
    return { does: decision.does === 'ADD' ? 'ADDED' : 'SUPERSEDED', id: said.id, otherIds: decision.closes };
  };

  return ({ scope, facts, dryRun, nowMs }: LateIntent): readonly LateOutcome[] => {
    const { tenant, userId } = scope;
    const userNo = selectUser.get({ tenant, userId });
    if (userNo === undefined) return facts.map(() => ({ does: 'GONE', id: '', otherIds: [] }));
    const closed = selectClosed.all({ userNo, limit: CLOSED_COMPARED }).map(toFact);
    const outcomes: LateOutcome[] = [];
    try {
      savepoints.one(() => {
        for (const fact of facts) outcomes.push(sayOne(userNo, scope, fact, closed, nowMs));
        if (dryRun) throw UNDONE;
      });
    } catch (error) {
      if (error !== UNDONE) throw error;
    }
    return outcomes.map((outcome) => (dryRun && isNew(outcome) ? { ...outcome, id: '' } : outcome));
  };
}

function isNew({ does }: LateOutcome): boolean {
  return does === 'ADDED' || does === 'SUPERSEDED';
}
