/** Entities and episodes in Neo4j and in the embedded store: the same memories get the same questions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { RecordaError } from '../../server/domain/errors.ts';
import { memoryId, type MemoryType, type Payload } from '../../server/domain/memory.ts';
import { OUTAGE } from '../../server/policy/backends.ts';
import type { AddIntent, Hit, ListCursor, MemoryStore, RetrieveQuery } from '../../server/ports/stores.ts';
import { closeAndDelete, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { call } from '../conformance/subject.ts';
import { inLanes } from '../lanes.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { NOW_MS, randomFilters, randomIntents } from '../random-memories.ts';
import { emptiedNeo4j } from './neo4j-process.ts';
import { openForTest, type OpenedForTest } from './open-neo4j.ts';

const SCOPE = { tenant: 'agreement', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
const MEMORIES = 1000;
const RELATIONSHIPS = 1000;
const FILTERS = randomFilters(200, 7);
const SOME = 40;
/** The number of questions that are asked at once. */
const LANES = 4;
const TOP = 10;
const LEAST_OVERLAP = 0.95;
const SCORE_DRIFT = 0.01;
const TYPES = ['EPISODIC', 'ENTITY'] as const;

type Stores = Readonly<Record<(typeof TYPES)[number], MemoryStore>>;

/** A call is made at most this many times. */
const MOST_TRIES = 5;

describe('Neo4j beside the embedded store', () => {
  let embedded: TemporaryStore;
  let whole: OpenedForTest;
  let narrow: OpenedForTest;
  let here: Stores;
  let there: Stores;

  before(async function () {
    this.timeout(600_000);
    const { address } = await emptiedNeo4j();
    embedded = await openTemporary();
    const { clock } = embedded;
    whole = await openForTest({ address, clock });
    // Beyond this many memories the vector indexes give candidates.
    narrow = await openForTest({ address, clock, wholeUpTo: 10 });
    here = embedded.stores;
    there = { EPISODIC: whole.episodic, ENTITY: whole.entity };
    for (const type of TYPES) {
      const intents = randomIntents(MEMORIES, SCOPE).map((intent, n) => remade(intent, type, n));
      const all = type === 'ENTITY' ? [...intents, ...relationships(intents)] : intents;
      for (const store of [here[type], there[type]]) {
        for (const outcome of await store.add(all, call())) if (!outcome.ok) throw outcome.error;
      }
    }
  });
  after(async () => {
    await narrow.close();
    await whole.close();
    await closeAndDelete(embedded);
  });

  async function pages(store: MemoryStore, filter: string, place: number): Promise<readonly (readonly string[])[]> {
    const all: (readonly string[])[] = [];
    const namespace = place % 5 === 0 ? 'trips' : '';
    const query = { scope: { ...SCOPE, namespace }, filter, nowMs: NOW_MS, descending: place % 2 === 1 };
    for (let after: ListCursor | undefined; ;) {
      const { records, next } = await store.list({ ...query, after, pageSize: 40 + ((place * 37) % 150) }, call());
      if (records.length > 0) all.push(records.map(({ id }) => id));
      if (next === undefined) return all;
      after = next;
    }
  }

  it(`lists the same pages for ${FILTERS.length} random filters over ${MEMORIES} random memories of each type`, async () => {
    let matched = 0;
    await inLanes(FILTERS.entries(), LANES, async ([place, filter]) => {
      const type = TYPES[place % 2]!;
      const mine = await pages(here[type], filter, place);
      expect(await pages(there[type], filter, place), filter).to.deep.equal(mine);
      matched += mine.flat().length;
    });
    expect(matched).to.be.above(MEMORIES);
  }).timeout(600_000);

  const ids = (hits: readonly Hit[]): readonly string[] => hits.map(({ record }) => record.id);
  function* questions(count: number): Generator<readonly [(typeof TYPES)[number], RetrieveQuery]> {
    const random = seededRandom(5);
    for (const [place, filtered] of FILTERS.slice(0, count).entries()) {
      const filter = place % 3 === 0 ? undefined : filtered;
      const query = { scope: SCOPE, text: sentence(random), filter, topK: TOP, explain: false, nowMs: NOW_MS };
      yield [TYPES[place % 2]!, query];
    }
  }

  it(`finds the same ${TOP} with the same scores`, async () => {
    let [same, all] = [0, 0];
    await inLanes(questions(FILTERS.length), LANES, async ([type, query]) => {
      const mine = await here[type].retrieve(query, call());
      const theirs = new Map(
        (await repeated(() => there[type].retrieve(query, call()))).map((hit) => [hit.record.id, hit]),
      );
      expect(theirs.size).to.equal(mine.length);
      for (const { record, score, similarity } of mine) {
        const hit = theirs.get(record.id);
        all += 1;
        if (hit === undefined) continue;
        same += 1;
        expect(hit.similarity).to.equal(similarity);
        // The weights of words are updated a little at a time, in every store.
        expect(hit.score).to.be.closeTo(score, SCORE_DRIFT);
      }
    });
    expect(same / all).to.be.at.least(LEAST_OVERLAP);
  }).timeout(600_000);

  it('finds as many memories among the candidates of the vector indexes, mostly the same, and none of another user', async () => {
    const near: Stores = { EPISODIC: narrow.episodic, ENTITY: narrow.entity };
    let [best, asked] = [0, 0];
    await inLanes(questions(SOME), LANES, async ([type, query]) => {
      const mine = await here[type].retrieve(query, call());
      const theirs = await repeated(() => near[type].retrieve(query, call()));
      expect(theirs).to.have.length(mine.length);
      asked += Number(mine.length > 0);
      best += Number(ids(theirs).includes(mine[0]?.record.id ?? ''));
    });
    expect(best / asked).to.be.at.least(LEAST_OVERLAP);
    const query = { scope: SCOPE, text: 'Thing 17', topK: 1, explain: false, nowMs: NOW_MS };
    expect(ids(await near.ENTITY.retrieve(query, call()))).to.deep.equal(
      ids(await here.ENTITY.retrieve(query, call())),
    );
    const stranger = { ...query, scope: { ...SCOPE, userId: 'bob' } };
    expect(await near.ENTITY.retrieve(stranger, call())).to.deep.equal([]);
  }).timeout(600_000);
});

