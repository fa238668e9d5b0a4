/** Applies what was said of a user inside the writer's transaction: loads the facts it may be about, decides, writes. */
import type { Database } from 'better-sqlite3';
import { hasRoom, overQuota } from '../../../domain/decide/quota.ts';
import { factNotFound } from '../../../domain/errors.ts';
import { decideFact, decideRestore } from '../../../domain/facts/decide-fact.ts';
import type {
  FactEventKind,
  ForgetIntent,
  PinIntent,
  ReplaceIntent,
  RestoreIntent,
  SaidFact,
  SaidOutcome,
  SayIntent,
  Unwritten,
} from '../../../domain/facts/fact-intents.ts';
import type { Confidence } from '../../../domain/facts/fact.ts';
import { othersOfKind } from '../../../domain/facts/exclusive-words.ts';
import { factWords } from '../../../domain/facts/telling-words.ts';
import type { Scope } from '../../../domain/memory.ts';
import { FACT_AGES, FACT_EVENTS } from '../../../policy/facts.ts';
import { factLookup, lastDecision } from './fact-lookup.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import { lateFacts } from './late-facts.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { Savepoints } from '../engine/write-calls.ts';
import type { ContextAccounts } from '../context/context-accounts.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { requests } from '../records/requests.ts';

/** Nobody watches these changes but the index. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

type TextOfFact = {
  readonly factNo: number;
  readonly id: string;
  readonly text: string;
  readonly sizeBytes: number;
  readonly namespace: string;
};

export type FactWrites = ReturnType<typeof applyFacts>['writes'];

export function applyFacts(
  db: Database,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  remembered: ReturnType<typeof requests>,
  noteTextRemoved: () => void,
  savepoints: Pick<Savepoints, 'one'>,
) {
  const insert = db.prepare(
    `INSERT INTO facts (user_no, id, domain, also_domain, fact, confidence, source, slot, rule, namespace, agent_id, session_id, turn,
       create_ms, confirm_ms, confirmations, size_bytes, superseded_by, closed_ms, is_forgotten, is_pinned)
     VALUES (@userNo, @id, @domain, @alsoDomain, @text, @confidence, @source, @slot, @rule, @namespace, @agentId, @sessionId, @turn,
       @saidMs, @saidMs, 0, @sizeBytes, '', NULL, 0, @isPinned)`,
  );
  const insertText = db.prepare(
    `INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
       session_id, namespace, task_id, content)
     VALUES (@ownerNo, @id, @nowMs, @nowMs, 1, @sizeBytes, @sizeBytes, 0, '', '', @namespace, '', @text)`,
  );
  const deleteText = db.prepare('DELETE FROM memories WHERE id = @id');
  const insertWord = db.prepare('INSERT INTO fact_words (user_no, word, fact_no) VALUES (@userNo, @word, @factNo)');
  const deleteWords = db.prepare('DELETE FROM fact_words WHERE fact_no = @factNo');
  const insertEvent = db.prepare(
    `INSERT INTO fact_events (fact_no, kind, at_ms, other_id, count) VALUES (@factNo, @kind, @atMs, @otherId, @count)`,
  );
  const trimEvents = db.prepare(
    `DELETE FROM fact_events WHERE fact_no = @factNo AND kind = 'CONFIRMED' AND event_no <=
       (SELECT event_no FROM fact_events WHERE fact_no = @factNo ORDER BY event_no DESC LIMIT 1 OFFSET @kept + 0)`,
  );
  const deleteEvents = db.prepare('DELETE FROM fact_events WHERE fact_no = @factNo');
  const find = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f JOIN users u USING (user_no)
     WHERE f.id = @id AND u.tenant = @tenant AND u.user_id = @userId AND (@namespace = '' OR f.namespace = @namespace)`,
  );
  const findById = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} FROM facts f WHERE f.id = @id`);
  const lookUp = factLookup(db);
  const corrected = lastDecision(db);
  const close = db.prepare(
    `UPDATE facts SET closed_ms = @nowMs, superseded_by = @by, is_forgotten = @isForgotten, is_pinned = 0,
       fact = CASE @isForgotten WHEN 1 THEN '' ELSE fact END, slot = CASE @isForgotten WHEN 1 THEN '' ELSE slot END
     WHERE fact_no = @factNo`,
  );
  const reopen = db.prepare(
    `UPDATE facts SET closed_ms = NULL, superseded_by = '', confirm_ms = max(confirm_ms, @nowMs), is_pinned = @isPinned
     WHERE fact_no = @factNo`,
  );
  // What waited to be written may be older than what was written meanwhile.
  const confirm = db.prepare(
    `UPDATE facts SET confirm_ms = max(confirm_ms, @lastMs), confirmations = confirmations + @count WHERE fact_no = @factNo`,
  );
  const selectDue = db.prepare<[object], FactRow & { readonly user_no: number }>(
    `SELECT ${FACT_COLUMNS}, f.user_no FROM facts f WHERE f.confirm_ms < @beforeMs AND f.is_pinned = 0 ORDER BY f.confirm_ms LIMIT @limit + 0`,
  );
  const raise = db.prepare('UPDATE facts SET confidence = @confidence WHERE fact_no = @factNo');
  const pin = db.prepare('UPDATE facts SET is_pinned = @isPinned WHERE fact_no = @factNo');
  const remove = db.prepare('DELETE FROM facts WHERE fact_no = @factNo');

  const note = (factNo: number, kind: FactEventKind, atMs: number, otherId = '', count = 1): void => {
    insertEvent.run({ factNo, kind, atMs, otherId, count });
    if (kind === 'CONFIRMED') trimEvents.run({ factNo, kept: FACT_EVENTS });
  };

  const takeText = (
    userNo: number,
    { fact_no: factNo, id, size_bytes: sizeBytes, closed_ms: closedMs }: FactRow,
    nowMs: number,
  ): void => {
    if (closedMs !== null) return;
    deleteText.run({ id });
    deleteWords.run({ factNo });
    const { owner } = accounts.change(userNo, 'FACT', { count: -1, bytes: -sizeBytes }, nowMs);
    quotaAccounts.log(owner, 'REMOVE', id, NOWHERE, nowMs);
    noteTextRemoved();
  };
  const supersede = (userNo: number, row: FactRow, by: string, nowMs: number): void => {
    if (row.closed_ms !== null) return;
    takeText(userNo, row, nowMs);
    close.run({ factNo: row.fact_no, nowMs, by, isForgotten: 0 });
    note(row.fact_no, 'SUPERSEDED', nowMs, by);
  };
  const isRoomFor = (userNo: number, scope: Scope, sizeBytes: number): boolean => {
    const { usage, quota } = accounts.of(userNo, 'FACT', scope);
    return hasRoom(usage, sizeBytes, quota);
  };
  const requireRoom = (userNo: number, scope: Scope, sizeBytes: number): void => {
    const { usage, quota } = accounts.of(userNo, 'FACT', scope);
    if (!isRoomFor(userNo, scope, sizeBytes)) throw overQuota('FACT', scope, usage, sizeBytes, quota);
  };
  /** Makes the text of a fact that stands findable, and counts it. */
  const putText = (userNo: number, scope: Scope, put: TextOfFact, nowMs: number): void => {
    const { factNo, id, text, sizeBytes, namespace } = put;
    const { owner } = accounts.of(userNo, 'FACT', scope);
    insertText.run({ ownerNo: owner.ownerNo, id, nowMs, sizeBytes, namespace, text });
    for (const word of factWords(text)) insertWord.run({ userNo, word, factNo });
    quotaAccounts.log(owner, 'ADD', id, NOWHERE, nowMs);
    accounts.change(userNo, 'FACT', { count: 1, bytes: sizeBytes }, nowMs, { whose: scope });
  };
  const add = (userNo: number, scope: Scope, said: SaidFact, nowMs: number, saidMs = nowMs): number => {
    const sizeBytes = Buffer.byteLength(said.text);
    requireRoom(userNo, scope, sizeBytes);
    const { id, domain, alsoDomain = null, text, confidence, source, slot = '', rule, provenance } = said;
    const { namespace } = scope;
    const row = {
      userNo,
      id,
      domain,
      alsoDomain,
      text,
      confidence,
      source,
      slot,
      rule,
      namespace,
      ...provenance,
      saidMs,
      sizeBytes,
      isPinned: said.isPinned ? 1 : 0,
    };
    const factNo = Number(insert.run(row).lastInsertRowid);
    putText(userNo, scope, { factNo, id, text, sizeBytes, namespace }, nowMs);
    note(factNo, 'CREATED', saidMs);
    return factNo;
  };
  /** Tells readers that what they know of the fact beside its text has changed. */
  const logUpdate = (userNo: number, { id }: FactRow, nowMs: number): void =>
    quotaAccounts.log(accounts.of(userNo, 'FACT').owner, 'UPDATE', id, NOWHERE, nowMs);
  const setPin = (row: FactRow, isPinned: boolean): boolean => {
    if ((row.is_pinned === 1) === isPinned) return false;
    pin.run({ factNo: row.fact_no, isPinned: isPinned ? 1 : 0 });
    return true;
  };
  /** What was doubtful, said again in so many words, is so no more. */
  const setConfidence = (row: FactRow, confidence: Confidence): boolean => {
    const isRaised = row.confidence === 'LOW' && confidence !== 'LOW';
    if (isRaised) raise.run({ factNo: row.fact_no, confidence });
    return isRaised;
  };
  const sayOne = (userNo: number, scope: Scope, asSaid: SaidFact, nowMs: number): SaidOutcome | undefined => {
    const last = corrected(userNo, asSaid, scope.namespace);
    if (asSaid.leans === true && last === undefined) return undefined;
    // A decision that is there to be taken back, and words that take it back, make up for a reader's doubt.
    const isSurer = last !== undefined && asSaid.confidence === 'LOW';
    const said: SaidFact = isSurer ? { ...asSaid, confidence: 'MEDIUM' } : asSaid;
    const about = lookUp(userNo, scope.namespace, said.slot ?? '', said.text, said.said, othersOfKind(said.said));
    const rows = last === undefined || about.some(({ id }) => id === last.id) ? about : [...about, last];
    const decision = decideFact(rows.map(toFact), { ...said, correctsId: last?.id });
    if (decision.does === 'CONFIRM') {
      const row = rows.find(({ id }) => id === decision.id) as FactRow;
      confirm.run({ factNo: row.fact_no, lastMs: nowMs, count: 1 });
      note(row.fact_no, 'CONFIRMED', nowMs);
      setConfidence(row, said.confidence);
      if (said.isPinned) setPin(row, true);
      logUpdate(userNo, row, nowMs);
      return { id: row.id, operation: 'CONFIRMED', closedIds: [] };
    }
    for (const row of rows) if (decision.closes.includes(row.id)) supersede(userNo, row, said.id, nowMs);
    add(userNo, scope, said, nowMs);
    return {
      id: said.id,
      operation: decision.does === 'SUPERSEDE' ? 'SUPERSEDED' : 'ADDED',
      closedIds: decision.closes,
    };
  };
  const standing = ({ tenant, userId, namespace }: Scope, id: string): FactRow => {
    const row = find.get({ tenant, userId, namespace, id });
    if (row === undefined || row.closed_ms !== null) throw factNotFound(id);
    return row;
  };
  /** The one that stands at the end of those that took a fact's place one after another; undefined where that is forgotten or deleted. */
  const successor = ({ superseded_by: by }: FactRow): FactRow | undefined => {
    let row = findById.get({ id: by });
    while (row !== undefined && row.closed_ms !== null) row = findById.get({ id: row.superseded_by });
    return row;
  };
  const restore = (userNo: number, scope: Scope, row: FactRow, nowMs: number): SaidOutcome => {
    const { fact_no: factNo, id, fact: text, slot, size_bytes: sizeBytes, namespace } = row;
    const last = successor(row);
    const about = lookUp(userNo, namespace, slot, text, othersOfKind(text));
    const rows = last === undefined || about.some((found) => found.id === last.id) ? about : [...about, last];
    const { closes, isPinned } = decideRestore(rows.map(toFact), toFact(row), last?.id);
    for (const closed of rows) if (closes.includes(closed.id)) supersede(userNo, closed, id, nowMs);
    requireRoom(userNo, scope, sizeBytes);
    reopen.run({ factNo, nowMs, isPinned: isPinned ? 1 : 0 });
    putText(userNo, scope, { factNo, id, text, sizeBytes, namespace }, nowMs);
    note(factNo, 'RESTORED', nowMs);
    return { id, operation: closes.length > 0 ? 'SUPERSEDED' : 'ADDED', closedIds: closes };
  };
  const late = lateFacts(
    db,
    {
      lookUp,
      corrected,
      hasRoom: (userNo, scope, text) => isRoomFor(userNo, scope, Buffer.byteLength(text)),
      supersede,
      add,
      raise(userNo, row, { confidence }, nowMs) {
        const isRaised = setConfidence(row, confidence);
        if (isRaised) logUpdate(userNo, row, nowMs);
        return isRaised;
      },
    },
    savepoints,
  );
  /** Once for a request id. */
  const once = <T extends object>(
    intent: Pick<SayIntent, 'scope' | 'requestId' | 'nowMs'>,
    apply: (userNo: number) => T,
  ): T => {
    const userNo = quotaAccounts.user(intent.scope);
    const prior = remembered.find<T>(userNo, intent.requestId, intent.nowMs);
    if (prior !== undefined) return prior.outcome;
    const outcome = apply(userNo);
    remembered.remember(userNo, intent.requestId, intent.nowMs, `facts:${userNo}`, outcome);
    return outcome;
  };

  return {
    writes: {
      sayFacts: (intent: SayIntent): readonly SaidOutcome[] =>
        once(intent, (userNo) =>
          intent.facts.flatMap((said) => sayOne(userNo, intent.scope, said, intent.nowMs) ?? []),
        ),

      replaceFact: (intent: ReplaceIntent): SaidOutcome =>
        once(intent, (userNo) => {
          const { scope, id, by, nowMs } = intent;
          const row = standing(scope, id);
          // What stands in its place may itself have been said before.
          const outcome = sayOne(userNo, scope, by, nowMs) as SaidOutcome;
          if (outcome.id === id) return outcome;
          const now = findById.get({ id }) as FactRow;
          supersede(userNo, { ...row, closed_ms: now.closed_ms }, outcome.id, nowMs);
          return { id: outcome.id, operation: 'SUPERSEDED', closedIds: [...new Set([...outcome.closedIds, id])] };
        }),

      pinFact: (intent: PinIntent): { readonly id: string } =>
        once(intent, (userNo) => {
          const { scope, id, isPinned, nowMs } = intent;
          const row = standing(scope, id);
          if (setPin(row, isPinned)) logUpdate(userNo, row, nowMs);
          return { id };
        }),

      restoreFact: (intent: RestoreIntent): SaidOutcome =>
        once(intent, (userNo) => {
          const { scope, id, nowMs } = intent;
          const { tenant, userId, namespace } = scope;
          const row = find.get({ tenant, userId, namespace, id });
          if (row === undefined || row.is_forgotten === 1) throw factNotFound(id);
          if (row.closed_ms === null) return { id, operation: 'CONFIRMED', closedIds: [] };
          return restore(userNo, scope, row, nowMs);
        }),

      lateFacts: late,

      forgetFact: (intent: ForgetIntent): { readonly id: string } =>
        once(intent, (userNo) => {
          const { scope, id, nowMs } = intent;
          const { tenant, userId, namespace } = scope;
          const row = find.get({ tenant, userId, namespace, id });
          if (row === undefined || row.is_forgotten === 1) throw factNotFound(id);
          takeText(userNo, row, nowMs);
          close.run({ factNo: row.fact_no, nowMs, by: row.superseded_by, isForgotten: 1 });
          note(row.fact_no, 'FORGOTTEN', nowMs);
          noteTextRemoved();
          return { id };
        }),

      /** Nothing is kept of facts that are closed meanwhile. */
      confirmFacts({ confirmations }: { readonly confirmations: Unwritten }): void {
        for (const { id, count, lastMs } of confirmations) {
          const row = findById.get({ id });
          if (row === undefined || row.closed_ms !== null) continue;
          confirm.run({ factNo: row.fact_no, lastMs, count });
          note(row.fact_no, 'CONFIRMED', lastMs, '', count);
        }
      },
    },

    /** Deletes what nobody has confirmed for long after it became stale, so many at most, and says how many. */
    sweep(nowMs: number, limit: number): number {
      const beforeMs = nowMs - FACT_AGES.staleMs - FACT_AGES.deletedAfterStaleMs;
      const due = selectDue.all({ beforeMs, limit });
      for (const row of due) {
        takeText(row.user_no, row, nowMs);
        deleteEvents.run({ factNo: row.fact_no });
        remove.run({ factNo: row.fact_no });
        noteTextRemoved();
      }
      return due.length;
    },
  };
}

export const FACT_CALLS: CallTraits<FactWrites> = {
  lateFacts: { hasOwnSavepoints: true },
  pinFact: { audit: ({ scope, id }) => ({ ...scope, action: 'UPDATE', subject: 'FACT', id }) },
  forgetFact: { deletes: true, audit: ({ scope, id }) => ({ ...scope, action: 'REMOVE', subject: 'FACT', id }) },
};
