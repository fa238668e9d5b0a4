/** One span and one histogram for each call of a store's port, under the span of the call that made it. */
import type { CallContext, GraphStore, MemoryStore, WorkingStore } from '../ports/stores.ts';
import type { StoreOperation, StoreSpan } from '../telemetry/ports.ts';

/** The same store, observed. Where nobody traces, the store's own promise comes back. */
export function observed(store: WorkingStore): WorkingStore;
export function observed(store: GraphStore): GraphStore;
export function observed(store: MemoryStore): MemoryStore;
export function observed(store: MemoryStore | WorkingStore | GraphStore): MemoryStore {
  const { type, backend, capabilities } = store;

  function ended<T>(
    operation: StoreOperation,
    call: CallContext,
    work: () => Promise<T>,
    count: (result: T) => number,
  ): Promise<T> {
    const span = call.trace?.startStoreCall(operation, type, backend);
    if (span === undefined) return work();
    return inSpan(span, work, count);
  }

  const one = (): number => 1;
  const memoryStore: MemoryStore = {
    type,
    backend,
    capabilities,
    // Seldom and long: no latency of a call.
    ofUser: store.ofUser,
    add: (intents, call) =>
      ended(
        'add',
        call,
        () => store.add(intents, call),
        () => intents.length,
      ),
    get: (ref, nowMs, call) =>
      ended(
        'get',
        call,
        () => store.get(ref, nowMs, call),
        (record) => (record ? 1 : 0),
      ),
    list: (query, call) =>
      ended(
        'list',
        call,
        () => store.list(query, call),
        ({ records }) => records.length,
      ),
    update: (intent, call) => ended('update', call, () => store.update(intent, call), one),
    remove: (intent, call) => ended('remove', call, () => store.remove(intent, call), one),
    retrieve: (query, call) =>
      ended(
        'retrieve',
        call,
        () => store.retrieve(query, call),
        (hits) => hits.length,
      ),
  };
  if ('traverse' in store) {
    const graph: GraphStore = {
      ...memoryStore,
      type: store.type,
      traverse: (query, call) =>
        ended(
          'traverse',
          call,
          () => store.traverse(query, call),
          ({ entities }) => entities.length,
        ),
    };
    return graph;
  }
  if (!('clearTask' in store)) return memoryStore;
  const working: WorkingStore = {
    ...memoryStore,
    type: store.type,
    clearTask: (scope, call) =>
      ended(
        'clearTask',
        call,
        () => store.clearTask(scope, call),
        (cleared) => cleared,
      ),
  };
  return working;
}

/** Ends the span with what became of the work. */
export async function inSpan<T>(span: StoreSpan, work: () => Promise<T>, count: (result: T) => number): Promise<T> {
  try {
    const result = await work();
    span.end({ recordCount: count(result) });
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
