/** A store under test, and short functions for what tests do with it. */
import { createHash, randomUUID } from 'node:crypto';
import { RecordaError } from '../../server/domain/errors.ts';
import { memoryId, type MemoryRecord, type MemoryType, type Payload, type Scope } from '../../server/domain/memory.ts';
import type { Quota } from '../../server/policy/memory-types.ts';
import type {
  Added,
  AddIntent,
  CallContext,
  Clock,
  Hit,
  ListQuery,
  MemoryStore,
  RecordPage,
  RetrieveQuery,
} from '../../server/ports/stores.ts';

export type StoreTraits = {
  readonly type: MemoryType;
  /**
   * What happens if there is no room: the write is refused (or prunes on request), or the oldest or least recently
   * used are evicted.
   */
  readonly whenFull: 'REFUSE' | 'EVICT_OLDEST' | 'EVICT_LEAST_RECENT';
  /** Whether the count alone causes eviction: working memory refuses the 101st key. */
  readonly evictsByCount: boolean;
  /** The time without an add after which everything of the owner is deleted, in milliseconds. */
  readonly ttlMs?: number;
  /** Whether a store that is closed and opened again has everything. */
  readonly isDurable: boolean;
};

export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export interface OpenedStore {
  readonly store: MemoryStore;
  /** The clock of the store. */
  readonly clock: MovableClock;
  /** Returns the vector that an add of this text has, for types that store one. */
  embed(text: string): Float32Array | undefined;
  /** Writes counts of accesses, if they are held back. */
  flush(): Promise<unknown>;
  /** Closes it and opens it again over the same data; only called for durable ones. */
  reopen(): Promise<OpenedStore>;
  close(): Promise<void>;
}

export type StoreKind = {
  readonly traits: StoreTraits;
  open(quota?: Quota): Promise<OpenedStore>;
};

export function call(): CallContext {
  return { signal: new AbortController().signal };
}

/** The scope of the running test: each has a tenant of its own, so that one opened store serves many. */
export let ANA: Scope = {
  tenant: 'test 0',
  userId: 'ana',
  agentId: 'guide',
  sessionId: 's1',
  namespace: '',
  taskId: '',
};

export type Subject = {
  readonly opened: OpenedStore;
  readonly store: MemoryStore;
  readonly intent: (text: string, more?: Partial<AddIntent>) => AddIntent;
  readonly add: (text: string, more?: Partial<AddIntent>) => Promise<Added>;
  /** Adds with a millisecond in between, so that the order is known. */
  readonly addAll: (texts: readonly string[], more?: Partial<AddIntent>) => Promise<readonly Added[]>;
  readonly get: (id: string, scope?: Scope) => Promise<MemoryRecord | undefined>;
  readonly list: (more?: Partial<ListQuery>) => Promise<RecordPage>;
  readonly texts: (more?: Partial<ListQuery>) => Promise<readonly string[]>;
  readonly retrieve: (text: string, more?: Partial<RetrieveQuery>) => Promise<readonly Hit[]>;
};

/** Returns the subject of an opened store. */
export function subjectOf(opened: OpenedStore, type: MemoryType): Subject {
  const { store, clock } = opened;
  const subject: Subject = {
    opened,
    store,
    intent: (text, more = {}) => ({
      id: memoryId(type, randomUUID().replaceAll('-', '')),
      scope: ANA,
      payload: payloadOf(type, text, clock.now()),
      nowMs: clock.now(),
      autoPrune: 'OFF',
      vector: opened.embed(text),
      ...more,
    }),
    async add(text, more) {
      const [outcome] = await store.add([subject.intent(text, more)], call());
      if (outcome === undefined) throw new Error('no outcome');
      if (!outcome.ok) throw outcome.error;
      return outcome.value;
    },
    async addAll(texts, more) {
      const added = [];
      for (const text of texts) {
        clock.advance(1);
        added.push(await subject.add(text, more));
      }
      return added;
    },
    get: (id, scope = ANA) => store.get({ scope, id }, clock.now(), call()),
    list: (more = {}) =>
      store.list({ scope: ANA, pageSize: 1000, descending: false, nowMs: clock.now(), ...more }, call()),
    async texts(more) {
      const page = await subject.list(more);
      return page.records.map(({ payload }) => textOf(payload));
    },
    retrieve: (text, more = {}) =>
      store.retrieve({ scope: ANA, text, topK: 5, explain: false, nowMs: clock.now(), ...more }, call()),
  };
  return subject;
}

