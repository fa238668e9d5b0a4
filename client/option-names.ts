/**
 * The names of all options of the handles' calls: the compiler checks these lists against the types, and the handles refuse other
 * names.
 */
import type { Collections, Documents, DocumentKey } from './agent-documents.ts';
import type { Entities } from './agent-entities.ts';
import type { Episodes } from './agent-episodes.ts';
import type { AddFactOptions, ContradictOptions, ListFactsOptions, RetrieveFactsOptions } from './agent-fact-types.ts';
import type { Facts } from './agent-facts.ts';
import type { FindEntitiesOptions, RelateOptions, TraverseOptions, UpsertEntityOptions } from './agent-graph-types.ts';
import type { OrderedCollection } from './agent-ordered.ts';
import type { Persona } from './agent-persona.ts';
import type {
  AddLongTermOptions,
  AddOptions,
  AddShortTermOptions,
  AddWorkingOptions,
  AgentScope,
  DeleteMatchingOptions,
  FindDocumentsOptions,
  ListOptions,
  MemoryPatch,
  NewStep,
  RetrieveOptions,
  StartEpisodeOptions,
  StreamOptions,
  WatchOptions,
  WriteOptions,
} from './agent-types.ts';
import type { Agent } from './agent.ts';
import type { Conversation, PromptOptions, TailOptions } from './conversation.ts';
import type { Checks, Names } from './options.ts';
import { CALL_OPTIONS as CALL } from './typed-client.ts';

export const SCOPE: Names<AgentScope> = {
  userId: true,
  agentId: true,
  sessionId: true,
  namespace: true,
  taskId: true,
};

const WRITE: Names<WriteOptions> = { ...CALL, requestId: true };
const ADD: Names<AddOptions> = { ...WRITE, metadata: true, source: true, importance: true, pinned: true };
const ADD_LONG_TERM: Names<AddLongTermOptions> = {
  ...ADD,
  type: true,
  speaker: true,
  eventTime: true,
  turn: true,
  autoPrune: true,
};
const ADD_SHORT_TERM: Names<AddShortTermOptions> = { ...ADD, type: true, role: true, time: true };
const ADD_WORKING: Names<AddWorkingOptions> = { ...ADD, type: true, key: true };
const STREAM: Names<StreamOptions> = {
  ...CALL,
  types: true,
  topK: true,
  filter: true,
  minSimilarity: true,
  nearOnly: true,
  explain: true,
  now: true,
  includeArchived: true,
};
const RETRIEVE: Names<RetrieveOptions> = { ...STREAM, topKTotal: true, orderBy: true };
const LIST: Names<ListOptions> = { ...CALL, type: true, filter: true, orderBy: true, pageSize: true };
const DELETE_MATCHING: Names<DeleteMatchingOptions> = { ...CALL, type: true, force: true };
const WATCH: Names<WatchOptions> = { ...CALL, types: true, resumeToken: true, fromOldest: true };
const PATCH: Names<MemoryPatch> = {
  text: true,
  value: true,
  role: true,
  time: true,
  speaker: true,
  eventTime: true,
  turn: true,
  outcome: true,
  outcomeNote: true,
  endTime: true,
  name: true,
  aliases: true,
  attributes: true,
  validFrom: true,
  validTo: true,
  evidence: true,
  data: true,
  importance: true,
  pinned: true,
  metadata: true,
};

function addNames(options: { readonly type?: unknown }): Readonly<Record<string, true>> {
  if (options.type === 'short_term') return ADD_SHORT_TERM;
  return options.type === 'working' ? ADD_WORKING : ADD_LONG_TERM;
}

const { type: _type, key: _key, ...SET } = ADD_WORKING;

export const AGENT_CHECKS: Checks<Agent> = {
  with: { 0: SCOPE, throws: true },
  add: { 1: addNames },
  set: { 2: SET },
  retrieve: { 1: RETRIEVE },
  stream: { 1: STREAM, throws: true },
  list: { 0: LIST, throws: true },
  get: { 1: CALL },
  update: { 1: PATCH, 2: WRITE },
  pin: { 1: WRITE },
  unpin: { 1: WRITE },
  delete: { 1: WRITE },
  deleteMatching: { 1: DELETE_MATCHING },
  watch: { 0: WATCH, throws: true },
  endTask: { 0: CALL },
  sessions: { 0: CALL, throws: true },
};

export const PERSONA_CHECKS: Checks<Persona> = { set: { 2: ADD }, get: { 1: CALL }, all: { 0: CALL, throws: true } };

const START_EPISODE: Names<StartEpisodeOptions> = { ...ADD, startTime: true, steps: true, autoPrune: true };
const END_EPISODE: Names<Parameters<Episodes['end']>[2] & object> = { ...WRITE, note: true, endTime: true };
const { types: _types, orderBy: _orderBy, ...FIND_EPISODES } = { ...RETRIEVE, outcome: true as const };
const STEP: Names<NewStep> = {
  action: true,
  tool: true,
  inputDigest: true,
  outputDigest: true,
  status: true,
  error: true,
  durationMs: true,
  time: true,
};

export const EPISODE_CHECKS: Checks<Episodes> = {
  start: { 1: START_EPISODE },
  step: { 1: STEP, 2: WRITE },
  end: { 2: END_EPISODE },
  find: { 1: FIND_EPISODES },
};

