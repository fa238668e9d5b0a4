/**
 * The caller's trace context, without a dependency on OpenTelemetry: its API keeps what a program registers under one global symbol
 * (https://github.com/open-telemetry/opentelemetry-js, api/src/internal/global-utils.ts), which is how copies of the API in several
 * packages, of any 1.x, find each other.
 */

type Carrier = Record<string, string>;
type Api = {
  readonly context?: { active(): unknown };
  readonly propagation?: {
    inject(context: unknown, carrier: Carrier, setter: { set(into: Carrier, name: string, value: string): void }): void;
  };
};

const API = Symbol.for('opentelemetry.js.api.1');
const SETTER = {
  set(into: Carrier, name: string, value: string): void {
    into[name] = value;
  },
};

/** Returns headers that name the span of a call, like `traceparent`; none if no SDK was started, or no span is active. */
export function traceHeaders(): Carrier {
  const headers: Carrier = {};
  const { context, propagation } = (globalThis as { readonly [API]?: Api })[API] ?? {};
  if (context !== undefined) propagation?.inject(context.active(), headers, SETTER);
  return headers;
}
