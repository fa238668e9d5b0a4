/** The exports that every entry of the client has beside its `connect`. */
export type { ConnectOptions } from './connect-options.ts';
export type { TlsOptions } from './tls-options.ts';
export { RecordaError } from './errors.ts';
export type { ErrorCode, ErrorDetail, ErrorReason, FieldViolation } from './errors.ts';
export type { AdminClient, ContextClient, MemoryClient, Recorda } from './recorda.ts';
export type { UserClient } from './user-client.ts';
export type { CallOptions } from './typed-client.ts';
export type { Agent } from './agent.ts';
export type { Collections, Documents, DocumentTarget } from './agent-documents.ts';
export type { OrderedCollection, OrderedDocument, OrderedWrite, OrderedWriteResult } from './agent-ordered.ts';
export type { Entities, EntityStartTarget } from './agent-entities.ts';
export type * from './agent-graph-types.ts';
export type { Episodes } from './agent-episodes.ts';
export type { Persona } from './agent-persona.ts';
export type { Facts } from './agent-facts.ts';
export type * from './agent-types.ts';
export type {
  Conversation,
  ConversationScope,
  ConversationTurn,
  KeptTurn,
  Prompt,
  PromptOptions,
  Tail,
  TailOptions,
  Provider,
} from './conversation.ts';
export { pages } from './pages.ts';
export type { Page } from './pages.ts';
/** The contract's own messages and names, for the calls on `recorda.memory` and `recorda.admin`. */
export * as wire from './wire.ts';
