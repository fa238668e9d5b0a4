/** The memory that tools work on: one user's, however it is opened. */
import type { Agent } from '../../client/agent.ts';
import type { AgentScope } from '../../client/agent-types.ts';
import type { Conversation } from '../../client/conversation.ts';
import type { Recorda } from '../../client/recorda.ts';

/** The user and the agent of every call. No tool has a parameter for either, so that the model cannot choose whose memory it sees. */
export type MemoryScope = Pick<AgentScope, 'userId' | 'namespace'> & { readonly agentId: string };

/** One user's memory. */
export type Memory = {
  readonly recorda: Recorda;
  readonly scope: MemoryScope;
  readonly agent: Agent;
  /** Returns a session of this user; without an id, one to which nobody appends. */
  session(id?: string): Conversation;
};

/** Hosts keep the history of a chat themselves, so the session of a question has no turns. */
const HOSTS_SESSION = 'mcp';

export function memoryOf(recorda: Recorda, scope: MemoryScope): Memory {
  return {
    recorda,
    scope,
    agent: recorda.agent(scope),
    session: (sessionId = HOSTS_SESSION) => recorda.conversation({ ...scope, sessionId }),
  };
}
