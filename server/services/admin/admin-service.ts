/** The use cases of AdminService. */
import type {
  GetLatencyReportRequest,
  GetLatencyReportResponse,
  ReembedRequest,
  ReembedResponse,
} from '../../../proto/gen/recorda/v1/admin.ts';
import type { StopSignal } from '../../domain/abort.ts';
import type { CostRates } from '../../policy/limits.ts';
import type { Backups } from '../../ports/backups.ts';
import type { KeyRotation } from '../../ports/key-rotation.ts';
import type { AuditAnchors, AuditTrail } from '../../ports/audit.ts';
import type { AlertLog } from '../../ports/limits.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { ServerReport } from '../../ports/server-report.ts';
import type { TokenMint } from '../../ports/token-mint.ts';
import type { EventLoopDelay, LatencyFilter, LatencyReportRow } from '../../ports/telemetry.ts';
import type { ServiceCall } from '../call.ts';
import { alertCalls } from './alerts.ts';
import { archiveCalls } from './archive.ts';
import { backupCalls } from './backups.ts';
import { auditCalls } from './audit.ts';
import { costCalls } from './costs.ts';
import type { LimitDependencies } from './dependencies.ts';
import { outboxCalls, type OutboxDependencies } from './outbox.ts';
import { masterKeyCalls } from './master-key.ts';
import { lifecycleCalls, type LifecycleDependencies } from './lifecycle.ts';
import { rereadCalls, type RereadDependencies } from './reread.ts';
import { quotaCalls } from './quotas.ts';
import { settingsCalls } from './settings.ts';
import { tokenCalls } from './tokens.ts';
import { usageCalls } from './usage.ts';
import { userDataCalls, type UserDataDependencies } from './whole-user.ts';
import { fromType, toType } from '../memory/translate.ts';

/** The progress of a change of the embedder. */
export type Reembedding = {
  readonly embedder: string;
  readonly done: number;
  readonly total: number;
  readonly resumed: number;
  readonly changedOver: boolean;
};

export type AdminDependencies = LimitDependencies & {
  readonly mirrored: OutboxDependencies;
  readonly userData: UserDataDependencies;
  readonly kept: LifecycleDependencies & { readonly backups: Backups; readonly keyRotation: KeyRotation };
  readonly reread: RereadDependencies;
  readonly audit: AuditTrail;
  readonly anchors: AuditAnchors;
  /** Called when a check finds the audit log damaged. */
  readonly onAuditDamaged: () => void;
  readonly mint: TokenMint;
  readonly report: ServerReport | undefined;
  readonly alerts: AlertLog;
  readonly rates: CostRates;
  readonly latencyReport: (filter: LatencyFilter) => readonly LatencyReportRow[];
  readonly eventLoopDelay: () => EventLoopDelay;
  /** When a trial last found a backup complete; undefined if none did. */
  readonly lastVerifiedMs: (call: CallContext) => Promise<number | undefined>;
  /** Changes the store to the embedder that is requested in its folder. Rejects with REEMBED_REFUSED. */
  readonly reembed: (signal: StopSignal) => AsyncIterable<Reembedding>;
};

export function adminService({
  latencyReport,
  eventLoopDelay,
  lastVerifiedMs,
  reembed,
  mirrored,
  userData,
  kept,
  reread,
  audit,
  anchors,
  onAuditDamaged,
  mint,
  report,
  ...limits
}: AdminDependencies) {
  const { calls, serverLimits, overOf } = quotaCalls(limits);
  async function getLatencyReport(request: GetLatencyReportRequest): Promise<GetLatencyReportResponse> {
    const types = request.types.map(toType).filter((type) => type !== undefined);
    const rows = latencyReport({ types, operations: request.operations });
    return {
      rows: rows.map((row) => ({ ...row, types: row.types.map(fromType) })),
      eventLoop: eventLoopDelay(),
    };
  }

  async function* reembedAll(_: ReembedRequest, call: ServiceCall): AsyncGenerator<ReembedResponse, void> {
    for await (const { embedder, done, total, resumed, changedOver } of reembed(call.signal)) {
      yield { embedder, doneCount: done, totalCount: total, resumedCount: resumed, changedOver };
    }
  }

  return {
    getLatencyReport,
    reembed: reembedAll,
    ...calls,
    ...usageCalls(limits, serverLimits),
    ...costCalls(limits),
    ...alertCalls(limits),
    ...outboxCalls(mirrored),
    ...userDataCalls(userData, { ...limits, over: overOf }),
    ...lifecycleCalls(kept),
    ...archiveCalls(kept),
    ...backupCalls({ ...kept, lastVerifiedMs }),
    ...masterKeyCalls(kept.keyRotation),
    ...rereadCalls(reread),
    ...auditCalls(audit, anchors, onAuditDamaged),
    ...tokenCalls(mint),
    ...settingsCalls(report),
  };
}

export type AdminService = ReturnType<typeof adminService>;
