/** Answers one request with one answer. */
import type { handleUnaryCall } from '@grpc/grpc-js';
import { orAbort } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';
import type { Door } from './door.ts';
import { availableMs, deadlineOf, doorCall } from './door-call.ts';
import { errorStatus } from './error-status.ts';
import { ownError } from './own-error.ts';
import { revisionTrailer } from './revision-trailer.ts';
import { resetUnlessRead } from './reset-unless-read.ts';

export function callUnary(method: string, door: Door): handleUnaryCall<Uint8Array, Uint8Array> {
  return (call, answer) => {
    const caller = door.callerOf(call.metadata);
    if (caller instanceof RecordaError) {
      answer(errorStatus(caller));
      return;
    }
    const deadlineMs = deadlineOf(call);
    const leftMs = availableMs(deadlineMs);
    const permit = door.calls.enter({ method, caller, bytes: call.request.byteLength }, leftMs);
    if (permit instanceof RecordaError) {
      const held = door.holdRefusal(permit, leftMs);
      if (held === undefined) answer(errorStatus(permit));
      else void held.then((refusal) => answer(errorStatus(refusal)));
      return;
    }
    const trailer = revisionTrailer();
    const context = doorCall(call, permit, caller, deadlineMs, trailer.set);
    // A pipeline that throws instead of rejecting is caught as well: nothing here may end the process.
    const work = (async () => {
      if (permit.turn !== undefined) await permit.turn;
      return door.pipeline.unary(method, call.request, context);
    })();
    let answered = false;
    orAbort(work, context.signal)
      .then(
        (response) => {
          answered = true;
          if (response.byteLength > SERVING.largeAnswerBytes) resetUnlessRead(call, context.deadlineMs);
          answer(null, response, trailer.metadata());
        },
        (thrown: unknown) => answer(trailer.with(errorStatus(ownError(thrown, method, door.log)))),
      )
      .catch((thrown: unknown) => ownError(thrown, method, door.log))
      .finally(() => permit.leave(answered));
  };
}
