/** Telemetry for embedded use: the latency report, and no output. */
import { callTelemetry } from './call-telemetry.ts';
import { silentLog, type Telemetry } from '../ports/telemetry.ts';

export function quietTelemetry(): Telemetry {
  return callTelemetry({ log: silentLog });
}
