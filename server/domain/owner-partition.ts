import type { MemoryQuota, Scope } from './memory.ts';
import { TYPE_SPECS } from './types/specs.ts';

/** Returns the part of a type's owner besides the user: the session, the agent, or nothing. */
export function ownerPartition(
  type: MemoryQuota | 'RECALL' | 'FACT',
  { sessionId, agentId }: Pick<Scope, 'sessionId' | 'agentId'>,
): string {
  if (type === 'RELATIONSHIP' || type === 'RECALL' || type === 'FACT') return '';
  switch (TYPE_SPECS[type].owner) {
    case 'user':
      return '';
    case 'agent':
      return agentId;
    case 'session':
      return sessionId;
  }
}
