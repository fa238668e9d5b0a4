/** Scopes: who may see what. */
import type { MemoryRecord, Scope } from './memory.ts';
import { TYPE_SPECS } from './types/specs.ts';

/** The part of a memory that shows where it belongs. */
type Placed = { readonly scope: Scope; readonly payload: Pick<MemoryRecord['payload'], 'type'> };

/**
 * Tells whether a memory may be named from scope `asked`: same tenant and user, and equal in every field that is set there and that
 * memories of its type are kept by.
 */
export function isWithin({ scope: of, payload: { type } }: Placed, asked: Scope): boolean {
  return (
    of.tenant === asked.tenant &&
    of.userId === asked.userId &&
    (asked.namespace === '' || asked.namespace === of.namespace) &&
    TYPE_SPECS[type].keptBy.every((field) => asked[field] === '' || asked[field] === of[field])
  );
}

/** Returns the scope of all of a user's data, without agent, session, namespace or task. */
export function userScope({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>): Scope {
  return { tenant, userId, agentId: '', sessionId: '', namespace: '', taskId: '' };
}
