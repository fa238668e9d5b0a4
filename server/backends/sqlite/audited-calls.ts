/** What calls of the writer change beside memories and facts, whose changes the ledger tells. */
import type { Whose } from '../../domain/accounts.ts';
import type { PlaceCount } from '../../ports-of-users.ts';
import type { AuditBook, Noted } from './audit-book.ts';
import type { QueuedCall } from './batch-channel.ts';
import type { EraseOrder } from './erase-users.ts';
import type { WriterApi } from './thread-api.ts';

type Call = QueuedCall<WriterApi>;

/** Notes a call that was applied. */
export function noteCall(audit: AuditBook, call: Call, result: unknown): void {
  const noted = changeOf(call, result);
  if (noted === undefined) return;
  const { tenant, userId, ...change } = noted;
  audit.note({ tenant, userId }, change);
}

function changeOf(call: Call, result: unknown): (Whose & Noted) | undefined {
  switch (call.method) {
    case 'appendTurns':
      return {
        ...call.argument.scope,
        action: 'ADD',
        subject: 'TURN',
        count: call.argument.turns.length,
        ...session(call),
      };
    case 'flushSession':
    case 'reportOutput':
      return { ...call.argument.scope, action: 'UPDATE', subject: 'SESSION', ...session(call) };
    case 'storeResponse':
      return { ...call.argument.scope, action: 'ADD', subject: 'ANSWER' };
    case 'putSystemPrompt':
      return { tenant: call.argument.tenant, userId: '', action: 'UPDATE', subject: 'SYSTEM_PROMPT' };
    case 'putCollection':
      return { ...call.argument.scope, action: 'UPDATE', subject: 'COLLECTION', id: call.argument.name };
    case 'removeCollection':
      return { ...call.argument.scope, action: 'REMOVE', subject: 'COLLECTION', id: call.argument.name };
    case 'forgetFact':
      return { ...call.argument.scope, action: 'REMOVE', subject: 'FACT', id: call.argument.id };
    case 'putRowsBack': {
      const count = (result as readonly boolean[]).filter(Boolean).length;
      return count === 0 ? undefined : { ...call.argument.whose, action: 'IMPORT', subject: 'ROW', count };
    }
    default:
      return undefined;
  }
}

function session(call: Call & { readonly argument: { readonly scope: { readonly sessionId: string } } }) {
  return { id: call.argument.scope.sessionId };
}

/** The last record of a user that anybody can tell is that user's: the key goes with the user. */
export function noteErasure(audit: AuditBook, { whose, types }: EraseOrder, counts: readonly PlaceCount[]): void {
  const count = counts.reduce((sum, place) => sum + place.count, 0);
  audit.note(whose, { action: 'ERASE', subject: types?.join('+') ?? 'ALL', count }, false);
  if (types === undefined) audit.forget(whose);
}

/** When, by the server's clock, where the call says so. */
export function timeOf(argument: unknown): number {
  const told = (Array.isArray(argument) ? argument[0] : argument) as { readonly nowMs?: number } | undefined;
  return told?.nowMs ?? Date.now();
}
