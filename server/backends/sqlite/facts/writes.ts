/** The writes to facts, which the writer makes inside its transaction. */
import type { Database } from 'better-sqlite3';
import { factNotFound } from '../../../domain/errors.ts';
import type {
  ForgetIntent,
  PinIntent,
  ReplaceIntent,
  RestoreIntent,
  SaidOutcome,
  SayIntent,
} from '../../../domain/facts/fact-intents.ts';
import type { Embed } from '../../../domain/facts/near-words.ts';
import type { Scope } from '../../../domain/memory.ts';
import { FACT_AGES } from '../../../policy/facts.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import type { Savepoints } from '../engine/write-calls.ts';
import type { ChooseDue } from '../records/due-rows.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { requests } from '../records/requests.ts';
import type { UserConfirmation } from './confirmation-buffer.ts';
import { factChanges, type FactChanges } from './fact-changes.ts';
import { correctedFact, factLookup, factsAbout } from './fact-lookup.ts';
import type { FactRow } from './fact-rows.ts';
import { lateFacts } from './late-facts.ts';
import { latestFacts } from './latest-facts.ts';
import { factRestorer, factSayer } from './say-fact.ts';

export type FactWrites = ReturnType<typeof applyFacts>['writes'];

/** Applies a request with an id once, and returns the same outcome to a repeat. */
type Once = <T extends object>(
  intent: Pick<SayIntent, 'scope' | 'requestId' | 'nowMs'>,
  apply: (userNo: number) => T,
) => T;

export function applyFacts(
  db: Database,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  remembered: ReturnType<typeof requests>,
  noteTextRemoved: () => void,
  { savepoints, embed }: { readonly savepoints: Pick<Savepoints, 'one'>; readonly embed?: Embed | undefined },
) {
  const changes = factChanges(db, quotaAccounts, accounts, noteTextRemoved);
  const lookUp = factLookup(db);
  const lookups = { lookUp, about: factsAbout(lookUp, latestFacts(db)), corrected: correctedFact(db) };
  const once: Once = (intent, apply) => {
    const userNo = quotaAccounts.user(intent.scope);
    const prior = remembered.find<ReturnType<typeof apply>>(userNo, intent.requestId, intent.nowMs);
    if (prior !== undefined) return prior.outcome;
    const outcome = apply(userNo);
    remembered.remember(userNo, intent.requestId, intent.nowMs, 'facts:', outcome);
    return outcome;
  };

  return {
    writes: {
      ...sayingWrites(once, changes, factSayer(changes, lookups, embed)),
      ...stateWrites(once, changes, factRestorer(changes, lookups.lookUp), noteTextRemoved),
      lateFacts: lateFacts(db, changes, lookups, savepoints, embed),

      /** Writes confirmations, except those of facts that are not the user's or were closed meanwhile. */
      confirmFacts({ confirmations }: { readonly confirmations: readonly UserConfirmation[] }): void {
        for (const { tenant, userId, id, count, lastMs } of confirmations) {
          const row = changes.table.find({ tenant, userId, namespace: '' }, id);
          if (row === undefined || row.closed_ms !== null) continue;
          changes.confirm(row.fact_no, lastMs, count);
        }
      },
    },

    /** Deletes facts that nobody has confirmed for long after they became stale, at most `limit`, and returns their number. */
    sweep(nowMs: number, limit: number, choose: ChooseDue): number {
      const stale = changes.table.due(nowMs - FACT_AGES.staleMs - FACT_AGES.deletedAfterStaleMs, limit);
      const due = choose(stale, (row) => row.user_no);
      for (const row of due) changes.remove(row.user_no, row, nowMs);
      return due.length;
    },
  };
}

function standing({ table }: FactChanges, scope: Scope, id: string): FactRow {
  const row = table.find(scope, id);
  if (row === undefined || row.closed_ms !== null) throw factNotFound(id);
  return row;
}

function unforgotten({ table }: FactChanges, scope: Scope, id: string): FactRow {
  const row = table.find(scope, id);
  if (row === undefined || row.is_forgotten === 1) throw factNotFound(id);
  return row;
}

/** Writes that state facts: they add, confirm or replace. */
function sayingWrites(once: Once, changes: FactChanges, sayOne: ReturnType<typeof factSayer>) {
  return {
    sayFacts: (intent: SayIntent): readonly SaidOutcome[] =>
      once(intent, (userNo) => intent.facts.flatMap((said) => sayOne(userNo, said, intent) ?? [])),

    replaceFact: (intent: ReplaceIntent): SaidOutcome =>
      once(intent, (userNo) => {
        const { scope, id, by, nowMs } = intent;
        return sayOne(userNo, by, { scope, nowMs, replaced: standing(changes, scope, id) }) as SaidOutcome;
      }),
  };
}

/** Makes writes that change an existing fact. */
function stateWrites(
  once: Once,
  changes: FactChanges,
  restore: ReturnType<typeof factRestorer>,
  noteTextRemoved: () => void,
) {
  return {
    pinFact: (intent: PinIntent): { readonly id: string } =>
      once(intent, (userNo) => {
        const { scope, id, isPinned, nowMs } = intent;
        if (changes.setPin(standing(changes, scope, id), isPinned)) changes.logUpdate(userNo, id, nowMs);
        return { id };
      }),

    restoreFact: (intent: RestoreIntent): SaidOutcome =>
      once(intent, (userNo) => {
        const { scope, id, nowMs } = intent;
        const row = unforgotten(changes, scope, id);
        if (row.closed_ms === null) return { id, operation: 'CONFIRMED', closedIds: [] };
        return restore(userNo, scope, row, nowMs);
      }),

    forgetFact: (intent: ForgetIntent): { readonly id: string } =>
      once(intent, (userNo) => {
        const { scope, id, nowMs } = intent;
        const row = unforgotten(changes, scope, id);
        changes.takeText(userNo, row, nowMs);
        changes.table.close(row.fact_no, { nowMs, by: row.superseded_by, isForgotten: true });
        changes.events.note(row.fact_no, 'FORGOTTEN', nowMs);
        noteTextRemoved();
        return { id };
      }),
  };
}

export const FACT_TRAITS: CallTraits<FactWrites> = {
  lateFacts: { hasOwnSavepoints: true },
  pinFact: { audit: ({ scope, id }) => ({ ...scope, action: 'UPDATE', subject: 'FACT', id }) },
  forgetFact: { deletes: true, audit: ({ scope, id }) => ({ ...scope, action: 'REMOVE', subject: 'FACT', id }) },
};
