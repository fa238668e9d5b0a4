/** The writes to sessions, which the writer makes inside its transaction. */
import type { Database } from 'better-sqlite3';
import { decideFlush, decideSeal, settledTurns } from '../../../domain/context/append.ts';
import type { Flushed, PricingIntent } from '../../../domain/context/intents.ts';
import type { GlobalLimits } from '../../../policy/limits.ts';
import { turnAppender, withoutWords, type AppendParts, type ApplyTurnFacts } from './append-turns.ts';
import { heldStates } from './held-states.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import { recallTable } from './recall-table.ts';
import type { requests } from '../records/requests.ts';
import { responseWriter } from './response-rows.ts';
import { turnSealer } from './seal-turns.ts';
import { sessionAccounts, type CostAlerts } from './session-accounts.ts';
import type { FlushCommand } from './session-commands.ts';
import { sessionRows } from './session-rows.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import { sessionRolls } from './session-rolls.ts';
import { sessionTable } from './session-table.ts';
import { windowTurns } from './window-turns.ts';
import { systemPromptWriter } from './system-prompts.ts';
import type { CallTraits } from '../audit/writes.ts';
import { everyonesDue, firstUsersDue, type ChooseDue } from '../records/due-rows.ts';

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
  const table = sessionTable(db);
  const held = heldStates();
  const recall = recallTable(db, quotaAccounts, accounts);
  const rolls = sessionRolls(db, accounts, recall, noteTextRemoved);
  const window = windowTurns(db);
  const sealer = turnSealer(db, window, recall, noteTextRemoved);
  const prompts = systemPromptWriter(db, limits, noteTextRemoved);
  const responses = responseWriter(db, quotaAccounts, noteTextRemoved);
  const sweeps = (oldestMs: number, nowMs: number, limit: number, choose: ChooseDue): readonly (() => number)[] => [
    () => {
      const sessions = rolls.sweep(oldestMs, nowMs, choose);
      if (sessions > 0) held.forget();
      return sessions;
    },
    () => recall.sweep(oldestMs, nowMs, limit, choose),
    () => responses.sweep(nowMs, limit, choose),
  ];
  const parts = { rows, table, held, window, recall, sealer, rolls, quotaAccounts, remembered, factsOfTurn };

  return {
    writes: {
      appendTurns: turnAppender(parts),
      flushSession: sessionFlusher(parts),

      notePricing({ scope, pricing }: PricingIntent): void {
        const userNo = quotaAccounts.findUser(scope);
        const row = userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
        if (row === undefined) return;
        table.savePricing(row.session_no, pricing);
        held.drop(row.session_no);
      },

      putSystemPrompt: prompts.put,

      ...sessionAccounts(db, quotaAccounts, rows, alerts, noteTextRemoved),

      storeResponse: responses.store,
    },

    /** Deletes turns before `oldestMs`, sessions that nobody has used since, and expired answers. */
    sweep(oldestMs: number, nowMs: number, limit: number): number {
      return sweeps(oldestMs, nowMs, limit, everyonesDue).reduce((rows, sweep) => rows + sweep(), 0);
    },

    /** Deletes the same of one user, and of one kind. */
    sweepOne(oldestMs: number, nowMs: number, limit: number): number {
      for (const sweep of sweeps(oldestMs, nowMs, limit, firstUsersDue)) {
        const rowCount = sweep();
        if (rowCount > 0) return rowCount;
      }
      return 0;
    },

    /** Drops cached states; to be called when sessions were changed by other code, or a change was undone. */
    forgetStates: held.forget,
  };
}

/** Seals a session's window, because its caller asks for it, the session ends or it has been idle for long. */
function sessionFlusher({ rows, table, held, sealer, rolls, quotaAccounts }: AppendParts) {
  return ({ scope, ends, nowMs, upTo, idleBeforeMs, summaries, defaultPolicy }: FlushCommand): Flushed => {
    const userNo = quotaAccounts.findUser(scope);
    const row = userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
    if (userNo === undefined || row === undefined) return { sealed: [], turnCount: 0 };
    const isIdle = idleBeforeMs !== undefined;
    if (isIdle && row.update_ms >= idleBeforeMs) return { sealed: [], turnCount: row.next_turn - 1 };
    const before = held.of(row) ?? rows.state(row, defaultPolicy);
    const changes = isIdle ? decideSeal(before, nowMs, summaries) : decideFlush(before, nowMs, upTo, summaries);
    const { state, sealed } = changes;
    const isRecallOff = row.is_recall_off === 1;
    const { bytes } = sealer.seal(userNo, row.session_no, changes, isRecallOff, nowMs);
    rolls.resize(userNo, row.session_no, bytes, nowMs);
    if (isIdle) table.saveSealed(row.session_no, state);
    else table.save(row.session_no, state, { isRecallOff, nowMs, endedMs: ends ? nowMs : null, addedTokens: 0 });
    held.hold(row.session_no, state);
    const settled = settledTurns(before, state);
    return { sealed: sealed.map(withoutWords), settled, turnCount: state.nextTurn - 1 };
  };
}

export const CONTEXT_TRAITS: CallTraits<ContextWrites> = {
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
