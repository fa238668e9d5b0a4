/** The calls of AdminService, as server/methods/methods.ts has them: about no memory type, and held to no target. */
import type { z } from 'zod';
import { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import { stream, unary, type Method } from './method.ts';
import type { AdminService } from '../services/admin/admin-service.ts';
import * as admin from '../validation/admin-requests.ts';
import * as outbox from '../validation/outbox-requests.ts';
import * as users from '../validation/whole-user-requests.ts';

function ofServer<Run>(schema: z.ZodType, run: Run) {
  return { schema, run, types: () => [], count: () => 0, targetMs: () => undefined };
}

/** By full name. */
export function adminMethods(service: AdminService): readonly (readonly [string, Method])[] {
  const { methods: a, fullName } = AdminServiceDefinition;
  const calls = [
    [a.getLatencyReport, unary(a.getLatencyReport, ofServer(admin.getLatencyReportRequest, service.getLatencyReport))],
    [a.reembed, stream(a.reembed, ofServer(admin.reembedRequest, service.reembed))],
    [a.getQuota, unary(a.getQuota, ofServer(admin.getQuotaRequest, service.getQuota))],
    [a.setTier, unary(a.setTier, ofServer(admin.setTierRequest, service.setTier))],
    [a.setQuota, unary(a.setQuota, ofServer(admin.setQuotaRequest, service.setQuota))],
    [a.getUsage, unary(a.getUsage, ofServer(admin.getUsageRequest, service.getUsage))],
    [a.listUsage, unary(a.listUsage, ofServer(admin.listUsageRequest, service.listUsage))],
    [a.estimateCost, unary(a.estimateCost, ofServer(admin.estimateCostRequest, service.estimateCost))],
    [a.listAlerts, unary(a.listAlerts, ofServer(admin.listAlertsRequest, service.listAlerts))],
    [a.watchAlerts, stream(a.watchAlerts, ofServer(admin.watchAlertsRequest, service.watchAlerts))],
    [a.getOutbox, unary(a.getOutbox, ofServer(outbox.getOutboxRequest, service.getOutbox))],
    [
      a.listOutboxDeadLetters,
      unary(a.listOutboxDeadLetters, ofServer(outbox.listOutboxDeadLettersRequest, service.listOutboxDeadLetters)),
    ],
    [
      a.replayOutboxDeadLetters,
      unary(
        a.replayOutboxDeadLetters,
        ofServer(outbox.replayOutboxDeadLettersRequest, service.replayOutboxDeadLetters),
      ),
    ],
    [a.exportUserData, stream(a.exportUserData, ofServer(users.exportUserDataRequest, service.exportUserData))],
    [a.importUserData, unary(a.importUserData, ofServer(users.importUserDataRequest, service.importUserData))],
    [a.deleteUserData, stream(a.deleteUserData, ofServer(users.deleteUserDataRequest, service.deleteUserData))],
    [
      a.verifyErasureReceipt,
      unary(a.verifyErasureReceipt, ofServer(users.verifyErasureReceiptRequest, service.verifyErasureReceipt)),
    ],
    [a.getRetention, unary(a.getRetention, ofServer(admin.getRetentionRequest, service.getRetention))],
    [a.setRetention, unary(a.setRetention, ofServer(admin.setRetentionRequest, service.setRetention))],
    [a.runRetention, stream(a.runRetention, ofServer(admin.runRetentionRequest, service.runRetention))],
    [a.runSleepCycle, stream(a.runSleepCycle, ofServer(admin.runSleepCycleRequest, service.runSleepCycle))],
    [
      a.explainImportance,
      unary(a.explainImportance, ofServer(admin.explainImportanceRequest, service.explainImportance)),
    ],
    [a.listArchive, unary(a.listArchive, ofServer(admin.listArchiveRequest, service.listArchive))],
    [a.restoreArchived, unary(a.restoreArchived, ofServer(admin.restoreArchivedRequest, service.restoreArchived))],
    [a.createBackup, stream(a.createBackup, ofServer(admin.createBackupRequest, service.createBackup))],
    [a.listBackups, unary(a.listBackups, ofServer(admin.listBackupsRequest, service.listBackups))],
    [a.verifyBackup, stream(a.verifyBackup, ofServer(admin.verifyBackupRequest, service.verifyBackup))],
    [a.restoreBackup, stream(a.restoreBackup, ofServer(admin.restoreBackupRequest, service.restoreBackup))],
    [a.listAuditEvents, unary(a.listAuditEvents, ofServer(users.listAuditEventsRequest, service.listAuditEvents))],
    [a.verifyAudit, stream(a.verifyAudit, ofServer(users.verifyAuditRequest, service.verifyAudit))],
  ] as const;
  return calls.map(([{ name }, method]) => [`${fullName}/${name}`, method]);
}
