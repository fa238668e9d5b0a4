/** The composition root: the one place that knows every part and wires them. */
import { v7 as uuidv7 } from 'uuid';
import type { MemoryType } from './domain/memory.ts';
import { persistent } from './embedders/persistent.ts';
import { openEmbedder, type EmbedderConfig } from './embedders/open-embedder.ts';
import { staticEmbedder } from './embedders/static/static-embedder.ts';
import { staticEncoder } from './embedders/static/static-encoder.ts';
import { loadStaticTable } from './embedders/static/static-table.ts';
import { observed } from './backends/observed.ts';
import type { Reembedded } from './backends/sqlite/reembed-store.ts';
import { workingStore } from './backends/process/working-store.ts';
import { methods } from './methods.ts';
import { pipeline, type Pipeline } from './pipeline.ts';
import { QUOTAS, type Quota } from './policy/limits.ts';
import type { Clock, EmbedderIdentity } from './ports.ts';
import { memoryIndex } from './retrieval/memory-index.ts';
import { warmUp } from './retrieval/warm-up.ts';
import { adminService } from './services/admin/admin-service.ts';
import { memoryService } from './services/memory/memory-service.ts';
import { silentLog, type Log, type Telemetry } from './telemetry/ports.ts';
import { quietTelemetry } from './telemetry/quiet-telemetry.ts';

export type RecordaOptions = {
  /** Where the store's file is, or will be made. One process at a time may use a folder. */
  readonly dataDir: string;
  /** Other quotas than the policy's. */
  readonly quotas?: Readonly<Partial<Record<MemoryType, Quota>>> | undefined;
  /** Of long-term memories; the built-in one by default. */
  readonly embedder?: EmbedderConfig | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly telemetry?: Telemetry | undefined;
};

/** The server without its doors. */
export interface RecordaServer {
  readonly pipeline: Pipeline;
  /** Whether each type's backend answers. */
  status(): Readonly<Record<MemoryType, boolean>>;
  /** Refuses new calls, waits for the writes under way, closes the store. */
  close(): Promise<void>;
}

const systemClock: Clock = { now: () => Date.now() };

/** Opens the store in `options.dataDir` and everything that stands on it. */
export async function openRecorda(options: RecordaOptions): Promise<RecordaServer> {
  const { dataDir, clock = systemClock, log = silentLog, telemetry = quietTelemetry() } = options;
  const quotas = { ...QUOTAS, ...options.quotas };
  const table = loadStaticTable();
  const encoder = staticEncoder(table);
  warmUp(encoder);
  const opened = await openEmbedder(options.embedder ?? { kind: 'static' }, staticEmbedder(encoder), log);
  const { embedder, isBuiltIn } = opened;
  const { openSqlite } = await import('./backends/sqlite/open-sqlite.ts');
  const store = { dataDir, quotas, table, embedderIdentity: embedder.identity, clock, log };
  const sqlite = await openSqlite(store).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const working = workingStore({
    quota: quotas.WORKING,
    newIndex: () => memoryIndex(encoder),
    embed: (text) => encoder.embed(text),
  });
  const stores = {
    WORKING: observed(working),
    SHORT_TERM: observed(sqlite.stores.shortTerm),
    LONG_TERM: observed(sqlite.stores.longTerm),
  };

  let closing = false;
  const services = methods(
    memoryService({
      stores,
      working,
      embedder,
      embedsQueries: !isBuiltIn,
      newUuid: () => uuidv7().replaceAll('-', ''),
    }),
    adminService({ latencyReport: (filter) => telemetry.latencyReport(filter) }),
  );
  return {
    pipeline: pipeline({
      methods: services,
      telemetry,
      backendOf: (type) => stores[type].backend,
      clock,
      log,
      isClosing: () => closing,
    }),
    status: () => ({
      WORKING: true,
      SHORT_TERM: sqlite.failure() === undefined,
      LONG_TERM: sqlite.failure() === undefined,
    }),
    async close() {
      closing = true;
      await sqlite.close();
      await opened.close();
    },
  };
}

export type ReembedOptions = {
  readonly dataDir: string;
  readonly embedder: EmbedderConfig;
  readonly signal: AbortSignal;
  /** How many memories have their new vector, of how many. */
  readonly onProgress: (done: number, total: number) => void;
  readonly log?: Log | undefined;
};

/**
 * Makes the vectors of a store anew with this embedder, while no server has the folder. Until the very end the store is as it was;
 * run again after a kill, it goes on where it stopped.
 */
export async function reembed(options: ReembedOptions): Promise<Reembedded & { readonly to: EmbedderIdentity }> {
  const { embedder: config, log = silentLog, ...rest } = options;
  const builtIn = staticEmbedder(staticEncoder(loadStaticTable()));
  const { embedder, close } = await openEmbedder(config, builtIn, log);
  try {
    const { reembedStore } = await import('./backends/sqlite/reembed-store.ts');
    return { ...(await reembedStore({ ...rest, embedder: persistent(embedder) })), to: embedder.identity };
  } finally {
    await close();
  }
}
