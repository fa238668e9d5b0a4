/** Opens the shipper of changes to a standby, and its part in erasures. */
import type { EraseAgain } from '../erasing/erasure-journal.ts';
import { mutex } from '../lifecycle/mutex.ts';
import { partKeys } from '../lifecycle/standby/part-keys.ts';
import { shipper, type Shipper } from '../lifecycle/standby/shipper.ts';
import { standbyTarget } from '../lifecycle/standby/standby-target.ts';
import { STANDBY } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { KeyService } from '../ports/master-keys.ts';
import type { ShippedStore } from '../ports/standby.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import type { ErasureTarget } from '../ports/users.ts';
import type { StandbyConfig } from '../settings/storage-settings.ts';
import { openStandbyStorage } from './open-cold.ts';

export type StandbyParts = {
  readonly store: ShippedStore;
  readonly keyStorage: ColdStore;
  /** Destroys, in the same way, the keys that archive and backups are sealed with. */
  readonly destroyKeysAgain: EraseAgain;
  readonly masters: KeyService;
  /** How long keys are cached, in milliseconds. */
  readonly keysCachedMs?: number | undefined;
  readonly clock: Clock;
  readonly newUuid: () => string;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'lifecycle'>;
};

export type OpenedStandby = {
  readonly target: ErasureTarget;
  /** Destroys keys that an older copy of their storage brought back. */
  readonly destroyAgain: EraseAgain;
  /** Begins to ship; returns undefined if nothing is to be shipped. */
  start(): Promise<Shipper | undefined>;
};

/** Users are erased from the standby even if nothing is shipped now, since something may have been shipped before. */
export function openStandby(config: StandbyConfig | undefined, parts: StandbyParts): OpenedStandby {
  const { store, keyStorage, destroyKeysAgain, masters, clock, newUuid, log, telemetry } = parts;
  const keys = partKeys(keyStorage, masters, clock, parts.keysCachedMs);
  const turns = mutex();
  return {
    target: standbyTarget(keys, store, turns),
    async destroyAgain(erasures) {
      await destroyKeysAgain(erasures);
      await turns(() => keys.destroyAgain(erasures));
    },
    async start() {
      if (config === undefined) return undefined;
      const { address, intervalMs, keptMs } = config;
      const opened = shipper({
        store,
        storage: await openStandbyStorage(address),
        keys,
        masters,
        turns,
        clock,
        newId: newUuid,
        log,
        intervalMs,
        keptMs,
        attemptMs: STANDBY.attemptMs,
      });
      telemetry.lifecycle({ kind: 'SHIPPING', lagMs: () => opened.status().lagMs });
      return opened;
    },
  };
}
