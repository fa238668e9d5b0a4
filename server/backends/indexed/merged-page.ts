/** Merges a page of the index with changes that it does not show yet, within the page's ends. */
import type { MemoryRecord } from '../../domain/memory.ts';
import type { ListCursor, ListQuery, RecordPage } from '../../ports/stores.ts';
import type { UnseenPage } from '../../ports/outbox.ts';
import type { SearchedRecord } from '../../ports/search.ts';

type IndexPage = { readonly found: readonly SearchedRecord[]; readonly next?: ListCursor | undefined };

export function mergedPage(
  { pageSize, descending }: ListQuery,
  { found, next }: IndexPage,
  unseen: UnseenPage,
): RecordPage {
  const isUnseen = new Set(unseen.unseenIds);
  const accesses = new Map(unseen.accesses.map((counted) => [counted.id, counted]));
  const order = (one: ListCursor, other: ListCursor): number => (descending ? -1 : 1) * byAge(one, other);
  const { stoppedAt } = unseen;
  const seen = found
    .filter(({ record }) => !isUnseen.has(record.id))
    .map(({ record }): MemoryRecord => ({ ...record, ...accesses.get(record.id) }));
  const all = [...seen, ...unseen.records]
    .filter((record) => stoppedAt === undefined || order(record, stoppedAt) <= 0)
    .toSorted(order);
  const records = all.slice(0, pageSize);
  const last = all.length > pageSize ? records.at(-1) : stoppedAt;
  const goesOn = last === undefined ? next : { createTimeMs: last.createTimeMs, id: last.id };
  return { records, ...(goesOn && { next: goesOn }) };
}

function byAge(one: ListCursor, other: ListCursor): number {
  if (one.createTimeMs !== other.createTimeMs) return one.createTimeMs - other.createTimeMs;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
