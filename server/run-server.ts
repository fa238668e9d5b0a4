/** A whole server: telemetry, the store and what stands on it, the gRPC door. */
import type { ColdConfig } from './settings/cold-settings.ts';
import type { Config } from './config.ts';
import type { KeepingConfig } from './settings/keeping-settings.ts';
import type { Pipeline } from './pipeline.ts';
import { keyRing } from './keys/key-ring.ts';
import { DAY_MS } from './policy/retention.ts';
import { SERVING } from './policy/serving.ts';
import { serve } from './rpc/serve.ts';
import { callTelemetry } from './telemetry/call-telemetry.ts';
import type { Log, Telemetry } from './telemetry/ports.ts';
import { wantedExports } from './telemetry/wanted-exports.ts';

/** What is behind the door; `openRecorda` opens it. */
type Opened = {
  readonly pipeline: Pipeline;
  status(): ServerStatus;
  close(): Promise<void>;
};

export type RunOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  /** For OpenTelemetry's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly open: (
    parts: Pick<
      Config,
      | 'dataDir'
      | 'auditHead'
      | 'shortTerm'
      | 'working'
      | 'cache'
      | 'graph'
      | 'longTerm'
      | 'embedder'
      | 'limits'
      | 'rates'
      | 'alertWebhook'
      | keyof ColdConfig
      | keyof KeepingConfig
    > & {
      recallMs: number;
      log: Log;
      telemetry: Telemetry;
    },
  ) => Promise<Opened>;
};

/** What answers. */
export type ServerStatus = {
  /** By memory type. */
  readonly types: Readonly<Record<string, boolean>>;
  /** The store in the data folder. */
  readonly isStoreWriting: boolean;
};

export interface RunningServer {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Drains, then closes the store, then sends the last of telemetry. The same promise when asked again. */
  stop(): Promise<void>;
}

/** What health calls the services that need stores. A type has the name of its service and its own after it. */
const MEMORY_SERVICE = 'recorda.v1.MemoryService';
const CONTEXT_SERVICE = 'recorda.v1.ContextService';

/** Rejects where any part cannot start; then none is left running. */
export async function runServer({ config, log, version, env, open }: RunOptions): Promise<RunningServer> {
  const { host, port, tls, reflection, apiKeysFile, metricsPort, shutdownGraceMs, recallDays, auditHead } = config;
  const { dataDir, shortTerm, working, longTerm, cache, graph, cold, masterKey, warmTierMaxPerAgent, schedule } =
    config;
  const { embedder, summarizer, limits, rates, alertWebhook } = config;
  const started = await exportsFor(metricsPort === undefined ? undefined : { host, port: metricsPort }, version, env);
  const telemetry = callTelemetry({ log, exports: started?.exports });
  try {
    const recallMs = recallDays * DAY_MS;
    const memory = {
      dataDir,
      auditHead,
      shortTerm,
      working,
      longTerm,
      cache,
      graph,
      embedder,
      summarizer,
      recallMs,
      limits,
      rates,
    };
    const keeping = { cold, masterKey, warmTierMaxPerAgent, schedule };
    const parts = { ...memory, ...keeping, alertWebhook, log, telemetry };
    const opened = await open(parts);
    try {
      const keys = apiKeysFile === undefined ? undefined : keyRing(apiKeysFile, log);
      const serving = await serve({ pipeline: opened.pipeline, log, host, port, tls, reflection, keys });
      const tellHealth = (): void => {
        const { types, isStoreWriting } = opened.status();
        for (const [type, isThere] of Object.entries(types)) {
          serving.setServing(`${MEMORY_SERVICE}.${type.toLowerCase()}`, isThere);
        }
        // One backend that is away fails its types alone. Working memory that is this process's own would always be there.
        serving.setServing(
          MEMORY_SERVICE,
          Object.entries(types).some(([type, isThere]) => isThere && type !== 'WORKING'),
        );
        serving.setServing(CONTEXT_SERVICE, isStoreWriting);
      };
      tellHealth();
      const watch = setInterval(tellHealth, SERVING.statusIntervalMs);
      let stopped: Promise<void> | undefined;
      const stop = async (): Promise<void> => {
        clearInterval(watch);
        await serving.drain(shutdownGraceMs);
        await opened.close();
        await telemetry.close();
        keys?.close();
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
