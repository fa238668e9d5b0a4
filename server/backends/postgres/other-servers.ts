/** Tells what other servers do, from the commits that the copy of this one applies. */
import type { UserKey } from '../../domain/accounts.ts';
import type { OtherServers } from '../../ports/other-servers.ts';
import type { RowImage, StoreChange } from '../sqlite/engine/store-change.ts';
import type { Pool } from './connect-postgres.ts';
import type { PostgresLeases } from './postgres-leases.ts';

export type OtherServersOverPostgres = OtherServers & {
  /** Is called with each change of another server that the copy has applied. */
  applied(change: StoreChange): void;
};

export function otherServers(pool: Pool, leases: Pick<PostgresLeases, 'hold' | 'release'>): OtherServersOverPostgres {
  const ofErasures: ((whose: UserKey) => void)[] = [];
  const ofQuotas: (() => void)[] = [];
  return {
    onErasure: (listener) => void ofErasures.push(listener),
    onQuotas: (listener) => void ofQuotas.push(listener),

    claim: leases.hold,
    release: leases.release,

    async agreeOnPlace(place, mark) {
      const known = 'SELECT mark FROM recorda.places WHERE place = $1';
      await pool.query('INSERT INTO recorda.places (place, mark) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        place,
        mark,
      ]);
      const { rows } = await pool.query<{ mark: string }>(known, [place]);
      return rows[0]!.mark;
    },

    applied({ cells }) {
      for (const { tenant, userId, rows } of cells) {
        if (rows.some(beginsErasure)) for (const listener of ofErasures) listener({ tenant, userId });
      }
      const hasQuotas = cells.some(({ rows }) => rows.some(({ table }) => table === 'quotas'));
      if (hasQuotas) for (const listener of ofQuotas) listener();
    },
  };
}

/** Tells whether everything of a user is to be erased, as opposed to some types. */
function beginsErasure({ table, rows }: RowImage): boolean {
  return table === 'begun_erasures' && rows.some(({ types }) => types === null);
}
