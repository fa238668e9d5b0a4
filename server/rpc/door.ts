/** The parts that each call over gRPC needs. */
import type { Metadata } from '@grpc/grpc-js';
import type { Caller } from '../domain/caller.ts';
import type { RecordaError } from '../domain/errors.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { SecurityLog } from '../ports/security.ts';
import type { Log } from '../ports/telemetry.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import type { HoldRefusal } from './held-refusals.ts';
import type { RequestBytes } from './request-bytes.ts';
import type { Keys } from './require-key.ts';

export type Door = {
  readonly pipeline: Pipeline;
  readonly calls: CallsInFlight;
  /** Streams that do not end by themselves. */
  readonly watches: CallsInFlight;
  readonly holdRefusal: HoldRefusal;
  readonly log: Log;
  /** Returns the caller of the call's metadata, or the error if nobody may call with them. */
  readonly callerOf: (metadata: Metadata) => Caller | RecordaError;
  /**
   * Returns the error with which a call in progress must stop if its key was revoked, was changed or has
   * expired.
   */
  readonly refusalOf: (metadata: Metadata) => Promise<RecordaError | undefined>;
};

/** The parts that gRPC and HTTP share, so that limits hold for both together. */
export type SharedDoor = {
  readonly pipeline: Pipeline;
  readonly log: Log;
  /** The keys of callers; if absent, everybody may call. */
  readonly keys: Keys | undefined;
  /** Takes calls that are refused before they reach the pipeline. */
  readonly security: SecurityLog;
  readonly calls: CallsInFlight;
  /** Streams that do not end by themselves. */
  readonly watches: CallsInFlight;
  readonly holdRefusal: HoldRefusal;
  /** The bytes of large requests, from their arrival until they are answered. */
  readonly requestBytes: RequestBytes;
};