let tests = 0;

/** Gives `ANA` a scope with nothing in it. */
export function startEmpty(): void {
  tests += 1;
  ANA = { ...ANA, tenant: `test ${tests}` };
}

/**
 * Keeps what was opened open until the surrounding describe ends, one store for each quota: opening one takes longer than most tests, and
 * each test has a tenant of its own.
 */
export function keptOpen(kind: StoreKind): StoreKind {
  const kept = new Map<string, Promise<OpenedStore>>();
  after(async () => {
    for (const opening of kept.values()) await (await opening).close();
  });
  return {
    ...kind,
    async open(quota) {
      const key = JSON.stringify(quota ?? null);
      const opening = kept.get(key) ?? kind.open(quota);
      kept.set(key, opening);
      return { ...(await opening), close: async () => undefined };
    },
  };
}

/** Opens a store for the tests of the surrounding describe; each starts empty. */
export function sharedSubject(kind: StoreKind, quota?: Quota): () => Subject {
  let subject: Subject | undefined;
  before(async () => {
    subject = subjectOf(await kind.open(quota), kind.traits.type);
  });
  beforeEach(startEmpty);
  after(async () => {
    await subject?.opened.close();
    subject = undefined;
  });
  return () => {
    if (subject === undefined) throw new Error('not in a test');
    return subject;
  };
}

export function payloadOf(type: MemoryType, text: string, timeMs: number): Payload {
  switch (type) {
    case 'WORKING':
      return { type, key: text.slice(0, 100), value: text };
    case 'SHORT_TERM':
      return { type, role: 'USER', content: text, timeMs };
    case 'LONG_TERM':
      return { type, content: text, speaker: '' };
    case 'PERSONA':
      return { type, key: createHash('sha1').update(text).digest('hex'), value: text, versions: [] };
    case 'STRUCTURED':
      return { type, collection: 'notes', key: '', data: { text } };
    case 'EPISODIC':
      return { type, task: text, steps: [], outcomeNote: '', startTimeMs: timeMs };
    case 'ENTITY':
      return {
        type,
        node: 'ENTITY',
        name: text,
        entityType: 'note',
        aliases: [],
        attributes: {},
        evidence: [],
        versions: [],
      };
  }
}

export function textOf(payload: Payload): string {
  switch (payload.type) {
    case 'WORKING':
    case 'PERSONA':
      return typeof payload.value === 'string' ? payload.value : JSON.stringify(payload.value);
    case 'SHORT_TERM':
    case 'LONG_TERM':
      return payload.content;
    case 'STRUCTURED':
      return payload.data['text'] as string;
    case 'EPISODIC':
      return payload.task;
    case 'ENTITY':
      return payload.node === 'ENTITY' ? payload.name : payload.relationshipType;
  }
}

/** Returns the record without its counts of accesses. */
export function uncounted(record: MemoryRecord | undefined): MemoryRecord | undefined {
  if (record === undefined) return undefined;
  const { accessCount: _, lastAccessTimeMs: __, ...rest } = record;
  return rest;
}

/** Returns a patch that replaces the text. */
export function patchText(type: MemoryType, text: string) {
  switch (type) {
    case 'WORKING':
    case 'PERSONA':
      return { value: { json: text } };
    case 'SHORT_TERM':
    case 'LONG_TERM':
      return { content: text };
    case 'STRUCTURED':
      return { data: { text } };
    case 'EPISODIC':
      return { task: text };
    case 'ENTITY':
      return { name: text };
  }
}

/** Returns the RecordaError with which the work rejects. */
export async function failure(work: Promise<unknown>): Promise<RecordaError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RecordaError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
