/**
 * Seals and opens rows with the keys of their users. All rows of a user are sealed with one key, or none is: `keys` says with which, and a
 * commit stands only if that is the key that it used. So nothing is sealed with a key that an erasure has destroyed, and a user who comes
 * back gets another.
 */
import { LRUCache } from 'lru-cache';
import { userKeyText, type UserKey } from '../../domain/accounts.ts';
import { coldPartition } from '../../domain/cold-name.ts';
import { rowKeyOfUserMissing } from '../../domain/errors.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { DataKey, RowKeys } from '../../ports/cold-storage.ts';
import type { Pool } from './connect-postgres.ts';
import { findNoting, readOrNote, type RefusedUsers } from './refused-users.ts';
import { hasTexts, isSealable, keyIdOf, openedRow, rowKey, sealedRow, type RowKey, type RowTexts } from './row-seal.ts';
import { ANY_KEY } from './schema.ts';
import { takeKey } from './take-key.ts';

export type UserRow = UserKey & RowTexts;

export interface RowOpening {
  /**
   * Returns rows as they were before they were sealed; undefined in place of one whose user was erased since, whose key is missing, or that
   * is damaged: the last two are noted first, and a server refuses the user's calls from then on.
   */
  open<R extends UserRow>(rows: readonly R[]): Promise<readonly (R | undefined)[]>;
  /** Tells whether a row is of a user whose rows cannot all be read. */
  lacks(row: UserRow): boolean;
}

export type RowSealing = RowOpening & {
  /** Returns the rows of a commit as PostgreSQL gets them, and the id of the key of each of its cells. */
  seal<R extends UserRow>(
    cells: readonly UserKey[],
    rows: readonly R[],
  ): Promise<{ readonly rows: readonly R[]; readonly keyIds: readonly string[] }>;
  /** Forgets which keys these cells have, since a commit with them did not stand. */
  forget(cells: readonly UserKey[]): void;
  /** Seals the rows of users whose rows are readable, one user after the other. */
  sealAll(signal: { readonly aborted: boolean }): Promise<void>;
};

/** The parts of sealing. If it is not `isOn`, new rows are only sealed of users whose rows are sealed already. */
export type SealingParts = {
  readonly pool: Pool;
  readonly keys: RowKeys;
  readonly refused: RefusedUsers;
  readonly isOn: boolean;
};

/**
 * Opens rows while a copy is loaded: the key of each user is fetched once, and held until the end. Rejects with USER_KEY_MISSING or
 * STORE_DAMAGED if there is no `refused` to note it.
 */
export function rowOpening(keys: RowKeys, refused?: RefusedUsers): RowOpening {
  const held = new Map<string, ReturnType<Find>>();
  const look: Find = refused ? findNoting(keys, refused) : (whose, id) => keys.find(coldPartition(whose), id);
  const find: Find = (whose, id) => {
    const found = held.get(id) ?? look(whose, id);
    held.set(id, found);
    return found;
  };
  return { open: (rows) => opened(rows, { find, refused }), lacks: (row) => refused?.hasUser(row) ?? false };
}

