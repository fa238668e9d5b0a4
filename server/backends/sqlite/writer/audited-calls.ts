/** What calls of the writer change beside memories and facts, whose changes the ledger tells. */
import type { Whose } from '../../../domain/accounts.ts';
import type { AuditEvent } from '../../../domain/audit.ts';
import type { PlaceCount } from '../../../ports/users.ts';
import type { AuditBook, Noted } from './audit-book.ts';
import type { QueuedCall } from '../threads/batch-channel.ts';
import type { EraseOrder } from './erase-users.ts';
import type { ImportApplied } from '../threads/thread-api-of-users.ts';
import type { WriterApi } from '../threads/thread-api.ts';

type Call = QueuedCall<WriterApi>;

/** Notes a call that was applied. */
export function noteCall(audit: AuditBook, call: Call, result: unknown): void {
  const noted = changeOf(call, result);
  if (noted === undefined) return;
  const { tenant, userId, ...change } = noted;
  audit.note({ tenant, userId }, change);
}

type Told = (Whose & Noted) | undefined;

const CHANGES: { readonly [K in keyof WriterApi]?: (argument: Parameters<WriterApi[K]>[0], result: unknown) => Told } =
  {
    appendTurns: ({ scope, turns }) => ({
      action: 'ADD',
      subject: 'TURN',
      id: scope.sessionId,
      count: turns.length,
      ...scope,
    }),
    flushSession: ({ scope }) => ({ ...scope, action: 'UPDATE', subject: 'SESSION', id: scope.sessionId }),
    reportOutput: ({ scope }) => ({ ...scope, action: 'UPDATE', subject: 'SESSION', id: scope.sessionId }),
    storeResponse: ({ scope }) => ({ ...scope, action: 'ADD', subject: 'ANSWER' }),
    putSystemPrompt: ({ tenant }) => ({ tenant, userId: '', action: 'UPDATE', subject: 'SYSTEM_PROMPT' }),
    putCollection: ({ scope, name }) => ({ ...scope, action: 'UPDATE', subject: 'COLLECTION', id: name }),
    removeCollection: ({ scope, name }) => ({ ...scope, action: 'REMOVE', subject: 'COLLECTION', id: name }),
    pinFact: ({ scope, id }) => ({ ...scope, action: 'UPDATE', subject: 'FACT', id }),
    forgetFact: ({ scope, id }) => ({ ...scope, action: 'REMOVE', subject: 'FACT', id }),
    applyImport({ whose }, result) {
      const { rowsTaken: count } = result as ImportApplied;
      return count === 0 ? undefined : { ...whose, action: 'IMPORT', subject: 'ROW', count };
    },
    putRowsBack({ whose }, result) {
      const count = (result as readonly boolean[]).filter(Boolean).length;
      return count === 0 ? undefined : { ...whose, action: 'IMPORT', subject: 'ROW', count };
    },
  };

function changeOf(call: Call, result: unknown): Told {
  const told = CHANGES[call.method] as ((argument: unknown, result: unknown) => Told) | undefined;
  return told?.(call.argument, result);
}

/** The last record of a user that anybody can tell is that user's: the key goes with the user. */
export function noteErasure(audit: AuditBook, { whose, types }: EraseOrder, counts: readonly PlaceCount[]): void {
  const count = counts.reduce((sum, place) => sum + place.count, 0);
  audit.note(whose, { action: 'ERASE', subject: types?.join('+') ?? 'ALL', count }, false);
  if (types === undefined) audit.forget(whose);
}

export function eventsIn(lines: string): readonly AuditEvent[] {
  return lines.split('\n').map((line) => JSON.parse(line) as AuditEvent);
}

/** When, by the server's clock, where the call says so. */
export function timeOf(argument: unknown): number {
  const told = (Array.isArray(argument) ? argument[0] : argument) as { readonly nowMs?: number } | undefined;
  return told?.nowMs ?? Date.now();
}
