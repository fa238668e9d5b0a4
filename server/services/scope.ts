import type { Scope } from '../domain/memory.ts';
import type { Scope as ScopeMessage } from '../../proto/gen/recorda/v1/resources.ts';

/** Takes the tenant from the credential; fields that are not set are ''. */
export function toScope(tenant: string, scope: ScopeMessage | undefined): Scope {
  const { userId = '', agentId = '', sessionId = '', namespace = '', taskId = '' } = scope ?? {};
  return { tenant, userId, agentId, sessionId, namespace, taskId };
}
