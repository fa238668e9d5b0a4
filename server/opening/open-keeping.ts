/** Wires what works on what is kept for long: keys, the vault, the archive, and what runs by itself. */
import type { ColdConfig } from '../settings/cold-settings.ts';
import { schedule, type Job, type Schedule } from '../jobs/schedule.ts';
import { keepTelling, VERIFIED } from '../jobs/tell-keeping.ts';
import type { MemoryType } from '../domain/memory.ts';
import { backups } from '../keeping/backups.ts';
import { keeper } from '../keeping/keeper.ts';
import { manifests } from '../keeping/manifests.ts';
import { masterKey } from '../keeping/master-key.ts';
import { oneAtATime } from '../keeping/one-at-a-time.ts';
import { auditedKeys } from '../keeping/audited-keys.ts';
import type { AuditTrail } from '../ports/audit.ts';
import { userKeys } from '../keeping/user-keys.ts';
import { placesOfVault } from '../keeping/vault-place.ts';
import { vault } from '../keeping/vault.ts';
import type { KeepingConfig, SchedulePatterns } from '../settings/keeping-settings.ts';
import type { BackupSet } from '../policy/backups.ts';
import { RETIRED_TYPES, type RetiredType } from '../policy/retention.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { Keeper } from '../ports/keeper.ts';
import type { KeepingStore } from '../ports/keeping.ts';
import type { CallContext, Clock, MemoryStore } from '../ports/stores.ts';
import type { Backups, BackupStore } from '../ports/backups.ts';
import type { ErasablePlace, UserRows } from '../ports/users.ts';
import type { AccountsInParts } from '../ports/limits.ts';
import type { Log, Telemetry } from '../telemetry/ports.ts';

export type KeepingOptions = Partial<Pick<ColdConfig, 'masterKey'> & KeepingConfig>;

export type KeepingParts = {
  readonly dataDir: string;
  readonly cold: ColdStore;
  readonly store: KeepingStore;
  readonly backupStore: BackupStore;
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly rows: UserRows;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'keeping'>;
  readonly accounts: Pick<AccountsInParts, 'globalUse'>;
};

export type OpenedKeeping = {
  /** Where users are erased from, before and after the store. */
  readonly places: { readonly first: ErasablePlace; readonly last: ErasablePlace };
  readonly keeper: Keeper;
  readonly backups: Backups;
  readonly schedule: Schedule;
};

/** Nothing runs by itself where no schedule is given. */
export function openKeeping(options: KeepingOptions, parts: KeepingParts): OpenedKeeping {
  const { dataDir, cold, store, backupStore, stores, rows, newId, clock } = parts;
  const { audit, log, telemetry, accounts } = parts;
  const told = (path: string): void =>
    log.warn({ path }, 'A master key was made. Without it archive and backups are lost: keep a copy elsewhere');
  const master = () => masterKey(options.masterKey, dataDir, told);
  const keys = auditedKeys(userKeys(cold, master), audit, clock);
  const kept = vault(cold, keys);
  const turns = oneAtATime();
  const retired = RETIRED_TYPES.filter((type) => stores[type].capabilities.isLogged);
  const elsewhere = RETIRED_TYPES.filter((type) => !retired.includes(type));
  if (elsewhere.length > 0) {
    log.warn(
      { types: elsewhere, backends: elsewhere.map((type) => stores[type].backend) },
      'Retention, archive and backups do not reach these types where they live: they stay until they are deleted. Back that up itself',
    );
  }
  const keeping = keeper({
    turns,
    retired,
    store,
    vault: kept,
    ofUser: (type) => stores[type].ofUser,
    newId,
    clock,
    maxPerAgent: options.warmTierMaxPerAgent,
    onArchived: (type, { reason, sinceMs }) =>
      telemetry.keeping({ kind: 'ARCHIVED', type, reason, ageMs: clock.now() - sinceMs }),
    onSlept: (durationMs) => telemetry.keeping({ kind: 'SLEPT', durationMs }),
  });
  const written = manifests(cold, master);
  const backup = backups({
    ...{ turns, store: backupStore, vault: kept, cold, manifests: written, clock, newId, stores, rows },
    onVerified: (_, call) => store.noteRun(VERIFIED, clock.now(), call),
  });
  const jobs = options.schedule === undefined ? [] : jobsOf(options.schedule, keeping, backup);
  const zone = options.schedule?.zone ?? 'UTC';
  const running = schedule({ jobs, zone, store, clock, log });
  const stopTelling = keepTelling({ accounts, backups: backup, store, telemetry, clock });
  return {
    places: placesOfVault(kept, written, turns),
    keeper: keeping,
    backups: backup,
    schedule: {
      ...running,
      async stop() {
        stopTelling();
        await running.stop();
      },
    },
  };
}

/** As the settings name their schedules. */
const RETIREMENTS = { EPISODIC: 'episodic', LONG_TERM: 'longTerm', STRUCTURED: 'structured' } as const;

function jobsOf(patterns: SchedulePatterns, of: Keeper, backup: Backups): readonly Job[] {
  const retire = (type: RetiredType) => (call: CallContext) =>
    toEnd(of.retention({ types: [type], force: true }, call));
  const backUp = (set: BackupSet) => (call: CallContext) => toEnd(backup.create(set, call));
  const retirements = of.retired.map((type) => ({
    name: `retention ${type.toLowerCase()}`,
    pattern: patterns[RETIREMENTS[type]],
    run: retire(type),
  }));
  const wanted = [
    { name: 'backup daily', pattern: patterns.backup, run: backUp('DAILY') },
    { name: 'backup weekly', pattern: patterns.backupPersona, run: backUp('WEEKLY') },
    ...retirements,
    {
      name: 'sleep cycle',
      pattern: patterns.sleepCycle,
      run: (call: CallContext) => toEnd(of.sleepCycle({ force: true }, call)),
    },
  ];
  return wanted.flatMap(({ pattern, ...job }) => (pattern === undefined ? [] : [{ ...job, pattern }]));
}

async function toEnd(progress: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of progress);
}
