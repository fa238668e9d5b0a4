/** The composition root: the one place that knows every part and wires them. */
import { join } from 'node:path';
import type { MemoryType } from './domain/memory.ts';
import { embedderKey } from './embedders/embedder-key.ts';
import { embeddingImports, embeddingStore, type LiveEmbedder } from './embedders/embedding-store.ts';
import { openEmbedder, type EmbedderConfig, type OpenedEmbedder } from './embedders/open-embedder.ts';
import { persistent } from './embedders/persistent.ts';
import { staticEmbedder } from './embedders/static/static-embedder.ts';
import { staticEncoder } from './embedders/static/static-encoder.ts';
import { loadStaticTable } from './embedders/static/static-table.ts';
import { removeWanted } from './embedders/wanted-embedder.ts';
import { accountsOfTypes } from './backends/accounts-of-types.ts';
import { droppingResponses } from './backends/dropping-responses.ts';
import { observed } from './backends/observed.ts';
import { observedContext, observedFacts } from './backends/observed-context.ts';
import { countedDeletes, countedErasures } from './backends/counted-deletes.ts';
import { audited, auditedDiscards, auditedResponses } from './backends/audited.ts';
import { auditedMethods } from './methods/audited-methods.ts';
import { rowsOfPlaces } from './backends/rows-of-places.ts';
import { requestIds } from './backends/request-ids.ts';
import { openUpgraded } from './opening/open-upgraded.ts';
import { orClose } from './opening/or-close.ts';
import { openColdAndKeys } from './opening/open-cold-and-keys.ts';
import { restoreAdvice } from './opening/restore-advice.ts';
import { openCaches, openShared, tellWhere } from './opening/open-shared.ts';
import { mirrorName, openMirrored } from './opening/open-mirrored.ts';
import { workingStore } from './backends/process/working-store.ts';
import { changeEmbedder } from './change-embedder.ts';
import { placeOfStore } from './erasing/erasures.ts';
import { userFence } from './erasing/fence.ts';
import { openErasures, placeOfFiles, type OpenedErasures } from './erasing/open-erasures.ts';
import { deliverAlerts } from './jobs/deliver-alerts.ts';
import { sealIdleSessions } from './jobs/seal-idle-sessions.ts';
import { webhook } from './jobs/webhook.ts';
import { methods } from './methods/methods.ts';
import { idMacs } from './keeping/id-macs.ts';
import { keepingWithGraph } from './opening/keeping-with-graph.ts';
import { openKeeping } from './opening/open-keeping.ts';
import { pipeline, type Pipeline } from './pipeline.ts';
import { SESSION_IDLE } from './policy/context.ts';
import { COST_RATES } from './policy/costs.ts';
import { everyonesQuotas, raisesCostAlerts } from './domain/quotas/alerted-measures.ts';
import { SLEEP_CYCLE } from './policy/sleep-cycle.ts';
import { GLOBAL_LIMITS } from './policy/tiers.ts';
import type { Embedder, Clock, MemoryStore } from './ports/stores.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { rehearse } from './rehearse.ts';
import { memoryIndex } from './retrieval/memory-index.ts';
import { warmUp } from './retrieval/warm-up.ts';
import { adminService } from './services/admin/admin-service.ts';
import { contextService } from './services/context/context-service.ts';
import type { ContextDependencies } from './services/context/dependencies.ts';
import { idleSessions } from './services/context/idle-sessions.ts';
import { preparedPrompts } from './services/context/prepared-prompts.ts';
import { sessionNews } from './services/context/session-news.ts';
import { usageBook } from './services/context/usage-book.ts';
import { memoryService, type MemoryService } from './services/memory/memory-service.ts';
import { openSummarizer } from './summarizers/open-summarizer.ts';
import { textReader } from './texts/text-reader.ts';
import { silentLog } from './telemetry/ports.ts';
import { statusOf, type ServerStatus } from './server-status.ts';
import { quietTelemetry } from './telemetry/quiet-telemetry.ts';
import { uuids } from './uuids.ts';

export type { RecordaOptions } from './recorda-options.ts';

/** The server without its doors. */
export interface RecordaServer {
  readonly pipeline: Pipeline;
  /** What answers. */
  status(): ServerStatus;
  /** Refuses new calls, waits for the writes under way, closes the store. */
  close(): Promise<void>;
}

function mapStores<Type extends MemoryType, From, To>(
  stores: Readonly<Record<Type, From>>,
  to: (store: From) => To,
): Record<Type, To> {
  return Object.fromEntries(Object.entries<From>(stores).map(([type, store]) => [type, to(store)])) as Record<Type, To>;
}

const systemClock: Clock = { now: () => Date.now() };

async function reembedWith(embedder: Embedder, dataDir: string): Promise<number> {
  const { reembedStore } = await import('./backends/sqlite/writer/reembed-store.ts');
  const { signal } = new AbortController();
  const { count } = await reembedStore({
    dataDir,
    embedder: persistent(embedder),
    signal,
    onProgress: () => undefined,
  });
  return count;
}

