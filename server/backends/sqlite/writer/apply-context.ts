/** Applies what is wanted of a session inside the writer's transaction: loads its state, decides, writes. */
import type { Database } from 'better-sqlite3';
import { decideAppend, decideFlush, type AppendChanges, type Sealing } from '../../../domain/context/append.ts';
import type {
  Appended,
  Flushed,
  TurnFacts,
  FlushIntent,
  PutSystemPrompt,
  SystemPrompt,
} from '../../../domain/context/intents.ts';
import type { SessionState, WindowTurn } from '../../../domain/context/turn.ts';
import { mentionsLeft } from '../../../domain/context/mentions.ts';
import { notesAfterTurns } from '../../../domain/context/notes.ts';
import { heldStates } from './held-states.ts';
import type { Ledger } from './ledger.ts';
import { recallShelf } from './recall-shelf.ts';
import type { requests } from './requests.ts';
import { responseWriter } from '../rows/response-rows.ts';
import { vectorBytes } from '../rows/rows.ts';
import { sessionAccounts } from '../rows/session-accounts.ts';
import { sessionRows, type StoredDigest } from '../rows/session-rows.ts';
import { sessionSweeper } from './session-sweeper.ts';
import { readText } from '../../stored-text.ts';
import { systemPromptRows } from '../rows/system-prompt-rows.ts';
import type { ApplyTurnFacts } from './turn-facts.ts';
import type { AppendOrder, TurnOrder } from '../threads/thread-api.ts';

/** Of a turn, what its row has beside what the decision sees. */
type Body = Pick<TurnOrder, 'text' | 'sizeBytes'>;

