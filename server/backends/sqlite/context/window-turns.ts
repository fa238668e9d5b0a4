/** The writer's part of the turns of sessions' windows, and of their sizes. */
import type { Database } from 'better-sqlite3';
import type { WindowTurn } from '../../../domain/context/turn.ts';
import { vectorBytes } from '../records/rows.ts';
import type { StoredDigest } from './session-rows.ts';
import type { AppendCommand, TurnCommand } from './session-commands.ts';

/** The bytes of a turn of a window: its content, and its tool calls. */
const TURN_BYTES = `size_bytes + length(CAST(coalesce(calls, '') AS BLOB))`;

/** The fields of a turn's row that the decision does not see. */
type Body = Pick<TurnCommand, 'text' | 'sizeBytes'>;

export function windowTurns(db: Database) {
  const insertTurn = db.prepare(
    `INSERT INTO turns (session_no, turn, id, agent_id, namespace, role, speaker, said_ms, create_ms, calls, call_id, tokens,
       continuity, starts_topic, domain, digest, vector, size_bytes, stored_bytes, is_compressed, content)
     VALUES (@sessionNo, @turn, @id, @agentId, @namespace, @role, @speaker, @timeMs, @createMs, @calls, @toolCallId, @tokens,
       @continuity, @startsTopic, @domain, @digest, @vector, @sizeBytes, @storedBytes, @isCompressed, @content)`,
  );
  const deleteTurns = db
    .prepare<[object], number>(
      `DELETE FROM turns WHERE session_no = @sessionNo AND turn <= @lastTurn RETURNING ${TURN_BYTES}`,
    )
    .pluck();

  return {
    /** Stores a turn; returns its bytes. */
    put(sessionNo: number, { scope }: AppendCommand, turn: WindowTurn, { text, sizeBytes }: Body): number {
      const { digest, stems, toolCalls, vector } = turn;
      const calls = toolCalls.length === 0 ? null : JSON.stringify(toolCalls);
      insertTurn.run({
        sessionNo,
        turn: turn.turn,
        id: turn.id,
        agentId: scope.agentId,
        namespace: scope.namespace,
        role: turn.role,
        speaker: turn.speaker,
        timeMs: turn.timeMs,
        createMs: turn.createMs,
        calls,
        toolCallId: turn.toolCallId,
        tokens: turn.tokens,
        continuity: turn.continuity ?? null,
        startsTopic: turn.startsTopic ? 1 : 0,
        domain: turn.domain,
        digest: JSON.stringify({ digest, stems } satisfies StoredDigest),
        vector: vectorBytes(vector),
        sizeBytes,
        storedBytes: text.bytes,
        isCompressed: typeof text.body === 'string' ? 0 : 1,
        content: text.body,
      });
      return sizeBytes + Buffer.byteLength(calls ?? '');
    },

    /** Removes turns; returns their bytes. */
    removeUpTo: (sessionNo: number, lastTurn: number): number =>
      deleteTurns.all({ sessionNo, lastTurn }).reduce((sum, bytes) => sum + bytes, 0),
  };
}
