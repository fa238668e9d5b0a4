/** Tells the audit log of what a store changes that does not lie in the embedded store, whose own changes are logged with their commit. */
import type { AuditAction, AuditEvent } from '../domain/audit.ts';
import { isRelationshipId } from '../domain/memory.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { DiscardLog, ResponseCache } from '../ports/context.ts';
import type { CallContext, Clock, MemoryStore, Outcome, WorkingStore } from '../ports/stores.ts';
import { MUTATIONS } from '../policy/auditing.ts';
import type { RetiredType } from '../policy/retention.ts';
import type { ArchivingStore } from '../ports/keeping.ts';

type Write = { readonly scope: { readonly tenant: string; readonly userId: string }; readonly nowMs: number };

/**
 * The same store. Where what it keeps lives no longer than its process or its session, its records are written together a moment
 * later, and it refuses to change anything while they cannot be; else each is on disk before the change is made.
 */
export function audited<S extends MemoryStore>(store: S, trail: AuditTrail): S {
  if (store.capabilities.isLogged) return store;
  const isLasting = store.capabilities.durability === 'DURABLE';
  const { type, ofUser } = store;

  function event(
    action: AuditAction,
    { scope: { tenant, userId }, nowMs }: Write,
    id: string,
    { origin = MUTATIONS.server }: CallContext,
    more: Partial<AuditEvent> = {},
  ): AuditEvent {
    const why = origin === MUTATIONS.server ? 'SERVER' : 'CALL';
    const subject = isRelationshipId(id) ? 'RELATIONSHIP' : type;
    return { tenant, userId, action, subject, id, count: 1, why, atMs: nowMs, origin, ...more };
  }
  const before = async (action: AuditAction, events: () => readonly AuditEvent[]): Promise<void> => {
    if (isLasting) await trail.record(events());
    else trail.refuseUnlessWriting(action);
  };
  const after = (events: () => readonly AuditEvent[]): void => {
    if (!isLasting) trail.note(events());
  };
  /** One change, told of before or after. */
  async function told<T>(
    action: AuditAction,
    events: () => readonly AuditEvent[],
    change: () => Promise<T>,
  ): Promise<T> {
    await before(action, events);
    const changed = await change();
    after(events);
    return changed;
  }

  const more = {
    add: async (intents, call) => {
      await before('ADD', () => intents.map((intent) => event('ADD', intent, intent.id, call)));
      const outcomes = await store.add(intents, call);
      after(() =>
        outcomes.flatMap((outcome: Outcome<{ record: { id: string }; removedIds: readonly string[] }>, place) => {
          if (!outcome.ok) return [];
          const intent = intents[place]!;
          const { record, removedIds } = outcome.value;
          const removed = removedIds.map((id) => event('REMOVE', intent, id, call, { why: 'ROOM' }));
          return [event('ADD', intent, record.id, call), ...removed];
        }),
      );
      return outcomes;
    },
    update: (intent, call) =>
      told(
        'UPDATE',
        () => [event('UPDATE', intent, intent.id, call)],
        () => store.update(intent, call),
      ),
    remove: (intent, call) =>
      told(
        'REMOVE',
        () => [event('REMOVE', intent, intent.id, call)],
        () => store.remove(intent, call),
      ),
    ofUser: {
      ...ofUser,
      putBack: (whose, memories, call) =>
        told(
          'ADD',
          () =>
            memories.map(({ id }) => event('ADD', { scope: whose, nowMs: Date.now() }, id, call, { why: 'IMPORT' })),
          () => ofUser.putBack(whose, memories, call),
        ),
    },
  } satisfies Partial<MemoryStore>;
  return { ...store, ...more, ...(isWorking(store) && { clearTask: clearing(store) }) };

  /** A task that ends is one record: of how many entries. */
  function clearing({ clearTask }: WorkingStore): WorkingStore['clearTask'] {
    return async (scope, call) => {
      await before('REMOVE', () => [event('REMOVE', { scope, nowMs: Date.now() }, '', call, { count: 0 })]);
      const count = await clearTask(scope, call);
      if (count > 0) after(() => [event('REMOVE', { scope, nowMs: Date.now() }, '', call, { count })]);
      return count;
    };
  }
}

function isWorking(store: MemoryStore): store is WorkingStore {
  return 'clearTask' in store;
}

/** The archive of a type that does not lie in the embedded store: what goes there is told before. */
export function auditedArchive(
  { type, store }: { readonly type: RetiredType; readonly store: ArchivingStore },
  trail: AuditTrail,
  clock: Clock,
): ArchivingStore {
  return {
    ...store,
    async evict(order, call) {
      const { origin = MUTATIONS.server } = call;
      const { tenant, userId } = order.whose;
      const why = origin === MUTATIONS.server ? 'SERVER' : 'CALL';
      const removed = {
        tenant,
        userId,
        action: 'REMOVE',
        subject: type,
        count: 1,
        why,
        atMs: clock.now(),
        origin,
      } as const;
      await trail.record(order.evictions.map(({ id }) => ({ ...removed, id })));
      return store.evict(order, call);
    },
  };
}

/** Answers that are kept elsewhere than in the embedded store: what is kept of them outlives no day, so it is noted. */
export function auditedResponses(responses: ResponseCache, trail: AuditTrail): ResponseCache {
  return {
    ...responses,
    async store(intent, call) {
      trail.refuseUnlessWriting('ADD');
      const isKept = await responses.store(intent, call);
      const { origin = MUTATIONS.server } = call;
      const { tenant, userId } = intent.scope;
      const answer = { action: 'ADD', subject: 'ANSWER', id: '', count: 1, why: 'CALL' } as const;
      if (isKept) trail.note([{ ...answer, tenant, userId, atMs: intent.nowMs, origin }]);
      return isKept;
    },
  };
}

/** What is never to be sent to a model is kept for a day. */
export function auditedDiscards({ record }: DiscardLog, trail: AuditTrail, clock: Clock): DiscardLog {
  return {
    async record(scope, kind, text, call) {
      trail.refuseUnlessWriting('ADD');
      const discarded = await record(scope, kind, text, call);
      const { origin = MUTATIONS.server } = call;
      const { tenant, userId } = scope;
      const added = { action: 'ADD', subject: 'DISCARDABLE', id: '', count: 1, why: 'CALL' } as const;
      trail.note([{ ...added, tenant, userId, atMs: clock.now(), origin }]);
      return discarded;
    },
  };
}
