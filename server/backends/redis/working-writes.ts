/** Add, update, remove, end of task: read, decide, commit, and again where others came first. */
import { decideRemove } from '../../domain/decide/remove.ts';
import { decideSetEntry } from '../../domain/decide/set-entry.ts';
import { decideUpdate } from '../../domain/decide/update.ts';
import { notFound, RecordaError } from '../../domain/errors.ts';
import { sizeBytes, type JsonValue, type Scope } from '../../domain/memory.ts';
import { MAX_REMOVED_IDS } from '../../policy/limits.ts';
import type {
  Added,
  AddIntent,
  CallContext,
  Outcome,
  RemoveIntent,
  Removed,
  Updated,
  UpdateIntent,
  WorkingStore,
} from '../../ports/stores.ts';
import type { QuotasAtHand } from '../quotas-at-hand.ts';
import type { Books } from './books.ts';
import type { RedisClient } from './connect-redis.ts';
import { keyedTurns } from './keyed-turns.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import { isRepeat, openContent, sealContent } from './repeats.ts';
import { orThrow } from './session-answers.ts';
import { isOfTheCall } from './session-writes.ts';
import { placeOf, spelledEntry, type WorkingRecord } from './working-form.ts';
import {
  commitOfOwner,
  keptValue,
  ownerKeys,
  readOwner,
  type OwnerCommit,
  type OwnerQuestion,
  type OwnerState,
} from './working-state.ts';

type Options = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly books: Books;
  readonly accounts: RedisAccounts;
  readonly quotas: QuotasAtHand;
  readonly find: (scope: Scope, id: string) => Promise<WorkingRecord | undefined>;
};

type Decision<T> = {
  readonly commit?: Omit<OwnerCommit, 'told' | 'nowMs'> | undefined;
  readonly answer: T | Promise<T>;
};

/** `decide` sees the owner as it is; what it throws is the answer. */
export type WriteOwner = <T>(
  scope: Scope,
  nowMs: number,
  question: OwnerQuestion,
  call: CallContext,
  decide: (state: OwnerState) => Decision<T>,
) => Promise<T>;

/** Remembered of a request: the record without its value, and the rest of the answer. */
type Remembered<T extends Added | Updated> = Omit<T, 'record'> & {
  readonly record: string;
  /** Of an update that did not bring it: the value. */
  readonly sealed?: string | undefined;
};

const NOT_FULL = Infinity;

