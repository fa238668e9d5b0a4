/**
 * Restores a user's facts, conversations, stored answers and documents of ordered collections from a backup, in one transaction: what is
 * not in it is deleted. Schemas, tiers and quotas that are missing are restored; others stay, since current documents and limits depend on
 * them. The last sequence of a document stays as well, since no later document may get it again.
 */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { NO_USAGE, withRemoved, type Usage } from '../../../domain/decide/quota.ts';
import type { PortableRow } from '../../../domain/portable-rows.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import { textsOf, type PackedTexts } from '../engine/slices.ts';
import { CONTEXT_TABLES } from '../context/schema.ts';
import { FACT_TABLES } from '../facts/schema.ts';
import { NUMBERED_TABLES } from '../schema.ts';

/** A backup has a user's facts, sessions and ordered documents as rows; memories are put one by one. */
const REPLACED: ReadonlySet<string> = new Set([
  ...[...FACT_TABLES, ...CONTEXT_TABLES].map(({ table }) => table),
  'ordered_documents',
]);
/** Only the index follows these changes. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

type RowsToReplace = { readonly whose: UserKey; readonly rows: PackedTexts; readonly nowMs: number };

export type BackupWrites = ReturnType<typeof replaceRows>;

export function replaceRows(
  db: Database,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  putBack: (whose: UserKey, row: PortableRow, nowMs: number) => boolean,
  noteTextRemoved: () => void,
) {
  const selectTexts = db
    .prepare<[object], string>(
      `SELECT m.id FROM memories m JOIN owners o USING (owner_no)
       WHERE o.user_no = @userNo AND o.type = @type ORDER BY m.memory_no`,
    )
    .pluck();
  const removeText = db.prepare<[object], { readonly agentId: string; readonly sizeBytes: number }>(
    'DELETE FROM memories WHERE id = @id RETURNING agent_id AS agentId, size_bytes AS sizeBytes',
  );
  const removals = NUMBERED_TABLES.filter(({ table }) => REPLACED.has(table)).map(({ table, where }) =>
    db.prepare(`DELETE FROM ${table} WHERE ${where}`),
  );

  /** Replaces a user's rows by these. */
  const replace = ({ whose, rows, nowMs }: RowsToReplace): void => {
    const userNo = quotaAccounts.findUser(whose);
    if (userNo !== undefined) {
      for (const type of ['RECALL', 'FACT'] as const) {
        const ids = selectTexts.all({ userNo, type });
        if (ids.length === 0) continue;
        const { owner } = accounts.of(userNo, type, whose);
        const gone = new Map<string, Usage>();
        for (const id of ids) {
          const { agentId = '', sizeBytes = 0 } = removeText.get({ id }) ?? {};
          gone.set(agentId, withRemoved(gone.get(agentId) ?? NO_USAGE, sizeBytes));
          quotaAccounts.log(owner, 'REMOVE', id, NOWHERE, nowMs);
        }
        for (const [agentId, usage] of gone) accounts.change(userNo, type, usage, nowMs, { agentId, whose });
      }
      for (const name of ['SESSION', 'ORDERED_DOCUMENT'] as const) {
        const { count, bytes } = accounts.of(userNo, name, whose).usage;
        accounts.change(userNo, name, { count: -count, bytes: -bytes }, nowMs, { whose });
      }
      for (const remove of removals) remove.run({ userNo });
      noteTextRemoved();
    }
    for (const line of textsOf(rows)) putBack(whose, JSON.parse(line) as PortableRow, nowMs);
  };
  return { replaceRows: replace };
}
