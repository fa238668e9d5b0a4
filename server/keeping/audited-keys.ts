/** Tells the audit log of every use of a user's key: where the log cannot be written, no key is used. */
import type { AuditEvent } from '../domain/audit.ts';
import { MUTATIONS } from '../policy/auditing.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { KeyOwner, UserKeys } from '../ports/cold-storage.ts';
import type { CallContext, Clock } from '../ports/stores.ts';

export function auditedKeys(keys: UserKeys, trail: Pick<AuditTrail, 'note'>, clock: Clock): UserKeys {
  const note = ({ tenant, userId }: KeyOwner, subject: string, { origin = MUTATIONS.server }: CallContext): void => {
    const why = origin === MUTATIONS.server ? 'SERVER' : 'CALL';
    const used: AuditEvent = {
      tenant,
      userId,
      action: 'KEY',
      subject,
      id: '',
      count: 1,
      why,
      atMs: clock.now(),
      origin,
    };
    trail.note([used]);
  };
  return {
    async of(owner, call) {
      note(owner, 'USE', call);
      return keys.of(owner, call);
    },
    async find(owner, call) {
      note(owner, 'USE', call);
      return keys.find(owner, call);
    },
    idOf: keys.idOf,
    ready: keys.ready,
    async destroy(owner, call) {
      note(owner, 'DESTROY', call);
      return keys.destroy(owner, call);
    },
  };
}
