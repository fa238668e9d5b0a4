/** Runs one call over HTTP: it waits for its permit, runs in the pipeline, and ends if the caller leaves. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { USER_REVISION_HEADER } from '../../contract/wire.ts';
import { cancelled, deadlineExceeded, orAbort } from '../domain/abort.ts';
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { isEndless } from '../methods/calls.ts';
import type { DoorCall } from '../pipeline/pipeline.ts';
import { KEYS_REREAD_MS, SERVING } from '../policy/serving.ts';
import { DEFAULTS } from '../policy/limits.ts';
import type { CallPermit } from '../rpc/calls-in-flight.ts';
import type { SharedDoor } from '../rpc/door.ts';

/** A request that may be answered. */
export type Admitted = {
  readonly method: string;
  readonly bytes: Uint8Array;
  readonly caller: Caller;
  /** Returns the error with which the call must stop if its key was revoked or changed. */
  readonly refusal: () => Promise<RecordaError | undefined>;
};

/** The context of a call, as the protocol gives it. */
export type Asked = Pick<HandlerContext, 'signal' | 'requestHeader' | 'timeoutMs'> & Pick<DoorCall, 'onRevision'>;

const TRACE_HEADERS = ['traceparent', 'tracestate'] as const;

export async function runUnary(admitted: Admitted, door: SharedDoor, context: Asked): Promise<Uint8Array> {
  const { method, bytes } = admitted;
  const { permit, call } = await enter(admitted, door, context);
  let answered = false;
  try {
    if (permit.turn !== undefined) await orAbort(permit.turn, call.signal);
    const answer = await orAbort(door.pipeline.unary(method, bytes, call), call.signal);
    answered = true;
    return answer;
  } finally {
    permit.leave(answered);
  }
}

/** Makes one answer at a time: the next is made when the one before has been taken. */
export async function* runStream(admitted: Admitted, door: SharedDoor, context: Asked): AsyncGenerator<Uint8Array> {
  const { method, bytes, refusal } = admitted;
  const { permit, call } = await enter(admitted, door, context);
  let answered = false;
  let answers: AsyncIterator<Uint8Array> | undefined;
  const againMs = isEndless(method) ? 0 : KEYS_REREAD_MS;
  let permittedAt = performance.now();
  try {
    if (permit.turn !== undefined) await orAbort(permit.turn, call.signal);
    answers = door.pipeline.stream(method, bytes, call)[Symbol.asyncIterator]();
    for (;;) {
      // One at a time by intent.
      // oxlint-disable-next-line no-await-in-loop
      const next = await orAbort(answers.next(), call.signal);
      if (next.done === true) break;
      if (performance.now() - permittedAt >= againMs) {
        // oxlint-disable-next-line no-await-in-loop
        const refused = await orAbort(refusal(), call.signal);
        if (refused !== undefined) throw refused;
        permittedAt = performance.now();
      }
      permit.pause();
      yield next.value;
      permit.resume();
    }
    answered = true;
  } finally {
    // This is not awaited, since whatever the pipeline still does to stop must not delay the caller's status.
    if (!answered) answers?.return?.().catch(() => undefined);
    permit.leave(answered);
  }
}

async function enter(
  { method, bytes: { byteLength: bytes }, caller }: Admitted,
  door: SharedDoor,
  context: Asked,
): Promise<{ readonly permit: CallPermit; readonly call: DoorCall }> {
  const leftMs = context.timeoutMs();
  const availableMs = leftMs ?? DEFAULTS.deadlineMs;
  const calls = isEndless(method) ? door.watches : door.calls;
  const permit = calls.enter({ method, caller, bytes }, availableMs);
  if (permit instanceof RecordaError) throw (await door.holdRefusal(permit, availableMs)) ?? permit;
  const { stop, counted, isUnderWay } = permit;
  const onAbort = (): void => {
    if (isUnderWay()) stop.abort(isDeadline(context.signal.reason) ? deadlineExceeded() : cancelled());
  };
  if (context.signal.aborted) onAbort();
  else context.signal.addEventListener('abort', onAbort, { once: true });
  const deadlineMs = leftMs === undefined ? undefined : Date.now() + leftMs;
  return {
    permit,
    call: {
      caller,
      counted,
      signal: stop,
      arrivedAt: performance.now(),
      deadlineMs,
      trace: traceOf(context.requestHeader),
      revision: context.requestHeader.get(USER_REVISION_HEADER) ?? undefined,
      onRevision: context.onRevision,
    },
  };
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof ConnectError && reason.code === Code.DeadlineExceeded;
}

function traceOf(headers: Headers): DoorCall['trace'] {
  let trace: Record<string, string> | undefined;
  for (const header of TRACE_HEADERS) {
    const value = headers.get(header);
    if (value === null || value.length > SERVING.traceHeaderBytes) continue;
    trace ??= {};
    trace[header] = value;
  }
  return trace;
}
