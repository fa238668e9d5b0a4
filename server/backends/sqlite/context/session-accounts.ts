/** A session's data beside its turns: how its answers ended, what its prompts cost, how its models count tokens. */
import type { Database } from 'better-sqlite3';
import type { OutputIntent, UsageIntent } from '../../../domain/context/intents.ts';
import { isRight, notesAfterOutput } from '../../../domain/context/notes.ts';
import {
  addUsage,
  decideCostAlert,
  learnFactor,
  type LearntFactor,
  type TokenUsage,
} from '../../../domain/context/usage.ts';
import type { Scope } from '../../../domain/memory.ts';
import { PROMPT_COST } from '../../../domain/accounts.ts';
import type { LimitsOfStore } from '../limits/writes.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { sessionRows, SessionRow } from './session-rows.ts';

export type CostAlerts = Pick<LimitsOfStore, 'raiseAlerts' | 'resolveAlert'>;

export function sessionAccounts(
  db: Database,
  quotaAccounts: QuotaAccounts,
  rows: ReturnType<typeof sessionRows>,
  alerts: CostAlerts,
  noteTextRemoved: () => void,
) {
  const updateNotes = db.prepare('UPDATE sessions SET notes = @notes WHERE session_no = @sessionNo');
  const updateUsage = db.prepare('UPDATE sessions SET usage = @usage WHERE session_no = @sessionNo');
  const putError = db.prepare(
    'INSERT OR REPLACE INTO errors (session_no, message, at_ms) VALUES (@sessionNo, @message, @nowMs)',
  );
  const deleteError = db.prepare('DELETE FROM errors WHERE session_no = @sessionNo');
  const selectFactor = db.prepare<[object], LearntFactor>(
    'SELECT factor, samples FROM token_factors WHERE tenant = @tenant AND model = @model',
  );
  const putFactor = db.prepare(
    'INSERT OR REPLACE INTO token_factors (tenant, model, factor, samples) VALUES (@tenant, @model, @factor, @samples)',
  );
  const find = (scope: Scope): SessionRow | undefined => {
    const userNo = quotaAccounts.findUser(scope);
    return userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
  };

  /** Reports what the prompts have cost; returns whether an alert is raised. */
  const alertOfCost = ({ tenant, userId, sessionId }: Scope, sums: TokenUsage, nowMs: number): boolean => {
    const { cost, isCostTold = false } = sums;
    const decision = decideCostAlert(sums);
    if (decision === undefined || cost === undefined) return isCostTold;
    const whose = { tenant, userId };
    if (decision === 'RESOLVE') alerts.resolveAlert(whose, sessionId, nowMs);
    else {
      const [current, max] = [Math.round(cost.prompt), Math.round(cost.cachedHistory)];
      const alert = { name: PROMPT_COST, measure: 'TOKENS', level: 'WARNING', current, max } as const;
      alerts.raiseAlerts({ raised: [{ ...whose, place: sessionId, ...alert }], nowMs });
    }
    return decision === 'RAISE';
  };

  return {
    /** Stores a report; nothing is stored for a session without turns. */
    reportOutput({ scope, report, error, nowMs }: OutputIntent): void {
      const row = find(scope);
      if (row === undefined) return;
      const { session_no: sessionNo } = row;
      updateNotes.run({ sessionNo, notes: JSON.stringify(notesAfterOutput(rows.notes(row), report)) });
      if (isRight(report)) {
        if (deleteError.run({ sessionNo }).changes > 0) noteTextRemoved();
      } else putError.run({ sessionNo, message: error, nowMs });
    },

    addUsage({ sessions, raisesAlerts, nowMs }: UsageIntent): void {
      for (const { scope, usage } of sessions) {
        const row = find(scope);
        if (row === undefined) continue;
        const sums = addUsage(rows.usage(row), usage);
        const kept = raisesAlerts ? { ...sums, isCostTold: alertOfCost(scope, sums, nowMs) } : sums;
        updateUsage.run({ sessionNo: row.session_no, usage: JSON.stringify(kept) });
      }
    },

    learnFactor({ tenant, model, seen }: { readonly tenant: string; readonly model: string; readonly seen: number }) {
      const learnt = learnFactor(selectFactor.get({ tenant, model }), seen);
      putFactor.run({ tenant, model, ...learnt });
      return learnt;
    },
  };
}
