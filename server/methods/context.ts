/** The calls of ContextService, one a row. They concern no memory type. */
import {
  AppendedTurn,
  type AppendTurnsResponse,
  type ContextServiceDefinition,
  type Segment,
} from '../../proto/gen/recorda/v1/context.ts';
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
    unread: withTurnsAlone,
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
    unread: withoutHashes,
  },
  endSession: {
    schema: context.endSessionRequest,
    role: 'agent',
    operation: 'end_session',
    targetMs: withinAppend,
    keptBy: bySession,
    unread: withoutHashes,
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
    unread: withoutOutcome,
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
    unread: withoutOutcome,
  },
  restoreFact: {
    schema: facts.restoreFactRequest,
    role: 'agent',
    operation: 'restore_fact',
    count: () => 1,
    targetMs: withinFacts,
    keptBy: byNamespace,
    unread: (answer, nowMs) => ({ ...withoutFact(answer, nowMs), supersededIds: [] }),
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

/** Sessions share nothing with each other, and the turns of one may be of several namespaces. */
function bySession(): readonly LimitedField[] {
  return ['sessionId'];
}

/** Facts and cached answers are kept by namespace; all sessions of a user share them. */
function byNamespace(): readonly LimitedField[] {
  return ['namespace'];
}

/** Leaves in the answer only those parts of the fact that the call names without which clients cannot work. */
function withoutFact<A extends { readonly fact?: Fact | undefined }>(answer: A, nowMs: number): A {
  if (answer.fact === undefined) return answer;
  const { id, domain, confidence, source, state } = answer.fact;
  return { ...answer, fact: Fact.fromPartial({ id, domain, confidence, source, state, ...at(nowMs) }) };
}

/** Makes the answer the same whether the fact is new, was known or replaces another: its id and labels may be those of a known fact. */
function withoutOutcome<A extends { readonly fact?: Fact | undefined }>(answer: A, nowMs: number): A {
  const fact = Fact.fromPartial({ state: 'FACT_STATE_ACTIVE', ...at(nowMs) });
  return {
    ...answer,
    fact,
    supersededIds: [],
    ...('operation' in answer && { operation: 'FACT_OPERATION_ADDED' }),
  };
}

function at(nowMs: number): { readonly createTime: Date; readonly lastConfirmedTime: Date } {
  return { createTime: new Date(nowMs), lastConfirmedTime: new Date(nowMs) };
}

/** Leaves only the turns: how they continue earlier ones, and what they did to facts, would reveal what there was. */
function withTurnsAlone({ turns, sealed, ...rest }: AppendTurnsResponse): AppendTurnsResponse {
  return {
    ...rest,
    turns: turns.map(({ turn, tokenCount }) => AppendedTurn.fromPartial({ turn, tokenCount })),
    sealed: sealed.map(withoutHash),
    facts: [],
    forgottenFactIds: [],
    mentionedFactIds: [],
    refusedFactCount: 0,
    droppedTurnCount: 0,
    droppedSessionIds: [],
    droppedSessionCount: 0,
  };
}

function withoutHashes<A extends { readonly sealed: Segment[] }>(answer: A): A {
  return { ...answer, sealed: answer.sealed.map(withoutHash) };
}

/** Leaves out the hash, with which a guess at the summary could be checked, and the tokens, which reveal its length. */
function withoutHash(segment: Segment): Segment {
  return { ...segment, hash: '', tokenCount: 0 };
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
