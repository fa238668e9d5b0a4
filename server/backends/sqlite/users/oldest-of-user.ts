/** Finds the age of a user's oldest data, which tells whether an earlier erasure concerns it. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import type { MemoryType } from '../../../domain/memory.ts';
import { accountTypes } from '../records/stored-types.ts';

const MEMORIES = `SELECT min(m.create_ms) AS ms FROM owners o JOIN memories m USING (owner_no) WHERE o.user_no = @userNo`;
const ARCHIVED = 'SELECT min(archive_ms) FROM archived WHERE user_no = @userNo';
const OF_SESSIONS = 'JOIN sessions s USING (session_no) WHERE s.user_no = @userNo';
const OTHERS = [
  `SELECT min(create_ms) FROM turns ${OF_SESSIONS}`,
  `SELECT min(create_ms) FROM segments ${OF_SESSIONS}`,
  ...['facts', 'responses', 'collections', 'ordered_documents'].map(
    (table) => `SELECT min(create_ms) FROM ${table} WHERE user_no = @userNo`,
  ),
];
const named = (column: string): string => `AND ${column} IN (SELECT value FROM json_each(@types))`;

export function oldestOfUser(db: Database) {
  const findUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const minimum = (...selects: readonly string[]) =>
    db.prepare<[object], number | null>(`SELECT min(ms) FROM (${selects.join(' UNION ALL ')})`).pluck();
  const ofAll = minimum(MEMORIES, ARCHIVED, ...OTHERS);
  const ofTypes = minimum(`${MEMORIES} ${named('o.type')}`, `${ARCHIVED} ${named('type')}`);

  /** Returns undefined if no record has a creation time. */
  return ({
    whose: { tenant, userId },
    types,
  }: {
    readonly whose: UserKey;
    readonly types?: readonly MemoryType[] | undefined;
  }) => {
    const userNo = findUser.get({ tenant, userId });
    if (userNo === undefined) return undefined;
    const found =
      types === undefined
        ? ofAll.get({ userNo })
        : ofTypes.get({ userNo, types: JSON.stringify([...new Set([...types, ...types.flatMap(accountTypes)])]) });
    return found ?? undefined;
  };
}
