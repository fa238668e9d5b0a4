/**
 * Opens one span and feeds one histogram for each call of a port, under the span of the call that made it, and counts the memories that
 * were deleted.
 */
import type { MemoryType } from '../../domain/memory.ts';
import type { ArchiveSearch } from '../../ports/archive-search.ts';
import type { ContextStore, FactStore } from '../../ports/context.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { ObservedType, StoreOperation, StoreSpan, Telemetry } from '../../ports/telemetry.ts';
import { deletionsOf } from './deletions.ts';
import type { Layer } from './layer.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

/** Observes all operations except those on one user as a whole: these are rare and long, and would distort the latencies of calls. */
export function observed(telemetry: Pick<Telemetry, 'lifecycle'>): StoreMiddleware {
  return ({ type, backend }) => observedStore(type, backend, telemetry);
}

function observedStore(type: MemoryType, backend: string, telemetry: Pick<Telemetry, 'lifecycle'>): StoreLayer {
  const inSpans = spans(type, backend);
  const deletions = deletionsOf(type, telemetry);
  return {
    add: inSpans('add', (outcomes) => outcomes.length, deletions.byAdd),
    get: inSpans('get', (found) => (found === undefined ? 0 : 1)),
    list: inSpans('list', ({ records }) => records.length),
    update: inSpans('update', one),
    remove: inSpans('remove', one, deletions.byRemove),
    retrieve: inSpans('retrieve', (hits) => hits.length),
    clearTask: inSpans('clearTask', (cleared) => cleared, deletions.byClearTask),
    traverse: inSpans('traverse', ({ entities }) => entities.length),
  };
}

/** Observes all operations that serve a call. */
export function observedContext(backend: string): Layer<ContextStore> {
  const inSpans = spans('SESSION', backend);
  return {
    append: inSpans('append', ({ turns }) => turns.length),
    flush: inSpans('flush', ({ sealed }) => sealed.length),
    idle: inSpans('idle', (scopes) => scopes.length),
    read: inSpans('read', ({ window }) => window.length),
    list: inSpans('list', ({ sessions }) => sessions.length),
    turns: inSpans('turns', ({ turns }) => turns.length),
    recalledTurns: inSpans('recalledTurns', (turns) => turns.length),
    state: inSpans('state', one),
    reportOutput: inSpans('reportOutput', one),
    usage: inSpans('usage', one),
    learnFactor: inSpans('learnFactor', one),
    factsHold: inSpans('factsHold', one),
    putSystemPrompt: inSpans('putSystemPrompt', one),
    systemPrompt: inSpans('systemPrompt', one),
    systemPromptUse: inSpans('systemPromptUse', one),
  };
}

/** Observes all operations that serve a call. */
export function observedFacts(backend: string): Layer<FactStore> {
  const inSpans = spans('FACT', backend);
  return {
    say: inSpans('say', (outcomes) => outcomes.length),
    replace: inSpans('replace', one),
    pin: inSpans('pin', one),
    restore: inSpans('restore', one),
    sayLate: inSpans('sayLate', (outcomes) => outcomes.length),
    readIn: inSpans('readIn', (found) => found.length),
    forget: inSpans('forget', one),
    get: inSpans('get', (found) => (found === undefined ? 0 : 1)),
    list: inSpans('list', ({ facts }) => facts.length),
    find: inSpans('find', (hits) => hits.length),
    findForPrompt: inSpans('find', (found) => found.length),
    counts: inSpans('counts', one),
    mentioned: inSpans('mentioned', one),
    judge: inSpans('judge', one),
  };
}

/** Observes searches of the archive; `backend` is that of cold storage. */
export function observedArchive(backend: string): Layer<ArchiveSearch> {
  return {
    search(next, type, query, call) {
      const span = call.trace?.startStoreCall('searchArchive', type, backend);
      if (span === undefined) return next(type, query, call);
      return inSpan(
        span,
        () => next(type, query, call),
        ({ hits }) => hits.length,
      );
    },
  };
}

/**
 * Wraps operations whose last argument is the call. Without tracing, the store's own promise is returned, unless its result is to be
 * noted as well.
 */
function spans(type: ObservedType, backend: string) {
  return <Given extends readonly unknown[], Result>(
      operation: StoreOperation,
      count: (result: Result) => number,
      note?: (result: NoInfer<Result>, given: NoInfer<readonly [...Given, CallContext]>) => void,
    ) =>
    (
      next: (...given: readonly [...Given, CallContext]) => Promise<Result>,
      ...given: readonly [...Given, CallContext]
    ): Promise<Result> => {
      const { trace } = given.at(-1) as CallContext;
      const span = trace?.startStoreCall(operation, type, backend);
      const work = span === undefined ? next(...given) : inSpan(span, () => next(...given), count);
      return note === undefined ? work : noted(work, (result) => note(result, given));
    };
}

async function noted<T>(work: Promise<T>, note: (result: T) => void): Promise<T> {
  const result = await work;
  note(result);
  return result;
}

/** Runs `work` and ends the span with its outcome. */
async function inSpan<T>(span: StoreSpan, work: () => Promise<T>, count: (result: T) => number): Promise<T> {
  try {
    const result = await work();
    span.end({ recordCount: count(result) });
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

function one(): number {
  return 1;
}
