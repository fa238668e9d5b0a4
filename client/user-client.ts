/** The calls on users' memories, which every client has, in browsers, too. */
/// <reference lib="esnext.disposable" preserve="true" />
import { ContextServiceDefinition } from '../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../proto/gen/recorda/v1/memory.ts';
import { agent, type Agent } from './agent.ts';
import type { AgentScope } from './agent-types.ts';
import { conversation, type Conversation, type ConversationScope } from './conversation.ts';
import { refusingUnknown, type Checks } from './options.ts';
import type { Transport } from './transport.ts';
import { CALL_OPTIONS, typedClient, type Calling, type ServiceDefinition, type TypedClient } from './typed-client.ts';

/** The calls of recorda.v1.MemoryService, with its messages as proto/recorda/v1/memory.proto documents them. */
export type MemoryClient = TypedClient<MemoryServiceDefinition>;
/** The calls of recorda.v1.ContextService, with its messages as proto/recorda/v1/context.proto documents them. */
export type ContextClient = TypedClient<ContextServiceDefinition>;

/** A client of the memories, the same over gRPC, HTTP and in process. Every failed call throws a RecordaError. */
export type UserClient = {
  /** All calls on memories. */
  readonly memory: MemoryClient;
  /** All calls on conversations. */
  readonly context: ContextClient;
  /** The common calls in short form, for one user. */
  agent(scope: AgentScope): Agent;
  /** One conversation: turns are appended, prompts are built. */
  conversation(scope: ConversationScope): Conversation;
  /**
   * Cancels open streams, waits for the other calls under way and releases the connection. Later calls throw CANCELLED.
   */
  close(): Promise<void>;
  /** Closes the client at the end of the block of `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** Creates the clients over a transport that ends its calls before it closes. */
export function usersOver(closing: Transport, calling: Calling): UserClient {
  const memory = typedClient(MemoryServiceDefinition, closing, calling);
  const context = typedClient(ContextServiceDefinition, closing, calling);
  return {
    memory: refusingOptions('memory', memory, MemoryServiceDefinition),
    context: refusingOptions('context', context, ContextServiceDefinition),
    agent: (scope) => agent(memory, context, scope),
    conversation: (scope) => conversation(context, scope),
    close: () => closing.close(),
    [Symbol.asyncDispose]: () => closing.close(),
  };
}

/** Refuses unknown options of the calls, to which the handles pass all options that they get. */
export function refusingOptions<C extends object>(name: string, client: C, { methods }: ServiceDefinition): C {
  const checks = Object.entries(methods).map(([method, { responseStream }]) => [
    method,
    { 1: CALL_OPTIONS, ...(responseStream && { throws: true }) },
  ]);
  return refusingUnknown(name, client, Object.fromEntries(checks) as Checks<C>);
}
