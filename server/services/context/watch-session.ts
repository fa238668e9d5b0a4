/** WatchSession. */
import type { WatchSessionRequest, WatchSessionResponse } from '../../../proto/gen/recorda/v1/context.ts';
import type { ServiceCall } from '../call.ts';
import { toScope } from '../scope.ts';
import type { ContextDependencies } from './dependencies.ts';

export function watchSession({ news }: Pick<ContextDependencies, 'news'>) {
  return async function* (request: WatchSessionRequest, call: ServiceCall): AsyncGenerator<WatchSessionResponse> {
    const ear = news.listen(toScope(call.tenant, request.scope));
    const { signal } = call;
    // One for all of the call, which may last for hours.
    const onAbort = (): void => ear.wake();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      yield { event: undefined };
      while (!signal.aborted) {
        const events = ear.take();
        for (const event of events) yield { event };
        if (events.length > 0) continue;
        await new Promise<void>((resolve) => void (ear.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      ear.stop();
    }
  };
}
