/** StreamRetrieveMemories: sends each type's results as soon as they are there. */
import { abortError, cancelled, deadlineExceeded, stopSignal } from '../../domain/abort.ts';
import { STREAM_DEADLINE_MARGIN_MS } from '../../policy/serving.ts';
import { turn } from '../../ports/in-turns.ts';
import type {
  StreamRetrieveMemoriesRequest,
  StreamRetrieveMemoriesResponse,
} from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { searchTypes, targetOfRetrieval, type TypeSearch } from './search.ts';
import { fromHit, fromType } from './translate.ts';

export function streamRetrieveMemories(dependencies: MemoryDependencies) {
  const search = searchTypes(dependencies);

  return async function* (
    request: StreamRetrieveMemoriesRequest,
    call: ServiceCall,
  ): AsyncGenerator<StreamRetrieveMemoriesResponse> {
    const stop = stopSignal();
    const onCallEnd = (): void => stop.abort(abortError(call.signal));
    call.signal.addEventListener('abort', onCallEnd, { once: true });
    const leftMs = call.deadlineAt - performance.now() - STREAM_DEADLINE_MARGIN_MS;
    const timer = setTimeout(() => stop.abort(deadlineExceeded()), Math.max(0, leftMs));
    try {
      const done: TypeSearch[] = [];
      for await (const finished of asTheyFinish(search(request.retrieve!, call, stop))) {
        done.push(finished);
        const { isOver, next } = turn();
        for (const hit of finished.hits) {
          if (isOver()) await next(call.signal);
          yield { event: { $case: 'result', value: fromHit(hit) } };
        }
        yield { event: { $case: 'typeDone', value: finished.report } };
      }
      const count = done.reduce((sum, { hits }) => sum + hits.length, 0);
      const failed = done.filter(({ error }) => error !== undefined).map(({ type }) => fromType(type));
      const missing = [...new Set(failed)];
      const targetMs = targetOfRetrieval(request.retrieve!, count, (type) => dependencies.stores[type].backend);
      yield { event: { $case: 'done', value: { latencyMs: call.elapsedMs(), count, missing, targetMs } } };
    } finally {
      // The reader has left, or everything is sent: searches that still run are no longer needed.
      clearTimeout(timer);
      call.signal.removeEventListener('abort', onCallEnd);
      stop.abort(cancelled());
    }
  };
}

/** Yields the values of promises in the order in which they settle; throws the first rejection. */
async function* asTheyFinish<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const pending = new Map(promises.map((promise, i) => [i, promise.then((value) => ({ i, value }))]));
  // A rejection that nobody waits for any more, since the reader left, must not be unhandled.
  for (const promise of pending.values()) promise.catch(() => undefined);
  while (pending.size > 0) {
    const { i, value } = await Promise.race(pending.values());
    pending.delete(i);
    yield value;
  }
}
