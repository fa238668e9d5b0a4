import type { MemoryQuota, Scope } from './memory.ts';

/** What a type's owner is kept by beside the user: the session, the agent, or nothing. */
export function ownerPlace(
  type: MemoryQuota | 'RECALL' | 'FACT',
  { sessionId, agentId }: Pick<Scope, 'sessionId' | 'agentId'>,
): string {
  switch (type) {
    case 'SHORT_TERM':
      return sessionId;
    case 'PERSONA':
    case 'EPISODIC':
    case 'WORKING':
      return agentId;
    case 'STRUCTURED':
    case 'LONG_TERM':
    case 'ENTITY':
    case 'RELATIONSHIP':
    case 'RECALL':
    case 'FACT':
      return '';
  }
}
