/**
 * The calls of AdminService, one a row. They concern no memory type and have no latency target. Each is in the audit log before it
 * runs.
 */
import type { AdminServiceDefinition } from '../../proto/gen/recorda/v1/admin.ts';
import * as admin from '../validation/admin-requests.ts';
import * as facts from '../validation/fact-requests.ts';
import * as outbox from '../validation/outbox-requests.ts';
import * as settings from '../validation/settings-requests.ts';
import * as tokens from '../validation/token-requests.ts';
import * as users from '../validation/whole-user-requests.ts';
import type { CallAudit, CallRows } from './call.ts';

const CALLED: CallAudit = { action: 'CALL', subject: '' };
const PLAN_CHANGED: CallAudit = { action: 'UPDATE', subject: 'PLAN' };

export const ADMIN_CALLS = {
  mintToken: {
    schema: tokens.mintTokenRequest,
    role: 'agent',
    operation: 'mint_token',
    // The use case ensures that the token may do no more than the key.
    access: 'none',
    takesKey: true,
    keptBy: () => ['namespace', 'sessionId'],
    audit: CALLED,
  },
  getLatencyReport: {
    schema: admin.getLatencyReportRequest,
    role: 'operator',
    operation: 'get_latency_report',
    audit: CALLED,
  },
  reembed: {
    schema: admin.reembedRequest,
    role: 'operator',
    operation: 'reembed',
    audit: CALLED,
  },
  getQuota: {
    schema: admin.getQuotaRequest,
    role: 'admin',
    operation: 'get_quota',
    audit: CALLED,
  },
  setTier: {
    schema: admin.setTierRequest,
    role: 'operator',
    operation: 'set_tier',
    audit: PLAN_CHANGED,
  },
  setQuota: {
    schema: admin.setQuotaRequest,
    role: 'operator',
    operation: 'set_quota',
    audit: PLAN_CHANGED,
  },
  getUsage: {
    schema: admin.getUsageRequest,
    role: 'admin',
    operation: 'get_usage',
    audit: CALLED,
  },
  listUsage: {
    schema: admin.listUsageRequest,
    role: 'admin',
    operation: 'list_usage',
    audit: CALLED,
  },
  estimateCost: {
    schema: admin.estimateCostRequest,
    role: 'admin',
    operation: 'estimate_cost',
    audit: CALLED,
  },
  rereadFacts: {
    schema: facts.rereadFactsRequest,
    role: 'admin',
    operation: 'reread_facts',
    audit: CALLED,
    count: (_, answer) => answer?.facts.length ?? 0,
    access: 'both',
  },
  listAlerts: {
    schema: admin.listAlertsRequest,
    role: 'admin',
    operation: 'list_alerts',
    audit: CALLED,
  },
  watchAlerts: {
    schema: admin.watchAlertsRequest,
    role: 'admin',
    operation: 'watch_alerts',
    audit: CALLED,
    isEndless: true,
  },
  getOutbox: {
    schema: outbox.getOutboxRequest,
    role: 'operator',
    operation: 'get_outbox',
    audit: CALLED,
  },
  listOutboxDeadLetters: {
    schema: outbox.listOutboxDeadLettersRequest,
    role: 'operator',
    operation: 'list_outbox_dead_letters',
    audit: CALLED,
  },
  replayOutboxDeadLetters: {
    schema: outbox.replayOutboxDeadLettersRequest,
    role: 'operator',
    operation: 'replay_outbox_dead_letters',
    audit: CALLED,
  },
  exportUserData: {
    schema: users.exportUserDataRequest,
    role: 'admin',
    operation: 'export_user_data',
    audit: { action: 'EXPORT', subject: '' },
    isForOwner: true,
    access: 'read',
  },
  importUserData: {
    schema: users.importUserDataRequest,
    role: 'admin',
    operation: 'import_user_data',
    audit: { action: 'IMPORT', subject: '' },
  },
  deleteUserData: {
    schema: users.deleteUserDataRequest,
    role: 'admin',
    operation: 'delete_user_data',
    audit: CALLED,
    isForOwner: true,
  },
  verifyErasureReceipt: {
    schema: users.verifyErasureReceiptRequest,
    role: 'admin',
    operation: 'verify_erasure_receipt',
    audit: CALLED,
  },
  getRetention: {
    schema: admin.getRetentionRequest,
    role: 'operator',
    operation: 'get_retention',
    audit: CALLED,
  },
  setRetention: {
    schema: admin.setRetentionRequest,
    role: 'operator',
    operation: 'set_retention',
    audit: CALLED,
  },
  listLifecycleRuns: {
    schema: admin.listLifecycleRunsRequest,
    role: 'operator',
    operation: 'list_lifecycle_runs',
    audit: CALLED,
  },
  runRetention: {
    schema: admin.runRetentionRequest,
    role: 'operator',
    operation: 'run_retention',
    audit: CALLED,
  },
  runSleepCycle: {
    schema: admin.runSleepCycleRequest,
    role: 'operator',
    operation: 'run_sleep_cycle',
    audit: CALLED,
  },
  explainImportance: {
    schema: admin.explainImportanceRequest,
    role: 'admin',
    operation: 'explain_importance',
    audit: CALLED,
  },
  listArchive: {
    schema: admin.listArchiveRequest,
    role: 'admin',
    operation: 'list_archive',
    audit: CALLED,
  },
  restoreArchived: {
    schema: admin.restoreArchivedRequest,
    role: 'admin',
    operation: 'restore_archived',
    audit: CALLED,
  },
  createBackup: {
    schema: admin.createBackupRequest,
    role: 'operator',
    operation: 'create_backup',
    audit: CALLED,
  },
  listBackups: {
    schema: admin.listBackupsRequest,
    role: 'operator',
    operation: 'list_backups',
    audit: CALLED,
  },
  verifyBackup: {
    schema: admin.verifyBackupRequest,
    role: 'operator',
    operation: 'verify_backup',
    audit: CALLED,
    access: 'read',
  },
  rotateMasterKey: {
    schema: admin.rotateMasterKeyRequest,
    role: 'operator',
    operation: 'rotate_master_key',
    audit: CALLED,
  },
  retireMasterKey: {
    schema: admin.retireMasterKeyRequest,
    role: 'operator',
    operation: 'retire_master_key',
    audit: CALLED,
  },
  restoreBackup: {
    schema: admin.restoreBackupRequest,
    role: 'operator',
    operation: 'restore_backup',
    audit: CALLED,
  },
  listAuditEvents: {
    schema: users.listAuditEventsRequest,
    role: 'admin',
    operation: 'list_audit_events',
    audit: CALLED,
  },
  verifyAudit: {
    schema: users.verifyAuditRequest,
    role: 'operator',
    operation: 'verify_audit',
    audit: CALLED,
    access: 'read',
  },
  getSettings: {
    schema: settings.getSettingsRequest,
    role: 'operator',
    operation: 'get_settings',
    audit: CALLED,
  },
  checkBackends: {
    schema: settings.checkBackendsRequest,
    role: 'operator',
    operation: 'check_backends',
    audit: CALLED,
    access: 'read',
  },
} as const satisfies CallRows<typeof AdminServiceDefinition, { readonly audit: CallAudit }>;
