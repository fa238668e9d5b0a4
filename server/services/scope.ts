import type { Scope } from '../domain/memory.ts';
import type { Scope as ScopeMessage } from '../../proto/gen/recorda/v1/resources.ts';

/** The tenant is the credential's; what was not said is ''. */
export function toScope(tenant: string, scope: ScopeMessage | undefined): Scope {
  const { userId = '', agentId = '', sessionId = '', namespace = '', taskId = '' } = scope ?? {};
  return { tenant, userId, agentId, sessionId, namespace, taskId };
}
