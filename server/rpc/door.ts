/** What each call over gRPC needs. */
import type { Pipeline } from '../pipeline.ts';
import type { Log } from '../telemetry/ports.ts';
import type { CallsInFlight } from './calls-in-flight.ts';

export type Door = {
  readonly pipeline: Pipeline;
  readonly calls: CallsInFlight;
  /** Streams that do not end by themselves. */
  readonly watches: CallsInFlight;
  readonly log: Log;
  /** Who every caller is, as long as there are no credentials. */
  readonly tenant: string;
};
