/** Records calls of the writer in the audit log. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import type { AuditEvent, ShippedUpTo } from '../../../domain/audit.ts';
import type { AuditBuffer, Noted } from './audit-buffer.ts';
import type { WriteTraits } from '../engine/write-calls.ts';

/** The traits of a subject's calls, beside their functions, if there are any. */
export type CallTraits<A> = {
  readonly [K in keyof A]?: A[K] extends (argument: infer Argument) => infer Result
    ? WriteTraits<Argument> & AuditTraits<Argument, Result>
    : never;
};

export type AuditTraits<Argument = never, Result = never> = {
  /** Returns what the call changed beside memories and facts, whose changes the change log has. */
  readonly audit?: (argument: Argument, result: Result) => (UserKey & Noted) | undefined;
  /** The reason for its changes, whoever called; if absent, CALL, or SERVER if nobody called. */
  readonly why?: string;
};

export type AuditWrites = ReturnType<typeof auditWrites>;

export function auditWrites(db: Database, audit: AuditBuffer) {
  const acknowledge = db.prepare(
    `INSERT OR REPLACE INTO audit_shipped (receiver, record_no, page_no, hash)
     VALUES (@receiver, @recordNo, @pageNo, @hash)`,
  );
  return {
    /** Records what other parts of the server did, or are about to do. */
    recordAudit: ({ events }: { readonly events: readonly AuditEvent[] }): void => audit.record(events),

    /** Records the same events as lines of JSON. */
    recordNotes: ({ lines }: { readonly lines: string }): void => audit.record(eventsIn(lines)),

    /** Notes the last record that a receiver acknowledged. */
    acknowledgeAudit: (shipped: ShippedUpTo & { readonly receiver: string }): void => void acknowledge.run(shipped),
  };
}

export const AUDIT_TRAITS: CallTraits<AuditWrites> = {
  recordAudit: { deletes: true },
  recordNotes: { deletes: true },
  acknowledgeAudit: { deletes: true },
};

function eventsIn(lines: string): readonly AuditEvent[] {
  return lines.split('\n').map((line) => JSON.parse(line) as AuditEvent);
}

/** Notes a call that was applied. */
export function noteCall(
  audit: AuditBuffer,
  traits: AuditTraits | undefined,
  argument: unknown,
  result: unknown,
): void {
  const noted = traits?.audit?.(argument as never, result as never);
  if (noted === undefined) return;
  const { tenant, userId, ...change } = noted;
  audit.note({ tenant, userId }, change);
}

/** Returns the server's time of a call, if the call has it. */
export function timeOf(argument: unknown): number {
  const first = (Array.isArray(argument) ? argument[0] : argument) as { readonly nowMs?: number } | undefined;
  return first?.nowMs ?? Date.now();
}
