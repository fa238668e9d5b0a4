/** Gets and lists memories. */
import type { StopSignal } from '../../domain/abort.ts';
import type { MemoryRecord, Scope } from '../../domain/memory.ts';
import { mergeKey } from '../../domain/types/merge-payload.ts';
import type { MergeKey } from '../../domain/types/memory-type-spec.ts';
import { isWithin } from '../../domain/scope.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { ListQuery, MemoryStore, RecordPage } from '../../ports/stores.ts';
import type { AccessBuffer } from '../access-buffer.ts';
import { byAge } from '../by-age.ts';
import { pausingFilter } from '../pausing-filter.ts';
import type { KeptRecord } from './record-form.ts';
import type { TimeCursor, Rows } from './rows.ts';
import type { Transaction, Transactions } from './transactions.ts';

export type ReadOptions = {
  readonly transactions: Transactions;
  readonly rows: Rows;
  readonly accesses: AccessBuffer;
};

/** The cursor before all memories, in either direction. */
const BEGINNING: TimeCursor = { createTimeMs: Number.MIN_SAFE_INTEGER, id: '' };
const END: TimeCursor = { createTimeMs: Number.MAX_SAFE_INTEGER, id: '' };

export function memoryReads({ transactions, rows, accesses }: ReadOptions): Pick<MemoryStore, 'get' | 'list'> {
  return {
    async get({ scope, id }, nowMs, { signal }) {
      const [record] = await transactions.read((transaction) => rows.find(transaction, scope, [id]), signal);
      if (record === undefined || !isWithin(record, scope)) return undefined;
      accesses.note([id], nowMs);
      return record;
    },

    list: (query, { signal }) =>
      transactions.read(
        (transaction) =>
          query.named === undefined ? page(transaction, query, signal) : namedPage(transaction, query, signal),
        signal,
      ),
  };

  /** Reads a page, which ends early after a number of rows or bytes, with a cursor to go on from. */
  async function page(transaction: Transaction, query: ListQuery, signal: StopSignal): Promise<RecordPage> {
    const { scope, filter, pageSize, descending } = query;
    const { matches, pause } = pausingFilter(filter, signal);
    // If a filter leaves few, more are read at a time.
    let limit = Math.min(pageSize + 1, NEO4J.listRows);
    const records: MemoryRecord[] = [];
    let after = query.after ?? (descending ? END : BEGINNING);
    let bytes = 0;
    for (let looked = 0; ;) {
      const found = await rows.page(transaction, { scope, after, limit, descending });
      for (const record of found) {
        await pause();
        const isFull = records.length === pageSize || looked === Math.max(NEO4J.listScanRows, pageSize);
        const isWanted = !isFull && isInNamespace(record, scope) && matches(record);
        const isTooLarge = isWanted && records.length > 0 && bytes + record.sizeBytes > NEO4J.answerBytes;
        if (isFull || isTooLarge) return { records, next: after };
        looked += 1;
        after = { createTimeMs: record.createTimeMs, id: record.id };
        if (!isWanted) continue;
        bytes += record.sizeBytes;
        records.push(record);
      }
      if (found.length < limit) return { records };
      limit = Math.min(2 * limit, NEO4J.listRows);
    }
  }

  /** Reads a page of one name, which few memories share. */
  async function namedPage(transaction: Transaction, query: ListQuery, signal: StopSignal): Promise<RecordPage> {
    const { scope, filter, named, pageSize, descending, after } = query;
    const { kind = '', key = '' } = named ?? {};
    const { matches } = pausingFilter(filter, signal);
    const sign = descending ? -1 : 1;
    const names = (['ENTITY', 'RELATIONSHIP'] as const).map((name) => ({ whose: scope, name, kind, key }));
    const records = (await rows.named(transaction, names))
      .filter((record) => isNamed(record, { kind, key }) && isInNamespace(record, scope) && matches(record))
      .filter((record) => after === undefined || sign * byAge(record, after) > 0)
      .toSorted((one, other) => sign * byAge(one, other));
    const last = records.length > pageSize ? records[pageSize - 1] : undefined;
    const next = last && { createTimeMs: last.createTimeMs, id: last.id };
    return { records: records.slice(0, pageSize), ...(next && { next }) };
  }
}

function isNamed({ payload }: KeptRecord, { kind, key }: MergeKey): boolean {
  const named = mergeKey(payload);
  return named?.kind === kind && named.key === key;
}

export function isInNamespace(record: MemoryRecord, { namespace }: Scope): boolean {
  return namespace === '' || record.scope.namespace === namespace;
}
