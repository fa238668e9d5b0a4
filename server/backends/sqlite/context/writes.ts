/** Applies what is wanted of a session inside the writer's transaction: loads its state, decides, writes. */
import type { Database } from 'better-sqlite3';
import {
  decideAppend,
  decideFlush,
  decideSeal,
  settledTurns,
  type AppendChanges,
  type Sealing,
} from '../../../domain/context/append.ts';
import type {
  Appended,
  Flushed,
  TurnFacts,
  PricingIntent,
  AppendIntent,
  FlushIntent,
  SettledTurns,
} from '../../../domain/context/intents.ts';
import type { ReadTurn, SessionState, WindowTurn, WindowPolicy } from '../../../domain/context/turn.ts';
import { mentionsLeft } from '../../../domain/context/mentions.ts';
import { notesAfterTurns } from '../../../domain/context/notes.ts';
import { SESSIONS_ROLL } from '../../../policy/context.ts';
import type { GlobalLimits } from '../../../policy/limits.ts';
import { heldStates } from './held-states.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import { recallTable } from './recall-table.ts';
import type { requests } from '../records/requests.ts';
import { responseWriter } from './response-rows.ts';
import { sessionAccounts, type CostAlerts } from './session-accounts.ts';
import { sessionRows } from './session-rows.ts';
import type { ContextAccounts } from './context-accounts.ts';
import { sessionRolls } from './session-rolls.ts';
import { windowTurns } from './window-turns.ts';
import { readText, type StoredText } from '../../stored-text.ts';
import { systemPromptWriter } from './system-prompts.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { ApplyTurnFacts } from '../facts/turn-facts.ts';

/** A turn whose content is in stored form. */
export type TurnCommand = Omit<ReadTurn, 'content'> & { readonly text: StoredText; readonly sizeBytes: number };

/** A flush, and how windows of sessions are cut of which nobody said. */
export type FlushCommand = FlushIntent & { readonly defaultPolicy: WindowPolicy };

export type AppendCommand = Omit<AppendIntent, 'turns'> & {
  readonly turns: readonly TurnCommand[];
  /** That made the turns' vectors. */
  readonly embedderName: string;
  /** The policy of sessions for which nobody set one. */
  readonly defaultPolicy: WindowPolicy;
};

export type ContextWrites = ReturnType<typeof applyContext>['writes'];

