/** The calls that are measured, in the order in which they are: reads first, since writes prune what they read. */
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
import { BATCH_ITEM_TARGET_MS, SEVERAL_TYPES_TARGET_MS, TYPE_TARGET_MS } from '../../server/policy/latency-targets.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { sentence } from './sentences.ts';

/** The user whose calls are measured: long-term memory, session and working memory are full. */
export const SCOPE = { userId: 'load-user', agentId: 'load-agent', sessionId: 'load-session' };
const USER = { userId: SCOPE.userId };

/** One kind of call. */
export type MeasuredCall = {
  readonly kind: string;
  /** Like `recorda.v1.MemoryService/AddMemory`. */
  readonly method: string;
  /** The server's own target. */
  readonly targetMs: number;
  /** Acceptance: what p95 must be, as one client sees it. A durable write may take the disk's commit longer. */
  readonly acceptance?: { readonly p95Ms: number; readonly durable: boolean };
  /** Sent in turn, over and over. */
  readonly requests: readonly Uint8Array[];
  /** How much a call costs beside a simple one: so many fewer are made. */
  readonly weight: number;
};

const DISTINCT = 1000;
/** A prime: reads go all over the memories. */
const STRIDE = 7919;
const BATCH = 100;

/** `ids` are the user's long-term memories in order of arrival; only the newer half is read, since adds prune the oldest. */
export function measuredCalls(random: () => number, ids: readonly string[]): readonly MeasuredCall[] {
  const method = (name: string): string => `recorda.v1.MemoryService/${name}`;
  const each = <T>(codec: MessageFns<T>, make: (index: number) => Parameters<MessageFns<T>['fromPartial']>[0]) =>
    Array.from({ length: DISTINCT }, (_, index) => codec.encode(codec.fromPartial(make(index))).finish());
  const text = (): string => sentence(random);
  const newer = ids.slice(ids.length / 2);
  const id = (index: number): string => newer[(index * STRIDE) % newer.length] ?? '';
  const retrieve = (types: readonly MemoryType[]) => (): { scope: object; query: string; types: MemoryType[] } => ({
    scope: SCOPE,
    query: text().split(' ').slice(0, 6).join(' '),
    types: [...types],
  });
  const retrieval = (kind: string, types: readonly MemoryType[], targetMs: number): MeasuredCall => ({
    kind,
    method: method('RetrieveMemories'),
    targetMs,
    requests: each(RetrieveMemoriesRequest, retrieve(types)),
    weight: 1,
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
      ...retrieval('retrieve long_term', [MemoryType.LONG_TERM], TYPE_TARGET_MS.LONG_TERM),
      acceptance: { p95Ms: 10, durable: false },
    },
    retrieval('retrieve all three', several, SEVERAL_TYPES_TARGET_MS),
    {
      kind: 'stream all three',
      method: method('StreamRetrieveMemories'),
      targetMs: SEVERAL_TYPES_TARGET_MS,
      requests: each(StreamRetrieveMemoriesRequest, () => ({ retrieve: retrieve(several)() })),
      weight: 2,
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
      requests: each(AddMemoryRequest, (index) => ({ memory: workingMemory(index, random) })),
      weight: 1,
    },
    {
      kind: 'add short_term',
      method: method('AddMemory'),
      targetMs: TYPE_TARGET_MS.SHORT_TERM,
      acceptance: { p95Ms: 3, durable: true },
      requests: each(AddMemoryRequest, () => ({ memory: sessionMessage(random) })),
      weight: 1,
    },
    {
      kind: 'add long_term',
      method: method('AddMemory'),
      targetMs: TYPE_TARGET_MS.LONG_TERM,
      acceptance: { p95Ms: 5, durable: true },
      requests: each(AddMemoryRequest, () => ({ memory: textMemory(random), autoPrune: AutoPrune.TO_FIT })),
      weight: 1,
    },
    {
      kind: `batch add long_term (${BATCH})`,
      method: method('BatchAddMemories'),
      targetMs: TYPE_TARGET_MS.LONG_TERM + BATCH * BATCH_ITEM_TARGET_MS,
      requests: each(BatchAddMemoriesRequest, () => ({
        requests: Array.from({ length: BATCH }, () => ({ memory: textMemory(random), autoPrune: AutoPrune.TO_FIT })),
      })).slice(0, BATCH),
      weight: 50,
    },
  ];
}

/** A long-term memory of everyday content. */
export function textMemory(random: () => number) {
  return { scope: SCOPE, payload: { $case: 'text' as const, value: { content: sentence(random) } } };
}

/** A message of the session. */
export function sessionMessage(random: () => number) {
  return { scope: SCOPE, payload: { $case: 'message' as const, value: { content: sentence(random) } } };
}

/** An entry of working memory: one of as many keys as there is room for, so that adding it again replaces it. */
export function workingMemory(index: number, random: () => number) {
  const key = `step_${index % QUOTAS.WORKING.count}`;
  const value = sentence(random).split(' ').slice(0, 8).join(' ');
  return { scope: SCOPE, payload: { $case: 'working' as const, value: { key, value } } };
}
