/**
 * Makes a request of each call that names a target, and the arguments of MCP's tools. Messages get those fields that they have.
 */
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import type { Call } from '../../server/methods/calls.ts';
import type { Target } from './tenancy.ts';

const PAYLOADS: Readonly<Record<string, (salt: number) => object>> = {
  [MemoryType.WORKING]: (salt) => ({ $case: 'working', value: { key: `k${salt}`, value: 'x' } }),
  [MemoryType.SHORT_TERM]: () => ({ $case: 'message', value: { content: 'Hello', role: 'ROLE_USER' } }),
  [MemoryType.LONG_TERM]: (salt) => ({ $case: 'text', value: { content: `Note ${salt}` } }),
  [MemoryType.PERSONA]: (salt) => ({ $case: 'trait', value: { key: `k${salt}`, value: 'x' } }),
  [MemoryType.EPISODIC]: () => ({ $case: 'episode', value: { task: 'Book' } }),
  [MemoryType.ENTITY]: (salt) => ({ $case: 'entity', value: { name: `Thing ${salt}`, type: 'thing' } }),
  [MemoryType.STRUCTURED]: (salt) => ({
    $case: 'document',
    value: { collection: 'shop', key: `k${salt}`, data: { a: 1 } },
  }),
};

/** Fields of a message whose meaning differs from that in most messages. */
const SPECIAL: Readonly<Record<string, (target: Target, salt: number) => object>> = {
  getMemory: ({ id, type }) => (id === '' ? { name: { type, kind: '', key: 'place' } } : { id, name: undefined }),
  addMemory: ({ id, type }, salt) => ({
    autoPrune: salt % 7 === 0 ? 'AUTO_PRUNE_TO_FIT' : 'AUTO_PRUNE_OFF',
    ...(type === MemoryType.ENTITY && id !== '' && { relates: id }),
  }),
  getCollection: () => ({ name: 'shop' }),
  deleteCollection: () => ({ name: 'shop', force: false }),
  putCollection: () => ({ collection: { name: 'bench' } }),
  batchWriteDocuments: () => ({
    collection: 'list',
    writes: [{ write: { $case: 'append', value: { data: { a: 1 } } } }],
  }),
  popDocument: () => ({ collection: 'list' }),
  listDocuments: () => ({ collection: 'list' }),
  traverseEntities: ({ id }) => ({
    starts: [
      { start: id === '' ? { $case: 'named', value: { name: 'Canary', type: '' } } : { $case: 'id', value: id } },
    ],
  }),
  putSystemPrompt: () => ({ systemPrompt: { identity: 'A guide' } }),
  deleteUserData: () => ({ force: false, types: [] }),
  exportUserData: () => ({ types: [] }),
  importUserData: () => ({ lines: new Uint8Array() }),
  watchAlerts: () => ({ types: [] }),
  lookupResponse: () => ({ key: KEY }),
  storeResponse: () => ({ key: KEY }),
  recordDiscardable: () => ({ kind: 'DISCARDABLE_KIND_TOOL_LOG', text: 'log' }),
  updateFact: ({ id }) => ({ fact: { id, pinned: true }, updateMask: ['pinned'] }),
};

const KEY = { asked: { $case: 'question', value: 'Where do I live?' }, locale: 'en' };

export function requestOf(call: Call, target: Target, salt: number): object {
  const { userId, agentId, sessionId, namespace, type, id } = target;
  const scope = { userId, agentId, sessionId, namespace };
  const { relates, ...special } = (SPECIAL[call.key]?.(target, salt) ?? {}) as { readonly relates?: string };
  const payload =
    relates === undefined
      ? PAYLOADS[type]!(salt)
      : { $case: 'relationship', value: { fromId: relates, toId: relates, type: 'knows' } };
  return {
    scope,
    ...scope,
    id,
    type,
    types: [type],
    memory: { scope, id, payload, importance: 0.4 },
    retrieve: { scope, query: 'What is the canary?', types: [type], topK: 50 },
    requests: [{ memory: { scope, payload } }],
    ids: id === '' ? [] : [id],
    query: 'What is the canary?',
    text: 'I live in Paris.',
    newTurn: 'What is the canary?',
    topK: 50,
    pageSize: 100,
    turns: [{ content: 'Hello', role: 'ROLE_USER' }],
    model: 'gpt-4o',
    texts: ['x'],
    tokenCount: 1,
    countFactor: 1,
    providerTokenCount: 1,
    maxTokens: 3000,
    force: true,
    fromOldest: true,
    isValid: true,
    fitsStructure: true,
    answer: 'Here',
    updateMask: ['importance'],
    step: { action: 'look' },
    ...special,
  };
}

export const TOOLS = [
  'recall',
  'list_memories',
  'get_context',
  'update_memory',
  'forget',
  'remember_fact',
  'forget_fact',
  'remember',
  'relate',
] as const;

export function toolArguments(name: string, { id }: Target): object {
  const query = 'What is the canary?';
  const every: Readonly<Record<string, object>> = {
    recall: { query },
    list_memories: { limit: 100 },
    get_context: { query },
    update_memory: { id: id || 'lt_0', pinned: true },
    forget: { ids: [id || 'lt_0'] },
    forget_fact: { id: id || 'fa_0' },
    remember_fact: { text: 'I like tea.' },
    remember: { content: 'A note' },
    relate: { from: { name: 'Ana', type: 'person' }, relation: 'knows', to: { name: 'Eva', type: 'person' } },
  };
  return every[name] ?? {};
}
