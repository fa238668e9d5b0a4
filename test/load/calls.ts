/** The calls that are measured. Adds have a user of their own, since they prune what others read. */
import type { MessageFns } from '../../proto/gen/recorda/v1/memory.ts';
import {
  AddMemoryRequest,
  AutoPrune,
  BatchAddMemoriesRequest,
  GetMemoryRequest,
  ListMemoriesRequest,
  RetrieveMemoriesRequest,
  StreamRetrieveMemoriesRequest,
  UpdateMemoryRequest,
} from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import {
  BATCH_ITEM_TARGET_MS,
  EMPTY_TARGET_MS,
  SEVERAL_TYPES_TARGET_MS,
  TYPE_TARGET_MS,
} from '../../server/policy/serving.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { query, sentence } from './sentences.ts';

/** The owner of the memory. */
export type LoadScope = { readonly userId: string; readonly agentId: string; readonly sessionId: string };

/** The users whose calls are measured: for both, long-term memory, session and working memory are full. */
export const READER: LoadScope = { userId: 'load-reader', agentId: 'load-agent', sessionId: 'load-session' };
export const WRITER: LoadScope = { ...READER, userId: 'load-writer' };
const USER = { userId: READER.userId };

/** One kind of call. */
export type MeasuredCall = {
  readonly kind: string;
  /** The name, like `recorda.v1.MemoryService/AddMemory`. */
  readonly method: string;
  /** The server's own target, in milliseconds. */
  readonly targetMs: number;
  /** The required p95, as one client sees it. A durable write may take longer by the disk's commit. */
  readonly acceptance?: { readonly p95Ms: number; readonly durable: boolean };
  /** Returns the requests, which are sent in turn, repeatedly; they are made again for each run. */
  requests(): readonly Uint8Array[];
  /** How much a call costs compared with a simple one: fewer are made in proportion. */
  readonly weight: number;
};

const DISTINCT = 1000;
/** A prime, so that reads are spread over the memories. */
const STRIDE = 7919;
const BATCH = 100;
const DISTINCT_BATCHES = 100;

