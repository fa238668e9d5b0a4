/** Starts a server whose changes are shipped to a folder, and reads what its store holds, row by row. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import { makeFolder } from '../../../server/backends/sqlite/engine/file/make-folder.ts';
import { openForReading } from '../../../server/backends/sqlite/engine/file/open-file.ts';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import type { StoredAdd } from '../../../server/backends/sqlite/records/memory-commands.ts';
import { STORE_FILE } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { TABLES } from '../../../server/backends/sqlite/schema.ts';
import { readShipped } from '../../../server/backends/sqlite/shipping/read-shipped.ts';
import { readSegmentHead } from '../../../server/backends/sqlite/shipping/restored-store.ts';
import { readShipState } from '../../../server/backends/sqlite/shipping/ship-log.ts';
import { NOT_SHIPPED } from '../../../server/backends/sqlite/shipping/shipped-tables.ts';
import { openStoreWriter } from '../../../server/backends/sqlite/writes.ts';
import { readText, storedTextNow } from '../../../server/backends/stored-text.ts';
import { memoryId } from '../../../server/domain/memory.ts';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { fileKeys } from '../../../server/lifecycle/master-keys/file-keys.ts';
import { openKeyStorage } from '../../../server/opening/open-cold.ts';
import type { RestoreConfig } from '../../../server/opening/open-restore.ts';
import { openStandby } from '../../../server/opening/open-standby.ts';
import { GLOBAL_LIMITS, QUOTAS } from '../../../server/policy/limits.ts';
import { DAY_MS } from '../../../server/policy/units.ts';
import type { ShippedStore, StandbyStatus } from '../../../server/ports/standby.ts';
import { silentLog } from '../../../server/ports/telemetry.ts';
import { openRecorda, type RecordaOptions } from '../../../server/recorda.ts';

const at = (...parts: readonly string[]) => ({ kind: 'files', folder: join(...parts) }) as const;

/** Returns the places of everything except the data folder, under this folder, and the key that opens it. */
export function placesIn(folder: string, masterKey = randomBytes(32).toString('base64')): RestoreConfig {
  return {
    dataDir: join(folder, 'lost'),
    cold: at(folder, 'cold'),
    userKeys: at(folder, 'keys'),
    standby: { address: at(folder, 'standby'), intervalMs: 20, keptMs: DAY_MS },
    masterKey,
  };
}

export type ShippingRecorda = Recorda & {
  standby(): StandbyStatus;
  /** Resolves once everything that was written before the call has been shipped. */
  shipped(): Promise<void>;
};

export async function openShipping(
  places: RestoreConfig,
  dataDir: string,
  more: Partial<RecordaOptions> = {},
): Promise<ShippingRecorda> {
  const { pipeline, status, close } = await openRecorda({ ...places, dataDir, warmUp: false, ...more });
  const standby = (): StandbyStatus => status().standby!;
  return {
    ...recordaOver(pipelineTransport(pipeline, close)),
    close,
    standby,
    async shipped() {
      const atMs = Date.now();
      while (!standby().hasBase || Date.now() - standby().lagMs < atMs) await new Promise((r) => setTimeout(r, 2));
    },
  };
}

/** Opens the writer of a store and its shipper in this thread, which is faster than starting a server. */
export async function openShippingStore(places: RestoreConfig, dataDir: string) {
  const isShipping = places.standby !== undefined;
  makeFolder(dataDir);
  const writer = openStoreWriter({ dataDir, quotas: QUOTAS, limits: GLOBAL_LIMITS, isShipping });
  const reading = openForReading(join(dataDir, STORE_FILE));
  const run = (call: object): unknown => {
    const [reply] = writer.commit([{ number: 1, ...call } as Parameters<typeof writer.commit>[0][number]]);
    if (reply !== undefined && 'error' in reply) throw new Error(JSON.stringify(reply.error));
    return (reply as { readonly result: unknown }).result;
  };
  const reader = isShipping ? readShipped(reading) : undefined;
  const store: ShippedStore = {
    state: async () => readShipState(reading),
    writeCounts: async () => undefined,
    read: async (order) => reader!.read(order),
    seal: async (order) => reader!.seal(order),
    shipped: async (state) => void run({ method: 'noteShipped', argument: { state } }),
    forget: async () => undefined,
    close: async () => undefined,
  };
  const clock = { now: () => Date.now() };
  const standby = openStandby(places.standby, {
    store,
    keyStorage: await openKeyStorage(places.userKeys, dataDir),
    destroyKeysAgain: async () => undefined,
    masters: fileKeys(places, silentLog),
    keysCachedMs: undefined,
    erasures: async () => [],
    readHead: readSegmentHead,
    clock,
    newUuid: () => randomUUID(),
    log: silentLog,
    telemetry: { lifecycle: () => undefined },
  });
  const shipper = await standby.start();
  return {
    status: () => shipper!.status(),
    flush: () => shipper!.flush(),
    add(content: string): void {
      const scope = { tenant: 'default', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
      const payload = { type: 'LONG_TERM', content: '', speaker: '' } as const;
      const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
      const text = storedTextNow(content);
      const sizes = { metadataJson: undefined, sizeBytes: content.length };
      const command: StoredAdd = { id, scope, payload, text, ...sizes, nowMs: clock.now(), autoPrune: 'OFF' };
      const [outcome] = run({ method: 'add', argument: [command] }) as readonly { readonly ok: boolean }[];
      if (outcome?.ok !== true) throw new Error('It was not added.');
    },
    async close() {
      await shipper?.close();
      reading.close();
      writer.controls.close();
    },
  };
}

/** Returns each row as text, by table, without the tables and columns that a restore makes anew. */
export function rowsOf(dataDir: string): Readonly<Record<string, readonly string[]>> {
  const db = new Sqlite(join(dataDir, STORE_FILE), { readonly: true });
  try {
    const kept = TABLES.filter(({ table }) => NOT_SHIPPED[table] === undefined || table === 'totals');
    return Object.fromEntries(
      kept.map(({ table }) => [
        table,
        db
          .prepare(`SELECT * FROM ${table}`)
          .raw()
          .all()
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ]),
    );
  } finally {
    db.close();
  }
}

/** Returns the texts of its long-term memories in alphabetical order. */
export function textsOf(dataDir: string): readonly string[] {
  const db = new Sqlite(join(dataDir, STORE_FILE), { readonly: true });
  try {
    const sql = `SELECT m.content FROM memories m JOIN owners o USING (owner_no) WHERE o.type = 'LONG_TERM'`;
    return (db.prepare(sql).pluck().all() as (string | Buffer)[]).map(readText).toSorted();
  } finally {
    db.close();
  }
}
