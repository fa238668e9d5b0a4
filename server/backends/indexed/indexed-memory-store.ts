/**
 * Long-term memory of several servers, found in one remote index. A write is durable in this server's own record before it is
 * acknowledged, and the outbox mirrors it. What the index does not show yet is read from the record, everything else from the index.
 */
import { RecordaError } from '../../domain/errors.ts';
import { CANDIDATES, OUTBOX } from '../../policy/backends.ts';
import type {
  CallContext,
  Clock,
  ListQuery,
  MemoryRef,
  MemoryStore,
  RecordPage,
  RetrieveQuery,
} from '../../ports/stores.ts';
import type { Known, LocalRecord, Outbox } from '../../ports/outbox.ts';
import type { SearchIndex } from '../../ports/search.ts';
import { indexedUsers } from './indexed-users.ts';
import { mergedPage } from './merged-page.ts';

export type IndexedOptions = {
  readonly local: LocalRecord;
  readonly index: SearchIndex;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** True if no other server writes to the index: the record is complete then, and answers while the index does not. */
  readonly isSole: boolean;
  /** Embeds queries without a vector. */
  readonly embed: (text: string) => Float32Array;
  /** The embedder's key. */
  readonly embedder: string;
};

export function indexedMemoryStore(options: IndexedOptions): MemoryStore {
  const { local, index, outbox, clock, isSole } = options;

  /** Answers from the record if the index does not answer and the record is complete. */
  async function orLocally<T>(work: () => Promise<T>, locally: () => Promise<T>, isWhole = isSole): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isWhole && isUnavailable(error)) return locally();
      throw error;
    }
  }

  async function page(query: ListQuery, call: CallContext): Promise<RecordPage> {
    const { named: _, order: __, ...asked } = query;
    const { found, next } = await index.list(asked, call);
    const revisions = found.map(({ record: { id }, revision }) => ({ id, revision }));
    return mergedPage(query, { found, next }, await local.unseenPage(query, { found: revisions, upTo: next }, call));
  }

  const list: MemoryStore['list'] = (query, call) =>
    orLocally(
      () => whileFresh(() => page(query, call)),
      () => local.store.list(query, call),
    );

  return {
    type: 'LONG_TERM',
    backend: index.backend,
    capabilities: local.store.capabilities,

    async add(intents, call) {
      const outcomes = await local.store.add(intents, call);
      return outcomes.map((outcome) =>
        outcome.ok ? { ok: true, value: { ...outcome.value, isPending: true } } : outcome,
      );
    },

    async get(ref, nowMs, call) {
      const { unseen, record } = await local.find(ref, nowMs, call);
      const read = async () => {
        const document = await index.get(ref, nowMs, call);
        if (unseen !== undefined && (document?.revision ?? 0) <= unseen.revision) return record;
        if (document === undefined) return undefined;
        const { accessCount, lastAccessTimeMs } = record ?? document.record;
        return { ...document.record, accessCount, lastAccessTimeMs };
      };
      // Another server may have changed the memory since, even before this server's change is shown: lists show that, too.
      const isOwn = unseen?.isShown === false;
      const found = await orLocally(read, async () => record, isOwn || isSole);
      if (found !== undefined) local.noteAccess([ref.id], nowMs);
      return found;
    },

    list,

    ofUser: indexedUsers({ local, index, outbox, list, clock }),

    async update(intent, call) {
      const known = await knownTo(options, intent, intent.nowMs, call);
      return { ...(await local.update(intent, known, call)), isPending: true };
    },

    remove: async (intent, call) => local.remove(intent, await knownTo(options, intent, intent.nowMs, call), call),

    retrieve: (query, call) =>
      orLocally(
        () => whileFresh(() => search(options, query, call)),
        () => local.store.retrieve(query, call),
      ),
  };
}

/** Repeats work that took longer than changes stay in the outbox: the answer could lack those that left it meanwhile. */
async function whileFresh<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const startMs = performance.now();
    const result = await work();
    if (performance.now() - startMs < OUTBOX.lingerMs || attempt === OUTBOX.readings) return result;
  }
}

async function knownTo(
  { local, index }: IndexedOptions,
  ref: MemoryRef,
  nowMs: number,
  call: CallContext,
): Promise<Known> {
  const { unseen, record } = await local.find(ref, nowMs, call);
  if (unseen?.isShown === false) return 'RECORD';
  try {
    return (await index.get(ref, nowMs, call)) ?? (unseen === undefined ? 'GONE' : 'RECORD');
  } catch (error) {
    // A change of a memory in this server's record is not held up by an index that is away.
    if (record !== undefined && isUnavailable(error)) return 'RECORD';
    throw error;
  }
}

async function search({ local, index, embed, embedder }: IndexedOptions, query: RetrieveQuery, call: CallContext) {
  const { scope, text, choose, nowMs, filter } = query;
  const topK = Math.max(query.topK, choose?.among ?? 0);
  const asked = {
    text,
    nowMs,
    scope: { ...scope, namespace: '' },
    vector: query.vector ?? embed(text),
    embedder: query.embedder ?? embedder,
    count: countFor(topK),
  };
  // A word's weight depends on all of the user's memories, also on those that the filter leaves out: they are ranked together.
  const among = await index.candidates(asked, call);
  const isNarrowed = filter !== undefined || scope.namespace !== '';
  if (!isNarrowed || among.length < CANDIDATES.whole) return local.rank(query, among, call);
  const found = new Map(among.map((candidate) => [candidate.record.id, candidate]));
  for (const one of await index.candidates({ ...asked, scope, filter }, call)) found.set(one.record.id, one);
  return local.rank(query, [...found.values()], call);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof RecordaError && error.reason === 'BACKEND_UNAVAILABLE';
}

function countFor(topK: number): number {
  return Math.min(CANDIDATES.most, Math.max(CANDIDATES.least, CANDIDATES.perResult * topK));
}
