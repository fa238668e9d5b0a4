/** The writer's hold on pools of memories that share a cap. */
import type { Database } from 'better-sqlite3';

/** `userNo` is whose the memory is. */
export type PoolPlace = { readonly tenant: string; readonly agentId: string; readonly userNo: number };

export function pools(db: Database) {
  const THIS = 'tenant = @tenant AND agent_id = @agentId AND user_no = @userNo';
  const select = db.prepare<[object], number>(`SELECT pool_no FROM pools WHERE ${THIS}`).pluck();
  const insert = db.prepare(
    'INSERT INTO pools (tenant, agent_id, user_no, count) VALUES (@tenant, @agentId, @userNo, 0)',
  );
  const change = db.prepare(`UPDATE pools SET count = count + @count WHERE ${THIS}`);
  const forget = db.prepare(`DELETE FROM pools WHERE ${THIS} AND count = 0`);

  return {
    /** Made where it is missing. Not kept at hand: what made it may be undone. */
    of(place: PoolPlace): number {
      const key = keyOf(place);
      return select.get(key) ?? Number(insert.run(key).lastInsertRowid);
    },

    /** All that a transaction changed: a pool may be named once for each of its users. One of which nothing is left goes, at the end. */
    grow(changes: readonly (PoolPlace & { readonly count: number })[]): void {
      const keyed = changes.map(({ count, ...place }) => ({ count, ...keyOf(place) }));
      for (const grown of keyed) if (grown.count !== 0) change.run(grown);
      for (const { count, ...key } of keyed) if (count <= 0) forget.run(key);
    },
  };
}

/** What no agent wrote is the user's own. */
function keyOf({ tenant, agentId, userNo }: PoolPlace): PoolPlace {
  return { tenant, agentId, userNo: agentId === '' ? userNo : 0 };
}
