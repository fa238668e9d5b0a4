/** Carries calls from MCP to the pipeline, through the same admission as every other network door. */
import type { Transport, TransportCall } from '../../../client/transport.ts';
import type { Caller } from '../../domain/caller.ts';
import { type Asked, runStream, runUnary } from '../run-call.ts';
import type { SharedDoor } from '../../rpc/door.ts';
import { ownError } from '../../rpc/own-error.ts';

/** Makes calls for one request on behalf of its sender, whose key was checked when the request arrived. */
export function doorTransport(door: SharedDoor, caller: Caller): Transport {
  const admitted = (method: string, bytes: Uint8Array) => ({
    method,
    bytes,
    caller,
    refusal: () => Promise.resolve(undefined),
  });
  return {
    async unary(method, request, call) {
      try {
        return await runUnary(admitted(method, request), door, asked(call));
      } catch (thrown) {
        throw ownError(thrown, method, door.log);
      }
    },
    async *stream(method, request, call) {
      try {
        yield* runStream(admitted(method, request), door, asked(call));
      } catch (thrown) {
        throw ownError(thrown, method, door.log);
      }
    },
    close: () => Promise.resolve(),
  };
}

function asked({ signal, deadlineMs, headers }: TransportCall): Asked {
  return { signal, timeoutMs: () => deadlineMs - Date.now(), requestHeader: new Headers(headers) };
}
