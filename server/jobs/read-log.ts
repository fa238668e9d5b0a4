/**
 * Puts reads into the audit log, for tenants that ask for it. No read waits for this: reads that are alike are counted for a while, and
 * written as one record. What cannot be written is kept and counted on, within bounds.
 */
import type { AuditEvent } from '../domain/audit.ts';
import { callNamed } from '../methods/calls.ts';
import { READ_LOG } from '../policy/serving.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { ReadLog, ReadsAudited } from '../ports/security.ts';
import type { Log } from '../ports/telemetry.ts';

export type ReadLogParts = {
  readonly audited: ReadsAudited;
  readonly trail: Pick<AuditTrail, 'note' | 'refuseUnlessWriting'>;
  readonly log: Log;
};

export interface OpenReadLog extends ReadLog {
  /** Writes what is still to be written. */
  stop(): void;
}

type Counted = Omit<AuditEvent, 'count'> & { count: number };

export function readLog({ audited, trail, log }: ReadLogParts): OpenReadLog {
  const counted = new Map<string, Counted>();
  let lost = 0;
  /** The log could not be written: the next attempt is made when the window ends. */
  let isWaiting = false;
  let timer: NodeJS.Timeout | undefined;
  const isAudited = (tenant: string): boolean => audited === 'ALL' || audited.includes(tenant);

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lost > 0) log.error({ reads: lost }, 'Reads are missing from the audit log because it could not be written');
    lost = 0;
    try {
      trail.refuseUnlessWriting('ADD');
      trail.note([...counted.values()]);
      counted.clear();
      isWaiting = false;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'Reads are waiting to be written to the audit log');
      isWaiting = true;
      begin();
    }
  }

  function begin(): void {
    timer ??= setTimeout(write, READ_LOG.windowMs).unref();
  }

  function count(event: Omit<Counted, 'count'>): void {
    const { tenant, userId, origin, subject } = event;
    const alike = JSON.stringify([tenant, userId, origin.credential, origin.operation, subject]);
    const known = counted.get(alike);
    if (known !== undefined) known.count += 1;
    else if (counted.size < READ_LOG.most) counted.set(alike, { ...event, count: 1 });
    else lost += 1;
  }

  return {
    record({ method, userIds, types, call }) {
      const { tenant, origin, nowMs } = call;
      if (!isAudited(tenant)) return;
      const row = callNamed(method);
      // Calls of AdminService are recorded before they run.
      if (row === undefined || row.audit !== undefined || row.isOfNobody === true) return;
      if (row.access !== 'read' && row.access !== 'both') return;
      const users = new Set(userIds());
      if (users.size === 0) users.add('');
      const [subject = '', ...others] = types;
      const action = { action: 'READ', subject: others.length === 0 ? subject : '', id: '', why: 'CALL' } as const;
      for (const userId of users) count({ tenant, userId, ...action, atMs: nowMs, origin });
      if (counted.size >= READ_LOG.writeFrom && !isWaiting) write();
      else begin();
    },
    stop() {
      if (counted.size > 0 || lost > 0) write();
      clearTimeout(timer);
      if (counted.size > 0)
        log.error({ records: counted.size }, 'Records of reads are lost: the audit log cannot be written');
    },
  };
}
