/** Reads which exports OpenTelemetry's own variables ask for. They alone decide: what is not wanted is not loaded. */

export type WantedExports = { readonly traces: boolean; readonly metrics: boolean };

export function wantedExports(env: Readonly<Record<string, string | undefined>>): WantedExports {
  const off = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  const wants = (signal: 'TRACES' | 'METRICS'): boolean => {
    const exporter = env[`OTEL_${signal}_EXPORTER`];
    const endpoint = env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    return !off && exporter !== 'none' && [exporter, endpoint].some((text) => text !== undefined && text !== '');
  };
  return { traces: wants('TRACES'), metrics: wants('METRICS') };
}
