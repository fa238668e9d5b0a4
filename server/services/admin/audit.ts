/** ListAuditEvents and VerifyAudit. */
import { RecordaError } from '../../domain/errors.ts';
import { AUDITING } from '../../policy/lifecycle.ts';
import type {
  AnchorCheck,
  AnchorFault,
  AuditAnchors as Anchors,
  AuditTrail,
  NumberedRecord,
} from '../../ports/audit.ts';
import type { AuditFault } from '../../domain/audit.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  AuditAnchorFault,
  AuditAnchors,
  AuditEvent,
  ListAuditEventsRequest,
  ListAuditEventsResponse,
  VerifyAuditRequest,
  VerifyAuditResponse,
} from '../../../proto/gen/recorda/v1/audit.ts';
import type { ServiceCall } from '../call.ts';

/** `onDamaged` is called when a check finds the log damaged, or not as an anchor says. */
export function auditCalls(trail: AuditTrail, anchors: Pick<Anchors, 'check'>, onDamaged: () => void) {
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

  async function* verifyAudit(
    { anchors: given }: VerifyAuditRequest,
    call: ServiceCall,
  ): AsyncGenerator<VerifyAuditResponse, void> {
    for await (const { count, pageNo, hash, fault, isAtEnd } of trail.verify(call)) {
      const progress = { recordCount: count, pageCount: pageNo, hash, isAtEnd };
      if (!isAtEnd) {
        yield { ...progress, fault: 'AUDIT_FAULT_UNSPECIFIED', faultPage: 0, anchors: undefined };
        continue;
      }
      const compared = await orUnread(anchors.check(given, call));
      const faultyAnchor = compared?.faults[0];
      if (fault !== undefined || faultyAnchor !== undefined) onDamaged();
      yield {
        ...progress,
        ...resultOf(fault, compared),
        anchors: compared && toAnchors(compared),
      };
    }
  }

  return { listAuditEvents, verifyAudit };
}

/** A fault of the pages tells more than that of an anchor, which then is listed all the same. */
function resultOf(
  fault: AuditFault | undefined,
  compared: AnchorCheck | undefined,
): Pick<VerifyAuditResponse, 'fault' | 'faultPage'> {
  if (fault !== undefined) return { fault: `AUDIT_FAULT_${fault.kind}`, faultPage: fault.pageNo };
  if (compared === undefined) return { fault: 'AUDIT_FAULT_ANCHORS_UNREAD', faultPage: 0 };
  const [first] = compared.faults;
  if (first === undefined) return { fault: 'AUDIT_FAULT_UNSPECIFIED', faultPage: 0 };
  return { fault: 'AUDIT_FAULT_ANCHOR', faultPage: first.stated?.pageNo ?? 0 };
}

/** Resolves to undefined if cold storage does not answer. */
async function orUnread(check: Promise<AnchorCheck>): Promise<AnchorCheck | undefined> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'BACKEND_UNAVAILABLE') return undefined;
    throw error;
  }
}

function toAnchors({ agreeing, newestMs, others, faults }: AnchorCheck): AuditAnchors {
  return {
    agreeingCount: agreeing,
    newestTime: newestMs === undefined ? undefined : new Date(newestMs),
    otherCount: others,
    faultCount: faults.length,
    faults: faults.slice(0, AUDITING.anchorFaults).map(toAnchorFault),
  };
}

function toAnchorFault({ kind, name, stated }: AnchorFault): AuditAnchorFault {
  return {
    kind: `AUDIT_ANCHOR_FAULT_KIND_${kind}`,
    name,
    page: stated?.pageNo ?? 0,
    hash: stated?.hash ?? '',
    time: stated && new Date(stated.atMs),
  };
}

function toEvent({ recordNo, atMs, action, tenant: _, ...record }: NumberedRecord): AuditEvent {
  return { ...record, number: recordNo, time: new Date(atMs), action: `AUDIT_ACTION_${action}` };
}
