/**
 * Transports calls within the process: straight to the pipeline, which takes and returns the bytes of the
 * wire format.
 */
import type { Transport, TransportCall } from '../../client/transport.ts';
import { ANYBODY } from '../domain/caller.ts';
import type { DoorCall, Pipeline } from '../pipeline/pipeline.ts';

/** `close` closes what was opened with the pipeline. */
export function pipelineTransport(pipeline: Pipeline, close: () => Promise<void>): Transport {
  const doorCall = ({ signal, deadlineMs, headers }: TransportCall): DoorCall => ({
    caller: ANYBODY,
    signal,
    deadlineMs,
    trace: headers,
  });
  return {
    unary: (method, request, call) => pipeline.unary(method, request, doorCall(call)),
    stream: (method, request, call) => pipeline.stream(method, request, doorCall(call)),
    close,
  };
}
