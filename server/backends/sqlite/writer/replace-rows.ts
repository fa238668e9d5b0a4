/**
 * Brings a user's facts, conversations and stored answers to what a backup says, in one transaction: what is not in it goes. Schemas,
 * tiers and quotas that are missing come back; others stay, since documents and limits of by now go by them.
 */
import type { Database } from 'better-sqlite3';
import type { Whose } from '../../../domain/accounts.ts';
import { NO_USAGE } from '../../../domain/decide/quota.ts';
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { Ledger } from './ledger.ts';
import { USER_TABLES } from '../rows/user-rows.ts';

const REPLACED: ReadonlySet<string> = new Set([
  ...['fact_events', 'fact_words', 'facts', 'turns', 'segments', 'errors', 'sessions', 'responses'],
]);
/** Nobody watches these changes but the index. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

export function replaceRows(
  db: Database,
  books: Ledger,
  putBack: (whose: Whose, row: PortableRow, nowMs: number) => boolean,
  noteTextRemoved: () => void,
) {
  const selectTexts = db
    .prepare<[object], string>(
      `SELECT m.id FROM memories m JOIN owners o USING (owner_no)
       WHERE o.user_no = @userNo AND o.type = @type ORDER BY m.memory_no`,
    )
    .pluck();
  const removeText = db.prepare('DELETE FROM memories WHERE id = @id');
  const removals = USER_TABLES.filter(({ table }) => REPLACED.has(table)).map(({ table, where }) =>
    db.prepare(`DELETE FROM ${table} WHERE ${where}`),
  );

  return ({ whose, rows, nowMs }: { whose: Whose; rows: readonly PortableRow[]; nowMs: number }): void => {
    const userNo = books.findUser(whose);
    if (userNo !== undefined) {
      for (const type of ['RECALL', 'FACT'] as const) {
        const ids = selectTexts.all({ userNo, type });
        if (ids.length === 0) continue;
        const owner = books.owner(userNo, type, '', null);
        for (const id of ids) {
          removeText.run({ id });
          books.log(owner, 'REMOVE', id, NOWHERE, nowMs);
        }
        books.save(owner, NO_USAGE, null);
      }
      for (const remove of removals) remove.run({ userNo });
      noteTextRemoved();
    }
    for (const row of rows) putBack(whose, row, nowMs);
  };
}
