/** Compares the audit log with its anchors in cold storage, and writes the next one. */
import type { AuditAnchors } from '../ports/audit.ts';
import type { CallContext } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';

/** Names, as a job that ran, the last time an anchor was written. */
export const ANCHORED = 'anchor of the audit log';

export type AnchoringParts = {
  readonly anchors: AuditAnchors;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'auditDamaged'>;
};

/** A log that does not agree with its anchors is reported, and anchored all the same: the new anchor states what it is now. */
export function anchorAudit({ anchors, log, telemetry }: AnchoringParts): (call: CallContext) => Promise<void> {
  return async (call) => {
    const { faults } = await anchors.check([], call);
    const [first] = faults;
    if (first !== undefined) {
      telemetry.auditDamaged();
      log.error(
        { anchors: faults.length, oldest: first.name, page: first.stated?.pageNo, kind: first.kind },
        'The audit log differs from its anchors in cold storage: `recorda audit verify` says where',
      );
    }
    await anchors.write(call);
  };
}
