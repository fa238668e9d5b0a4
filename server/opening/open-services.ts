/** Opens the dependencies of the three services, and the two services that are opened once. */
import { join } from 'node:path';
import { raisesCostAlerts } from '../domain/quotas/alerted-measures.ts';
import { changeEmbedder } from './change-embedder.ts';
import { deliverAlerts } from '../jobs/deliver-alerts.ts';
import { extractFacts } from '../jobs/extract-facts.ts';
import { sealIdleSessions } from '../jobs/seal-idle-sessions.ts';
import { webhook } from '../jobs/webhook.ts';
import { openMintKey } from '../keys/mint-key.ts';
import { VERIFIED } from '../jobs/report-lifecycle.ts';
import { idMacs } from '../lifecycle/id-macs.ts';
import { SESSION_IDLE } from '../policy/context.ts';
import { EXTRACTOR } from '../policy/facts.ts';
import { COST_RATES } from '../policy/limits.ts';
import type { Summarizer, TextReader } from '../ports/context.ts';
import type { Log } from '../ports/telemetry.ts';
import type { RecordaOptions } from './recorda-options.ts';
import { statusOf, type ServerStatus } from './server-status.ts';
import { adminService, type AdminService } from '../services/admin/admin-service.ts';
import { contextService, type ContextService } from '../services/context/context-service.ts';
import type { ContextDependencies } from '../services/context/dependencies.ts';
import { idleSessions } from '../services/context/idle-sessions.ts';
import { modelReader, type ModelReader } from '../services/context/model-reader.ts';
import { people } from '../services/context/people.ts';
import { preparedPrompts } from '../services/context/prepared-prompts.ts';
import { sessionEvents } from '../services/context/session-events.ts';
import { usageBuffer } from '../services/context/usage-buffer.ts';
import type { MemoryDependencies, ServerInfo } from '../services/memory/dependencies.ts';
import { auditedDiscards } from '../stores/middleware/audited.ts';
import { dropByFacts, dropByTurns } from '../stores/middleware/dropped-responses.ts';
import { regatheredImports } from '../stores/middleware/embedded-texts.ts';
import { layered } from '../stores/middleware/layer.ts';
import { observedContext, observedFacts } from '../stores/middleware/observed.ts';
import { BUDGET_FILE, dayBudget } from '../extractors/day-budget.ts';
import { textReader } from '../texts/text-reader.ts';
import type { Basics } from './basics.ts';
import type { Embedders } from './open-embedders.ts';
import type { Lasting } from './open-lasting.ts';
import type { OpenStack } from './open-stack.ts';
import type { OpenedStores } from './open-stores.ts';

/** The parts on which the services are built. */
export type Under = Basics & Embedders & OpenedStores & Lasting;

export function memoryDependencies(options: RecordaOptions, under: Under): MemoryDependencies {
  const { stores, sqlite, newUuid, archive, live, second, clock, identity } = under;
  const { changes, collections, ordered } = sqlite;
  const server: ServerInfo = {
    ...identity,
    startTimeMs: clock.now(),
    embedder: () => live.current.embedder.identity,
    summarizerModel: options.summarizer?.model ?? '',
    extractorModel: options.extractor?.model ?? '',
    secondEmbedder: second?.identity,
    isAvailable: (type) => serverStatus(under).types[type] ?? false,
  };
  const ofTypes = { stores, working: stores.WORKING, graph: stores.ENTITY };
  return { ...ofTypes, changes, collections, ordered, newUuid, archive, server };
}

/** Reports which parts answer at this moment. */
export function serverStatus({
  sqlite,
  stores,
  shared,
  mirrored,
  shipper,
}: OpenedStores & Pick<Lasting, 'shipper'>): ServerStatus {
  const status = statusOf(sqlite, Object.keys(stores), shared.areThere(), mirrored?.isThere() ?? true);
  return { ...status, standby: shipper?.status() };
}

export function openAdminService(options: RecordaOptions, under: Under, context: ContextDependencies): AdminService {
  const { dataDir, live, open, sqlite, mirrored, stores, barrier, accounts, rows, erasures, masters } = under;
  const { quotas, limits, telemetry, discards, lifecycle, lifecycleRuns, backups, keyRotation, anchors } = under;
  const { alerts, audit, outbox, users } = sqlite;
  const minting = openMintKey({ dataDir, mintKey: options.mintKey });
  return adminService({
    accounts,
    alerts,
    mirrored: { outbox, index: mirrored?.index },
    userData: {
      stores,
      rows,
      erasures,
      idMacs: idMacs(masters),
      imports: layered(users.imports, regatheredImports, barrier.imports),
    },
    kept: { lifecycle, lifecycleRuns, backups, keyRotation },
    reread: context,
    audit,
    anchors,
    onAuditDamaged: () => telemetry.auditDamaged(),
    mint: async (order) => (await import('../keys/minted-tokens.ts')).mint(minting, order),
    rates: { ...COST_RATES, ...options.rates },
    quotas,
    limits,
    prompts: sqlite.context,
    discardedBytes: discards.usedBytes,
    latencyReport: (filter) => telemetry.latencyReport(filter),
    eventLoopDelay: () => telemetry.eventLoopDelay(),
    lastVerifiedMs: (call) => lifecycle.lastRun(VERIFIED, call),
    report: options.report,
    reembed: changeEmbedder({ dataDir, live, open, take: sqlite.reembed }),
  });
}

