/** WatchSession. */
import type { WatchSessionRequest, WatchSessionResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';

export function watchSession({ sessionEvents }: Pick<ContextDependencies, 'sessionEvents'>) {
  return async function* (request: WatchSessionRequest, call: ServiceCall): AsyncGenerator<WatchSessionResponse> {
    const subscriber = sessionEvents.subscribe(toScope(call.tenant, request.scope));
    const { signal } = call;
    // One listener serves the whole call, which may last for hours.
    const onAbort = (): void => subscriber.wake();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      yield { event: undefined };
      while (!signal.aborted) {
        const events = subscriber.take();
        for (const event of events) yield { event };
        if (events.length > 0) continue;
        await new Promise<void>((resolve) => void (subscriber.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      subscriber.stop();
    }
  };
}
