/** Answers one request with a stream, no faster than its reader reads. */
import type { handleServerStreamingCall, ServerWritableStream, StatusObject } from '@grpc/grpc-js';
import { orAbort, type StopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { isEndless } from '../methods/calls.ts';
import type { DoorCall } from '../pipeline/pipeline.ts';
import { KEYS_REREAD_MS, SERVING } from '../policy/serving.ts';
import type { CallPermit } from './calls-in-flight.ts';
import type { Door } from './door.ts';
import { availableMs, deadlineOf, doorCall } from './door-call.ts';
import { errorStatus } from './error-status.ts';
import { ownError } from './own-error.ts';
import { revisionTrailer } from './revision-trailer.ts';
import { resetUnlessRead } from './reset-unless-read.ts';

type Call = ServerWritableStream<Uint8Array, Uint8Array>;

export function callStream(method: string, door: Door): handleServerStreamingCall<Uint8Array, Uint8Array> {
  return (call) => {
    const caller = door.callerOf(call.metadata);
    if (caller instanceof RecordaError) {
      fail(call, caller);
      return;
    }
    const deadlineMs = deadlineOf(call);
    const calls = isEndless(method) ? door.watches : door.calls;
    const leftMs = availableMs(deadlineMs);
    const permit = calls.enter({ method, caller, bytes: call.request.byteLength }, leftMs);
    if (permit instanceof RecordaError) {
      const held = door.holdRefusal(permit, leftMs);
      if (held === undefined) fail(call, permit);
      else void held.then((refusal) => fail(call, refusal));
      return;
    }
    let answered = false;
    const trailer = revisionTrailer();
    answerAll(method, call, permit, doorCall(call, permit, caller, deadlineMs, trailer.set), door)
      .then(
        () => {
          answered = true;
          call.end(trailer.metadata());
        },
        (thrown: unknown) => fail(call, ownError(thrown, method, door.log), trailer.with),
      )
      .catch((thrown: unknown) => ownError(thrown, method, door.log))
      .finally(() => permit.leave(answered));
  };
}

/** grpc-js turns an error event into the stream's status. */
function fail(call: Call, error: RecordaError, asSent = (status: StatusObject): StatusObject => status): void {
  if (!call.destroyed) call.emit('error', Object.assign(new Error(error.message), asSent(errorStatus(error))));
}

async function answerAll(method: string, call: Call, permit: CallPermit, context: DoorCall, door: Door): Promise<void> {
  const { signal } = context;
  resetUnlessRead(call, context.deadlineMs);
  if (permit.turn !== undefined) await orAbort(permit.turn, signal);
  const answers = door.pipeline.stream(method, call.request, context);
  const iterator = answers[Symbol.asyncIterator]();
  const send = pacedWriter(call, permit, signal);
  let done = false;
  // The permission of a stream that ends by itself is checked again only after a while, that of an endless one before
  // each answer.
  const againMs = isEndless(method) ? 0 : KEYS_REREAD_MS;
  let permittedAt = performance.now();
  try {
    for (;;) {
      // One at a time by intent: the next answer is made when there is room for it.
      // oxlint-disable-next-line no-await-in-loop
      const next = await orAbort(iterator.next(), signal);
      if (next.done === true) {
        done = true;
        break;
      }
      if (performance.now() - permittedAt >= againMs) {
        // oxlint-disable-next-line no-await-in-loop
        const refusal = await orAbort(door.refusalOf(call.metadata), signal);
        if (refusal !== undefined) throw refusal;
        permittedAt = performance.now();
      }
      // oxlint-disable-next-line no-await-in-loop
      await send(next.value);
    }
  } finally {
    // This is not awaited, since whatever the pipeline still does to stop must not delay the caller's status.
    if (!done) iterator.return?.().catch(() => undefined);
  }
}

/**
 * Writes, and resolves when there is room for another answer: another call may run meanwhile. Rejects when the call is
 * aborted.
 */
function pacedWriter(call: Call, permit: CallPermit, signal: StopSignal): (answer: Uint8Array) => Promise<void> {
  let waitingBytes = 0;
  let onRoom = (): void => undefined;
  return async (answer) => {
    waitingBytes += answer.byteLength;
    call.write(answer, () => {
      waitingBytes -= answer.byteLength;
      if (hasRoom()) onRoom();
    });
    if (hasRoom()) return;
    permit.pause();
    await orAbort(new Promise<void>((resolve) => (onRoom = resolve)), signal);
    permit.resume();
  };

  function hasRoom(): boolean {
    return waitingBytes < SERVING.streamQueueBytes && call.writableLength < call.writableHighWaterMark;
  }
}
