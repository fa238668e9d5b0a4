/** Applies changes that were tried out, in this copy of a store or another, to the tables of this one. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import type { Usage } from '../../../domain/decide/quota.ts';
import type { NoteBuffer } from '../records/shared-notes.ts';
import type { CellChange, RowImage, SharedNotes, SharedSums, StoreChange } from '../engine/store-change.ts';
import type { CopiedTable } from './copied-tables.ts';
import { keyValues, rowStatements } from './row-statements.ts';

export type Leaving = {
  /** Detaches a user, whose rows are then deleted a few at a time. */
  leave(userNo: number, whose: UserKey): void;
  leaveOwner(owner: { readonly ownerNo: number }): void;
};

type AgentSum = Usage & { readonly agentId: string; readonly type: string };

function withSums(shared: SharedNotes, more: readonly SharedSums[]): SharedNotes {
  if (more.length === 0) return shared;
  const all = [shared.sums, ...more];
  return {
    ...shared,
    sums: { totals: all.flatMap(({ totals }) => totals), pools: all.flatMap(({ pools }) => pools) },
  };
}

type Placed = RowImage & { readonly rank: number };
type NumberedUser = UserKey & { readonly userNo: number | null };

export function changeApplier(
  db: Database,
  tables: readonly CopiedTable[],
  buffer: Pick<NoteBuffer<SharedNotes>, 'put'>,
  { leave, leaveOwner }: Leaving,
): (change: StoreChange) => void {
  const ranks = new Map(tables.map(({ table }, rank) => [table, rank]));
  const statements = tables.map((table) => rowStatements(db, table));
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const selectFullOwner = db
    .prepare<[object], number>(
      `SELECT o.owner_no FROM owners o WHERE o.user_no = @userNo AND o.type = @k0 AND o.session_id = @k1
       AND EXISTS (SELECT 1 FROM memories m WHERE m.owner_no = o.owner_no)`,
    )
    .pluck();

  const selectSums = db.prepare<[object], AgentSum>(
    'SELECT agent_id AS agentId, type, count, bytes FROM agent_totals WHERE user_no = @userNo',
  );
  /** Returns sums that take off what this copy has of the users who go, if the change does not say how much that is. */
  const uncounted = (cells: readonly CellChange[]): readonly SharedSums[] =>
    cells.flatMap(({ tenant, userId, isUncounted }) => {
      const userNo = isUncounted === true ? selectUser.get({ tenant, userId }) : undefined;
      if (userNo === undefined) return [];
      const sums = selectSums.all({ userNo });
      const totals = sums.map(({ type, count, bytes }) => ({ tenant, type, count: -count, bytes: -bytes }));
      const pools = sums
        .filter(({ type }) => type === 'LONG_TERM')
        .map(({ agentId, count }) => ({ tenant, userId, agentId, count: -count }));
      return [{ totals: [...totals, { tenant, type: 'USER', count: -1, bytes: 0 }], pools }];
    });

  const remove = (whose: NumberedUser, { table, key, rank }: Placed): void => {
    const values = { ...whose, ...keyValues(key) };
    // Its memories were detached with it, without being touched.
    const ownerNo = table === 'owners' ? selectFullOwner.get(values) : undefined;
    if (ownerNo !== undefined) leaveOwner({ ownerNo });
    else statements[rank]!.remove(values);
  };
  const put = (whose: NumberedUser, { key, rows, rank, isNew, number }: Placed): void => {
    const { isGroup, table } = tables[rank]!;
    const { find, insert, insertAnew, insertNumbered, change } = statements[rank]!;
    const values = { ...whose, ...keyValues(key) };
    for (const row of rows) {
      const all = { ...values, ...row };
      // An owner that was inserted again keeps its number, to which memories refer. Other rows come after all others of their user.
      const isInserted = isGroup || (isNew && table !== 'owners');
      const before = isInserted ? undefined : find(values);
      if (before !== undefined) change(all, before, row);
      else if (number !== undefined) insertNumbered({ ...all, number });
      else if (isGroup) insert(all);
      else insertAnew(all);
    }
  };

  return ({ cells, shared }) => {
    const all = cells.map(({ tenant, userId, rows }) => ({
      whose: { tenant, userId },
      rows: rows.map((image): Placed => ({ ...image, rank: ranks.get(image.table)! })),
    }));
    const ofUsers = ranks.get('users')!;
    for (const { whose, rows } of all) {
      for (const image of rows) if (image.rank === ofUsers) put({ ...whose, userNo: null }, image);
    }
    // Users are there before they are counted, and counted before they go.
    buffer.put(withSums(shared, uncounted(cells)));
    for (const { whose: name, rows } of all) {
      const whose = { ...name, userNo: selectUser.get(name) ?? null };
      const others = rows.filter(({ rank }) => rank !== ofUsers).toSorted((one, other) => one.rank - other.rank);
      for (const image of others.toReversed()) {
        if (image.rows.length === 0 || tables[image.rank]!.isGroup) remove(whose, image);
      }
      for (const image of others) put(whose, image);
      const isGone = rows.some(({ rank, rows: left }) => rank === ofUsers && left.length === 0);
      if (isGone && whose.userNo !== null) leave(whose.userNo, name);
    }
  };
}
