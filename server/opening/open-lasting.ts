/**
 * Opens what is kept for long and what erases users everywhere. They are opened together since each needs the other.
 */
import { join } from 'node:path';
import { auditAnchors } from '../auditing/audit-anchors.ts';
import { rowsOfTargets } from '../backends/rows-of-targets.ts';
import { targetOfStore } from '../erasing/erasures.ts';
import { receiptSigner } from '../erasing/signing-key.ts';
import { openErasures, targetOfFiles, type OpenedErasures } from '../erasing/open-erasures.ts';
import { keyRotation } from '../lifecycle/master-keys/rotation.ts';
import { rowKeyPlace } from '../lifecycle/row-keys.ts';
import type { Shipper } from '../lifecycle/standby/shipper.ts';
import type { AuditAnchors, AuditTrail } from '../ports/audit.ts';
import type { ResponseCache } from '../ports/context.ts';
import type { KeyRotation } from '../ports/key-rotation.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import type { OtherServers } from '../ports/other-servers.ts';
import type { Log } from '../ports/telemetry.ts';
import type { ErasureTarget, UserRows } from '../ports/users.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { auditedResponses } from '../stores/middleware/audited.ts';
import { countedErasures } from '../stores/middleware/deletions.ts';
import { forgottenVectors } from '../stores/middleware/second-look.ts';
import { layered } from '../stores/middleware/layer.ts';
import type { Basics } from './basics.ts';
import { lifecycleWithGraph } from './lifecycle-with-graph.ts';
import { openColdAndKeys, type OpenedColdAndKeys } from './open-cold-and-keys.ts';
import type { Embedders } from './open-embedders.ts';
import { openLifecycle, type OpenedLifecycle } from './open-lifecycle.ts';
import { openStandby, type OpenedStandby } from './open-standby.ts';
import type { OpenStack } from './open-stack.ts';
import { checkPlaces } from './shared-places.ts';
import type { OpenedStores } from './open-stores.ts';

export type Lasting = Pick<OpenedLifecycle, 'lifecycleRuns' | 'backups' | 'schedule' | 'archive'> & {
  readonly lifecycle: Awaited<ReturnType<typeof lifecycleWithGraph>>;
  readonly erasures: OpenedErasures;
  readonly anchors: AuditAnchors;
  readonly masters: MasterKeys;
  readonly keyRotation: KeyRotation;
  /** Turns that must never be sent to a model. */
  readonly discards: ReturnType<(typeof import('../backends/files/discard-log.ts'))['discardLog']>;
  readonly responses: ResponseCache;
  /** Is absent if nothing is shipped. */
  readonly shipper: Shipper | undefined;
  /** Rows of a user that are not memories. */
  readonly rows: UserRows;
};

export async function openLasting(
  options: RecordaOptions,
  basics: Basics,
  { caches, second }: Embedders,
  opened: OpenedStores,
  stack: OpenStack,
): Promise<Lasting> {
  const { dataDir, clock, newUuid, telemetry, isBrief } = basics;
  const { sqlite, shared, mirrored, stores, accounts, barrier } = opened;
  const { audit, users } = sqlite;
  const lifecycle = await lifecycleWithGraph(sqlite.lifecycle, { dataDir, graph: shared.graph, audit, clock });
  const ofCold = await openPlaces(options, basics, sqlite);
  const signed = signedBy(options, basics, ofCold, audit);
  const standby = await openStandbyOf(options, basics, ofCold, sqlite);
  let whole: (erasures: OpenedErasures) => void = () => undefined;
  const erasing = new Promise<OpenedErasures>((resolve) => (whole = resolve));
  const kept = openLifecycle(options, {
    ...basics,
    ...ofCold,
    store: lifecycle,
    leases: sqlite.leases,
    checkStore: sqlite.check,
    backupStore: sqlite.backups,
    stores,
    rows: users.rows,
    audit,
    ...signed,
    settle: async () => (await erasing).settle(),
    newId: newUuid,
    accounts,
    factStates: sqlite.factStates,
    isErasing: barrier.isErasing,
  });
  stack.use(kept.archive);
  stack.defer(() => kept.schedule.stop());

  const discards = stack.use(await openDiscards(basics, second, sqlite.others));
  const cached = caches?.responses(sqlite.context);
  const { migrationCopies } = await import('../backends/sqlite/users/migration-copies.ts');
  // Places from which a backup or an archive may be made are erased before it.
  const targets: readonly ErasureTarget[] = [
    kept.targets.first,
    ...targetsOfShared(shared, cached?.target),
    mirrored?.target(users) ?? users,
    targetOfFiles('files/logs', discards),
    migrationCopies(dataDir),
    kept.targets.last,
    standby.target,
  ];
  const layers = [countedErasures(telemetry), ...(second ? [forgottenVectors(second)] : [])];
  const erasures = stack.use(
    await openErasures({
      ...basics,
      ...ofCold,
      ...signed,
      eraseAgain: [kept.eraseAgain, standby.destroyAgain],
      targets: targets.map((target) => layered(target, ...layers)),
      store: users,
      barrier,
      others: sqlite.others,
    }),
  );
  whole(erasures);
  // A brief opening only records its changes, and the next server ships them.
  const shipper = isBrief ? undefined : await standby.start();
  if (shipper !== undefined) stack.use(shipper);
  const { lifecycleRuns, backups, schedule, archive } = kept;
  return {
    lifecycleRuns,
    backups,
    schedule,
    archive,
    lifecycle,
    erasures,
    discards,
    anchors: signed.anchors,
    masters: ofCold.masters,
    keyRotation: rotationOf(ofCold, kept, standby, sqlite),
    responses: cached === undefined ? sqlite.responses : layered<ResponseCache>(cached, auditedResponses(audit)),
    shipper,
    rows: rowsOfTargets(users.rows, cached === undefined ? [] : [{ kinds: ['answer'], rows: cached.rows }]),
  };
}

