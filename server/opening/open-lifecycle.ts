/** Opens what manages long-kept data: keys, the encrypted object store, the archive, backups and scheduled jobs. */
import type { EraseAgain, ErasureJournal } from '../erasing/erasure-journal.ts';
import type { Repeated } from '../jobs/repeatedly.ts';
import { schedule, type Job } from '../jobs/schedule.ts';
import { ANCHORED, anchorAudit } from '../jobs/anchor-audit.ts';
import { keepReporting, type ReportParts, VERIFIED } from '../jobs/report-lifecycle.ts';
import { cancelled, stopSignal } from '../domain/abort.ts';
import { MEMORY_TYPES, type MemoryType } from '../domain/memory.ts';
import { archiveRanking } from '../lifecycle/archive-ranking.ts';
import { archiveSearch } from '../lifecycle/archive-search.ts';
import { backups } from '../lifecycle/backups.ts';
import { lifecycleRuns } from '../lifecycle/lifecycle-runs.ts';
import { manifests } from '../lifecycle/manifests.ts';
import type { SealedPlace } from '../lifecycle/master-keys/rotation.ts';
import { backupPlace } from '../lifecycle/master-keys/sealed-places.ts';
import { mutex, type Mutex } from '../lifecycle/mutex.ts';
import type { AuditAnchors, AuditTrail } from '../ports/audit.ts';
import { eraseAgainFromColdStorage, coldErasureTargets } from '../lifecycle/cold-erasure-targets.ts';
import { encryptedObjectStore } from '../lifecycle/encrypted-object-store.ts';
import type { LifecycleConfig, SchedulePatterns } from '../settings/lifecycle-settings.ts';
import { type BackupSet, RETIRED_TYPES } from '../policy/lifecycle.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { UserKey } from '../domain/accounts.ts';
import type { StaticTable } from '../embedders/static/static-table.ts';
import { translatorOf } from '../embedders/static/translate.ts';
import type { ArchiveSearch } from '../ports/archive-search.ts';
import type { ColdStore, UserKeys } from '../ports/cold-storage.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import type { LifecycleRuns } from '../ports/lifecycle-runs.ts';
import type { Leases } from '../ports/leases.ts';
import type { LifecycleStore } from '../ports/lifecycle.ts';
import type { CallContext, Clock, MemoryStore } from '../ports/stores.ts';
import type { Backups, BackupStore } from '../ports/backups.ts';
import type { ErasureTarget, UserRows } from '../ports/users.ts';
import type { AccountsInParts } from '../ports/limits.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { backupsAfterErasures, lifecycleRunsAfterErasures } from '../stores/middleware/after-erasures.ts';
import { auditedKeys } from '../stores/middleware/audited.ts';
import { keptBackups, keptLifecycleRuns } from '../stores/middleware/kept-runs.ts';
import { layered } from '../stores/middleware/layer.ts';
import { observedArchive } from '../stores/middleware/observed.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';

export type LifecycleParts = {
  readonly cold: ColdStore;
  readonly keys: UserKeys;
  readonly masters: MasterKeys;
  readonly journal: Pick<ErasureJournal, 'since'>;
  /** Is called before each run: what was erased is removed from what the run works on. */
  readonly settle: () => Promise<void>;
  readonly store: LifecycleStore;
  readonly leases: Leases;
  /** Rejects if the store is damaged, which the store then reports itself. */
  readonly checkStore: (call: CallContext) => Promise<void>;
  readonly backupStore: BackupStore;
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly rows: UserRows;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  /** The table of the built-in embedder, which ranks what is found in the archive and contains the lexicon. */
  readonly table: StaticTable;
  readonly isErasing: (whose: UserKey) => boolean;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'lifecycle' | 'auditDamaged'>;
  readonly anchors: AuditAnchors;
  readonly accounts: Pick<AccountsInParts, 'globalUse'>;
  readonly factStates: ReportParts['factStates'];
};

export type OpenedLifecycle = {
  /** The places from which users are erased before the store and after it. */
  readonly targets: { readonly first: ErasureTarget; readonly last: ErasureTarget };
  /** Deletes from cold storage what an older copy of it brought back. */
  readonly eraseAgain: EraseAgain;
  readonly lifecycleRuns: LifecycleRuns;
  readonly backups: Backups;
  readonly schedule: Repeated;
  readonly archive: ArchiveSearch & { close(): Promise<void> };
  /** Jobs that write to cold storage, and erasures from it, take these turns. */
  readonly turns: Mutex;
  /** The lists of backups, which a rotation of the master key seals anew. */
  readonly sealedPlace: SealedPlace;
};

/** The types of memories that backups hold. */
const LASTING_TYPES = MEMORY_TYPES.filter((type) => type !== 'WORKING' && type !== 'SHORT_TERM');

