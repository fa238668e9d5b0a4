/** Add, update and remove: read, decide, commit, and again where others came first. */
import { orAbort } from '../../domain/abort.ts';
import { decideAdd } from '../../domain/decide/add.ts';
import { decideRemove } from '../../domain/decide/remove.ts';
import { decideUpdate } from '../../domain/decide/update.ts';
import { notFound, RecordaError } from '../../domain/errors.ts';
import { sizeBytes, type Scope } from '../../domain/memory.ts';
import { MAX_REMOVED_IDS } from '../../policy/limits.ts';
import { SHORT_TERM_TTL_MS } from '../../policy/retention.ts';
import type {
  Added,
  AddIntent,
  CallContext,
  MemoryStore,
  Outcome,
  RemoveIntent,
  Removed,
  Updated,
  UpdateIntent,
} from '../../ports/stores.ts';
import type { QuotasAtHand } from '../quotas-at-hand.ts';
import { storedText, type StoredText } from '../stored-text.ts';
import type { Books } from './books.ts';
import type { RedisClient } from './connect-redis.ts';
import { keyedTurns } from './keyed-turns.ts';
import { bodyOf, headOf, withBody, type MessageRecord } from './message-form.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import { isRepeat, openContent, sealContent } from './repeats.ts';
import {
  newRecord,
  orThrow,
  rememberedRecord,
  repeatedAdd,
  storedForm,
  type AddOutcome,
  type UpdateOutcome,
} from './session-answers.ts';
import { aliveAt, commitOf, readSession, type Commit, type SessionState } from './session-state.ts';
import { keysOf, sessionDigest, type UserKeys } from './redis-keys.ts';

type Options = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly books: Books;
  readonly accounts: RedisAccounts;
  readonly quotas: QuotasAtHand;
  readonly find: (scope: Scope, id: string, nowMs: number) => Promise<MessageRecord | undefined>;
};

export type WriteSession = <T>(
  of: Pick<AddIntent, 'scope' | 'nowMs' | 'requestId'>,
  call: CallContext,
  decide: (state: SessionState) => Promise<Decision<T>> | Decision<T>,
) => Promise<T>;

type Decision<T> = { readonly commit?: Omit<Commit, 'told' | 'nowMs'>; readonly answer: T | Promise<T> };

