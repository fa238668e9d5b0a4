/** Every call of AdminService is in the audit log before it is run: where the log cannot be written, it is not run. */
import type { AuditAction, AuditEvent } from '../domain/audit.ts';
import type { Method } from './method.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { ServiceCall } from '../services/call.ts';

const ADMIN = 'recorda.v1.AdminService/';

const ACTIONS: Readonly<Record<string, AuditAction>> = {
  ExportUserData: 'EXPORT',
  ImportUserData: 'IMPORT',
  SetTier: 'UPDATE',
  SetQuota: 'UPDATE',
};

/** What requests say of whom, and why. */
type Request = { readonly userId?: string; readonly reason?: string };

/** The same calls. */
export function auditedMethods(methods: ReadonlyMap<string, Method>, trail: AuditTrail): ReadonlyMap<string, Method> {
  return new Map([...methods].map(([name, method]) => [name, name.startsWith(ADMIN) ? told(method, trail) : method]));
}

function told(method: Method, trail: AuditTrail): Method {
  if (method.kind === 'unary') {
    return {
      ...method,
      async run(request: Request, call: ServiceCall) {
        await trail.record([eventOf(request, call)]);
        return (method.run as (request: Request, call: ServiceCall) => Promise<unknown>)(request, call);
      },
    };
  }
  return {
    ...method,
    async *run(request: Request, call: ServiceCall) {
      await trail.record([eventOf(request, call)]);
      yield* (method.run as (request: Request, call: ServiceCall) => AsyncIterable<unknown>)(request, call);
    },
  };
}

function eventOf({ userId = '', reason = '' }: Request, { tenant, nowMs, origin }: ServiceCall): AuditEvent {
  return {
    tenant,
    userId,
    action: ACTIONS[origin.operation] ?? 'CALL',
    subject: ACTIONS[origin.operation] === 'UPDATE' ? 'PLAN' : '',
    id: '',
    count: 1,
    why: reason === '' ? 'CALL' : reason,
    atMs: nowMs,
    origin,
  };
}