/** Repeats a call while a busy machine keeps Neo4j from answering, as the error advises. */
async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const { reason } = error as RecordaError;
      if (reason !== 'BACKEND_UNAVAILABLE' || tries === MOST_TRIES) throw error;
      await sleep(OUTAGE.retryAfterMs);
    }
  }
}

function textOf({ payload }: AddIntent): string {
  return payload.type === 'LONG_TERM' ? payload.content : '';
}

/** Makes the same words and metadata into a memory of another type. */
function remade(intent: AddIntent, type: MemoryType, n: number): AddIntent {
  const name = type === 'ENTITY' ? 'ENTITY' : 'EPISODIC';
  const id = memoryId(name, String(n).padStart(32, '0'));
  const { vector: _, ...rest } = intent;
  return {
    ...rest,
    id,
    scope: { ...intent.scope, ...SCOPE, namespace: intent.scope.namespace },
    payload: payload(intent, type, n),
  };
}

function payload(intent: AddIntent, type: MemoryType, n: number): Payload {
  const text = textOf(intent);
  if (type === 'EPISODIC') {
    const step = { action: text.slice(0, 40), tool: 'search', inputDigest: '', outputDigest: '', error: '', timeMs: n };
    const steps = [{ ...step, status: 'OK' as const }];
    return { type: 'EPISODIC', task: text, steps, outcomeNote: '', startTimeMs: intent.nowMs };
  }
  const stated = { type: 'ENTITY', aliases: [], attributes: { about: text }, evidence: [], versions: [] } as const;
  return { ...stated, node: 'ENTITY', name: `Thing ${n}`, entityType: 'thing' };
}

function relationships(entities: readonly AddIntent[]): readonly AddIntent[] {
  const random = seededRandom(9);
  const any = (): string => entities.filter(({ scope }) => scope.namespace === '')[Math.floor(random() * 100)]!.id;
  return Array.from({ length: RELATIONSHIPS }, (_, n): AddIntent => {
    const stated = { type: 'ENTITY', attributes: { about: sentence(random) }, evidence: [], versions: [] } as const;
    const ends = { fromId: any(), toId: any(), relationshipType: `kind ${n}` };
    const id = memoryId('RELATIONSHIP', String(n).padStart(32, '0'));
    const { nowMs, autoPrune } = entities[n % entities.length]!;
    return { id, scope: SCOPE, payload: { ...stated, node: 'RELATIONSHIP', ...ends }, nowMs, autoPrune };
  });
}