/** `ids` are those of the reader's long-term memories. */
export function measuredCalls(random: () => number, ids: readonly string[]): readonly MeasuredCall[] {
  const method = (name: string): string => `recorda.v1.MemoryService/${name}`;
  type Make<T> = (index: number) => Parameters<MessageFns<T>['fromPartial']>[0];
  const made = <T>(codec: MessageFns<T>, make: Make<T>, count = DISTINCT) =>
    Array.from({ length: count }, (_, index) => codec.encode(codec.fromPartial(make(index))).finish());
  const each = <T>(codec: MessageFns<T>, make: Make<T>, count?: number) => {
    const requests = made(codec, make, count);
    return () => requests;
  };
  const text = (): string => sentence(random);
  const id = (index: number): string => ids[(index * STRIDE) % ids.length] ?? '';
  let users = 0;
  const retrieve = (types: readonly MemoryType[]) => (): { scope: object; query: string; types: MemoryType[] } => ({
    scope: READER,
    query: query(random),
    types: [...types],
  });
  const retrieval = (kind: string, types: readonly MemoryType[], targetMs: number, weight = 1): MeasuredCall => ({
    kind,
    method: method('RetrieveMemories'),
    targetMs,
    requests: each(RetrieveMemoriesRequest, retrieve(types)),
    weight,
  });
  const several: MemoryType[] = [MemoryType.WORKING, MemoryType.SHORT_TERM, MemoryType.LONG_TERM];
  return [
    {
      // Acceptance says "working" and not only its adds.
      ...retrieval('retrieve working', [MemoryType.WORKING], TYPE_TARGET_MS.WORKING),
      acceptance: { p95Ms: 1, durable: false },
    },
    retrieval('retrieve short_term', [MemoryType.SHORT_TERM], TYPE_TARGET_MS.SHORT_TERM),
    {
      ...retrieval('retrieve long_term', [MemoryType.LONG_TERM], TYPE_TARGET_MS.LONG_TERM, 2),
      acceptance: { p95Ms: 10, durable: false },
    },
    {
      kind: 'retrieve, a new user',
      method: method('RetrieveMemories'),
      targetMs: EMPTY_TARGET_MS,
      acceptance: { p95Ms: EMPTY_TARGET_MS, durable: false },
      requests: () =>
        made(RetrieveMemoriesRequest, () => {
          users += 1;
          return { scope: { userId: `load-new-${users}` }, query: 'what do I enjoy' };
        }),
      weight: 1,
    },
    retrieval('retrieve all three', several, SEVERAL_TYPES_TARGET_MS, 3),
    {
      kind: 'stream all three',
      method: method('StreamRetrieveMemories'),
      targetMs: SEVERAL_TYPES_TARGET_MS,
      requests: each(StreamRetrieveMemoriesRequest, () => ({ retrieve: retrieve(several)() })),
      weight: 3,
    },
    {
      kind: 'get long_term',
      method: method('GetMemory'),
      targetMs: TYPE_TARGET_MS.LONG_TERM,
      requests: each(GetMemoryRequest, (index) => ({ scope: USER, id: id(index) })),
      weight: 1,
    },
    {
      kind: 'list long_term (50)',
      method: method('ListMemories'),
      targetMs: TYPE_TARGET_MS.LONG_TERM,
      requests: each(ListMemoriesRequest, () => ({ scope: USER, type: MemoryType.LONG_TERM })),
      weight: 4,
    },
    {
      kind: 'update long_term',
      method: method('UpdateMemory'),
      targetMs: TYPE_TARGET_MS.LONG_TERM,
      requests: each(UpdateMemoryRequest, (index) => ({
        memory: { id: id(index), scope: USER, payload: { $case: 'text', value: { content: text() } } },
        updateMask: ['text.content'],
      })),
      weight: 1,
    },
    {
      kind: 'add working',
      method: method('AddMemory'),
      targetMs: TYPE_TARGET_MS.WORKING,
      acceptance: { p95Ms: 1, durable: false },
      requests: each(AddMemoryRequest, (index) => ({ memory: workingMemory(WRITER, index, random) })),
      weight: 1,
    },
    {
      kind: 'add short_term',
      method: method('AddMemory'),
      targetMs: TYPE_TARGET_MS.SHORT_TERM,
      acceptance: { p95Ms: 3, durable: true },
      requests: each(AddMemoryRequest, () => ({ memory: sessionMessage(WRITER, random) })),
      weight: 1,
    },
    {
      kind: 'add long_term',
      method: method('AddMemory'),
      targetMs: TYPE_TARGET_MS.LONG_TERM,
      acceptance: { p95Ms: 5, durable: true },
      requests: each(AddMemoryRequest, () => ({ memory: textMemory(WRITER, random), autoPrune: AutoPrune.TO_FIT })),
      weight: 1,
    },
    {
      kind: `batch add long_term (${BATCH})`,
      method: method('BatchAddMemories'),
      targetMs: TYPE_TARGET_MS.LONG_TERM + BATCH * BATCH_ITEM_TARGET_MS,
      requests: each(
        BatchAddMemoriesRequest,
        () => ({
          requests: Array.from({ length: BATCH }, () => ({
            memory: textMemory(WRITER, random),
            autoPrune: AutoPrune.TO_FIT,
          })),
        }),
        DISTINCT_BATCHES,
      ),
      weight: 50,
    },
  ];
}

/** Makes a long-term memory of everyday content. */
export function textMemory(scope: LoadScope, random: () => number) {
  return { scope, payload: { $case: 'text' as const, value: { content: sentence(random) } } };
}

/** Makes a message of the session. */
export function sessionMessage(scope: LoadScope, random: () => number) {
  return { scope, payload: { $case: 'message' as const, value: { content: sentence(random) } } };
}

/**
 * Makes an entry of working memory with one of as many keys as there is room for, so that adding it again
 * replaces it.
 */
export function workingMemory(scope: LoadScope, index: number, random: () => number) {
  const key = `step_${index % QUOTAS.WORKING.count}`;
  const value = sentence(random).split(' ').slice(0, 8).join(' ');
  return { scope, payload: { $case: 'working' as const, value: { key, value } } };
}
