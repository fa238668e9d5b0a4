/** Retention, archive and restoring of episodes in a real Neo4j. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { memoryId, type EpisodeStep } from '../../server/domain/memory.ts';
import { archiver } from '../../server/lifecycle/archiver.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import { encryptedObjectStore } from '../../server/lifecycle/encrypted-object-store.ts';
import { DAY_MS } from '../../server/policy/units.ts';
import type { ArchivingStore, Chosen } from '../../server/ports/lifecycle.ts';
import { uuids } from '../../server/runtime/uuids.ts';
import { describeRetention } from '../api/retention-scenarios.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { call, failure } from '../conformance/subject.ts';
import { endingAt } from '../lifecycle/ending-at.ts';
import { keysOf } from '../lifecycle/keys-of.ts';
import { memoryColdStore } from '../lifecycle/memory-cold-store.ts';
import { emptiedNeo4j, type Neo4jProcess } from './neo4j-process.ts';
import { openForTest, type OpenedForTest } from './open-neo4j.ts';

const COUNT = 25;
const STEPS = ['Searched', 'Paid', 'Told'];
const MASTER = randomBytes(32);
const WHOSE = { tenant: 'default', userId: 'ana' };
const SCOPE = { ...WHOSE, agentId: 'guide', sessionId: '', namespace: '', taskId: '' };
const REST_OF_STEP = { tool: '', inputDigest: '', outputDigest: '', status: 'OK', error: '' } as const;

// Neo4j is started by then: options are read when the first test opens its server.
const place = { url: '' };
before(async () => {
  place.url = (await emptiedNeo4j()).address.url;
});
describeRetention('Retention of episodes in Neo4j', { graph: place });

describe('The archive of episodes in Neo4j', () => {
  let process: Neo4jProcess;
  let opened: OpenedForTest;
  const clock = movableClock();
  const cold = memoryColdStore();

  beforeEach(async () => {
    process = await emptiedNeo4j();
    opened = await openForTest({ address: process.address, clock });
    cold.objects.clear();
  });
  afterEach(() => opened.close());

  const over = (store: ArchivingStore, of: typeof cold = cold) =>
    archiver({
      store,
      encryptedObjects: encryptedObjectStore(of, userKeys(of, keysOf(MASTER))),
      ofUser: () => opened.episodic.ofUser,
      newId: uuids(),
      onArchived: () => undefined,
    });

  async function add(stepTimes: readonly number[]): Promise<string> {
    const id = memoryId('EPISODIC', randomUUID().replaceAll('-', ''));
    const steps = stepTimes.map((timeMs, at): EpisodeStep => ({ ...REST_OF_STEP, action: STEPS[at]!, timeMs }));
    const startTimeMs = stepTimes[0] ?? clock.now();
    const payload = { type: 'EPISODIC', task: 'Book', outcomeNote: '', startTimeMs, steps } as const;
    const [outcome] = await opened.episodic.add(
      [{ id, scope: SCOPE, payload, nowMs: clock.now(), autoPrune: 'OFF' }],
      call(),
    );
    expect(outcome?.ok).to.equal(true);
    return id;
  }
  async function due(store: ArchivingStore, cutoffMs = clock.now()): Promise<Chosen[]> {
    const found = await store.retirable({ type: 'EPISODIC', cutoffMs, after: undefined, limit: 1000 }, call());
    return found.map((candidate) => ({ ...candidate, reason: 'RETENTION' }));
  }
  async function warmIds(): Promise<string[]> {
    const query = { scope: SCOPE, pageSize: 1000, descending: false, nowMs: clock.now() };
    return (await opened.episodic.list(query, call())).records.map(({ id }) => id);
  }
  async function archivedIds(store: ArchivingStore): Promise<string[]> {
    const query = { ...WHOSE, type: 'EPISODIC', filter: undefined, pageSize: 1000, after: undefined } as const;
    return (await store.archived(query, call())).archived.map(({ head }) => head.id);
  }
  const objects = (): string[] => [...cold.objects.keys()].filter((name) => name.startsWith('users/'));
  async function query<Row extends object>(text: string): Promise<readonly Row[]> {
    const driver = neo4j.driver(process.address.url, undefined, { disableLosslessIntegers: true });
    try {
      return (await driver.executeQuery(text)).records.map((record) => record.toObject() as Row);
    } finally {
      await driver.close();
    }
  }
  const countedAsLiving = async (): Promise<number> => {
    const text = "MATCH (o:Owner {name: 'EPISODIC'}) RETURN sum(o.count) AS count";
    return (await query<{ readonly count: number }>(text))[0]?.count ?? 0;
  };

  it('loses and duplicates no episode, whichever step it is interrupted at, and leaves nothing behind once it has recovered', async () => {
    const ids: string[] = [];
    for (let number = 0; number < COUNT; number += 1) ids.push(await add([clock.now()]));
    const store = opened.archiveOfEpisodes('one');
    let ends = 0;
    for (let steps = 0; ; steps += 1) {
      const state = { left: steps };
      const ending = over(endingAt(store, state), endingAt(cold, state));
      const done = await ending.archive(await due(store), call()).then(
        () => true,
        (error: Error) => {
          expect(error.message).to.equal('the process ended');
          return false;
        },
      );
      const [warm, archived] = [await warmIds(), await archivedIds(store)];
      expect([...warm, ...archived].toSorted(), `after ${steps} steps`).to.deep.equal(ids.toSorted());
      expect(await countedAsLiving()).to.equal(warm.length);
      const after = over(store);
      await after.recover(['EPISODIC'], call());
      expect(await store.looseObjects(['EPISODIC'], call())).to.deep.equal([]);
      expect(objects().length, `objects after ${steps} steps`).to.equal(archived.length === 0 ? 0 : 1);
      const restored = await after.restore(WHOSE, ids, call());
      expect(restored.ids.length).to.equal(archived.length);
      expect((await warmIds()).toSorted()).to.deep.equal(ids.toSorted());
      expect(await countedAsLiving()).to.equal(COUNT);
      await after.recover(['EPISODIC'], call());
      expect(objects()).to.deep.equal([]);
      clock.advance(1);
      if (done) break;
      ends += 1;
    }
    expect(ends).to.be.greaterThan(8);
  });

  it('uses the age of an episode’s newest step, archives its steps too, and counts it once', async () => {
    const old = clock.now() - 100 * DAY_MS;
    const gone = await add([old, old + 1, old + 2]);
    const stays = await add([old, old + 1, clock.now()]);
    const store = opened.archiveOfEpisodes('one');
    const chosen = await due(store, clock.now() - 90 * DAY_MS);
    expect(chosen.map(({ id, sinceMs, userId }) => [id, sinceMs, userId])).to.deep.equal([[gone, old + 2, 'ana']]);
    expect(await over(store).archive(chosen, call())).to.deep.equal([gone]);
    expect(await warmIds()).to.deep.equal([stays]);
    const steps = await query<{ readonly count: number }>('MATCH (s:Step) RETURN count(s) AS count');
    expect(steps[0]?.count).to.equal(3);
    expect((await over(store).restore(WHOSE, [gone], call())).ids).to.deep.equal([gone]);
    const back = await opened.episodic.get({ scope: SCOPE, id: gone }, clock.now(), call());
    expect(back?.payload.type === 'EPISODIC' && back.payload.steps.map(({ action }) => action)).to.deep.equal(STEPS);
    // Its age starts again.
    expect(await due(store, clock.now() - 90 * DAY_MS)).to.deep.equal([]);
  });

  it('takes each episode once if two servers run at the same time, and each leaves the other’s work alone', async () => {
    const ids: string[] = [];
    for (let number = 0; number < COUNT; number += 1) ids.push(await add([clock.now()]));
    const [one, other] = [opened.archiveOfEpisodes('one'), opened.archiveOfEpisodes('other')];
    // This run must not remove what another's run has begun.
    await one.beginArchive('archive/episodic/under-way', WHOSE, call());
    await over(other).recover(['EPISODIC'], call());
    expect((await one.looseObjects(['EPISODIC'], call())).map(({ object }) => object)).to.have.length(1);
    const chosen = await due(one);
    const gone = await Promise.all([over(one).archive(chosen, call()), over(other).archive(chosen, call())]);
    expect(gone.flat().toSorted()).to.deep.equal(ids.toSorted());
    expect(await warmIds()).to.deep.equal([]);
    expect((await archivedIds(other)).toSorted()).to.deep.equal(ids.toSorted());
    expect(await countedAsLiving()).to.equal(0);
    const restored = await over(one).restore(WHOSE, ids, call());
    expect(restored.ids).to.have.length(COUNT);
  });

  it('leaves episodes in the store that were changed in the meantime, and takes none of an erased user', async () => {
    const [changed, erased] = [await add([clock.now()]), await add([clock.now()])];
    const store = opened.archiveOfEpisodes('one');
    const meddling: ArchivingStore = {
      ...store,
      async evict(order, of) {
        const patch = { metadata: { changed: true } };
        await opened.episodic.update({ scope: SCOPE, id: changed, patch, nowMs: clock.now() }, call());
        return store.evict(order, of);
      },
    };
    expect(await over(meddling).archive(await due(store), call())).to.deep.equal([erased]);
    expect(await warmIds()).to.deep.equal([changed]);
    const erasing: ArchivingStore = {
      ...store,
      async evict(order, of) {
        await opened.episodic.ofUser.erase(WHOSE, call());
        return store.evict(order, of);
      },
    };
    expect(await over(erasing).archive(await due(store), call())).to.deep.equal([]);
    expect(await archivedIds(store)).to.deep.equal([]);
    expect(await query('MATCH (n) WHERE n:User OR n:Archived OR n:ArchiveObject OR n:Task RETURN n')).to.deep.equal([]);
  });

  it('says so if an object is in another server’s cold storage', async () => {
    const id = await add([clock.now()]);
    const store = opened.archiveOfEpisodes('one');
    await over(store).archive(await due(store), call());
    const error = await failure(
      over(opened.archiveOfEpisodes('other'), memoryColdStore()).restore(WHOSE, [id], call()),
    );
    expect(error.reason).to.equal('COLD_OBJECT_DAMAGED');
    expect(error.message).to.include('another server');
  });

  it('finds episodes that earlier versions stored by their newest step, too', async () => {
    const old = clock.now() - 100 * DAY_MS;
    const id = await add([old, old + 5]);
    await query('MATCH (t:Task) REMOVE t.sinceMs');
    await query("MATCH (s:Schema {key: 'recorda'}) SET s.version = 2");
    await opened.close();
    opened = await openForTest({ address: process.address, clock });
    const found = await due(opened.archiveOfEpisodes('one'), clock.now() - 90 * DAY_MS);
    expect(found.map((one) => [one.id, one.sinceMs])).to.deep.equal([[id, old + 5]]);
  });
});
