/**
 * A drill restores the standby into a scratch folder, compares it with the store, and reports what a loss would cost now.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { restoreFromStandby, type RestoreConfig } from '../opening/open-restore.ts';
import { STANDBY } from '../policy/lifecycle.ts';

export type Drill = {
  readonly rows: number;
  readonly users: number;
  /** Users and tables whose rows differ. */
  readonly different: readonly string[];
  /** The changes of at most this many milliseconds would be lost now; 0 if everything is shipped. */
  readonly rpoMs: number;
  /** The time in milliseconds that it took to restore the store. */
  readonly rtoMs: number;
};

/** Rejects if nothing is shipped, or nothing can be restored. The store itself is only read. */
export async function restoreDrill(config: RestoreConfig): Promise<Drill> {
  const { openLiveStore } = await import('../backends/sqlite/shipping/compare-stores.ts');
  const scratch = await mkdtemp(join(tmpdir(), 'recorda-drill-'));
  try {
    for (let attempt = 1; ; attempt += 1) {
      const live = openLiveStore(config.dataDir);
      if (live === undefined)
        throw new Error('This store was never shipped: set RECORDA_STANDBY and start the server.');
      try {
        const { timeline, number } = live.state;
        const folder = join(scratch, String(attempt));
        const startMs = performance.now();
        const report = await restoreFromStandby(config, folder, { timeline, number });
        const rtoMs = performance.now() - startMs;
        if (report.number === number) {
          const rpoMs = live.waiting === 0 ? 0 : Math.max(0, Date.now() - rtoMs - report.atMs);
          return { ...live.compare(folder), rpoMs, rtoMs };
        }
        // The last segment did not contain all changes yet; the next one follows within moments.
        if (attempt >= STANDBY.drillAttempts)
          throw new Error('The standby is too far behind: it never had all changes while the drill waited.');
      } finally {
        live.close();
      }
      await after(STANDBY.intervalMs);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
