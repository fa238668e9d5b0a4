/** ListAuditEvents and VerifyAudit. */
import type { AuditTrail, NumberedRecord } from '../../ports/audit.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  AuditEvent,
  ListAuditEventsRequest,
  ListAuditEventsResponse,
  VerifyAuditRequest,
  VerifyAuditResponse,
} from '../../../proto/gen/recorda/v1/audit.ts';
import type { ServiceCall } from '../call.ts';

/** `onDamaged` is called when a check finds the log damaged. */
export function auditCalls(trail: AuditTrail, onDamaged: () => void) {
  async function listAuditEvents(
    { userId, pageSize, pageToken }: ListAuditEventsRequest,
    call: ServiceCall,
  ): Promise<ListAuditEventsResponse> {
    const { tenant, caller } = call;
    const sealed = ['audit', tenant, userId];
    const limit = pageSize === 0 ? DEFAULTS.pageSize : pageSize;
    const before = decodePageToken(pageToken, sealed)?.createTimeMs;
    const { records, next } = await trail.list(
      { tenant, userId, withTenantless: caller.role === 'operator', limit, before },
      call,
    );
    return {
      events: records.map(toEvent),
      nextPageToken: next === undefined ? '' : encodePageToken({ createTimeMs: next, id: '' }, sealed),
    };
  }

  async function* verifyAudit(_: VerifyAuditRequest, call: ServiceCall): AsyncGenerator<VerifyAuditResponse, void> {
    for await (const { count, pageNo, hash, fault, isAtEnd } of trail.verify(call)) {
      if (fault !== undefined) onDamaged();
      yield {
        recordCount: count,
        pageCount: pageNo,
        hash,
        isAtEnd,
        fault: fault === undefined ? 'AUDIT_FAULT_UNSPECIFIED' : `AUDIT_FAULT_${fault.kind}`,
        faultPage: fault?.pageNo ?? 0,
      };
    }
  }

  return { listAuditEvents, verifyAudit };
}

function toEvent({ recordNo, atMs, action, tenant: _, ...record }: NumberedRecord): AuditEvent {
  return { ...record, number: recordNo, time: new Date(atMs), action: `AUDIT_ACTION_${action}` };
}
