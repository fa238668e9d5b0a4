import type { Scope } from '../../../domain/memory.ts';
import type { IndexedType } from '../threads/thread-api.ts';

/** What a type's owner is kept by beside the user: the session, the agent, or nothing. */
export function ownerPlace(
  type: IndexedType | 'WORKING',
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
    case 'RECALL':
    case 'FACT':
      return '';
  }
}
