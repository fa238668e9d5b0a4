/** What each call over gRPC needs. */
import type { Metadata } from '@grpc/grpc-js';
import type { Caller } from '../domain/caller.ts';
import type { RecordaError } from '../domain/errors.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Log } from '../telemetry/ports.ts';
import type { CallsInFlight } from './calls-in-flight.ts';

export type Door = {
  readonly pipeline: Pipeline;
  readonly calls: CallsInFlight;
  /** Streams that do not end by themselves. */
  readonly watches: CallsInFlight;
  readonly log: Log;
  /** By the call's metadata; or why nobody may call with it. */
  readonly callerOf: (metadata: Metadata) => Caller | RecordaError;
  /** Why a call that is under way may not go on: its key was taken away or changed, or has expired. */
  readonly refusalOf: (metadata: Metadata) => RecordaError | undefined;
};
