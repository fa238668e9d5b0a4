/** Counts what the store holds of a user, by the kinds that erasure receipts name. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { MEMORY_TYPES, type MemoryType } from '../../../domain/memory.ts';
import type { TargetCount } from '../../../ports/users.ts';
import { accountTypes } from '../records/stored-types.ts';
import { NAMED_TABLES, NUMBERED_TABLES } from '../schema.ts';

/** Owner types that are reported under another name. */
const PLACE_OF_OWNERS: Readonly<Record<string, string>> = {
  RECALL: 'recalled_turns',
  ORDERED_DOCUMENT: 'ordered_documents',
};

/** Leaves out kinds whose count is zero. */
export function countUser(db: Database) {
  const findUser = db
    .prepare<[UserKey], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const ofOwners = db.prepare<[object], { readonly type: string; readonly count: number }>(
    `SELECT type, sum(count) AS count FROM owners WHERE user_no = @userNo AND type <> 'FACT' GROUP BY type`,
  );
  const counted = NUMBERED_TABLES.flatMap(({ table, where, counted: name }) =>
    name === undefined
      ? []
      : [{ name, count: db.prepare<[object], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck() }],
  );
  const named = NAMED_TABLES.map(({ table, counted: name }) => ({
    name,
    count: db
      .prepare<[object], number>(`SELECT count(*) FROM ${table} WHERE tenant = @tenant AND user_id = @userId`)
      .pluck(),
  }));

  return (whose: UserKey, types?: readonly MemoryType[]): readonly TargetCount[] => {
    const { tenant, userId } = whose;
    const userNo = findUser.get({ tenant, userId });
    const memories = userNo === undefined ? [] : ofOwners.all({ userNo });
    const wanted = (types ?? MEMORY_TYPES).flatMap(accountTypes) as readonly string[];
    const ofTypes = memories
      .filter(({ type }) => types === undefined || wanted.includes(type))
      .map(({ type, count }) => ({ name: PLACE_OF_OWNERS[type] ?? type.toLowerCase(), count }));
    const others =
      types !== undefined
        ? []
        : [
            ...counted.map(({ name, count }) => ({
              name,
              count: userNo === undefined ? 0 : (count.get({ userNo }) ?? 0),
            })),
            ...named.map(({ name, count }) => ({ name, count: count.get({ tenant, userId }) ?? 0 })),
          ];
    return [...ofTypes, ...others]
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => ({ place: `sqlite/${name}`, count }));
  };
}
