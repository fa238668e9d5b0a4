/** A simple SearchIndex in this process that shows changes late, and that tests can make unreachable or have refuse changes. */
import { abortError } from '../../../server/domain/abort.ts';
import { RecordaError } from '../../../server/domain/errors.ts';
import { compileFilter } from '../../../server/domain/filter.ts';
import { isWithin } from '../../../server/domain/scope.ts';
import type { CallContext, ListCursor, Outcome } from '../../../server/ports/stores.ts';
import type { SearchDocument, SearchIndex, SearchWrite } from '../../../server/ports/search.ts';

/** What the index holds for a memory: its document, or the fact that it was removed. */
type Entry = { readonly revision: number; readonly document?: SearchDocument | undefined };

export type LaggingIndex = SearchIndex & {
  /** What searches see now. */
  readonly shown: ReadonlyMap<string, SearchDocument>;
  /** While it is away, every call fails as in an outage. */
  setAway(isAway: boolean): void;
  /** Refuses changes of this memory with the error; undefined accepts them again. */
  refuse(id: string, error: RecordaError | undefined): void;
  /** Accepts changes of this memory, but never shows them. */
  lose(id: string): void;
};

export function laggingIndex(lagMs: number): LaggingIndex {
  const known = new Map<string, Entry>();
  const shown = new Map<string, SearchDocument>();
  const refusals = new Map<string, RecordaError>();
  const lost = new Set<string>();
  let isAway = false;

  async function answer<T>({ signal }: CallContext, work: () => T): Promise<T> {
    if (signal.aborted) throw abortError(signal);
    await new Promise((resolve) => setImmediate(resolve));
    if (isAway) throw new RecordaError('BACKEND_UNAVAILABLE', 'The index is away.', { retryAfterMs: 100 });
    return work();
  }
  function take(id: string, entry: Entry): Outcome<SearchWrite> {
    const refusal = refusals.get(id);
    if (refusal !== undefined) return { ok: false, error: refusal };
    if ((known.get(id)?.revision ?? -1) > entry.revision) return { ok: true, value: 'OUTDATED' };
    known.set(id, entry);
    if (!lost.has(id)) setTimeout(() => show(id, entry), lagMs);
    return { ok: true, value: 'WRITTEN' };
  }
  function show(id: string, entry: Entry): void {
    // The memory was erased meanwhile.
    if (!known.has(id)) return;
    const { revision, document } = entry;
    if ((shown.get(id)?.revision ?? -1) > revision) return;
    if (document === undefined) shown.delete(id);
    else shown.set(id, document);
  }
  const byAge = ({ record: one }: SearchDocument, { record: other }: SearchDocument): number =>
    one.createTimeMs - other.createTimeMs || (one.id < other.id ? -1 : 1);
  const matching = (scope: SearchDocument['record']['scope'], filter: string | undefined): SearchDocument[] => {
    const accepts = filter === undefined ? () => true : compileFilter(filter);
    return [...shown.values()].filter(({ record }) => isWithin(record, scope) && accepts(record)).toSorted(byAge);
  };

  return {
    backend: 'lagging',
    shown,
    setAway: (away) => void (isAway = away),
    refuse: (id, error) => void (error === undefined ? refusals.delete(id) : refusals.set(id, error)),
    lose: (id) => void lost.add(id),
    isThere: () => !isAway,
    put: (documents, call) =>
      answer(call, () =>
        documents.map((document) => take(document.record.id, { revision: document.revision, document })),
      ),
    remove: (removals, call) => answer(call, () => removals.map(({ id, revision }) => take(id, { revision }))),
    shows: (marks, call) =>
      answer(call, () =>
        marks.map(({ id, revision, isRemoved }) => {
          const found = shown.get(id);
          return isRemoved ? found === undefined || found.revision > revision : (found?.revision ?? -1) >= revision;
        }),
      ),
    get: ({ id, scope }, _nowMs, call) =>
      answer(call, () => {
        const found = shown.get(id);
        return found !== undefined && isWithin(found.record, scope) ? found : undefined;
      }),
    list: ({ scope, filter, pageSize, descending, after }, call) =>
      answer(call, () => {
        const all = matching(scope, filter);
        if (descending) all.reverse();
        const start = after === undefined ? 0 : all.findIndex(({ record }) => isPast(record, after, descending));
        const found = start < 0 ? [] : all.slice(start, start + pageSize);
        const last = start >= 0 && start + pageSize < all.length ? found.at(-1)?.record : undefined;
        return { found, ...(last && { next: { createTimeMs: last.createTimeMs, id: last.id } }) };
      }),
    candidates: ({ scope, filter, vector, embedder, count }, call) =>
      answer(call, () =>
        matching(scope, filter)
          .map((document) => ({ document, near: document.embedder === embedder ? dot(document.vector, vector) : 0 }))
          .toSorted((one, other) => other.near - one.near)
          .slice(0, count)
          .map(({ document }) => document),
      ),
    count: ({ tenant, userId }, call) =>
      answer(
        call,
        () =>
          [...shown.values()].filter(({ record: { scope } }) => scope.tenant === tenant && scope.userId === userId)
            .length,
      ),
    eraseUser: ({ tenant, userId }, call) =>
      answer(call, () => {
        const gone = [...known].filter(([, { document }]) => {
          const scope = document?.record.scope;
          return scope?.tenant === tenant && scope.userId === userId;
        });
        for (const [id] of gone) {
          known.delete(id);
          shown.delete(id);
        }
        return gone.length;
      }),
    check: (call) => answer(call, () => ({ target: 'here', version: '1', roundTripMs: 0, documents: shown.size })),
    close: async () => undefined,
  };
}

function isPast(place: ListCursor, after: ListCursor, descending: boolean): boolean {
  const order = place.createTimeMs - after.createTimeMs || (place.id < after.id ? -1 : Number(place.id > after.id));
  return descending ? order < 0 : order > 0;
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);
}
