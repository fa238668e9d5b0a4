/** A whole server: telemetry, the store and what stands on it, the gRPC door. */
import type { Config } from './config.ts';
import type { EmbedderConfig } from './embedders/open-embedder.ts';
import type { Pipeline } from './pipeline.ts';
import { DAY_MS } from './policy/retention.ts';
import { SERVING } from './policy/serving.ts';
import { serve } from './rpc/serve.ts';
import { callTelemetry } from './telemetry/call-telemetry.ts';
import type { Log, Telemetry } from './telemetry/ports.ts';
import { wantedExports } from './telemetry/wanted-exports.ts';

/** What is behind the door; `openRecorda` opens it. */
type Opened = {
  readonly pipeline: Pipeline;
  /** Whether each part answers. */
  status(): Readonly<Record<string, boolean>>;
  close(): Promise<void>;
};

export type RunOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  /** For OpenTelemetry's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly open: (parts: {
    dataDir: string;
    embedder: EmbedderConfig;
    recallMs: number;
    log: Log;
    telemetry: Telemetry;
  }) => Promise<Opened>;
};

export interface RunningServer {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Drains, then closes the store, then sends the last of telemetry. The same promise when asked again. */
  stop(): Promise<void>;
}

/** What health calls the services that need the stores. */
const STORE_SERVICES = ['recorda.v1.MemoryService', 'recorda.v1.ContextService'];

/** Rejects where any part cannot start; then none is left running. */
export async function runServer({ config, log, version, env, open }: RunOptions): Promise<RunningServer> {
  const { host, port, dataDir, metricsPort, shutdownGraceMs, recallDays, embedder } = config;
  const started = await exportsFor(metricsPort === undefined ? undefined : { host, port: metricsPort }, version, env);
  const telemetry = callTelemetry({ log, exports: started?.exports });
  try {
    const opened = await open({ dataDir, embedder, recallMs: recallDays * DAY_MS, log, telemetry });
    try {
      const serving = await serve({ pipeline: opened.pipeline, log, host, port });
      const watch = setInterval(() => {
        const isServing = Object.values(opened.status()).every(Boolean);
        for (const service of STORE_SERVICES) serving.setServing(service, isServing);
      }, SERVING.statusIntervalMs);
      let stopped: Promise<void> | undefined;
      const stop = async (): Promise<void> => {
        clearInterval(watch);
        await serving.drain(shutdownGraceMs);
        await opened.close();
        await telemetry.close();
      };
      return { port: serving.port, metricsPort: started?.prometheusPort, stop: () => (stopped ??= stop()) };
    } catch (error) {
      await opened.close();
      throw error;
    }
  } catch (error) {
    await telemetry.close();
    throw error;
  }
}

/** The SDK is loaded only where somebody wants what it sends. */
async function exportsFor(
  prometheus: { host: string; port: number } | undefined,
  version: string,
  env: RunOptions['env'],
): Promise<import('./telemetry/start-exports.ts').StartedExports | undefined> {
  const wanted = wantedExports(env);
  if (prometheus === undefined && !wanted.traces && !wanted.metrics) return undefined;
  const { startExports } = await import('./telemetry/start-exports.ts');
  return startExports({ ...wanted, version, prometheus });
}
