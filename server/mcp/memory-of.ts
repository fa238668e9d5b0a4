/** The memory that tools work on: one user's, over whichever door leads to it. */
import type { Agent } from '../../client/agent.ts';
import type { AgentScope } from '../../client/agent-types.ts';
import type { Conversation } from '../../client/conversation.ts';
import type { Recorda } from '../../client/recorda.ts';

/** The user and the agent that every call is about. No tool has a parameter for either: the model cannot choose whose memory it sees. */
export type MemoryScope = Pick<AgentScope, 'userId' | 'namespace'> & { readonly agentId: string };

/** One user's memory. */
export type Memory = {
  readonly recorda: Recorda;
  readonly scope: MemoryScope;
  readonly agent: Agent;
  /** A session of this user; without a name, one that nobody appends to. */
  session(id?: string): Conversation;
};

/** Hosts keep the history of a chat themselves, so that the session of a question has no turns. */
const HOSTS_SESSION = 'mcp';

export function memoryOf(recorda: Recorda, scope: MemoryScope): Memory {
  return {
    recorda,
    scope,
    agent: recorda.agent(scope),
    session: (sessionId = HOSTS_SESSION) => recorda.conversation({ ...scope, sessionId }),
  };
}