export function applyContext(
  db: Database,
  limits: GlobalLimits,
  alerts: CostAlerts,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  remembered: ReturnType<typeof requests>,
  factsOfTurn: ApplyTurnFacts,
  noteTextRemoved: () => void,
) {
  const rows = sessionRows(db);
  const held = heldStates();
  const recall = recallTable(db, quotaAccounts, accounts);
  const rolls = sessionRolls(db, accounts, recall, noteTextRemoved);
  const window = windowTurns(db);
  const prompts = systemPromptWriter(db, limits, noteTextRemoved);
  const responses = responseWriter(db, quotaAccounts, noteTextRemoved);
  const insertSession = db.prepare(
    `INSERT INTO sessions (user_no, session_id, next_turn, next_segment, target, domain, topic_turns, is_recall_off,
       total_tokens, update_ms)
     VALUES (@userNo, @sessionId, 1, 1, 0, '', 0, 0, 0, @nowMs)`,
  );
  const updateSession = db.prepare(
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
  const sizeOf = db
    .prepare<[object], number>('SELECT size_bytes FROM turns WHERE session_no = @sessionNo AND turn = @turn')
    .pluck();
  const insertSegment = db.prepare(
    `INSERT INTO segments (session_no, segment, first_turn, last_turn, keys, tokens, hash, create_ms, said_ms, namespace)
     SELECT @sessionNo, @segment, @firstTurn, @lastTurn, @keys, @tokens, @hash, @createMs, max(said_ms),
       CASE WHEN min(namespace) = max(namespace) THEN min(namespace) END
     FROM turns WHERE session_no = @sessionNo AND turn BETWEEN @firstTurn AND @lastTurn`,
  );

  /**
   * Makes the session's turns findable, from other sessions at once; a tool's turns and empty ones are looked for by nobody. Says how
   * many older ones made room.
   */
  const makeFindable = (userNo: number, sessionNo: number, turns: readonly WindowTurn[], nowMs: number): number => {
    const findable = turns.filter(({ role, content }) => role !== 'TOOL' && content !== '');
    if (findable.length === 0) return 0;
    const sized = findable.map(({ turn, id }) => ({ turn, id, sizeBytes: sizeOf.get({ sessionNo, turn }) ?? 0 }));
    return recall.put(userNo, sessionNo, sized, nowMs);
  };
  /**
   * Turns that left the window: their summary stays, and they stay findable unless recall is off. Says how many bytes more the session
   * takes, and how many older turns made room.
   */
  const seal = (
    userNo: number,
    sessionNo: number,
    { sealed, left }: Pick<AppendChanges, 'sealed' | 'left'>,
    isRecallOff: boolean,
    nowMs: number,
  ): { readonly bytes: number; readonly droppedTurns: number } => {
    let bytes = 0;
    for (const { segment } of sealed) {
      const keys = JSON.stringify(segment.keys);
      insertSegment.run({ sessionNo, ...segment, keys });
      bytes += Buffer.byteLength(keys);
    }
    if (left.length === 0) return { bytes, droppedTurns: 0 };
    const droppedTurns = isRecallOff ? 0 : makeFindable(userNo, sessionNo, left, nowMs);
    bytes -= window.removeUpTo(sessionNo, left.at(-1)!.turn);
    noteTextRemoved();
    return { bytes, droppedTurns };
  };
  const save = (
    sessionNo: number,
    state: SessionState,
    isRecallOff: boolean,
    nowMs: number,
    endedMs: number | null,
    addedTokens = 0,
  ): void => {
    const { nextTurn, nextSegment, target, domain, topicTurns, policy, sealedTurn, closedTurn, paidTokens } = state;
    const isOff = isRecallOff ? 1 : 0;
    updateSession.run({
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
      isRecallOff: isOff,
      nowMs,
      endedMs,
    });
  };

  return {
    writes: {
      appendTurns(command: AppendCommand): Appended {
        const { scope, nowMs, requestId, embedderName, windowPolicy, defaultPolicy } = command;
        const userNo = quotaAccounts.user(scope);
        const prior = remembered.find<Appended>(userNo, requestId, nowMs);
        if (prior !== undefined) return { ...NOTHING_DROPPED, ...prior.outcome };
        const row = rows.find(userNo, scope.sessionId);
        const sessionNo =
          row?.session_no ?? Number(insertSession.run({ userNo, sessionId: scope.sessionId, nowMs }).lastInsertRowid);
        // Whether a turn has words is all that the decision asks of its content.
        const turns = command.turns.map((turn) => ({ content: turn.sizeBytes === 0 ? '' : ' ', ...turn }));
        const known = held.of(row) ?? rows.state(row, defaultPolicy);
        const before = windowPolicy === undefined ? known : { ...known, policy: windowPolicy };
        const changes = decideAppend(before, turns, embedderName, nowMs, command.summaries);
        const sizes = changes.appended.map((turn, at) => window.put(sessionNo, command, turn, command.turns[at]!));
        const isRecallOff = command.recallOff ?? row?.is_recall_off === 1;
        let droppedTurns = 0;
        if (!isRecallOff) droppedTurns += makeFindable(userNo, sessionNo, changes.appended, nowMs);
        else if (row?.is_recall_off === 0) recall.removeWindow(userNo, sessionNo, nowMs);
        const sealing = seal(userNo, sessionNo, changes, isRecallOff, nowMs);
        const bytes = sizes.reduce((sum, size) => sum + size, sealing.bytes);
        const rolled = rolls.take(scope, { userNo, sessionNo, isNew: row === undefined, bytes }, nowMs);
        droppedTurns += sealing.droppedTurns + rolled.droppedTurns;
        if (rolled.gone.length > 0) held.forget();
        const addedTokens = changes.appended.reduce((sum, { tokens }) => sum + tokens, 0);
        save(sessionNo, changes.state, isRecallOff, nowMs, null, addedTokens);
        held.hold(sessionNo, changes.state);
        const notes = rows.notes(row);
        const after = notesAfterTurns(notes, turns);
        if (after !== notes) updateNotes.run({ sessionNo, notes: JSON.stringify(after) });
        const saidBefore: string[] = [];
        const said = changes.appended.map((turn, at) => {
          const { facts, forget, text } = command.turns[at]!;
          if (turn.role !== 'USER') return NOTHING_SAID;
          const of = { turn: turn.turn, content: () => readText(text.body), facts, forget, saidBefore };
          const outcome = factsOfTurn(userNo, scope, of, nowMs);
          saidBefore.push(...outcome.facts.map(({ id }) => id));
          return outcome;
        });
        const made = Object.assign(toAppended(changes, settledTurns(before, changes.state)), together(said));
        const mentioned = mentionsLeft(command.mentioned ?? [], command.turns, made);
        const appended = {
          ...made,
          mentionedIds: [...new Set([...mentioned, ...made.mentionedIds])],
          droppedTurns,
          droppedSessionIds: rolled.gone.slice(0, SESSIONS_ROLL.mostIds),
          droppedSessions: rolled.gone.length,
        };
        remembered.remember(userNo, requestId, nowMs, `session:${sessionNo}`, appended);
        return appended;
      },

      flushSession({ scope, ends, nowMs, upTo, idleBeforeMs, summaries, defaultPolicy }: FlushCommand): Flushed {
        const userNo = quotaAccounts.findUser(scope);
        const row = userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
        if (userNo === undefined || row === undefined) return { sealed: [], turnCount: 0 };
        const isIdle = idleBeforeMs !== undefined;
        if (isIdle && row.update_ms >= idleBeforeMs) return { sealed: [], turnCount: row.next_turn - 1 };
        const before = held.of(row) ?? rows.state(row, defaultPolicy);
        const changes = isIdle ? decideSeal(before, nowMs, summaries) : decideFlush(before, nowMs, upTo, summaries);
        const { state, sealed } = changes;
        const isRecallOff = row.is_recall_off === 1;
        const { bytes } = seal(userNo, row.session_no, changes, isRecallOff, nowMs);
        rolls.resize(userNo, row.session_no, bytes, nowMs);
        const { nextSegment, sealedTurn } = state;
        if (isIdle) updateSealed.run({ sessionNo: row.session_no, nextSegment, sealedTurn });
        else save(row.session_no, state, isRecallOff, nowMs, ends ? nowMs : null);
        held.hold(row.session_no, state);
        const settled = settledTurns(before, state);
        return { sealed: sealed.map(withoutWords), settled, turnCount: state.nextTurn - 1 };
      },

      notePricing({ scope, pricing }: PricingIntent): void {
        const userNo = quotaAccounts.findUser(scope);
        const row = userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
        if (row === undefined) return;
        updatePricing.run({ sessionNo: row.session_no, pricing: JSON.stringify(pricing) });
        held.drop(row.session_no);
      },

      putSystemPrompt: prompts.put,

      ...sessionAccounts(db, quotaAccounts, rows, alerts, noteTextRemoved),

      storeResponse: responses.store,
    },

    /** Turns of before `oldestMs`, sessions that nobody has used since, and answers that have expired. */
    sweep(oldestMs: number, nowMs: number, limit: number): number {
      const sessions = rolls.sweep(oldestMs, nowMs);
      if (sessions > 0) held.forget();
      return recall.sweep(oldestMs, nowMs, limit) + sessions + responses.sweep(nowMs, limit);
    },

    /** Call when sessions were changed by anything but the above, or a change of theirs was undone. */
    forgetStates: held.forget,
  };
}

export const CONTEXT_CALLS: CallTraits<ContextWrites> = {
  appendTurns: {
    size: ({ turns }) => ({ intents: turns.length, bytes: turns.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }),
    audit: ({ scope, turns }) => ({
      action: 'ADD',
      subject: 'TURN',
      id: scope.sessionId,
      count: turns.length,
      ...scope,
    }),
  },
  flushSession: { audit: ({ scope }) => ({ ...scope, action: 'UPDATE', subject: 'SESSION', id: scope.sessionId }) },
  reportOutput: { audit: ({ scope }) => ({ ...scope, action: 'UPDATE', subject: 'SESSION', id: scope.sessionId }) },
  storeResponse: { audit: ({ scope }) => ({ ...scope, action: 'ADD', subject: 'ANSWER' }) },
  putSystemPrompt: { audit: ({ tenant }) => ({ tenant, userId: '', action: 'UPDATE', subject: 'SYSTEM_PROMPT' }) },
};

/** What was remembered by an older version does not say it. */
const NOTHING_DROPPED = { droppedTurns: 0, droppedSessionIds: [], droppedSessions: 0 };
const NOTHING_SAID: TurnFacts = { facts: [], forgottenIds: [], mentionedIds: [], refused: 0 };

function together(said: readonly TurnFacts[]): TurnFacts {
  return {
    facts: said.flatMap(({ facts }) => facts),
    forgottenIds: said.flatMap(({ forgottenIds }) => forgottenIds),
    mentionedIds: [...new Set(said.flatMap(({ mentionedIds }) => mentionedIds))],
    refused: said.reduce((sum, { refused }) => sum + refused, 0),
  };
}

function toAppended(
  { appended, sealed, shifts, state }: AppendChanges,
  settled: SettledTurns | undefined,
): Pick<Appended, 'turns' | 'sealed' | 'settled' | 'window'> {
  const shiftOf = new Map(shifts.map(({ turn, shift }) => [turn, shift]));
  return {
    turns: appended.map(({ turn, tokens, continuity }) => {
      const shift = shiftOf.get(turn);
      return { turn, tokens, ...(continuity !== undefined && { continuity }), ...(shift !== undefined && { shift }) };
    }),
    sealed: sealed.map(withoutWords),
    ...(settled !== undefined && { settled }),
    window: {
      turns: state.window.length,
      tokens: state.window.reduce((sum, { tokens }) => sum + tokens, 0),
      target: state.policy === 'SLIDING' ? state.target : 0,
    },
  };
}

function withoutWords({ segment: { keys: _, ...sealed } }: Sealing): Appended['sealed'][number] {
  return sealed;
}