export function workingWrites({ redis, attempt, books, accounts, quotas, find }: Options) {
  const turn = keyedTurns();

  const write: WriteOwner = async (scope, nowMs, question, { signal }, decide) =>
    books.written(scope, signal, {
      inTurn: (work) => turn(ownerKeys(scope).revision, work),
      async decide() {
        const state = await attempt(() => readOwner(redis, scope, question), signal);
        const repeat = isRepeat(state.prior, question.requestId, nowMs);
        if (!repeat.ok) throw repeat.error;
        const { commit, answer } = decide(repeat.value ? state : { ...state, prior: undefined });
        if (commit === undefined) return { answer };
        const use = { name: 'WORKING', place: scope.agentId, ...commit.usage } as const;
        const { told, raise } = accounts.judge(scope, use, state.told);
        const apply = commitOfOwner(scope, state, { ...commit, told, nowMs });
        return { answer, apply: () => apply(redis), raise: () => raise(nowMs) };
      },
    });

  function addOne(intent: AddIntent, call: CallContext): Promise<Added> {
    const { scope, nowMs, requestId } = intent;
    const payload = intent.payload as WorkingRecord['payload'];
    const size = sizeBytes(payload, intent.metadata);
    const quota = quotas.quota(scope);
    const question = { place: placeOf({ scope, payload }), fullBytes: quota.bytes - size, requestId };
    return write(scope, nowMs, question, call, ({ usage, entry: existing, all, prior }) => {
      if (prior !== undefined) return { answer: repeatedAdd(payload, prior.outcome as Remembered<Added>) };
      const leastRecentlyUsed = all.filter(({ id }) => id !== existing?.id);
      const decision = decideSetEntry({ usage, quota, existing, leastRecentlyUsed }, intent, size);
      const { operation, removed, remaining, usage: after } = orThrow(decision);
      const record = newRecord(intent, payload, size, existing);
      const gone = new Set(removed.map(({ id }) => id));
      const removedIds = [...gone].slice(0, MAX_REMOVED_IDS);
      const answer: Added = { record, operation, remaining, prunedCount: 0, evictedCount: gone.size, removedIds };
      return {
        answer,
        commit: {
          usage: after,
          removed: all.filter(({ id }) => gone.has(id)),
          written: record,
          request: requestId && { requestId, outcome: remember(answer) },
        },
      };
    });
  }

  async function updateOne(intent: UpdateIntent, call: CallContext): Promise<Updated> {
    const { id, nowMs, requestId } = intent;
    const scope = await ownerOf(intent, call);
    const question = { id, fullBytes: NOT_FULL, requestId };
    return write(scope, nowMs, question, call, ({ usage, entry, prior }) => {
      if (prior !== undefined) return { answer: repeatedUpdate(scope, intent, prior.outcome as Remembered<Updated>) };
      const changes = orThrow(decideUpdate({ record: entry, usage, quota: quotas.quota(scope) }, intent));
      const record = { ...changes.record, storedBytes: changes.record.sizeBytes } as WorkingRecord;
      const answer: Updated = { record, remaining: changes.remaining };
      return {
        answer,
        commit: {
          usage: changes.usage,
          removed: [],
          written: record,
          request: requestId && { requestId, outcome: { ...remember(answer), ...sealedValue(intent, record) } },
        },
      };
    });
  }

  async function repeatedUpdate(scope: Scope, intent: UpdateIntent, outcome: Remembered<Updated>): Promise<Updated> {
    const { id, patch, requestId } = intent;
    if (patch.value !== undefined) return recalled(outcome, patch.value.json);
    const { sealed, ...answer } = outcome;
    if (sealed !== undefined) return recalled(answer, JSON.parse(openContent(requestId!, sealed)) as JsonValue);
    const text = await keptValue(redis, ownerKeys(scope), id, requestId!);
    if (text === null) throw notFound(id);
    return recalled(outcome, JSON.parse(text) as JsonValue);
  }

  async function removeOne(intent: RemoveIntent, call: CallContext): Promise<Removed> {
    const { id, nowMs, requestId } = intent;
    const scope = await ownerOf(intent, call);
    return write(scope, nowMs, { id, fullBytes: NOT_FULL, requestId }, call, ({ usage, entry, prior }) => {
      if (prior !== undefined) return { answer: prior.outcome as Removed };
      const { usage: after, remaining } = orThrow(
        decideRemove({ record: entry, usage, quota: quotas.quota(scope) }, intent),
      );
      const answer: Removed = { remaining, removedRelationships: 0 };
      const request = requestId && { requestId, outcome: answer };
      return { answer, commit: { usage: after, removed: entry === undefined ? [] : [entry], request } };
    });
  }

  /** Whoever names no agent may mean any of the user's: the entry says whose it is. */
  async function ownerOf({ scope, id }: UpdateIntent | RemoveIntent, { signal }: CallContext): Promise<Scope> {
    if (scope.agentId !== '') return scope;
    return (await attempt(() => find(scope, id), signal))?.scope ?? scope;
  }

  /** Removes what `goes` accepts of an owner, and says how many. */
  function clear(
    scope: Scope,
    nowMs: number,
    goes: (record: WorkingRecord, state: OwnerState) => boolean,
    call: CallContext,
  ): Promise<number> {
    return write(scope, nowMs, { fullBytes: -1 }, call, (state) => {
      const removed = state.all.filter((record) => goes(record, state));
      if (removed.length === 0) return { answer: 0 };
      const bytes = removed.reduce((sum, record) => sum + record.sizeBytes, 0);
      const usage = { count: state.usage.count - removed.length, bytes: state.usage.bytes - bytes };
      return { answer: removed.length, commit: { usage, removed } };
    });
  }

  const writes: Pick<WorkingStore, 'add' | 'update' | 'remove'> = {
    /** Those of one owner one after another, in order. */
    add: (intents, call) =>
      Promise.all(
        intents.map(async (intent): Promise<Outcome<Added>> => {
          try {
            return { ok: true, value: await addOne(intent, call) };
          } catch (error) {
            if (!(error instanceof RecordaError) || isOfTheCall(error)) throw error;
            return { ok: false, error };
          }
        }),
      ),
    update: updateOne,
    remove: removeOne,
  };
  return { ...writes, write, clear };
}

/** What is counted of an entry outlives its values. */
function newRecord(
  intent: AddIntent,
  payload: WorkingRecord['payload'],
  size: number,
  existing: WorkingRecord | undefined,
): WorkingRecord {
  const { accessCount, lastAccessTimeMs } = existing ?? {};
  const importance = intent.importance ?? existing?.importance;
  return {
    id: existing?.id ?? intent.id,
    // The key, and with it user, agent and task, are the same; where it came from is the new one's.
    scope: intent.scope,
    payload,
    ...(intent.source !== undefined && { source: intent.source }),
    ...(intent.metadata !== undefined && { metadata: intent.metadata }),
    createTimeMs: existing?.createTimeMs ?? intent.nowMs,
    updateTimeMs: Math.max(existing?.updateTimeMs ?? 0, intent.nowMs),
    version: (existing?.version ?? 0) + 1,
    ...(accessCount !== undefined && { accessCount, lastAccessTimeMs }),
    ...(importance !== undefined && { importance }),
    sizeBytes: size,
    storedBytes: size,
    isCompressed: false,
  };
}

/** What a repeat answers with, also after the entry is gone, where it does not bring it. */
function sealedValue({ patch, requestId }: UpdateIntent, { payload }: WorkingRecord): { readonly sealed?: string } {
  if (requestId === undefined || patch.value !== undefined) return {};
  return { sealed: sealContent(requestId, JSON.stringify(payload.value)) };
}

function remember<T extends Added | Updated>(answer: T): Remembered<T> {
  const record = answer.record as WorkingRecord;
  const { accessCount, lastAccessTimeMs } = record;
  const head = JSON.parse(spelledEntry({ ...record, payload: { ...record.payload, value: null } })) as WorkingRecord;
  return { ...answer, record: JSON.stringify({ ...head, accessCount, lastAccessTimeMs }) };
}

function recalled<T extends Added | Updated>(outcome: Remembered<T>, value: JsonValue): T {
  const record = JSON.parse(outcome.record) as WorkingRecord;
  return { ...outcome, record: { ...record, payload: { ...record.payload, value } } } as unknown as T;
}

function repeatedAdd({ value }: WorkingRecord['payload'], outcome: Remembered<Added>): Added {
  return recalled(outcome, value);
}