export function applyContext(
  db: Database,
  books: Ledger,
  remembered: ReturnType<typeof requests>,
  factsOfTurn: ApplyTurnFacts,
  noteTextRemoved: () => void,
) {
  const rows = sessionRows(db);
  const held = heldStates();
  const recall = recallShelf(db, books);
  const prompts = systemPromptRows(db);
  const responses = responseWriter(db, books, noteTextRemoved);
  const insertSession = db.prepare(
    `INSERT INTO sessions (user_no, session_id, next_turn, next_segment, target, domain, topic_turns, is_recall_off,
       total_tokens, update_ms)
     VALUES (@userNo, @sessionId, 1, 1, 0, '', 0, 0, 0, @nowMs)`,
  );
  const updateSession = db.prepare(
    `UPDATE sessions SET next_turn = @nextTurn, next_segment = @nextSegment, target = @target, domain = @domain,
       topic_turns = @topicTurns, is_recall_off = @isRecallOff, total_tokens = total_tokens + @addedTokens, update_ms = @nowMs, ended_ms = @endedMs
     WHERE session_no = @sessionNo`,
  );
  const updateNotes = db.prepare('UPDATE sessions SET notes = @notes WHERE session_no = @sessionNo');
  const insertTurn = db.prepare(
    `INSERT INTO turns (session_no, turn, id, agent_id, namespace, role, speaker, said_ms, create_ms, calls, call_id, tokens,
       continuity, starts_topic, domain, digest, vector, size_bytes, stored_bytes, is_compressed, content)
     VALUES (@sessionNo, @turn, @id, @agentId, @namespace, @role, @speaker, @timeMs, @createMs, @calls, @toolCallId, @tokens,
       @continuity, @startsTopic, @domain, @digest, @vector, @sizeBytes, @storedBytes, @isCompressed, @content)`,
  );
  const deleteTurns = db.prepare('DELETE FROM turns WHERE session_no = @sessionNo AND turn <= @lastTurn');
  const sizeOf = db
    .prepare<[object], number>('SELECT size_bytes FROM turns WHERE session_no = @sessionNo AND turn = @turn')
    .pluck();
  const insertSegment = db.prepare(
    `INSERT INTO segments (session_no, segment, first_turn, last_turn, keys, tokens, hash, create_ms)
     VALUES (@sessionNo, @segment, @firstTurn, @lastTurn, @keys, @tokens, @hash, @createMs)`,
  );

  /** What left the window: its summary stays, and itself where it may be found again. */
  const seal = (
    userNo: number,
    sessionNo: number,
    sealed: readonly Sealing[],
    isRecallOff: boolean,
    nowMs: number,
  ): void => {
    if (sealed.length === 0) return;
    for (const { segment } of sealed) insertSegment.run({ sessionNo, ...segment, keys: JSON.stringify(segment.keys) });
    const turns = sealed.flatMap((sealing) => sealing.turns);
    if (!isRecallOff) {
      const findable = turns.filter(({ role, content }) => role !== 'TOOL' && content !== '');
      const sized = findable.map(({ turn, id }) => ({ turn, id, sizeBytes: sizeOf.get({ sessionNo, turn }) ?? 0 }));
      recall.put(userNo, sessionNo, sized, nowMs);
    }
    deleteTurns.run({ sessionNo, lastTurn: turns.at(-1)!.turn });
    noteTextRemoved();
  };
  const save = (
    sessionNo: number,
    state: SessionState,
    isRecallOff: boolean,
    nowMs: number,
    endedMs: number | null,
    addedTokens = 0,
  ): void => {
    const { nextTurn, nextSegment, target, domain, topicTurns } = state;
    const isOff = isRecallOff ? 1 : 0;
    updateSession.run({
      addedTokens,
      sessionNo,
      nextTurn,
      nextSegment,
      target,
      domain,
      topicTurns,
      isRecallOff: isOff,
      nowMs,
      endedMs,
    });
  };
  const insert = (sessionNo: number, { scope }: AppendOrder, turn: WindowTurn, { text, sizeBytes }: Body): void => {
    const { digest, stems, toolCalls, vector } = turn;
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
      calls: toolCalls.length === 0 ? null : JSON.stringify(toolCalls),
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
  };

  const sweepSessions = sessionSweeper(db, noteTextRemoved);

  return {
    append(order: AppendOrder): Appended {
      const { scope, nowMs, requestId, embedderName } = order;
      const userNo = books.user(scope);
      const prior = remembered.find<Appended>(userNo, requestId, nowMs);
      if (prior !== undefined) return prior.outcome;
      const row = rows.find(userNo, scope.sessionId);
      const sessionNo =
        row?.session_no ?? Number(insertSession.run({ userNo, sessionId: scope.sessionId, nowMs }).lastInsertRowid);
      // Whether a turn has words is all that the decision asks of its content.
      const turns = order.turns.map((turn) => ({ content: turn.sizeBytes === 0 ? '' : ' ', ...turn }));
      const changes = decideAppend(held.of(row) ?? rows.state(row), turns, embedderName, nowMs, order.summaries);
      changes.appended.forEach((turn, at) => insert(sessionNo, order, turn, order.turns[at]!));
      const isRecallOff = order.recallOff ?? row?.is_recall_off === 1;
      seal(userNo, sessionNo, changes.sealed, isRecallOff, nowMs);
      const addedTokens = changes.appended.reduce((sum, { tokens }) => sum + tokens, 0);
      save(sessionNo, changes.state, isRecallOff, nowMs, null, addedTokens);
      held.hold(sessionNo, changes.state);
      const notes = rows.notes(row);
      const after = notesAfterTurns(notes, turns);
      if (after !== notes) updateNotes.run({ sessionNo, notes: JSON.stringify(after) });
      const saidBefore: string[] = [];
      const said = changes.appended.map((turn, at) => {
        const { facts, forget, text } = order.turns[at]!;
        if (turn.role !== 'USER') return NOTHING_SAID;
        const of = { turn: turn.turn, content: () => readText(text.body), facts, forget, saidBefore };
        const outcome = factsOfTurn(userNo, scope, of, nowMs);
        saidBefore.push(...outcome.facts.map(({ id }) => id));
        return outcome;
      });
      const made = Object.assign(toAppended(changes), together(said));
      const mentioned = mentionsLeft(order.mentioned ?? [], order.turns, made);
      const appended = { ...made, mentionedIds: [...new Set([...mentioned, ...made.mentionedIds])] };
      remembered.remember(userNo, requestId, nowMs, `session:${sessionNo}`, appended);
      return appended;
    },

    flush({ scope, ends, nowMs, upTo, summaries }: FlushIntent): Flushed {
      const userNo = books.findUser(scope);
      const row = userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
      if (userNo === undefined || row === undefined) return { sealed: [], turnCount: 0 };
      const { state, sealed } = decideFlush(held.of(row) ?? rows.state(row), nowMs, upTo, summaries);
      const isRecallOff = row.is_recall_off === 1;
      seal(userNo, row.session_no, sealed, isRecallOff, nowMs);
      save(row.session_no, state, isRecallOff, nowMs, ends ? nowMs : null);
      held.hold(row.session_no, state);
      return { sealed: sealed.map(withoutWords), turnCount: state.nextTurn - 1 };
    },

    putSystemPrompt: (put: PutSystemPrompt): SystemPrompt => prompts.put(put),

    ...sessionAccounts(db, books, rows, noteTextRemoved),

    storeResponse: responses.store,

    /** Turns of before `oldestMs`, sessions that nobody has used since, and answers that have expired. */
    sweep(oldestMs: number, nowMs: number, limit: number): number {
      const sessions = sweepSessions(oldestMs);
      if (sessions > 0) held.forget();
      return recall.sweep(oldestMs, nowMs, limit) + sessions + responses.sweep(nowMs, limit);
    },

    /** Call when sessions were changed by anything but the above, or a change of theirs was undone. */
    forgetStates: held.forget,
  };
}

const NOTHING_SAID: TurnFacts = { facts: [], forgottenIds: [], mentionedIds: [], refused: 0 };

function together(said: readonly TurnFacts[]): TurnFacts {
  return {
    facts: said.flatMap(({ facts }) => facts),
    forgottenIds: said.flatMap(({ forgottenIds }) => forgottenIds),
    mentionedIds: [...new Set(said.flatMap(({ mentionedIds }) => mentionedIds))],
    refused: said.reduce((sum, { refused }) => sum + refused, 0),
  };
}

function toAppended({ appended, sealed, shifts, state }: AppendChanges): Omit<Appended, keyof TurnFacts> {
  const shiftOf = new Map(shifts.map(({ turn, shift }) => [turn, shift]));
  return {
    turns: appended.map(({ turn, tokens, continuity }) => {
      const shift = shiftOf.get(turn);
      return { turn, tokens, ...(continuity !== undefined && { continuity }), ...(shift !== undefined && { shift }) };
    }),
    sealed: sealed.map(withoutWords),
    window: {
      turns: state.window.length,
      tokens: state.window.reduce((sum, { tokens }) => sum + tokens, 0),
      target: state.target,
    },
  };
}

function withoutWords({ segment: { keys: _, ...sealed } }: Sealing): Appended['sealed'][number] {
  return sealed;
}