const UPSERT: Names<UpsertEntityOptions> = {
  ...ADD,
  attributes: true,
  validFrom: true,
  validTo: true,
  evidence: true,
  aliases: true,
};
const { aliases: _aliases, ...RELATE } = UPSERT;
const TRAVERSE: Names<TraverseOptions> = {
  ...CALL,
  direction: true,
  maxHops: true,
  relationshipTypes: true,
  asOf: true,
  knownAt: true,
  entityTypes: true,
  limit: true,
};
const { types: _ofTypes, ...FIND_ENTITIES } = {
  ...STREAM,
  asOf: true as const,
  knownAt: true as const,
  neighbors: true as const,
};

export const ENTITY_CHECKS: Checks<Entities> = {
  upsert: { 2: UPSERT },
  relate: { 3: RELATE satisfies Names<RelateOptions> },
  get: { 2: CALL },
  traverse: { 1: TRAVERSE },
  find: { 1: FIND_ENTITIES satisfies Names<FindEntitiesOptions> },
  delete: { 1: WRITE },
};

const DOCUMENT_KEY: Names<DocumentKey> = { collection: true, key: true };
const FIND_DOCUMENTS: Names<FindDocumentsOptions> = { ...CALL, filter: true, orderBy: true, pageSize: true };
const PUT_COLLECTION: Names<Parameters<Collections['put']>[1] & object> = {
  ...CALL,
  schema: true,
  allowUnfit: true,
  ordered: true,
  etag: true,
};
const DELETE_COLLECTION: Names<Parameters<Collections['delete']>[1] & object> = { ...CALL, force: true };

export const DOCUMENT_CHECKS: Checks<Documents> = {
  put: { 0: DOCUMENT_KEY, 2: ADD },
  get: { 1: CALL },
  find: { 1: FIND_DOCUMENTS, throws: true },
  patch: { 2: WRITE },
  delete: { 1: WRITE },
};
export const COLLECTION_CHECKS: Checks<Collections> = {
  put: { 1: PUT_COLLECTION },
  get: { 1: CALL },
  list: { 0: CALL, throws: true },
  delete: { 1: DELETE_COLLECTION },
};

const LIST_ORDERED: Names<Parameters<OrderedCollection['list']>[0] & object> = {
  ...CALL,
  newestFirst: true,
  pageSize: true,
};
export const ORDERED_CHECKS: Checks<OrderedCollection> = {
  append: { 1: WRITE },
  write: { 1: WRITE },
  pop: { 0: WRITE },
  list: { 0: LIST_ORDERED, throws: true },
};

const ADD_FACT: Names<AddFactOptions> = {
  ...WRITE,
  domain: true,
  alsoDomain: true,
  confidence: true,
  source: true,
  pinned: true,
  turn: true,
};
const CONTRADICT: Names<ContradictOptions> = { ...WRITE, confidence: true, source: true };
const LIST_FACTS: Names<ListFactsOptions> = {
  ...CALL,
  domains: true,
  states: true,
  pinnedOnly: true,
  due: true,
  pageSize: true,
};
const RETRIEVE_FACTS: Names<RetrieveFactsOptions> = { ...CALL, domains: true, topK: true, activeOnly: true };

export const FACT_CHECKS: Checks<Facts> = {
  extract: { 1: CALL },
  add: { 1: ADD_FACT },
  list: { 0: LIST_FACTS, throws: true },
  get: { 1: CALL },
  retrieve: { 1: RETRIEVE_FACTS },
  pin: { 1: WRITE },
  unpin: { 1: WRITE },
  confirm: { 1: CALL },
  contradict: { 2: CONTRADICT },
  restore: { 1: WRITE },
  forget: { 1: WRITE },
};

const APPEND: Names<Parameters<Conversation['append']>[1] & object> = {
  ...CALL,
  requestId: true,
  recallOff: true,
  windowPolicy: true,
};
const PROMPT: Names<PromptOptions> = {
  ...CALL,
  model: true,
  provider: true,
  maxTokens: true,
  maxRecallTokens: true,
  toolResults: true,
  tools: true,
  examples: true,
  formatInstructions: true,
  factsFirst: true,
  isRetry: true,
  explain: true,
  asksToConfirm: true,
};
const TAIL: Names<TailOptions> = {
  ...CALL,
  model: true,
  provider: true,
  maxRecallTokens: true,
  maxTokens: true,
  hostTurns: true,
  kept: true,
};
const TURNS: Names<Parameters<Conversation['turns']>[0] & object> = { ...CALL, newestFirst: true };
const REPORT: Names<Parameters<Conversation['reportOutput']>[0]> = { isRight: true, parseError: true, error: true };

export const CONVERSATION_CHECKS: Checks<Conversation> = {
  append: { 1: APPEND },
  prompt: { 1: PROMPT },
  tail: { 1: TAIL },
  instruct: { 1: CALL },
  reportOutput: { 0: REPORT, 1: CALL },
  flush: { 0: CALL },
  end: { 0: CALL },
  usage: { 0: CALL },
  turns: { 0: TURNS, throws: true },
  watch: { 0: CALL, throws: true },
};
