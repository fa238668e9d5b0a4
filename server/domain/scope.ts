/** Scopes: who may see what. */
import type { Scope } from './memory.ts';

/** Whether a memory of scope `of` may be named from scope `asked`: same tenant and user, and every further field that is set. */
export function isWithin(of: Scope, asked: Scope): boolean {
  return (
    of.tenant === asked.tenant &&
    of.userId === asked.userId &&
    (asked.agentId === '' || asked.agentId === of.agentId) &&
    (asked.sessionId === '' || asked.sessionId === of.sessionId) &&
    (asked.namespace === '' || asked.namespace === of.namespace) &&
    (asked.taskId === '' || asked.taskId === of.taskId)
  );
}