export function rowSealing({ pool, keys, refused, isOn }: SealingParts): RowSealing {
  const find = findNoting(keys, refused);
  /** The id of the key of each user; empty if the rows of the user are readable. */
  const known = new LRUCache<string, string>({ max: POSTGRES.knownCells });
  const derived = new WeakMap<DataKey, RowKey>();
  const derivedOf = (key: DataKey): RowKey => {
    const found = derived.get(key) ?? rowKey(key);
    derived.set(key, found);
    return found;
  };

  /** Returns the key with which the rows of a user are sealed from now on; undefined if they are readable. */
  async function keyOf(whose: UserKey): Promise<RowKey | undefined> {
    const place = coldPartition(whose);
    const id = known.get(userKeyText(whose)) ?? (await askedId(pool, whose));
    const found = id === '' ? undefined : await find(whose, id);
    if (found === 'MISSING') throw rowKeyOfUserMissing();
    if (found !== undefined && found !== 'DESTROYED') {
      known.set(userKeyText(whose), id);
      return derivedOf(found);
    }
    if (!isOn && id === '') {
      known.set(userKeyText(whose), '');
      return undefined;
    }
    const taken = await takeKey({ pool, keys }, { whose, place, destroyedId: id });
    known.set(userKeyText(whose), taken.id);
    return derivedOf(taken);
  }

  return {
    open: (rows) => opened(rows, { find, refused, derive: derivedOf }),
    lacks: refused.hasUser,

    async seal(cells, rows) {
      const sealed = new Set(rows.filter((row) => isSealable(row.userId, row.table) && hasTexts(row)).map(userKeyText));
      const found = await Promise.all(
        cells.map(async (cell) => {
          const name = userKeyText(cell);
          return sealed.has(name) ? ([name, await keyOf(cell)] as const) : undefined;
        }),
      );
      const byName = new Map(found.filter((one) => one !== undefined));
      return {
        rows: rows.map((row) => {
          const key = isSealable(row.userId, row.table) ? byName.get(userKeyText(row)) : undefined;
          return key === undefined ? row : sealedRow(key, row);
        }),
        keyIds: found.map((one) => (one === undefined ? ANY_KEY : (one[1]?.id ?? ''))),
      };
    },

    forget(cells) {
      for (const cell of cells) known.delete(userKeyText(cell));
    },

    async sealAll(signal) {
      if (!isOn) return;
      for (;;) {
        const { rows } = await pool.query<UserKey>(READABLE_USERS, [POSTGRES.sealedAtOnce]);
        for (const whose of rows) {
          if (signal.aborted) return;
          await takeKey({ pool, keys }, { whose, place: coldPartition(whose), destroyedId: '' });
        }
        if (rows.length === 0) return;
      }
    },
  };
}

const READABLE_USERS = `
SELECT DISTINCT r.tenant, r.user_id AS "userId" FROM recorda.rows r
WHERE r.user_id <> '' AND r.tbl <> 'begun_erasures'
  AND NOT EXISTS (SELECT 1 FROM recorda.keys k WHERE k.tenant = r.tenant AND k.user_id = r.user_id)
LIMIT $1`;

async function askedId(pool: Pool, { tenant, userId }: UserKey): Promise<string> {
  const sql = 'SELECT id FROM recorda.keys WHERE tenant = $1 AND user_id = $2';
  const { rows } = await pool.query<{ id: string }>(sql, [tenant, userId]);
  return rows[0]?.id ?? '';
}

type Find = (whose: UserKey, id: string) => Promise<DataKey | 'DESTROYED' | 'MISSING'>;

type Opening = {
  readonly find: Find;
  readonly refused: RefusedUsers | undefined;
  readonly derive?: ((key: DataKey) => RowKey) | undefined;
};

async function opened<R extends UserRow>(
  rows: readonly R[],
  { find, refused, derive = rowKey }: Opening,
): Promise<readonly (R | undefined)[]> {
  const ids = rows.map(keyIdOf);
  const wanted = new Map<string, UserKey>();
  for (const [index, id] of ids.entries()) if (id !== undefined) wanted.set(id, rows[index]!);
  if (wanted.size === 0) return rows;
  const found = new Map<string, RowKey | undefined>();
  const all = [...wanted];
  for (let at = 0; at < all.length; at += POSTGRES.keysAtOnce) {
    const some = all.slice(at, at + POSTGRES.keysAtOnce).map(async ([id, whose]) => {
      const key = await find(whose, id);
      return [id, typeof key === 'string' ? undefined : derive(key)] as const;
    });
    for (const [id, key] of await Promise.all(some)) found.set(id, key);
  }
  return rows.map((row, index) => {
    const id = ids[index];
    if (id === undefined) return row;
    const key = found.get(id);
    return key && readOrNote(row, () => openedRow(key, row), refused);
  });
}
