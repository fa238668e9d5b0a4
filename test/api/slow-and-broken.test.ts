import { Readable } from 'node:stream';
import { expect } from 'chai';
import { RecordaError } from '../../client/errors.ts';
import { notFound } from '../../server/domain/errors.ts';
import { MEMORY_TYPES, memoryId, type MemoryType, type Payload } from '../../server/domain/memory.ts';
import { methods } from '../../server/methods/methods.ts';
import { pipeline, type Pipeline } from '../../server/pipeline/pipeline.ts';
import type {
  ChangeLog,
  Clock,
  CollectionStore,
  OrderedDocumentStore,
  GraphStore,
  Hit,
  MemoryStore,
  WorkingStore,
} from '../../server/ports/stores.ts';
import { adminService } from '../../server/services/admin/admin-service.ts';
import type { ContextService } from '../../server/services/context/context-service.ts';
import { memoryService } from '../../server/services/memory/memory-service.ts';
import type { Log } from '../../server/ports/telemetry.ts';
import { COST_RATES, QUOTAS, GLOBAL_LIMITS } from '../../server/policy/limits.ts';
import { quietTelemetry } from '../../server/telemetry/quiet-telemetry.ts';
import { all, describeBothDoors, errorOf } from './doors.ts';
import { UNASKED_OF_USER } from '../unasked-of-user.ts';

const TYPES = ['working', 'short_term', 'long_term'] as const;
/** In milliseconds: far more than a healthy type takes, far less than the default. */
const TIMEOUT_MS = 400;

/** A stream with this in its query has the deadline on the server alone: the client's clock has no part in it. */
const SERVERS_DEADLINE = 'until the deadline';

/** The milliseconds for which a `busy` store blocks everything before it even waits. */
const BUSY_MS = 300;

/**
 * A store that finds one memory, or behaves as the query asks: `busy`, `stuck`, `unavailable` or `faulty`, followed by its
 * type.
 */
function store<T extends MemoryType>(type: T, payload: Payload): MemoryStore & { readonly type: T } {
  const unused = async (): Promise<never> => {
    throw notFound('none');
  };
  return {
    type,
    backend: 'scripted',
    capabilities: { durability: 'VOLATILE', isLogged: true },
    ofUser: UNASKED_OF_USER,
    add: unused,
    get: unused,
    list: unused,
    update: unused,
    remove: unused,
    async retrieve({ scope, text }, { signal }): Promise<readonly Hit[]> {
      const startedAt = performance.now();
      if (text.includes(`busy ${type}`)) while (performance.now() - startedAt < BUSY_MS);
      if (text.includes(`stuck ${type}`))
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      if (text.includes(`unavailable ${type}`)) throw new RecordaError('BACKEND_UNAVAILABLE', `${type} is away.`);
      if (text.includes(`faulty ${type}`)) throw new TypeError('secret of the driver');
      const record = {
        id: memoryId(type, '0'.repeat(32)),
        scope,
        payload,
        createTimeMs: 0,
        updateTimeMs: 0,
        version: 1,
        sizeBytes: 1,
        storedBytes: 1,
        isCompressed: false,
      };
      return [{ record, score: 1, similarity: 1, signals: [] }];
    },
  };
}

const unscripted = Object.fromEntries(
  MEMORY_TYPES.map((type) => [type, store(type, { type: 'WORKING', key: 'none', value: null })]),
) as Record<MemoryType, MemoryStore>;

const changes: ChangeLog = {
  bounds: () => Promise.resolve({ start: '', end: '' }),
  read: () => Promise.resolve({ changes: [], next: '', isAtEnd: true }),
  subscribe: () => () => undefined,
};

const collections: CollectionStore = {
  put: () => Promise.reject(new TypeError('secret of the driver')),
  get: () => Promise.resolve(undefined),
  list: () => Promise.resolve({ collections: [] }),
  remove: () => Promise.resolve(),
};

const ordered: OrderedDocumentStore = {
  write: () => Promise.reject(new TypeError('secret of the driver')),
  pop: () => Promise.resolve(undefined),
  list: () => Promise.resolve({ documents: [] }),
  removeOldest: () => Promise.resolve(0),
};

async function* nothing(): AsyncGenerator<never> {}