function targetsOfShared(
  { working, shortTerm, graph }: OpenedStores['shared'],
  cached: ErasureTarget | undefined,
): readonly ErasureTarget[] {
  return [
    targetOfStore(working),
    ...(shortTerm === undefined ? [] : [targetOfStore(shortTerm)]),
    ...(cached === undefined ? [] : [cached]),
    ...(graph === undefined ? [] : [targetOfStore(graph.entity), targetOfStore(graph.episodic)]),
  ];
}

/** Opens cold storage and the storage of keys, which must be those of all servers that share the data. */
async function openPlaces(
  options: RecordaOptions,
  basics: Basics,
  { users, others }: OpenedStores['sqlite'],
): Promise<OpenedColdAndKeys> {
  const opened = await openColdAndKeys(options, { ...basics, store: users });
  await checkPlaces(others, { RECORDA_COLD: opened.cold, RECORDA_USER_KEYS: opened.keyStorage }, basics.log);
  return opened;
}

/** Erases files and vectors of this server when another one erases their user. */
function eraseAsOthersDo(
  others: OtherServers | undefined,
  { discards, second }: Pick<Lasting, 'discards'> & Pick<Embedders, 'second'>,
  log: Pick<Log, 'error'>,
): void {
  others?.onErasure((whose) => {
    second?.forget(whose);
    discards
      .erase(whose)
      .catch((error: Error) =>
        log.error({ error: error.message }, 'discardables of a user whom another server erased could not be deleted'),
      );
  });
}

function signedBy({ receiptKey }: RecordaOptions, basics: Basics, { cold }: OpenedColdAndKeys, trail: AuditTrail) {
  const { dataDir, clock, identity } = basics;
  const signer = receiptSigner(dataDir, receiptKey);
  return { signer, anchors: auditAnchors({ cold, trail, signer, clock, server: identity.name }) };
}

async function openStandbyOf(
  { standby, keysCachedMs }: RecordaOptions,
  basics: Basics,
  ofCold: OpenedColdAndKeys,
  { shipped }: OpenedStores['sqlite'],
): Promise<OpenedStandby> {
  const { readSegmentHead: readHead } = await import('../backends/sqlite/shipping/restored-store.ts');
  const erasures = () => ofCold.journal.fresh();
  return openStandby(standby, { ...basics, ...ofCold, keysCachedMs, readHead, erasures, store: shipped });
}

function rotationOf(
  { masters, sealedPlaces, keyStorage }: OpenedColdAndKeys,
  kept: OpenedLifecycle,
  standby: OpenedStandby,
  { destroyDeadRowKeys: destroyDead }: OpenedStores['sqlite'],
): KeyRotation {
  const ofRows =
    destroyDead === undefined ? [] : [rowKeyPlace({ storage: keyStorage, masters, destroyDead, turns: kept.turns })];
  const places = [...sealedPlaces(kept.turns), ...ofRows, kept.sealedPlace, standby.sealedPlace];
  return keyRotation({ masters, places, expiring: (call) => standby.expiring(call) });
}

async function openDiscards(
  { dataDir, clock, log }: Basics,
  second: Embedders['second'],
  others: OtherServers | undefined,
): Promise<Lasting['discards']> {
  const { discardLog } = await import('../backends/files/discard-log.ts');
  const discards = discardLog(join(dataDir, 'logs'), clock);
  await discards.sweep();
  eraseAsOthersDo(others, { discards, second }, log);
  return discards;
}
