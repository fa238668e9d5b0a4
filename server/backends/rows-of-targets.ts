/** Joins a user's rows beside memories, wherever they are stored. */
import type { PortableRow, RowKind } from '../domain/portable-rows.ts';
import type { RowsApart, UserRows } from '../ports/users.ts';

/** Joins them: `elsewhere` has the rows of its kinds; `kept` has the others. */
export function rowsOfTargets(
  kept: UserRows,
  elsewhere: readonly { readonly kinds: readonly RowKind[]; readonly rows: RowsApart }[],
): UserRows {
  const targets = [kept, ...elsewhere.map(({ rows }) => rows)];
  const others = new Set(elsewhere.flatMap(({ kinds }) => kinds));

  return {
    /** Pages go through one target after another: `next` begins with the target's number. */
    async page(whose, after, call) {
      const [number = '0', ...rest] = after?.split(' ') ?? [];
      const at = Number(number);
      const { rows, next } = await targets[at]!.page(whose, rest.length === 0 ? undefined : rest.join(' '), call);
      if (next !== undefined) return { rows, next: `${at} ${next}` };
      return at + 1 < targets.length ? { rows, next: `${at + 1}` } : { rows };
    },

    takenIds: (...asked) => kept.takenIds(...asked),

    async putBack(whose, rows, call, withinQuotas) {
      const parts: readonly (readonly [Pick<UserRows, 'putBack'>, readonly PortableRow[]])[] = [
        [kept, rows.filter(({ row }) => !others.has(row))],
        ...elsewhere.map((target) => [target.rows, rows.filter(({ row }) => target.kinds.includes(row))] as const),
      ];
      let [taken, skipped] = [0, 0];
      for (const [target, own] of parts) {
        if (own.length === 0) continue;
        const put = await target.putBack(whose, own, call, withinQuotas);
        taken += put.taken;
        skipped += put.skipped;
      }
      return { taken, skipped };
    },
  };
}
