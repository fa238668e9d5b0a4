/** Tells the audit log of changes outside the embedded store, whose own changes are logged with their commit. */
import type { AuditAction, AuditEvent } from '../../domain/audit.ts';
import { isRelationshipId } from '../../domain/memory.ts';
import { MUTATIONS } from '../../policy/lifecycle.ts';
import type { RetiredType } from '../../policy/memory-types.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import type { KeyOwner, UserKeys } from '../../ports/cold-storage.ts';
import type { DiscardLog, ResponseCache } from '../../ports/context.ts';
import type { ArchivingStore } from '../../ports/lifecycle.ts';
import type { CallContext, Clock, Outcome } from '../../ports/stores.ts';
import type { Layer } from './layer.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

type Owner = { readonly tenant: string; readonly userId: string };
type Write = { readonly scope: Owner; readonly nowMs: number };

/**
 * Records changes of a store in the audit log. Where the store's content lives no longer than its process or its session, records are
 * written together a moment later, and the store refuses changes while they cannot be; else each is on disk before the change is made.
 */
export function audited(trail: AuditTrail): StoreMiddleware {
  return (store) => (store.capabilities.isLogged ? {} : recorded(store, trail));
}

function recorded({ type, capabilities }: Parameters<StoreMiddleware>[0], trail: AuditTrail): StoreLayer {
  const isLasting = capabilities.durability === 'DURABLE';

  function event(
    action: AuditAction,
    { scope, nowMs }: Write,
    id: string,
    call: CallContext,
    more: Partial<AuditEvent> = {},
  ): AuditEvent {
    const subject = isRelationshipId(id) ? 'RELATIONSHIP' : type;
    return { ...eventOf(action, subject, scope, nowMs, call), id, ...more };
  }
  const before = async (action: AuditAction, events: () => readonly AuditEvent[]): Promise<void> => {
    if (isLasting) await trail.record(events());
    else trail.refuseUnlessWriting(action);
  };
  const after = (events: () => readonly AuditEvent[]): void => {
    if (!isLasting) trail.note(events());
  };
  /** Makes one change, and records it before or after. */
  async function change<T>(
    action: AuditAction,
    events: () => readonly AuditEvent[],
    work: () => Promise<T>,
  ): Promise<T> {
    await before(action, events);
    const changed = await work();
    after(events);
    return changed;
  }

  return {
    async add(next, intents, call) {
      await before('ADD', () => intents.map((intent) => event('ADD', intent, intent.id, call)));
      const outcomes = await next(intents, call);
      after(() =>
        outcomes.flatMap((outcome: Outcome<{ record: { id: string }; removedIds: readonly string[] }>, index) => {
          if (!outcome.ok) return [];
          const intent = intents[index]!;
          const { record, removedIds } = outcome.value;
          const removed = removedIds.map((id) => event('REMOVE', intent, id, call, { why: 'ROOM' }));
          return [event('ADD', intent, record.id, call), ...removed];
        }),
      );
      return outcomes;
    },
    update: (next, intent, call) =>
      change(
        'UPDATE',
        () => [event('UPDATE', intent, intent.id, call)],
        () => next(intent, call),
      ),
    remove: (next, intent, call) =>
      change(
        'REMOVE',
        () => [event('REMOVE', intent, intent.id, call)],
        () => next(intent, call),
      ),
    /** The end of a task is one record, with the number of entries. */
    async clearTask(next, scope, call) {
      await before('REMOVE', () => [event('REMOVE', { scope, nowMs: Date.now() }, '', call, { count: 0 })]);
      const count = await next(scope, call);
      if (count > 0) after(() => [event('REMOVE', { scope, nowMs: Date.now() }, '', call, { count })]);
      return count;
    },
    ofUser: {
      putBack: (next, whose, memories, call) =>
        change(
          'ADD',
          () =>
            memories.map(({ id }) => event('ADD', { scope: whose, nowMs: Date.now() }, id, call, { why: 'IMPORT' })),
          () => next(whose, memories, call),
        ),
    },
  };
}

/** Audits the archive of a type that is not in the embedded store: what moves there is recorded before. */
export function auditedArchive(type: RetiredType, trail: AuditTrail, clock: Clock): Layer<ArchivingStore> {
  return {
    async evict(next, command, call) {
      const removed = eventOf('REMOVE', type, command.whose, clock.now(), call);
      await trail.record(command.evictions.map(({ id }) => ({ ...removed, id })));
      return next(command, call);
    },
  };
}

/** Audits a cache of answers outside the embedded store. Its entries live for less than a day, so a note suffices. */
export function auditedResponses(trail: AuditTrail): Layer<ResponseCache> {
  return {
    async store(next, intent, call) {
      trail.refuseUnlessWriting('ADD');
      const isKept = await next(intent, call);
      if (isKept) trail.note([{ ...eventOf('ADD', 'ANSWER', intent.scope, intent.nowMs, call), why: 'CALL' }]);
      return isKept;
    },
  };
}

/** Audits the log of what must never be sent to a model, whose entries are kept for a day. */
export function auditedDiscards(trail: AuditTrail, clock: Clock): Layer<DiscardLog> {
  return {
    async record(next, scope, kind, text, call) {
      trail.refuseUnlessWriting('ADD');
      const discarded = await next(scope, kind, text, call);
      trail.note([{ ...eventOf('ADD', 'DISCARDABLE', scope, clock.now(), call), why: 'CALL' }]);
      return discarded;
    },
  };
}

/** Audits every use of a user's key: where the log cannot be written, no key is used. */
export function auditedKeys(trail: Pick<AuditTrail, 'note'>, clock: Clock): Layer<UserKeys> {
  const note = (owner: KeyOwner, subject: string, call: CallContext): void =>
    trail.note([eventOf('KEY', subject, owner, clock.now(), call)]);
  return {
    async of(next, owner, call) {
      note(owner, 'USE', call);
      return next(owner, call);
    },
    async find(next, owner, call) {
      note(owner, 'USE', call);
      return next(owner, call);
    },
    async destroy(next, owner, call) {
      note(owner, 'DESTROY', call);
      return next(owner, call);
    },
  };
}

function eventOf(
  action: AuditAction,
  subject: string,
  { tenant, userId }: Owner,
  atMs: number,
  { origin = MUTATIONS.server }: CallContext,
): AuditEvent {
  const why = origin === MUTATIONS.server ? 'SERVER' : 'CALL';
  return { tenant, userId, action, subject, id: '', count: 1, why, atMs, origin };
}