/** Nothing here asks for limits. */
const unscriptedLimits: Omit<Parameters<typeof adminService>[0], 'latencyReport' | 'reembed'> = {
  report: undefined,
  mint: never,
  onAuditDamaged: () => undefined,
  eventLoopDelay: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }),
  lastVerifiedMs: never,
  accounts: {
    plans: never,
    setPlan: never,
    quotasSet: never,
    use: never,
    userIdsAfter: never,
    usersOf: never,
    ownersOver: never,
    tierCounts: never,
    globalUse: never,
    samples: never,
  },
  alerts: { list: never, after: never, bounds: never, raise: never, markDelivered: never, subscribe: () => () => {} },
  kept: {
    lifecycle: {
      retirable: never,
      settle: never,
      whole: never,
      beginArchive: never,
      evict: never,
      completeArchive: never,
      looseObjects: never,
      forgetObject: never,
      archived: never,
      archivedAddresses: never,
      retention: never,
      setRetention: never,
      lastRun: never,
      noteRun: never,
      keepRun: never,
      pastRuns: never,
      toScore: never,
      setImportance: never,
      explain: never,
      poolsOver: never,
      candidates: never,
      lowest: never,
      uncompared: never,
      near: never,
      candidatesById: never,
      noteCompared: never,
    },
    keyRotation: { rotate: () => nothing(), retire: never },
    backups: { create: () => nothing(), list: never, verify: () => nothing(), restore: () => nothing() },
    lifecycleRuns: {
      threshold: 0,
      retention: () => nothing(),
      sleepCycle: () => nothing(),
      restore: never,
    },
  },
  mirrored: {
    outbox: {
      due: never,
      sent: never,
      settle: never,
      state: never,
      deadLetters: never,
      replay: never,
      refill: never,
      erasures: never,
      erased: never,
      subscribe: () => () => {},
    },
  },
  reread: {
    store: { recalledTurns: never },
    facts: { sayLate: never, readIn: never },
    texts: { readSpeech: never },
    newUuid: () => '',
  },
  audit: {
    record: never,
    note: () => {},
    refuseUnlessWriting: () => {},
    list: never,
    verify: () => Readable.from([]),
    end: never,
    hashes: never,
  },
  anchors: { write: never, check: never },
  userData: {
    stores: {} as Parameters<typeof adminService>[0]['userData']['stores'],
    rows: { page: never, putBack: never, takenIds: never },
    imports: { together: never },
    idMacs: { signer: never, verifier: never },
    erasures: { found: never, erase: () => Readable.from([]), verify: never },
  },
  quotas: QUOTAS,
  limits: GLOBAL_LIMITS,
  prompts: { systemPromptUse: never },
  discardedBytes: never,
  rates: COST_RATES,
};

function never(): Promise<never> {
  return Promise.reject(new Error('This is not scripted.'));
}

async function openScripted(log: Log, clock: Clock) {
  const working: WorkingStore = {
    ...store('WORKING', { type: 'WORKING', key: 'city', value: 'Paris' }),
    clearTask: () => Promise.reject(new TypeError('secret of the driver')),
  };
  const stores = {
    ...unscripted,
    WORKING: working,
    SHORT_TERM: store('SHORT_TERM', { type: 'SHORT_TERM', role: 'USER', content: 'Hi', timeMs: 0 }),
    LONG_TERM: store('LONG_TERM', { type: 'LONG_TERM', content: 'User likes Paris', speaker: '' }),
  };
  const graph: GraphStore = {
    ...store('ENTITY', { type: 'WORKING', key: 'none', value: null }),
    traverse: () => Promise.reject(new TypeError('secret of the driver')),
  };
  // Cold storage that never answers.
  const archive = { search: () => new Promise<never>(() => undefined) };
  const server = {
    name: '',
    version: '1.2.3',
    startTimeMs: 0,
    summarizerModel: '',
    extractorModel: '',
    secondEmbedder: undefined,
    embedder: () => ({ name: 'none', version: '1', dimensions: 1 }),
    isAvailable: () => true,
  };
  const telemetry = quietTelemetry();
  const opened = pipeline({
    methods: methods(
      memoryService({
        stores,
        working,
        changes,
        collections,
        ordered,
        graph,
        archive,
        server,
        newUuid: () => '0'.repeat(32),
      }),
      adminService({
        latencyReport: (filter) => telemetry.latencyReport(filter),
        reembed: () => Readable.from([]),
        ...unscriptedLimits,
      }),
      // Nothing here calls it.
      {} as ContextService,
    ),
    telemetry,
    backendOf: () => 'scripted',
    clock,
    log,
    isClosing: () => false,
  });
  const stream: Pipeline['stream'] = (method, bytes, call) => {
    const isShort = Buffer.from(bytes).includes(SERVERS_DEADLINE);
    return opened.stream(method, bytes, isShort ? { ...call, deadlineMs: Date.now() + TIMEOUT_MS } : call);
  };
  return { pipeline: { ...opened, stream }, close: () => Promise.resolve() };
}

