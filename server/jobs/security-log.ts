/**
 * Puts security events on record: in the audit log and in metrics. Callers cause these events at no cost to themselves, so the audit log
 * gets the first of a kind one by one, and of those that follow within the same window only how many there were. What a tenant's callers
 * do is kept apart from what others do, so that nobody can crowd out another tenant's events.
 */
import type { AuditAction } from '../domain/audit.ts';
import { callNamed } from '../methods/calls.ts';
import { SECURITY } from '../policy/serving.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { SecurityEvent, SecurityLog } from '../ports/security.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';

export type SecurityLogParts = {
  readonly trail: Pick<AuditTrail, 'note' | 'refuseUnlessWriting'>;
  readonly telemetry: Pick<Telemetry, 'securityEvent'>;
  readonly log: Log;
  readonly clock: Clock;
  /** The numbers of the policy, which tests make smaller. */
  readonly policy?: SecurityPolicy;
};

export type SecurityPolicy = { readonly [Name in keyof typeof SECURITY]: number };

export interface OpenSecurityLog extends SecurityLog {
  /** Writes what is still to be written. */
  stop(): void;
}

/** Events that differ in nothing that is recorded, except for the user. */
type Group = {
  readonly event: SecurityEvent;
  /** The number of records that were written one by one. */
  written: number;
  /** The number of events that are not in the audit log yet. */
  waiting: number;
};

type Groups = Map<string, Group>;

export function securityLog({ trail, telemetry, log, clock, policy = SECURITY }: SecurityLogParts): OpenSecurityLog {
  const tenants = new Map<string, Groups>();
  let timer: NodeJS.Timeout | undefined;
  let isLossLogged = false;

  /** Returns false if the audit log takes no records at present: then the events stay counted. */
  function write(event: SecurityEvent, count: number): boolean {
    const { tenant, userId, credential, why } = event;
    const origin = { credential, operation: operationOf(event.method) };
    try {
      trail.refuseUnlessWriting('ADD');
      trail.note([{ tenant, userId, ...kindOf(event), id: '', count, why, atMs: clock.now(), origin }]);
      return true;
    } catch (error) {
      if (!isLossLogged)
        log.error(
          { error: (error as Error).message },
          'Refused calls are counted but cannot be written to the audit log',
        );
      isLossLogged = true;
      return false;
    }
  }

  function endWindow(): void {
    timer = undefined;
    isLossLogged = false;
    for (const [tenant, groups] of tenants) {
      for (const [key, group] of groups) {
        if (group.waiting === 0 || write(group.event, group.waiting)) groups.delete(key);
      }
      if (groups.size === 0) tenants.delete(tenant);
    }
    if (tenants.size > 0) begin();
  }

  function begin(): void {
    timer ??= setTimeout(endWindow, policy.windowMs).unref();
  }

  return {
    record(event) {
      telemetry.securityEvent(event.kind);
      if (event.kind === 'NO_CREDENTIAL') return;
      begin();
      const group = groupOf(tenants, event, policy);
      if (group.written < policy.eachOfGroup && write(event, 1)) group.written += 1;
      else group.waiting += 1;
    },
    stop() {
      clearTimeout(timer);
      endWindow();
      clearTimeout(timer);
    },
  };
}

/** Returns the event's group. There are so many per tenant at most, and one for the rest. */
function groupOf(tenants: Map<string, Groups>, event: SecurityEvent, policy: SecurityPolicy): Group {
  const tenant = tenants.has(event.tenant) || tenants.size < policy.tenants ? event.tenant : '';
  let groups = tenants.get(tenant);
  if (groups === undefined) tenants.set(tenant, (groups = new Map<string, Group>()));
  // Whoever shows a key that does not exist can make up its id.
  const credential = tenant === '' ? '' : event.credential;
  const { kind, why } = event;
  const method = operationOf(event.method);
  const alike = JSON.stringify([kind, credential, method, why]);
  const hasRoom = groups.has(alike) || groups.size < policy.groupsOfTenant;
  const key = hasRoom ? alike : kind;
  let group = groups.get(key);
  if (group === undefined) {
    const known = hasRoom ? { credential, method, why } : { credential: '', method: '', why: '' };
    groups.set(key, (group = { event: { kind, tenant, userId: '', ...known }, written: 0, waiting: 0 }));
  }
  return group;
}

function kindOf({ kind }: SecurityEvent): { readonly action: AuditAction; readonly subject: string } {
  return kind === 'NEW_ADDRESS' ? { action: 'NEW_ADDRESS', subject: '' } : { action: 'REFUSE', subject: kind };
}

/** Returns the operation as the audit log has it. Callers can make up methods: those have no name here. */
function operationOf(method: string): string {
  if (callNamed(method) === undefined) return method.includes('/') ? '' : method;
  return method.slice(method.lastIndexOf('/') + 1);
}
