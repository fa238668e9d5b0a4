/** The composition root: what is opened, in which order, and what depends on what. The parts are opened in server/opening. */
import { workingStore } from './backends/process/working-store.ts';
import { auditedMethods } from './methods/audited-methods.ts';
import { methods } from './methods/methods.ts';
import { basicsOf } from './opening/basics.ts';
import { openAuditShipping } from './opening/open-audit-shipping.ts';
import { openEmbedders } from './opening/open-embedders.ts';
import { openLasting } from './opening/open-lasting.ts';
import {
  memoryDependencies,
  openAdminService,
  openAlertDelivery,
  openContextService,
  serverStatus,
  type Under,
} from './opening/open-services.ts';
import { openWithStack } from './opening/open-stack.ts';
import { openStores } from './opening/open-stores.ts';
import { readLog } from './jobs/read-log.ts';
import { securityLog } from './jobs/security-log.ts';
import { pipeline, type Pipeline } from './pipeline/pipeline.ts';
import type { SecurityLog } from './ports/security.ts';
import type { RecordaOptions } from './opening/recorda-options.ts';
import { warmUp } from './opening/warm-up.ts';
import { memoryService, type MemoryService } from './services/memory/memory-service.ts';
import type { ServerStatus } from './opening/server-status.ts';

export type { RecordaOptions } from './opening/recorda-options.ts';

/** The server without its ports. */
export interface RecordaServer {
  readonly pipeline: Pipeline;
  /** Takes what is refused before it reaches the pipeline. */
  readonly security: SecurityLog;
  /** Reports which parts answer. */
  status(): ServerStatus;
  /** Refuses new calls, waits for writes in progress, and closes the store. */
  close(): Promise<void>;
}

/** Opens the store in `options.dataDir` and everything that is built on it. Rejects if a part cannot open; then none is left open. */
export function openRecorda(options: RecordaOptions): Promise<RecordaServer> {
  return openWithStack(async (stack) => {
    const basics = basicsOf(options);
    const embedders = await openEmbedders(options, basics, stack);
    const opened = await openStores(options, basics, embedders, stack);
    const lasting = await openLasting(options, basics, embedders, opened, stack);
    const under: Under = { ...basics, ...embedders, ...opened, ...lasting };
    const { sqlite, stores, clock, log, telemetry } = under;

    const begun = openAlertDelivery(options, under, stack);
    openAuditShipping(options, under, stack);
    const { service: context, dependencies } = await openContextService(options, under, stack);
    const admin = openAdminService(options, under, dependencies);
    const ofMemory = memoryDependencies(options, under);
    const methodsOf = (memory: MemoryService): ReturnType<typeof methods> => methods(memory, admin, context);
    if (under.warmsUp) await warmUp({ clock, working: workingStore(under), dependencies: ofMemory, methodsOf });
    await begun;

    const security = securityLog({ trail: sqlite.audit, telemetry, log, clock });
    stack.defer(() => security.stop());
    const { auditReads } = options;
    const reads = auditReads && readLog({ audited: auditReads, trail: sqlite.audit, log });
    stack.defer(() => reads?.stop());
    let isClosing = false;
    // This is the last on the stack, and so runs first: no call begins while the parts close.
    stack.defer(() => (isClosing = true));
    return {
      pipeline: pipeline({
        methods: auditedMethods(methodsOf(memoryService(ofMemory)), sqlite.audit),
        telemetry,
        backendOf: (type) => stores[type].backend,
        clock,
        log,
        isClosing: () => isClosing,
        callerLimits: options.callerLimits,
        security,
        reads,
        revisionOf: sqlite.revisionOf,
        refusalOf: sqlite.refusalOf,
      }),
      security,
      status: () => serverStatus(under),
    };
  });
}
