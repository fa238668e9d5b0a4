/** Orders by create time, then id, as every listing does. */
export function byAge(one: Aged, other: Aged): number {
  return one.createTimeMs - other.createTimeMs || (one.id < other.id ? -1 : Number(one.id > other.id));
}

type Aged = { readonly createTimeMs: number; readonly id: string };
