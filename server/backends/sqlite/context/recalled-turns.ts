/** Reads a user's findable turns in order of arrival. */
import type { Database } from 'better-sqlite3';
import type { RecalledTurn, RecalledTurnQuery } from '../../../domain/context/intents.ts';
import { READ_TURN_UNITS } from '../../../policy/facts.ts';
import { readText } from '../../stored-text.ts';

type TurnRow = {
  readonly id: string;
  readonly session_id: string;
  readonly agent_id: string;
  readonly namespace: string;
  readonly turn: number;
  readonly role: RecalledTurn['role'];
  readonly speaker: string | null;
  readonly create_ms: number;
  readonly content: string | Uint8Array;
};

/** Reads the first pages of each turn: the rest is pasted text, which nobody reads. */
export function recalledTurns(db: Database) {
  const TURN = 'm.id, m.session_id, m.agent_id, m.namespace, m.turn, m.role, m.speaker, m.create_ms, m.content';
  const OF_USER = `FROM memories m JOIN owners o USING (owner_no) JOIN users u USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = 'RECALL' AND m.recall_ms >= @oldestMs
       AND (@sessionId = '' OR m.session_id = @sessionId)`;
  const selectAll = db.prepare<[object], TurnRow>(
    `SELECT ${TURN} ${OF_USER} AND (m.create_ms, m.id) > (@createMs, @afterId) ORDER BY m.create_ms, m.id LIMIT @limit + 0`,
  );
  const selectBetween = db.prepare<[object], TurnRow>(
    `SELECT ${TURN} ${OF_USER} AND m.turn BETWEEN @first AND @last ORDER BY m.create_ms, m.id LIMIT @limit + 0`,
  );
  return ({
    query: { scope, between, after, limit },
    oldestMs,
  }: {
    readonly query: RecalledTurnQuery;
    readonly oldestMs: number;
  }): readonly RecalledTurn[] => {
    const { tenant, userId, sessionId } = scope;
    const asked = { tenant, userId, sessionId, oldestMs, limit };
    const { createTimeMs: createMs = Number.MIN_SAFE_INTEGER, id: afterId = '' } = after ?? {};
    const rows =
      between === undefined
        ? selectAll.all({ ...asked, createMs, afterId })
        : selectBetween.all({ ...asked, first: between.first, last: between.last });
    return rows.map(({ id, session_id, agent_id, namespace, turn, role, speaker, create_ms, content }) => ({
      id,
      sessionId: session_id,
      agentId: agent_id,
      namespace,
      turn,
      role,
      speaker: speaker ?? '',
      createMs: create_ms,
      content: readText(content).slice(0, READ_TURN_UNITS),
    }));
  };
}
