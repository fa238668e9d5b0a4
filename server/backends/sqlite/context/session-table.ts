/** Writes the rows of sessions: their state, pricing and notes. */
import type { Database } from 'better-sqlite3';
import type { SessionNotes } from '../../../domain/context/notes.ts';
import type { PromptPricing, SessionState } from '../../../domain/context/turn.ts';

/** The columns of a session that decisions do not depend on. */
type Standing = {
  readonly isRecallOff: boolean;
  readonly nowMs: number;
  /** The time when the session ended; null while it is open. */
  readonly endedMs: number | null;
  /** The tokens of the turns that were appended. */
  readonly addedTokens: number;
};

export function sessionTable(db: Database) {
  const insert = db.prepare(
    `INSERT INTO sessions (user_no, session_id, next_turn, next_segment, target, domain, topic_turns, is_recall_off,
       total_tokens, update_ms)
     VALUES (@userNo, @sessionId, 1, 1, 0, '', 0, 0, 0, @nowMs)`,
  );
  const update = db.prepare(
    `UPDATE sessions SET next_turn = @nextTurn, next_segment = @nextSegment, target = @target, domain = @domain,
       topic_turns = @topicTurns, window_policy = @policy, sealed_turn = @sealedTurn, closed_turn = @closedTurn,
       paid_tokens = @paidTokens, is_recall_off = @isRecallOff, total_tokens = total_tokens + @addedTokens, update_ms = @nowMs, ended_ms = @endedMs
     WHERE session_no = @sessionNo`,
  );
  const updateSealed = db.prepare(
    'UPDATE sessions SET next_segment = @nextSegment, sealed_turn = @sealedTurn WHERE session_no = @sessionNo',
  );
  const updatePricing = db.prepare('UPDATE sessions SET pricing = @pricing WHERE session_no = @sessionNo');
  const updateNotes = db.prepare('UPDATE sessions SET notes = @notes WHERE session_no = @sessionNo');

  return {
    /** Returns the session's number. */
    insert: (userNo: number, sessionId: string, nowMs: number): number =>
      Number(insert.run({ userNo, sessionId, nowMs }).lastInsertRowid),

    save(sessionNo: number, state: SessionState, { isRecallOff, nowMs, endedMs, addedTokens }: Standing): void {
      const { nextTurn, nextSegment, target, domain, topicTurns, policy, sealedTurn, closedTurn, paidTokens } = state;
      update.run({
        addedTokens,
        sessionNo,
        nextTurn,
        nextSegment,
        target,
        domain,
        topicTurns,
        policy,
        sealedTurn,
        closedTurn,
        paidTokens,
        isRecallOff: isRecallOff ? 1 : 0,
        nowMs,
        endedMs,
      });
    },

    /** Saves the effects of sealing an idle session, which does not count as use. */
    saveSealed(sessionNo: number, { nextSegment, sealedTurn }: SessionState): void {
      updateSealed.run({ sessionNo, nextSegment, sealedTurn });
    },

    savePricing(sessionNo: number, pricing: PromptPricing): void {
      updatePricing.run({ sessionNo, pricing: JSON.stringify(pricing) });
    },

    saveNotes(sessionNo: number, notes: SessionNotes): void {
      updateNotes.run({ sessionNo, notes: JSON.stringify(notes) });
    },
  };
}
