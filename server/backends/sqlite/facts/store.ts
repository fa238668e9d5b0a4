/** Implements the port of facts over the threads. */
import { FACT_STATES, type FactState } from '../../../domain/facts/fact-state.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { AuditTrail } from '../../../ports/audit.ts';
import type { FactStore } from '../../../ports/context.ts';
import type { CallContext, Clock } from '../../../ports/stores.ts';
import type { Remote } from '../engine/batch-channel.ts';
import type { ConfirmationBuffer } from './confirmation-buffer.ts';
import type { FactSlice } from './fact-counter.ts';
import type { ReaderPool } from '../engine/reader-pool.ts';
import { heardByReaders, type ConfirmationUpdate } from './heard-confirmations.ts';
import type { FactReads } from './reads.ts';
import type { FactWrites } from './writes.ts';

export function sqliteFactStore(
  writer: Remote<FactWrites>,
  readers: ReaderPool<FactReads>,
  clock: Clock,
  confirmations: ConfirmationBuffer,
  audit: AuditTrail,
): FactStore {
  const heard = heardByReaders();
  /** Asks another reader than the one that reads a prompt's session meanwhile. */
  const askBeside = async <T>(
    scope: Scope,
    ask: (reader: Remote<FactReads>, update: ConfirmationUpdate) => Promise<T>,
  ): Promise<T> => {
    const reader = readers.beside(scope);
    const update = confirmations.updateAfter(scope, heard.of(reader, scope, confirmations.writes));
    const answered = await ask(reader, update);
    heard.note(reader, scope, update);
    return answered;
  };
  return {
    say: (intent, { signal, origin }) => writer.sayFacts(intent, signal, origin),
    replace: (intent, { signal, origin }) => writer.replaceFact(intent, signal, origin),

    async pin(intent, { signal, origin }) {
      await writer.pinFact(intent, signal, origin);
    },

    restore: (intent, { signal, origin }) => writer.restoreFact(intent, signal, origin),

    sayLate: (intent, { signal, origin }) => writer.lateFacts(intent, signal, origin),

    readIn: (query, { signal }) => readers.of(query.scope).factsReadIn(query, signal),

    async forget(intent, { signal, origin }) {
      await writer.forgetFact(intent, signal, origin);
    },

    confirm({ scope, id }, nowMs, call) {
      if (call?.origin !== undefined) {
        const { tenant, userId } = scope;
        const confirmed = { tenant, userId, action: 'UPDATE', subject: 'FACT', id, count: 1, why: 'CALL' } as const;
        audit.note([{ ...confirmed, atMs: nowMs, origin: call.origin }]);
      }
      confirmations.confirm(scope, id, nowMs);
    },

    get: (ref, { signal }) =>
      readers.of(ref.scope).fact({ ref, unwritten: confirmations.unwritten(ref.scope) }, signal),

    list: (query, { signal }) =>
      readers.of(query.scope).factPage({ query, unwritten: confirmations.unwritten(query.scope) }, signal),

    find: (query, { signal }) =>
      askBeside(query.scope, (reader, update) => reader.findFacts({ query, clockMs: clock.now(), update }, signal)),

    findForPrompt: (query, { signal }) =>
      askBeside(query.scope, (reader, update) =>
        reader.factsForPrompt({ query, clockMs: clock.now(), update }, signal),
      ),

    counts: (scope, nowMs, { signal }) =>
      readers.of(scope).factCounts({ scope, nowMs, unwritten: confirmations.unwritten(scope) }, signal),

    mentioned: (query, { signal }) => readers.beside(query.scope).mentionedFacts(query, signal),

    judge: (query, { signal }) => readers.of(query.scope).judgeFacts(query, signal),
  };
}

/** Counts the facts of all users by state, including those superseded and forgotten. */
export async function factStates(
  readers: ReaderPool<FactReads>,
  nowMs: number,
  { signal }: CallContext,
): Promise<Readonly<Record<FactState, number>>> {
  const total = Object.fromEntries(FACT_STATES.map((state) => [state, 0])) as Record<FactState, number>;
  for (let afterNo: number | undefined = 0; afterNo !== undefined;) {
    const { counts, next }: FactSlice = await readers.leastBusy().factSlice({ afterNo, nowMs }, signal);
    for (const state of FACT_STATES) total[state] += counts[state];
    afterNo = next;
  }
  return total;
}