/** Opens the store in `options.dataDir` and everything that stands on it. */
export async function openRecorda(options: RecordaOptions): Promise<RecordaServer> {
  const { dataDir, clock = systemClock, log = silentLog, telemetry = quietTelemetry(), isBrief = false } = options;
  const quotas = everyonesQuotas(options.quotas, options.alertQuotas);
  const limits = { ...GLOBAL_LIMITS, ...options.limits };
  const table = loadStaticTable();
  const encoder = staticEncoder(table);
  if (!isBrief) warmUp(encoder);
  const caches = await openCaches(options.cache, { clock, log, telemetry });
  const embedders: OpenedEmbedder[] = [];
  const open = async (config: EmbedderConfig): Promise<OpenedEmbedder> => {
    const opened = await openEmbedder(config, staticEmbedder(encoder), log, caches?.embeddings);
    embedders.push(opened);
    return opened;
  };
  const live: LiveEmbedder = { current: await open(options.embedder ?? { kind: 'static' }), next: undefined };
  const closeEmbedders = async (): Promise<void> => {
    await Promise.all(embedders.map(({ close }) => close()));
    await caches?.close();
  };
  const { openSqlite } = await import('./backends/sqlite/open-sqlite.ts');
  const { recallMs, windowPolicy, auditHead, longTerm, reserveBytes } = options;
  const { sessionIdleMs = SESSION_IDLE.afterMs } = options;
  const { warmTierScope: capScope = SLEEP_CYCLE.capScope } = options;
  const mirror = longTerm && mirrorName(longTerm);
  const embedderIdentity = live.current.embedder.identity;
  const ofFile = { dataDir, recallMs, windowPolicy, auditHead, reserveBytes, mirror, capScope, embedderIdentity };
  const store = { ...ofFile, quotas, limits, table, clock, log, isBrief };
  const onExpired = (count: number): void =>
    telemetry.keeping({ kind: 'DELETED', type: 'SHORT_TERM', reason: 'EXPIRED', count });
  const sqlite = await orClose(
    openUpgraded(() => openSqlite({ ...store, onExpired, restoreAdvice: () => restoreAdvice(options.cold, dataDir) }), {
      live: live.current,
      reembed: () => reembedWith(live.current.embedder, dataDir),
      log,
    }),
    closeEmbedders,
  );
  const closeStore = async (): Promise<void> => {
    await sqlite.close();
    await closeEmbedders();
  };
  // Asked of a server that was not there.
  removeWanted(dataDir);
  const indexParts = {
    newIndex: () => memoryIndex(encoder),
    embed: (text: string) => encoder.embed(text),
  };
  const own = {
    ...indexParts,
    dimensions: table.identity.dimensions,
    quotas,
    limits,
    clock,
    log,
    accounts: sqlite.accounts,
    alerts: sqlite.alerts,
  };
  const { local, outbox } = sqlite;
  const { embed } = indexParts;
  const ofIndex = { local, outbox, clock, embed, embedder: embedderKey(encoder.identity), log, telemetry };
  const mirrored = await orClose(openMirrored(longTerm, ofIndex), closeStore);
  const closeStores = async (): Promise<void> => {
    await mirrored?.close();
    await closeStore();
  };
  const shared = await orClose(openShared(options, own), closeStores);
  const closeAll = async (): Promise<void> => {
    await shared.close();
    await closeStores();
  };
  tellWhere(options, log);
  const { working } = shared;
  const fence = userFence();
  const oneBackend = requestIds();
  const counted = countedDeletes(telemetry);
  const onlyThere = <S extends MemoryStore>(store: S): S =>
    fence.around(oneBackend(counted(audited(store, sqlite.audit))));
  const stores = {
    WORKING: onlyThere(observed(working)),
    ...mapStores(sqlite.stores, (store) => onlyThere(observed(store))),
    ...(shared.shortTerm && { SHORT_TERM: onlyThere(observed(shared.shortTerm)) }),
    LONG_TERM: onlyThere(embeddingStore(observed(mirrored?.store ?? sqlite.stores.LONG_TERM), live)),
    ENTITY: onlyThere(observed(shared.graph?.entity ?? sqlite.stores.ENTITY)),
    EPISODIC: onlyThere(observed(shared.graph?.episodic ?? sqlite.stores.EPISODIC)),
  };

  const newUuid = uuids();
  const texts = textReader({ table, embed, newUuid, log });
  if (options.tokenizerAtOnce) await texts.tokens.load('o200k_base');
  const usage = usageBook({ store: sqlite.context, clock, log, raisesAlerts: raisesCostAlerts(options.alertQuotas) });
  const accounts = accountsOfTypes(sqlite.accounts, shared.accounts);
  const { backups: backupStore, users } = sqlite;
  const ofGraph = { dataDir, graph: shared.graph, audit: sqlite.audit, clock };
  const keeping = await orClose(keepingWithGraph(sqlite.keeping, ofGraph), closeAll);
  const ofStore = {
    store: keeping,
    checkStore: sqlite.check,
    backupStore,
    stores,
    rows: users.rows,
    audit: sqlite.audit,
  };
  const { destroyAgain, ...ofCold } = await orClose(openColdAndKeys(options, { dataDir, store: users, log }), closeAll);
  let opened: (erasures: OpenedErasures) => void = () => undefined;
  const erasing = new Promise<OpenedErasures>((resolve) => (opened = resolve));
  const settle = async (): Promise<void> => (await erasing).settle();
  const {
    places: coldPlaces,
    eraseAgain,
    schedule,
    archive,
    ...kept
  } = openKeeping(options, {
    ...{ ...ofStore, ...ofCold, settle, newId: newUuid, clock, log, telemetry, accounts, table },
    isErasing: fence.isErasing,
  });
  const { discardLog } = await import('./backends/files/discard-log.ts');
  const discards = discardLog(join(dataDir, 'logs'), clock);
  await discards.sweep();

  const ofCache = caches?.responses(sqlite.context);
  const responses = ofCache === undefined ? sqlite.responses : auditedResponses(ofCache, sqlite.audit);
  const rows = rowsOfPlaces(sqlite.users.rows, ofCache ? [{ kinds: ['answer'], rows: ofCache.rows }] : []);

  const { migrationCopies } = await import('./backends/sqlite/migrations/migration-copies.ts');
  const places = [
    coldPlaces.first,
    placeOfStore(working),
    ...(shared.shortTerm === undefined ? [] : [placeOfStore(shared.shortTerm)]),
    ...(ofCache === undefined ? [] : [ofCache.place]),
    ...(shared.graph === undefined ? [] : [placeOfStore(shared.graph.entity), placeOfStore(shared.graph.episodic)]),
    mirrored?.place(sqlite.users) ?? sqlite.users,
    placeOfFiles('files/logs', discards),
    migrationCopies(dataDir),
    coldPlaces.last,
  ].map((place) => countedErasures(place, telemetry));
  const again = [eraseAgain, destroyAgain];
  const ofErasing = { dataDir, ...ofCold, eraseAgain: again, places, store: users, fence, clock, newUuid, log };
  const erasures = await orClose(openErasures(ofErasing), closeAll);
  opened(erasures);

  const { alerts } = sqlite;
  const posting = options.alertWebhook && webhook(options.alertWebhook);
  const delivery = deliverAlerts({ alerts, log, telemetry, webhook: posting });

  let closing = false;
  const { changes, collections } = sqlite;
  const ofMemory = { stores, working: stores.WORKING, changes, collections, newUuid, graph: stores.ENTITY, archive };
  const ofAdmin = adminService({
    accounts,
    alerts,
    mirrored: { outbox, index: mirrored?.index },
    userData: {
      ...{ stores, rows, erasures, idMacs: idMacs(ofCold.master) },
      imports: embeddingImports(fence.aroundImports(users.imports)),
    },
    kept: { keeping, ...kept },
    audit: sqlite.audit,
    rates: { ...COST_RATES, ...options.rates },
    quotas,
    limits,
    prompts: sqlite.context,
    discardedBytes: discards.usedBytes,
    latencyReport: (filter) => telemetry.latencyReport(filter),
    reembed: changeEmbedder({ dataDir, live, open, take: sqlite.reembed }),
  });
  const ofContext: ContextDependencies = {
    ...droppingResponses({ store: observedContext(sqlite.context), facts: observedFacts(sqlite.facts) }, responses),
    responses,
    usage,
    news: sessionNews(),
    prepared: preparedPrompts((outcome) => telemetry.promptPreparation(outcome)),
    discards: auditedDiscards(discards, sqlite.audit, clock),
    summarizer: options.summarizer && (await openSummarizer(options.summarizer, log)),
    texts,
    embed,
    embedderName: encoder.identity.name,
    modelPrices: options.modelPrices,
    newUuid,
    sessionIdleMs,
  };
  const context = contextService(ofContext);
  const isSealing = Number.isFinite(sessionIdleMs) && !isBrief;
  const sealing = isSealing
    ? sealIdleSessions({ sealing: idleSessions(ofContext), idleMs: sessionIdleMs, clock, log })
    : undefined;
  const methodsOf = (memory: MemoryService): ReturnType<typeof methods> => methods(memory, ofAdmin, context);
  if (!isBrief)
    await rehearse({ clock, working: workingStore({ ...indexParts, clock }), dependencies: ofMemory, methodsOf });
  await delivery.hasBegun;
  return {
    pipeline: pipeline({
      methods: auditedMethods(methodsOf(memoryService(ofMemory)), sqlite.audit),
      telemetry,
      backendOf: (type) => stores[type].backend,
      clock,
      log,
      isClosing: () => closing,
    }),
    status: () => statusOf(sqlite, Object.keys(stores), shared.areThere(), mirrored?.isThere() ?? true),
    async close() {
      closing = true;
      await Promise.all([schedule.stop(), texts.close(), archive.close()]);
      await delivery.stop();
      await sealing?.stop();
      discards.close();
      erasures.close();
      await usage.write().catch(() => undefined);
      await closeAll();
    },
  };
}
