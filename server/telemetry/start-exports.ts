/** Starts OpenTelemetry's SDK and the Prometheus endpoint. It is loaded only if one of them is configured. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { metrics, trace } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { NodeSDK, metrics as sdkMetrics, resources } from '@opentelemetry/sdk-node';
import { INSTRUMENTATION } from './names.ts';
import { type Exports, openTelemetry } from './open-telemetry.ts';
import type { WantedExports } from './wanted-exports.ts';

export type ExportOptions = WantedExports & {
  readonly version: string;
  /** The address at which Prometheus' endpoint listens; if absent, there is none. */
  readonly prometheus: { readonly host: string; readonly port: number } | undefined;
};

export type StartedExports = {
  readonly exports: Exports;
  readonly prometheusPort: number | undefined;
  /** Returns the text of the Prometheus endpoint; if absent, there is none. */
  readonly prometheusText: (() => Promise<string>) | undefined;
};

const SERVICE = 'recorda';

/** Rejects if the Prometheus endpoint cannot listen. */
export async function startExports(options: ExportOptions): Promise<StartedExports> {
  const prometheus = options.prometheus && (await startPrometheus(options.prometheus, options.version));
  const sdk = new NodeSDK({
    // The environment's own name and attributes take precedence.
    ...(process.env['OTEL_SERVICE_NAME'] ? {} : { serviceName: SERVICE }),
    // The SDK takes what is not given here from the environment.
    ...(options.traces ? {} : { spanProcessors: [] }),
    ...(options.metrics ? {} : { metricReaders: [] }),
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  const tracer = trace.getTracer(INSTRUMENTATION, options.version);
  const meters = [
    ...(options.metrics ? [metrics.getMeter(INSTRUMENTATION, options.version)] : []),
    ...(prometheus ? [prometheus.meter] : []),
  ];
  const exports = openTelemetry(tracer, meters, async () => {
    await Promise.allSettled([sdk.shutdown(), prometheus?.close()]);
    trace.disable();
    metrics.disable();
  });
  return { exports, prometheusPort: prometheus?.port, prometheusText: prometheus?.text };
}

type Prometheus = {
  readonly meter: ReturnType<typeof metrics.getMeter>;
  readonly port: number;
  readonly text: () => Promise<string>;
  close(): Promise<void>;
};

async function startPrometheus({ host, port }: { host: string; port: number }, version: string): Promise<Prometheus> {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const resource = resources.resourceFromAttributes({ 'service.name': SERVICE, 'service.version': version });
  const provider = new sdkMetrics.MeterProvider({ resource, readers: [exporter] });
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.split('?')[0] === '/metrics') {
      exporter.getMetricsRequestHandler(request, response);
    } else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    meter: provider.getMeter(INSTRUMENTATION, version),
    port: (server.address() as AddressInfo).port,
    async text() {
      const { resourceMetrics } = await exporter.collect();
      return new PrometheusSerializer('', false, undefined, undefined, true).serialize(resourceMetrics);
    },
    async close() {
      await closeServer(server);
      await provider.shutdown();
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}
