/** Writes calls to the audit log before they run: if the log cannot be written, they are not run. */
import type { AuditEvent } from '../domain/audit.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { ServiceCall } from '../services/call.ts';
import type { CallAudit } from './call.ts';
import { callNamed } from './calls.ts';
import type { Method } from './method.ts';

/** The fields of a request that name the user and the reason. */
type Request = { readonly userId?: string; readonly reason?: string };

/** Returns the same calls with auditing. */
export function auditedMethods(methods: ReadonlyMap<string, Method>, trail: AuditTrail): ReadonlyMap<string, Method> {
  return new Map(
    [...methods].map(([name, method]) => {
      const audit = callNamed(name)?.audit;
      return [name, audit === undefined ? method : recordedFirst(method, audit, trail)];
    }),
  );
}

function recordedFirst(method: Method, audit: CallAudit, trail: AuditTrail): Method {
  if (method.kind === 'unary') {
    return {
      ...method,
      async run(request: Request, call: ServiceCall) {
        await trail.record([eventOf(audit, request, call)]);
        return (method.run as (request: Request, call: ServiceCall) => Promise<unknown>)(request, call);
      },
    };
  }
  return {
    ...method,
    async *run(request: Request, call: ServiceCall) {
      await trail.record([eventOf(audit, request, call)]);
      yield* (method.run as (request: Request, call: ServiceCall) => AsyncIterable<unknown>)(request, call);
    },
  };
}

function eventOf(
  { action, subject }: CallAudit,
  { userId = '', reason = '' }: Request,
  { tenant, nowMs, origin }: ServiceCall,
): AuditEvent {
  const why = reason === '' ? 'CALL' : reason;
  return { tenant, userId, action, subject, id: '', count: 1, why, atMs: nowMs, origin };
}
