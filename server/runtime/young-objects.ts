/** Settings of V8 that suit a server: nearly everything that a call allocates is garbage once the call is answered. */
import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 allocate all objects in the young generation. By itself it places objects in the old one if their predecessors from the same
 * line of code survived, as those of calls do while many run at once. Later calls' objects then stay until the next full collection,
 * together with everything that they refer to. This must run before the code of calls is compiled, and after the server has started:
 * from then on V8 refuses code that was compiled in advance, since that was done without this flag, and compiles it again.
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