/** Opens it with the jobs that summarise conversations nobody continues, and store what prompts used. */
export async function openContextService(
  options: RecordaOptions,
  under: Under,
  stack: OpenStack,
): Promise<{ readonly service: ContextService; readonly dependencies: ContextDependencies }> {
  const { sqlite, stores, responses, discards, telemetry, clock, log, newUuid, embed, encoder, table } = under;
  const { isBrief, modelPrices } = under;
  const { sessionIdleMs = SESSION_IDLE.afterMs } = options;
  const texts = stack.use(textReader({ table, embed, newUuid, log }));
  if (options.tokenizerAtOnce) await texts.tokens.load('o200k_base');
  const raisesAlerts = raisesCostAlerts(options.alertQuotas);
  const usage = usageBuffer({ store: sqlite.context, clock, log, telemetry, raisesAlerts });
  stack.defer(() => usage.write().catch(() => undefined));
  const store = layered(sqlite.context, dropByTurns(responses), observedContext('sqlite'));
  const facts = layered(sqlite.facts, dropByFacts(responses), observedFacts('sqlite'));
  const events = sessionEvents();
  const model = await openModelReader(options, under, texts);
  // A command's own turns are few, and it does not wait for a model.
  const extraction =
    model === undefined || isBrief
      ? undefined
      : extractFacts({ reader: model, store, facts, sessionEvents: events, clock, log });
  if (extraction !== undefined) stack.defer(() => extraction.stop());
  const dependencies: ContextDependencies = {
    store,
    facts,
    responses,
    usage,
    sessionEvents: events,
    extraction,
    modelReader: model,
    people: people({ graph: stores.ENTITY, log, newUuid }),
    prepared: preparedPrompts(store.prepare, (outcome) => telemetry.promptPreparation(outcome)),
    discards: layered({ record: discards.record }, auditedDiscards(sqlite.audit, clock)),
    summarizer: await openSummarizer(options, log),
    texts,
    embed,
    embedderName: encoder.identity.name,
    modelPrices,
    newUuid,
    sessionIdleMs,
  };
  if (Number.isFinite(sessionIdleMs) && !isBrief) {
    const sealing = sealIdleSessions({
      sealing: idleSessions(dependencies),
      idleMs: sessionIdleMs,
      leases: sqlite.leases,
      clock,
      log,
    });
    stack.defer(() => sealing.stop());
  }
  return { service: contextService(dependencies), dependencies };
}

/** Opens the language model that writes summaries, if the settings name one: it is loaded only then. */
async function openSummarizer({ summarizer }: RecordaOptions, log: Log): Promise<Summarizer | undefined> {
  if (summarizer === undefined) return undefined;
  const { chatSummarizer } = await import('../summarizers/chat-summarizer.ts');
  return chatSummarizer(summarizer, log);
}

/** Opens the language model that extracts facts, if the settings name one: it is loaded only then. */
async function openModelReader(
  { extractor: config, dataDir }: RecordaOptions,
  { sqlite, clock, log, newUuid }: Under,
  texts: TextReader,
): Promise<ModelReader | undefined> {
  if (config === undefined) return undefined;
  const budget = dayBudget(join(dataDir, BUDGET_FILE), config.tokensADay ?? EXTRACTOR.tokensADay, clock);
  const { chatExtractor } = await import('../extractors/chat-extractor.ts');
  const extractor = chatExtractor(config);
  return modelReader({ extractor, budget, audit: sqlite.audit, texts, log, newUuid });
}

/** Resolves once alerts that were raised before are being delivered. */
export async function openAlertDelivery(
  { alertWebhook }: RecordaOptions,
  { sqlite: { alerts, leases }, log, telemetry }: Under,
  stack: OpenStack,
): Promise<void> {
  const delivery = deliverAlerts({ alerts, leases, log, telemetry, webhook: alertWebhook && webhook(alertWebhook) });
  stack.defer(() => delivery.stop());
  await delivery.hasBegun;
}
