/** What an embedded user gets: the latency report, and not a word. */
import { callTelemetry } from './call-telemetry.ts';
import { silentLog, type Telemetry } from '../ports/telemetry.ts';

export function quietTelemetry(): Telemetry {
  return callTelemetry({ log: silentLog });
}
