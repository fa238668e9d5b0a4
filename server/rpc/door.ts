/** What each call over gRPC needs. */
import type { Metadata } from '@grpc/grpc-js';
import type { Caller } from '../domain/caller.ts';
import type { RecordaError } from '../domain/errors.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Log } from '../ports/telemetry.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import type { RequestBytes } from './request-bytes.ts';
import type { Keys } from './require-key.ts';

export type Door = {
  readonly pipeline: Pipeline;
  readonly calls: CallsInFlight;
  /** Streams that do not end by themselves. */
  readonly watches: CallsInFlight;
  readonly log: Log;
  /** By the call's metadata; or why nobody may call with it. */
  readonly callerOf: (metadata: Metadata) => Caller | RecordaError;
  /** Why a call that is under way may not go on: its key was taken away or changed, or has expired. */
  readonly refusalOf: (metadata: Metadata) => Promise<RecordaError | undefined>;
};

/** What the network doors share, so that a limit holds for both together. */
export type SharedDoor = {
  readonly pipeline: Pipeline;
  readonly log: Log;
  /** Who may call; absent: everybody. */
  readonly keys: Keys | undefined;
  readonly calls: CallsInFlight;
  /** Streams that do not end by themselves. */
  readonly watches: CallsInFlight;
  /** The bytes of large requests, as they arrive and until they are answered. */
  readonly requestBytes: RequestBytes;
};
