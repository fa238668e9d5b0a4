/** The parts with which every other part of a server is opened. */
import { everyonesQuotas } from '../domain/quotas/alerted-measures.ts';
import { staticEncoder, type StaticEncoder } from '../embedders/static/static-encoder.ts';
import { loadStaticTable, type StaticTable } from '../embedders/static/static-table.ts';
import { type Quotas, GLOBAL_LIMITS, type GlobalLimits } from '../policy/limits.ts';
import type { ModelPrice } from '../policy/model-prices.ts';
import type { Clock } from '../ports/stores.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { memoryIndex, type MemoryIndex } from '../retrieval/memory-index.ts';
import { warmUp } from '../retrieval/warm-up.ts';
import { silentLog, type Log, type Telemetry } from '../ports/telemetry.ts';
import { quietTelemetry } from '../telemetry/quiet-telemetry.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { uuids } from '../runtime/uuids.ts';
import { readModelPrices } from './model-prices-file.ts';

/** The identity of a server in answers, anchors and what it sends to collectors. */
export type ServerIdentity = {
  /** The operator's name for the server; empty if there is none. */
  readonly name: string;
  readonly version: string;
};

export type Basics = {
  readonly dataDir: string;
  readonly identity: ServerIdentity;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly isBrief: boolean;
  /** If true, the most frequent calls run once before the first caller arrives. */
  readonly warmsUp: boolean;
  /** The quotas of users for whom none were set. */
  readonly quotas: Quotas;
  readonly limits: GlobalLimits;
  /** Prices of models that take precedence over the table's. */
  readonly modelPrices: readonly ModelPrice[];
  /**
   * The built-in embedder's table, and the encoder that uses it, whichever embedder long-term memories have.
   */
  readonly table: StaticTable;
  readonly encoder: StaticEncoder;
  readonly embed: (text: string) => Float32Array;
  readonly newIndex: () => MemoryIndex;
  /** Returns a new UUID version 7, without dashes. */
  readonly newUuid: () => string;
};

const systemClock: Clock = { now: () => Date.now() };

/** Throws if the file of model prices is not valid. */
export function basicsOf(options: RecordaOptions): Basics {
  const { dataDir, clock = systemClock, log = silentLog, telemetry = quietTelemetry(), isBrief = false } = options;
  const { modelPrices = [], modelPricesFile, warmUp: isWarmUpAsked = true } = options;
  const warmsUp = isWarmUpAsked && !isBrief;
  const fromFile = modelPricesFile === undefined ? [] : readModelPrices(modelPricesFile);
  const table = loadStaticTable();
  const encoder = staticEncoder(table);
  if (warmsUp) warmUp(encoder);
  return {
    dataDir,
    identity: { name: options.serverName ?? '', version: packageVersion() },
    clock,
    log,
    telemetry,
    isBrief,
    warmsUp,
    quotas: everyonesQuotas(options.quotas, options.alertQuotas),
    limits: { ...GLOBAL_LIMITS, ...options.limits },
    modelPrices: [...modelPrices, ...fromFile],
    table,
    encoder,
    embed: (text) => encoder.embed(text),
    newIndex: () => memoryIndex(encoder),
    newUuid: uuids(),
  };
}
