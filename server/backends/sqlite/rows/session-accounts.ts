/** What is kept of a session beside its turns: how its answers went, what its prompts came to, how its models count. */
import type { Database } from 'better-sqlite3';
import type { OutputIntent, UsageIntent } from '../../../domain/context/intents.ts';
import { isRight, notesAfterOutput } from '../../../domain/context/notes.ts';
import { addUsage, learnFactor, type LearntFactor } from '../../../domain/context/usage.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { Ledger } from '../writer/ledger.ts';
import type { sessionRows, SessionRow } from './session-rows.ts';

export function sessionAccounts(
  db: Database,
  books: Ledger,
  rows: ReturnType<typeof sessionRows>,
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
    const userNo = books.findUser(scope);
    return userNo === undefined ? undefined : rows.find(userNo, scope.sessionId);
  };

  return {
    /** Of a session without turns nothing is kept. */
    reportOutput({ scope, report, error, nowMs }: OutputIntent): void {
      const row = find(scope);
      if (row === undefined) return;
      const { session_no: sessionNo } = row;
      updateNotes.run({ sessionNo, notes: JSON.stringify(notesAfterOutput(rows.notes(row), report)) });
      if (isRight(report)) {
        if (deleteError.run({ sessionNo }).changes > 0) noteTextRemoved();
      } else putError.run({ sessionNo, message: error, nowMs });
    },

    addUsage({ sessions }: UsageIntent): void {
      for (const { scope, usage } of sessions) {
        const row = find(scope);
        if (row === undefined) continue;
        updateUsage.run({ sessionNo: row.session_no, usage: JSON.stringify(addUsage(rows.usage(row), usage)) });
      }
    },

    learnFactor({ tenant, model, seen }: { readonly tenant: string; readonly model: string; readonly seen: number }) {
      const learnt = learnFactor(selectFactor.get({ tenant, model }), seen);
      putFactor.run({ tenant, model, ...learnt });
      return learnt;
    },
  };
}