export function sessionWrites({
  redis,
  attempt,
  books,
  accounts,
  quotas,
  find,
}: Options): Pick<MemoryStore, 'add' | 'update' | 'remove'> & { readonly write: WriteSession } {
  const turn = keyedTurns();

  /** `decide` sees the session as it is; what it throws is the answer. */
  async function write<T>(
    { scope, nowMs, requestId }: Pick<AddIntent, 'scope' | 'nowMs' | 'requestId'>,
    { signal }: CallContext,
    decide: (state: SessionState) => Promise<Decision<T>> | Decision<T>,
  ): Promise<T> {
    const keys = keysOf(scope);
    const { sessionId } = scope;
    return books.written(scope, signal, {
      inTurn: (work) => turn(keys.session(sessionDigest(scope)), work),
      async decide() {
        const state = await attempt(() => readSession(redis, keys, sessionId, requestId), signal);
        const repeat = isRepeat(state.prior, requestId, nowMs);
        if (!repeat.ok) throw repeat.error;
        const { commit, answer } = await decide(repeat.value ? state : { ...state, prior: undefined });
        if (commit === undefined) return { answer };
        const { told, raise } = accounts.judge(
          scope,
          { name: 'SHORT_TERM', place: sessionId, ...commit.usage },
          state.told,
        );
        const apply = commitOf(keys, sessionId, state, { ...commit, told, nowMs });
        return { answer, apply: () => apply(redis), raise: () => raise(nowMs) };
      },
    });
  }

  async function addOne(intent: AddIntent, text: StoredText, call: CallContext): Promise<Added> {
    const { scope, payload, id, nowMs, requestId } = intent;
    const session = sessionDigest(scope);
    const size = sizeBytes(payload, intent.metadata);
    return write(intent, call, (state) => {
      if (state.prior !== undefined) return { answer: repeatedAdd(intent, state.prior.outcome as AddOutcome) };
      const alive = aliveAt(state, nowMs);
      const { usage, entries } = alive;
      const {
        operation,
        removed,
        remaining,
        usage: after,
      } = orThrow(decideAdd({ usage, quota: quotas.quota(scope), oldest: entries }, intent, size));
      // Two appends need not arrive in the order of their clocks.
      const expireMs = Math.max(alive.entries.length === 0 ? 0 : state.expireMs, nowMs + SHORT_TERM_TTL_MS);
      const record = newRecord(intent, text, size, expireMs);
      const answer: Added = {
        record,
        operation,
        remaining,
        prunedCount: 0,
        evictedCount: removed.length,
        removedIds: removed.slice(0, MAX_REMOVED_IDS).map((message) => message.id),
      };
      const expired = state.entries.length - entries.length;
      return {
        answer,
        commit: {
          usage: after,
          expireMs,
          popped: expired + removed.length,
          deleted: state.entries.slice(0, expired + removed.length).map((message) => message.id),
          written: {
            entry: { id, sizeBytes: size, version: 1, agentId: scope.agentId },
            fields: [
              ['head', headOf(record)],
              ['body', bodyOf(text)],
              ['session', session],
            ],
          },
          request: requestId && { requestId, nowMs, outcome: { ...answer, record: headOf(record), expireMs } },
        },
      };
    });
  }

  async function updateOne(intent: UpdateIntent, call: CallContext): Promise<Updated> {
    const { scope, id, nowMs, requestId, patch } = intent;
    const keys = keysOf(scope);
    const known = await attempt(() => find(scope, id, nowMs), call.signal);
    const of = { ...intent, scope: known?.scope ?? scope };
    const changed = patch.content === undefined ? undefined : await orAbort(storedText(patch.content), call.signal);
    return write(of, call, async (state) => {
      if (state.prior !== undefined)
        return { answer: repeatedUpdate(keys, intent, state.prior.outcome as UpdateOutcome) };
      const { usage, entries, expireMs } = aliveAt(state, nowMs);
      const place = entries.findIndex((entry) => entry.id === id);
      const record = place < 0 ? undefined : await attempt(() => find(scope, id, nowMs), call.signal);
      const {
        record: patched,
        usage: after,
        remaining,
      } = orThrow(decideUpdate({ record, usage, quota: quotas.quota(scope) }, intent));
      const updated = { ...patched, ...(changed && storedForm(changed)), expireTimeMs: expireMs } as MessageRecord;
      const body = changed ?? (await storedText(updated.payload.content));
      // What a repeat answers with, also after the message is gone, if it does not bring it.
      const sealed = requestId && changed === undefined ? sealContent(requestId, updated.payload.content) : undefined;
      const outcome: UpdateOutcome = { record: headOf(updated), remaining, expireMs, sealed };
      return {
        answer: { record: updated, remaining },
        commit: {
          usage: after,
          expireMs,
          written: {
            entry: { id, sizeBytes: updated.sizeBytes, version: updated.version, agentId: updated.scope.agentId },
            place,
            fields: [
              ['head', headOf(updated)],
              ['body', bodyOf(body)],
            ],
          },
          request: requestId && { requestId, nowMs, outcome },
        },
      };
    });
  }

  async function repeatedUpdate(
    keys: UserKeys,
    { id, patch, requestId }: UpdateIntent,
    outcome: UpdateOutcome,
  ): Promise<Updated> {
    const { sealed, requestField, remaining } = outcome;
    if (patch.content !== undefined) return { record: rememberedRecord(outcome, patch.content), remaining };
    if (sealed !== undefined) return { record: rememberedRecord(outcome, openContent(requestId!, sealed)), remaining };
    const body = await redis.hgetBuffer(keys.message(id), requestField ?? '');
    if (body === null) throw notFound(id);
    const record = rememberedRecord(outcome, '');
    return { record: withBody(record, body), remaining };
  }

  async function removeOne(intent: RemoveIntent, call: CallContext): Promise<Removed> {
    const { scope, id, nowMs, requestId } = intent;
    const known = await attempt(() => find(scope, id, nowMs), call.signal);
    const of = { ...intent, scope: known?.scope ?? scope };
    return write(of, call, async (state) => {
      if (state.prior !== undefined) return { answer: state.prior.outcome as Removed };
      const { usage, entries, expireMs } = aliveAt(state, nowMs);
      const removed = entries.find((entry) => entry.id === id);
      const record = removed && (await attempt(() => find(scope, id, nowMs), call.signal));
      const { usage: after, remaining } = orThrow(decideRemove({ record, usage, quota: quotas.quota(scope) }, intent));
      if (removed === undefined) throw notFound(id);
      const answer: Removed = { remaining, removedRelationships: 0 };
      const request = requestId && { requestId, nowMs, outcome: answer };
      return { answer, commit: { usage: after, expireMs, deleted: [id], removed, request } };
    });
  }

  return {
    /** Those of one session one after another, in order. */
    async add(intents, call) {
      const texts = await orAbort(Promise.all(intents.map(contentOf).map(storedText)), call.signal);
      return Promise.all(
        intents.map(async (intent, place): Promise<Outcome<Added>> => {
          try {
            return { ok: true, value: await addOne(intent, texts[place]!, call) };
          } catch (error) {
            // What the caller gave up, and a Redis that is away, are of the whole call.
            if (!(error instanceof RecordaError) || isOfTheCall(error)) throw error;
            return { ok: false, error };
          }
        }),
      );
    },
    update: updateOne,
    remove: removeOne,
    write,
  };
}

function contentOf({ payload }: AddIntent): string {
  if (payload.type !== 'SHORT_TERM') throw new Error(`Redis keeps messages, not ${payload.type}.`);
  return payload.content;
}

/** As opposed to one intent's of several. */
export function isOfTheCall({ reason }: RecordaError): boolean {
  return reason === 'CANCELLED' || reason === 'DEADLINE_EXCEEDED' || reason === 'BACKEND_UNAVAILABLE';
}