/** Jobs run by themselves only if they have a schedule. */
export function openLifecycle(
  options: Pick<RecordaOptions, keyof LifecycleConfig | 'cold'>,
  parts: LifecycleParts,
): OpenedLifecycle {
  const { cold, keys, masters, journal, store, backupStore, stores, rows, newId, clock } = parts;
  const { audit, log, telemetry, accounts, factStates, settle, table, isErasing } = parts;
  const kept = encryptedObjectStore(cold, layered(keys, auditedKeys(audit, clock)));
  const turns = mutex();
  warnOfOthers(stores, log);
  const runs = lifecycleRuns({
    turns,
    store,
    encryptedObjects: kept,
    ofUser: (type) => stores[type].ofUser,
    newId,
    clock,
    sleep: {
      maxPerAgent: options.warmTierMaxPerAgent,
      threshold: options.sleepThreshold,
      thresholdAge: options.sleepThresholdAge,
      translate: translatorOf(table),
    },
    onArchived: (type, { reason, sinceMs }) =>
      telemetry.lifecycle({ kind: 'ARCHIVED', type, reason, ageMs: clock.now() - sinceMs }),
    onSlept: (durationMs) => telemetry.lifecycle({ kind: 'SLEPT', durationMs }),
  });
  const logged = { store, clock, log };
  const lifecycle = layered(runs, keptLifecycleRuns(logged), lifecycleRunsAfterErasures(settle));
  const written = manifests(cold, masters, journal.since);
  const plainBackups = backups({
    turns,
    store: backupStore,
    encryptedObjects: kept,
    cold,
    manifests: written,
    clock,
    newId,
    stores,
    rows,
    onVerified: (_, call) => store.noteRun(VERIFIED, clock.now(), call),
  });
  const backup = layered(plainBackups, keptBackups(logged), backupsAfterErasures(settle));
  const patterns = patternsOf(options);
  const jobs = patterns === undefined ? [] : jobsOf(patterns, lifecycle, backup, parts);
  const zone = options.schedule?.zone ?? 'UTC';
  const running = schedule({ jobs, zone, store, leases: parts.leases, clock, log });
  const stop = stopSignal();
  // The store itself reports what was found.
  if (options.schedule?.check !== undefined) void parts.checkStore({ signal: stop }).catch(() => undefined);
  const ranking = archiveRanking({ table, log });
  const stopReporting = keepReporting({
    accounts,
    factStates,
    backups: backup,
    store,
    telemetry,
    clock,
    isAnchoring: patterns?.auditAnchor !== undefined,
  });
  return {
    targets: coldErasureTargets(kept, written, turns),
    eraseAgain: eraseAgainFromColdStorage(kept, written, turns),
    turns,
    sealedPlace: backupPlace(written, turns),
    lifecycleRuns: lifecycle,
    backups: backup,
    archive: {
      ...layered(archiveSearch({ store, encryptedObjects: kept, ranking, isErasing }), observedArchive(cold.backend)),
      close: () => ranking.close(),
    },
    schedule: {
      ...running,
      async stop() {
        stopReporting();
        stop.abort(cancelled());
        await running.stop();
      },
    },
  };
}

/** Warns of types that backups do not include. */
function warnOfOthers(stores: LifecycleParts['stores'], log: LifecycleParts['log']): void {
  const elsewhere = LASTING_TYPES.filter((type) => !stores[type].capabilities.isLogged);
  if (elsewhere.length === 0) return;
  log.warn(
    { types: elsewhere, backends: elsewhere.map((type) => stores[type].backend) },
    'Backups do not include these types, which are not in the data folder. Back up their databases separately',
  );
}

/** The names of the types in the settings' schedules. */
const RETIREMENTS = { EPISODIC: 'episodic', LONG_TERM: 'longTerm', STRUCTURED: 'structured' } as const;

/** Leaves out anchors in the data folder, which could be rewritten together with the log. */
function patternsOf({ schedule: patterns, cold }: Pick<RecordaOptions, 'schedule' | 'cold'>) {
  return patterns && cold === undefined ? { ...patterns, auditAnchor: undefined } : patterns;
}

function jobsOf(patterns: SchedulePatterns, of: LifecycleRuns, backup: Backups, parts: LifecycleParts): readonly Job[] {
  const retire = (type: RetiredType) => (call: CallContext) =>
    toEnd(of.retention({ types: [type], force: true }, call));
  const backUp = (set: BackupSet) => (call: CallContext) => toEnd(backup.create(set, call));
  const retirements = RETIRED_TYPES.map((type) => ({
    name: `retention ${type.toLowerCase()}`,
    pattern: patterns[RETIREMENTS[type]],
    run: retire(type),
  }));
  const wanted = [
    { name: 'check of the store', pattern: patterns.check, run: parts.checkStore },
    { name: ANCHORED, pattern: patterns.auditAnchor, run: anchorAudit(parts) },
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
