/** Opens a store in a temporary folder, with a clock that tests move. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../server/backends/sqlite/open-sqlite.ts';
import type { SqliteOptions } from '../../../server/backends/sqlite/sqlite-options.ts';
import type { EmbeddedStore } from '../../../server/ports/embedded-store.ts';
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { QUOTAS, type Quotas } from '../../../server/policy/limits.ts';
import type { Quota } from '../../../server/policy/memory-types.ts';
import type { MovableClock } from '../../conformance/subject.ts';

export const table = loadStaticTable();
export const encoder = staticEncoder(table);
const silent = { warn: () => undefined, error: () => undefined };

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'recorda-test-'));
}

export function movableClock(startMs = Date.now()): MovableClock {
  let now = startMs;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

export type TemporaryStore = EmbeddedStore & { readonly dataDir: string; readonly clock: MovableClock };

function everyQuota(quota: Quota): Quotas {
  return Object.fromEntries(Object.keys(QUOTAS).map((name) => [name, quota])) as Quotas;
}

/** Opens `dataDir`, or a new folder. */
export async function openTemporary(
  options: Partial<SqliteOptions> & { readonly quota?: Quota | undefined; readonly clock?: MovableClock } = {},
): Promise<TemporaryStore> {
  const { quota, clock = movableClock(), dataDir = await temporaryFolder(), ...rest } = options;
  const quotas = quota === undefined ? QUOTAS : everyQuota(quota);
  const embedderIdentity = table.identity;
  const opened = await openSqlite({
    isBrief: true,
    table,
    embedderIdentity,
    log: silent,
    quotas,
    ...rest,
    dataDir,
    clock,
  });
  return { ...opened, dataDir, clock };
}

export async function closeAndDelete(opened: TemporaryStore): Promise<void> {
  await opened.close();
  await rm(opened.dataDir, { recursive: true, force: true });
}
