/** Serving as tests do, in the process of the tests: a busy machine comes late to their calls, and refuses none for it. */
import { type ServeOptions, type Serving, serve as serveInTime } from '../../server/rpc/serve.ts';

export type { ServeOptions, Serving };

/** What is refused where the event loop is late is in loop-delay.test.ts. */
export function serve(options: ServeOptions): Promise<Serving> {
  return serveInTime({ ...options, lateMs: Infinity });
}
