/** Runs a whole server: telemetry, the store and what is built on it, and its ports. */
import type { Config } from '../config.ts';
import { callerLimits } from '../pipeline/caller-limits.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { credentialOf } from '../domain/caller.ts';
import { openRecordedCredentials } from '../keys/recorded-credentials.ts';
import { SERVING } from '../policy/serving.ts';
import { serve } from '../rpc/serve.ts';
import { openHttp } from './open-http.ts';
import type { ServerStatus } from './server-status.ts';
import { callTelemetry } from '../telemetry/call-telemetry.ts';
import { NO_SECURITY_LOG, type SecurityLog } from '../ports/security.ts';
import type { Log } from '../ports/telemetry.ts';
import { wantedExports } from '../telemetry/wanted-exports.ts';
import { withDriver } from './drivers.ts';

/** The parts that `openRecorda` opens. */
type Opened = {
  readonly pipeline: Pipeline;
  readonly security: SecurityLog;
  status(): ServerStatus;
  close(): Promise<void>;
};

export type RunOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  /** The environment, for OpenTelemetry's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly open: (options: RecordaOptions) => Promise<Opened>;
};

export interface RunningServer {
  readonly port: number;
  /** Is absent if there is no HTTP. */
  readonly httpPort: number | undefined;
  readonly metricsPort: number | undefined;
  /**
   * Drains, then closes the store, then sends the last of telemetry. Returns the same promise when it is called
   * again.
   */
  stop(): Promise<void>;
}

/**
 * The names of services that need stores, as health reports them. The name of a type is that of its service
 * followed by its own.
 */
const MEMORY_SERVICE = 'recorda.v1.MemoryService';
/** Reports reads alone, for probes that are to keep traffic coming while nothing can be written. */
const MEMORY_READS = `${MEMORY_SERVICE}.reads`;
const CONTEXT_SERVICE = 'recorda.v1.ContextService';

/** Rejects if any part cannot start; then none is left running. */
export async function runServer({ config, log, version, env, open }: RunOptions): Promise<RunningServer> {
  const { host, port, tls, reflection, load, metricsPort, shutdownGraceMs } = config;
  const started = await exportsFor(metricsPort === undefined ? undefined : { host, port: metricsPort }, version, env);
  const telemetry = callTelemetry({ log, exports: started?.exports });
  let security: SecurityLog = NO_SECURITY_LOG;
  const limits = callerLimits(config.callerAllowances, (by, measure, { method, caller }) => {
    telemetry.callerLimited(by, measure);
    const { tenant } = caller;
    const why = `${by}.${measure}`;
    security.record({ kind: 'LIMIT', tenant, credential: credentialOf(caller), method, userId: '', why });
  });
  try {
    const opened = await open({ ...config, log, telemetry, callerLimits: limits });
    security = opened.security;
    try {
      const keys = await openRecordedCredentials(config, log, security);
      let isStopping = false;
      const serving = await serve({
        pipeline: opened.pipeline,
        log,
        host,
        port,
        tls,
        reflection,
        keys,
        telemetry,
        security,
        callerLimits: limits,
        ...load,
      });
      const isReady = (): boolean => !isStopping && opened.status().isStoreReading;
      const metrics = started?.prometheusText;
      const http = await openHttp({ config, shared: serving.shared, log, version, isReady, metrics }).catch(
        async (error: unknown) => {
          await serving.drain(0);
          keys?.close();
          throw error;
        },
      );
      const publishHealth = (): void => {
        const { types, isStoreWriting, isStoreReading } = opened.status();
        serving.setServing(MEMORY_READS, isStoreReading);
        for (const [type, isThere] of Object.entries(types)) {
          serving.setServing(`${MEMORY_SERVICE}.${type.toLowerCase()}`, isThere);
        }
        // A backend that is down affects its types alone. Working memory in this process would always be available.
        serving.setServing(
          MEMORY_SERVICE,
          isStoreReading && Object.entries(types).some(([type, isThere]) => isThere && type !== 'WORKING'),
        );
        serving.setServing(CONTEXT_SERVICE, isStoreWriting);
      };
      publishHealth();
      const watch = setInterval(publishHealth, SERVING.statusIntervalMs);
      let stopped: Promise<void> | undefined;
      const stop = async (): Promise<void> => {
        clearInterval(watch);
        isStopping = true;
        http?.stopListening();
        await serving.drain(shutdownGraceMs);
        await http?.close();
        await opened.close();
        await telemetry.close();
        keys?.close();
      };
      return {
        port: serving.port,
        httpPort: http?.port,
        metricsPort: started?.prometheusPort,
        stop: () => (stopped ??= stop()),
      };
    } catch (error) {
      await opened.close();
      throw error;
    }
  } catch (error) {
    await telemetry.close();
    throw error;
  }
}

/** The SDK is loaded only if somebody wants what it sends. */
async function exportsFor(
  prometheus: { host: string; port: number } | undefined,
  version: string,
  env: RunOptions['env'],
): Promise<import('../telemetry/start-exports.ts').StartedExports | undefined> {
  const wanted = wantedExports(env);
  if (prometheus === undefined && !wanted.traces && !wanted.metrics) return undefined;
  const { startExports } = await withDriver('telemetry', () => import('../telemetry/start-exports.ts'));
  return startExports({ ...wanted, version, prometheus });
}
