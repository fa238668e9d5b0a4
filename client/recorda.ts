/** What both doors give. */
import { AdminServiceDefinition } from '../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../proto/gen/recorda/v1/memory.ts';
import { agent, type Agent } from './agent.ts';
import type { AgentScope } from './agent-types.ts';
import { conversation, type Conversation, type ConversationScope } from './conversation.ts';
import { closingTransport } from './closing-transport.ts';
import type { Transport } from './transport.ts';
import { typedClient, type TypedClient } from './typed-client.ts';

/** The calls of recorda.v1.MemoryService, with its messages as proto/recorda/v1/memory.proto documents them. */
export type MemoryClient = TypedClient<MemoryServiceDefinition>;
/** The calls of recorda.v1.ContextService, with its messages as proto/recorda/v1/context.proto documents them. */
export type ContextClient = TypedClient<ContextServiceDefinition>;
/** The calls of recorda.v1.AdminService. */
export type AdminClient = TypedClient<AdminServiceDefinition>;

/** A way to Recorda; the same through gRPC and in process. Every failed call throws a RecordaError. */
export type Recorda = {
  /** Every call on memories, whole. */
  readonly memory: MemoryClient;
  /** Every call on conversations, whole. */
  readonly context: ContextClient;
  /** For those who run the server. */
  readonly admin: AdminClient;
  /** The common calls, short, for one user. */
  agent(scope: AgentScope): Agent;
  /** One conversation: what is said goes in, prompts come out. */
  conversation(scope: ConversationScope): Conversation;
  /** Cancels open streams, waits for the other calls under way and lets go. Later calls throw CANCELLED. */
  close(): Promise<void>;
};

/** The clients over a transport. */
export function recordaOver(transport: Transport): Recorda {
  const closing = closingTransport(transport);
  const memory = typedClient(MemoryServiceDefinition, closing);
  const context = typedClient(ContextServiceDefinition, closing);
  const admin = typedClient(AdminServiceDefinition, closing);
  return {
    memory,
    context,
    admin,
    agent: (scope) => agent(memory, context, scope),
    conversation: (scope) => conversation(context, scope),
    close: () => closing.close(),
  };
}
