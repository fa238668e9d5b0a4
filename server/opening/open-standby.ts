/** Opens the shipper of changes to a standby, and its part in erasures. */
import type { LoggedErasure } from '../domain/erased.ts';
import type { EraseAgain } from '../erasing/erasure-journal.ts';
import type { SealedPlace } from '../lifecycle/master-keys/rotation.ts';
import { mutex } from '../lifecycle/mutex.ts';
import { expiringHeads, type ExpiringHeadsParts } from '../lifecycle/standby/expiring-heads.ts';
import { partitionsWithKeys, partKeys, sealingOfPartKeys } from '../lifecycle/standby/part-keys.ts';
import { shipper, type Shipper } from '../lifecycle/standby/shipper.ts';
import { standbyTarget } from '../lifecycle/standby/standby-target.ts';
import { STANDBY } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { KeyNeed } from '../ports/key-rotation.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import type { ShippedStore } from '../ports/standby.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import type { ErasureTarget } from '../ports/users.ts';
import type { StandbyConfig } from '../settings/storage-settings.ts';
import { openStandbyStorage } from './open-cold.ts';

export type StandbyParts = {
  readonly store: ShippedStore;
  readonly keyStorage: ColdStore;
  /** Destroys, in the same way, the keys that archive and backups are sealed with. */
  readonly destroyKeysAgain: EraseAgain;
  /** Reads the erase logs, and returns all erasures. */
  readonly erasures: () => Promise<readonly LoggedErasure[]>;
  readonly masters: MasterKeys;
  /** How long keys are cached, in milliseconds. */
  readonly keysCachedMs?: number | undefined;
  readonly clock: Clock;
  readonly newUuid: () => string;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'lifecycle'>;
  /** Reads the head of a segment. */
  readonly readHead: ExpiringHeadsParts['readHead'];
};

export type OpenedStandby = {
  readonly target: ErasureTarget;
  /** Destroys keys that an older copy of their storage brought back. */
  readonly destroyAgain: EraseAgain;
  /** Begins to ship; returns undefined if nothing is to be shipped. */
  start(): Promise<Shipper | undefined>;
  /** The keys of parts of segments, which a rotation of the master key wraps anew. */
  readonly sealedPlace: SealedPlace;
  /** Returns what older master keys are needed for until segments expire. */
  expiring(call: CallContext): Promise<readonly KeyNeed[]>;
};

/** Users are erased from the standby even if nothing is shipped now, since something may have been shipped before. */
export function openStandby(config: StandbyConfig | undefined, parts: StandbyParts): OpenedStandby {
  const { store, keyStorage, destroyKeysAgain, erasures, masters, clock, newUuid, log, telemetry } = parts;
  const keys = partKeys(keyStorage, masters, clock, parts.keysCachedMs);
  const turns = mutex();
  let rotatedFromMs = clock.now();
  return {
    target: standbyTarget(keys, store, turns),
    async destroyAgain(erasures) {
      await destroyKeysAgain(erasures);
      await turns(() => keys.destroyAgain(erasures));
    },
    sealedPlace: {
      name: 'STANDBY_KEYS',
      turns,
      list(call) {
        rotatedFromMs = clock.now();
        return partitionsWithKeys(keyStorage, call);
      },
      look: (partition, call) => sealingOfPartKeys(keyStorage, masters, partition, call),
      // Another server that uses the same keys may have destroyed some while they were wrapped anew here.
      async settle() {
        const recent = (await erasures()).filter(({ atMs }) => atMs >= rotatedFromMs - STANDBY.erasureMs);
        await turns(() => keys.destroyAgain(recent));
      },
    },
    async expiring(call) {
      if (config === undefined) return [];
      const storage = await openStandbyStorage(config.address);
      return expiringHeads({ storage, masters, readHead: parts.readHead, keptMs: config.keptMs }, call);
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
