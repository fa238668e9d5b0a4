/** Converts a gRPC call for the pipeline. */
import { USER_REVISION_HEADER } from '../../contract/wire.ts';
import type { Metadata, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import type { Caller } from '../domain/caller.ts';
import { cancelled, deadlineExceeded } from '../domain/abort.ts';
import type { DoorCall } from '../pipeline/pipeline.ts';
import { DEFAULTS } from '../policy/limits.ts';
import { SERVING } from '../policy/serving.ts';
import type { CallPermit } from './calls-in-flight.ts';

export type RawCall = ServerUnaryCall<Uint8Array, Uint8Array> | ServerWritableStream<Uint8Array, Uint8Array>;

const TRACE_HEADERS = ['traceparent', 'tracestate'] as const;

/** Returns the deadline in milliseconds since 1970; undefined if the caller sets none. */
export function deadlineOf(call: RawCall): number | undefined {
  const deadlineMs = Number(call.getDeadline());
  return Number.isFinite(deadlineMs) ? deadlineMs : undefined;
}

/** Returns the time that is left, in milliseconds. */
export function availableMs(deadlineMs: number | undefined): number {
  return deadlineMs === undefined ? DEFAULTS.deadlineMs : deadlineMs - Date.now();
}

/** Stops the call when the caller leaves or its deadline passes. */
export function doorCall(
  call: RawCall,
  { stop, counted, isUnderWay }: Pick<CallPermit, 'stop' | 'counted' | 'isUnderWay'>,
  caller: Caller,
  deadlineMs: number | undefined,
  onRevision?: DoorCall['onRevision'],
): DoorCall {
  // `once` would take longer, and the event is emitted only once.
  call.on('cancelled', () => {
    // grpc-js emits this after each answer as well.
    if (!isUnderWay()) return;
    // A client resets the call at its own deadline. Here that deadline is later, by the time that the request took to
    // arrive.
    const wasDue = deadlineMs !== undefined && Date.now() >= deadlineMs - SERVING.deadlineSlackMs;
    stop.abort(wasDue ? deadlineExceeded() : cancelled());
  });
  const revision = call.metadata.get(USER_REVISION_HEADER)[0] as string | undefined;
  const arrivedAt = performance.now();
  const trace = traceOf(call.metadata);
  return { caller, counted, signal: stop, arrivedAt, deadlineMs, trace, revision, onRevision };
}

function traceOf(metadata: Metadata): DoorCall['trace'] {
  let trace: Record<string, string> | undefined;
  for (const header of TRACE_HEADERS) {
    const value = metadata.get(header)[0];
    if (typeof value !== 'string' || value.length > SERVING.traceHeaderBytes) continue;
    trace ??= {};
    trace[header] = value;
  }
  return trace;
}