describeBothDoors(
  'Slow and failing types',
  (door) => {
    const agent = () => door().recorda.agent({ userId: 'ana', agentId: 'travel', sessionId: 'monday' });

    it('a search returns the other types’ results and reports what failed', async () => {
      const hits = await agent().retrieve('unavailable SHORT_TERM', { types: TYPES });
      expect(hits.map(({ type }) => type)).to.deep.equal(['working', 'long_term']);
      expect(hits.types.map(({ type, count, error }) => ({ type, count, error }))).to.deep.equal([
        { type: 'working', count: 1, error: undefined },
        { type: 'short_term', count: 0, error: { reason: 'BACKEND_UNAVAILABLE', message: 'SHORT_TERM is away.' } },
        { type: 'long_term', count: 1, error: undefined },
      ]);
    });

    it('the time that other types take to start does not count in a fast type’s time', async () => {
      const { types } = await agent().retrieve('busy SHORT_TERM, busy LONG_TERM', { types: TYPES });
      const latencies = Object.fromEntries(types.map(({ type, latencyMs }) => [type, latencyMs]));
      expect(latencies['long_term']).to.be.at.least(BUSY_MS);
      // With the time of both it would be the longest.
      expect(latencies['working']).to.be.lessThan(latencies['long_term']!);
    });

    it('a search fails if every type fails', async () => {
      const error = await errorOf(
        agent().retrieve('unavailable WORKING, unavailable LONG_TERM', { types: ['working', 'long_term'] }),
      );
      expect(error).to.include({ reason: 'BACKEND_UNAVAILABLE', code: 'UNAVAILABLE', retryable: true });
    });

    it('a stream sends fast types at once, and reports missing ones at the deadline', async () => {
      const startedAt = performance.now();
      const arrivals: string[] = [];
      let missing: readonly string[] = [];
      const retrieve = {
        scope: agent().scope,
        query: `stuck LONG_TERM ${SERVERS_DEADLINE}, unavailable SHORT_TERM`,
        types: ['MEMORY_TYPE_WORKING' as const, 'MEMORY_TYPE_SHORT_TERM' as const, 'MEMORY_TYPE_LONG_TERM' as const],
      };
      const events = door().recorda.memory.streamRetrieveMemories({ retrieve });
      for await (const { event } of events) {
        if (event?.$case === 'result') arrivals.push('result');
        if (event?.$case === 'typeDone') {
          const { type, error } = event.value;
          arrivals.push(`${type.replace('MEMORY_TYPE_', '')} ${error?.reason.replace('ERROR_REASON_', '') ?? 'OK'}`);
        }
        if (event?.$case === 'done') ({ missing } = event.value);
      }
      const tookMs = performance.now() - startedAt;
      expect(arrivals.slice(0, 3).toSorted()).to.deep.equal(['SHORT_TERM BACKEND_UNAVAILABLE', 'WORKING OK', 'result']);
      expect(arrivals.slice(3)).to.deep.equal(['LONG_TERM DEADLINE_EXCEEDED']);
      expect([...missing].toSorted()).to.deep.equal(['MEMORY_TYPE_LONG_TERM', 'MEMORY_TYPE_SHORT_TERM']);
      expect(tookMs).to.be.at.least(TIMEOUT_MS / 2);
    });

    it('a stream sends the store’s hits at once, even if the archive is slow', async () => {
      const events = door().recorda.memory.streamRetrieveMemories({
        retrieve: { scope: agent().scope, query: SERVERS_DEADLINE, includeArchived: true },
      });
      const said: unknown[] = [];
      for await (const { event } of events) {
        if (event?.$case === 'result') said.push('result');
        if (event?.$case === 'typeDone') said.push([event.value.archived, event.value.error?.reason]);
        if (event?.$case === 'done') said.push(event.value.missing);
      }
      expect(said).to.deep.equal([
        'result',
        [false, undefined],
        [true, 'ERROR_REASON_DEADLINE_EXCEEDED'],
        ['MEMORY_TYPE_LONG_TERM'],
      ]);
    });

    it('a search that is stuck ends at its deadline', async () => {
      const startedAt = performance.now();
      const error = await errorOf(agent().retrieve('stuck LONG_TERM', { timeoutMs: TIMEOUT_MS }));
      expect(error).to.include({ reason: 'DEADLINE_EXCEEDED', code: 'DEADLINE_EXCEEDED', retryable: true });
      expect(performance.now() - startedAt).to.be.at.least(TIMEOUT_MS - 20);
    });

    it('a caller that cancels waits no longer', async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);
      const error = await errorOf(all(agent().stream('stuck LONG_TERM', { signal: controller.signal })));
      expect(error.reason).to.equal('CANCELLED');
    });

    it('an internal fault is INTERNAL with an id for the log, without any detail of it', async () => {
      const calls = [
        () => agent().retrieve('faulty LONG_TERM'),
        () => all(agent().stream('faulty LONG_TERM')),
        () => agent().endTask(),
      ];
      for (const call of calls) {
        const error = await errorOf(call());
        expect(error).to.include({ reason: 'INTERNAL', code: 'INTERNAL' });
        expect(error.message).not.to.include('secret');
        const [id = 'no id'] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(error.message) ?? [];
        await door().expectComplaint(new RegExp(id));
      }
      expect(await agent().retrieve('Paris')).to.have.length(1);
    });
  },
  openScripted,
);
