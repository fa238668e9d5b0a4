/** The calls of ContextService, a row each: about no memory type. */
import type { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';
import { Fact } from '../../proto/gen/recorda/v1/facts.ts';
import { CONTEXT_TARGET_MS } from '../policy/context.ts';
import { FACT_TARGET_MS } from '../policy/facts.ts';
import * as context from '../validation/context-requests.ts';
import * as facts from '../validation/fact-requests.ts';
import type { CallRows, LimitedField } from './call.ts';

export const CONTEXT_CALLS = {
  appendTurns: {
    schema: context.appendTurnsRequest,
    role: 'agent',
    operation: 'append_turns',
    count: ({ turns }) => turns.length,
    targetMs: withinAppend,
    keptBy: bySession,
  },
  assembleContext: {
    schema: context.assembleContextRequest,
    role: 'agent',
    operation: 'assemble_context',
    count: (_, answer) => answer?.blocks.length ?? 0,
    targetMs: withinAssemble,
    access: 'both',
    keptBy: bySession,
  },
  detectShift: {
    schema: context.detectShiftRequest,
    role: 'agent',
    operation: 'detect_shift',
    isOfNobody: true,
    targetMs: withinAppend,
    keptBy: bySession,
  },
  flushTopic: {
    schema: context.flushTopicRequest,
    role: 'agent',
    operation: 'flush_topic',
    targetMs: withinAppend,
    keptBy: bySession,
  },
  endSession: {
    schema: context.endSessionRequest,
    role: 'agent',
    operation: 'end_session',
    targetMs: withinAppend,
    keptBy: bySession,
  },
  listSessions: {
    schema: context.listSessionsRequest,
    role: 'agent',
    operation: 'list_sessions',
    count: (_, answer) => answer?.sessions.length ?? 0,
    targetMs: withinAppend,
  },
  listTurns: {
    schema: context.listTurnsRequest,
    role: 'agent',
    operation: 'list_turns',
    count: (_, answer) => answer?.turns.length ?? 0,
    targetMs: withinAssemble,
    keptBy: () => ['namespace', 'sessionId'],
  },
  putSystemPrompt: {
    schema: context.putSystemPromptRequest,
    role: 'agent',
    operation: 'put_system_prompt',
    targetMs: withinAppend,
  },
  getSystemPrompt: {
    schema: context.getSystemPromptRequest,
    role: 'agent',
    operation: 'get_system_prompt',
    isOfTenant: true,
    targetMs: withinAppend,
  },
  countTokens: {
    schema: context.countTokensRequest,
    role: 'agent',
    operation: 'count_tokens',
    isOfNobody: true,
    count: ({ texts }) => texts.length,
    access: 'none',
  },
  reportOutput: {
    schema: context.reportOutputRequest,
    role: 'agent',
    operation: 'report_output',
    targetMs: withinAppend,
    keptBy: bySession,
  },
  reportUsage: {
    schema: context.reportUsageRequest,
    role: 'agent',
    operation: 'report_usage',
    targetMs: withinAppend,
  },
  getTokenUsage: {
    schema: context.getTokenUsageRequest,
    role: 'agent',
    operation: 'get_token_usage',
    targetMs: withinAppend,
  },
  recordDiscardable: {
    schema: context.recordDiscardableRequest,
    role: 'agent',
    operation: 'record_discardable',
    targetMs: withinAppend,
    keptBy: bySession,
  },
  lookupResponse: {
    schema: context.lookupResponseRequest,
    role: 'agent',
    operation: 'lookup_response',
    targetMs: withinAppend,
    access: 'read',
    keptBy: byNamespace,
  },
  storeResponse: {
    schema: context.storeResponseRequest,
    role: 'agent',
    operation: 'store_response',
    targetMs: withinAppend,
    keptBy: byNamespace,
  },
  watchSession: {
    schema: context.watchSessionRequest,
    role: 'agent',
    operation: 'watch_session',
    isEndless: true,
    keptBy: bySession,
  },
  extractFacts: {
    schema: facts.extractFactsRequest,
    role: 'agent',
    operation: 'extract_facts',
    isOfNobody: true,
    count: (_, answer) => answer?.facts.length ?? 0,
    targetMs: withinFacts,
    access: 'read',
    keptBy: byNamespace,
  },
  addFact: {
    schema: facts.addFactRequest,
    role: 'agent',
    operation: 'add_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: withoutFact,
  },
  listFacts: {
    schema: facts.listFactsRequest,
    role: 'agent',
    operation: 'list_facts',
    count: (_, answer) => answer?.facts.length ?? 0,
    targetMs: withinFacts,
    keptBy: byNamespace,
  },
  getFact: {
    schema: facts.getFactRequest,
    role: 'agent',
    operation: 'get_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
  },
  retrieveFacts: {
    schema: facts.retrieveFactsRequest,
    role: 'agent',
    operation: 'retrieve_facts',
    count: (_, answer) => answer?.hits.length ?? 0,
    targetMs: withinFacts,
    keptBy: byNamespace,
  },
  updateFact: {
    schema: facts.updateFactRequest,
    role: 'agent',
    operation: 'update_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: withoutFact,
  },
  confirmFact: {
    schema: facts.confirmFactRequest,
    role: 'agent',
    operation: 'confirm_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: withoutFact,
  },
  contradictFact: {
    schema: facts.contradictFactRequest,
    role: 'agent',
    operation: 'contradict_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: withoutFact,
  },
  restoreFact: {
    schema: facts.restoreFactRequest,
    role: 'agent',
    operation: 'restore_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: withoutFact,
  },
  forgetFact: {
    schema: facts.forgetFactRequest,
    role: 'agent',
    operation: 'forget_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: withoutFact,
  },
} as const satisfies CallRows<typeof ContextServiceDefinition>;

/** What a session has is its own, and its turns may be of several namespaces. */
function bySession(): readonly LimitedField[] {
  return ['sessionId'];
}

/** Facts and cached answers are kept by namespace; all sessions of a user share them. */
function byNamespace(): readonly LimitedField[] {
  return ['namespace'];
}

/** A fact that was said before is worded as it was then. Its labels stay, which clients read. */
function withoutFact<A extends { readonly fact?: Fact | undefined }>(answer: A): A {
  return { ...answer, fact: answer.fact && told(answer.fact) };
}

function told({ id, domain, confidence, source, state, createTime, lastConfirmedTime }: Fact): Fact {
  return Fact.fromPartial({ id, domain, confidence, source, state, createTime, lastConfirmedTime });
}

function withinAppend(): number {
  return CONTEXT_TARGET_MS.append;
}

function withinAssemble(): number {
  return CONTEXT_TARGET_MS.assemble;
}

function withinFacts(): number {
  return FACT_TARGET_MS;
}
