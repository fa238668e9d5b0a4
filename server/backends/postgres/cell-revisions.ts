/**
 * Knows by which commit a cell was last changed, without asking. Of cells that it has forgotten, or never saw, it says a later commit: such a
 * revision is not wrong, but a standby may not have it yet.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { StoreChange } from '../sqlite/engine/store-change.ts';

export interface CellRevisions {
  /** Is called once, with the commit as of which the copy begins. */
  begin(number: number): void;
  /** Is called before anybody can read the change. */
  note(change: StoreChange, number: number): void;
  /** Returns the number of the newest commit that may have changed what is answered about a user, except alerts and audit records. */
  of(whose: UserKey): number;
}

const STORE = cellKey('', '');

export function cellRevisions(most: number = POSTGRES.knownCells): CellRevisions {
  /** The cell that was changed last is the last one. */
  const numbers = new Map<string, number>();
  let floor = 0;
  const numberOf = (key: string): number => numbers.get(key) ?? 0;
  const set = (key: string, number: number): void => {
    const newest = Math.max(number, numberOf(key));
    numbers.delete(key);
    numbers.set(key, newest);
    if (numbers.size <= most) return;
    const [oldest, last] = numbers.entries().next().value!;
    numbers.delete(oldest);
    floor = Math.max(floor, last);
  };
  return {
    begin: (number) => void (floor = number),
    note({ cells, shared: { sums } }, number) {
      for (const { tenant, userId } of [...cells, ...sums.pools]) set(cellKey(tenant, userId), number);
    },
    of: ({ tenant, userId }) =>
      Math.max(floor, numberOf(STORE), numberOf(cellKey(tenant, '')), numberOf(cellKey(tenant, userId))),
  };
}

function cellKey(tenant: string, userId: string): string {
  return `${tenant.length} ${tenant}${userId}`;
}
