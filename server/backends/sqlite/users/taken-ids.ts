/** Tells which ids are taken, and by whom: ids of memories, facts and archived memories are unique among all users of all tenants. */
import type { Database } from 'better-sqlite3';
import type { TakenIds } from '../../../ports/users.ts';
import type { UserKey } from '../../../domain/accounts.ts';

type TakenRow = { readonly id: string; readonly isOwn: number };

export type IdReads = {
  /** Returns which of these ids some user has. */
  takenIds(argument: { readonly whose: UserKey; readonly ids: readonly string[] }): TakenIds;
};

export function takenIds(db: Database): IdReads {
  const select = db.prepare<[object], TakenRow>(
    `WITH own AS (SELECT coalesce(max(user_no), -1) AS user_no FROM users WHERE tenant = @tenant AND user_id = @userId),
     taken AS (
       SELECT j.value AS id, coalesce(
         (SELECT o.user_no FROM memories m JOIN owners o USING (owner_no) WHERE m.id = j.value),
         (SELECT f.user_no FROM facts f WHERE f.id = j.value),
         (SELECT a.user_no FROM archived a WHERE a.id = j.value)) AS user_no
       FROM json_each(@ids) j)
     SELECT t.id, t.user_no = own.user_no AS isOwn FROM taken t, own WHERE t.user_no IS NOT NULL`,
  );
  return {
    takenIds({ whose, ids }) {
      const rows = select.all({ ...whose, ids: JSON.stringify(ids) });
      const idsWhere = (isOwn: number) => rows.filter((row) => row.isOwn === isOwn).map(({ id }) => id);
      return { own: idsWhere(1), others: idsWhere(0) };
    },
  };
}
