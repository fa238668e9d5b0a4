/** Several servers with one Neo4j: each sees what the others write, and they decide as if there were one. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { NEWEST_VERSION } from '../../server/backends/neo4j/migrations.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import { NEO4J } from '../../server/policy/backends.ts';
import { REQUEST_ID_TTL_MS } from '../../server/policy/lifecycle.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { call, failure, payloadOf } from '../conformance/subject.ts';
import { startNeo4j, emptiedNeo4j, type Neo4jProcess } from './neo4j-process.ts';
import { openForTest, type OpenedForTest } from './open-neo4j.ts';

const HOUR_MS = 3_600_000;
const TEN = { count: 10, bytes: 100_000 };

describe('Servers over one Neo4j', () => {
  let address: Neo4jProcess['address'];
  let servers: readonly [OpenedForTest, OpenedForTest];
  const clock = movableClock();
  let scope: Scope;

  before(async () => {
    ({ address } = await emptiedNeo4j());
    servers = await Promise.all([
      openForTest({ address, quota: TEN, clock }),
      openForTest({ address, quota: TEN, clock }),
    ]);
  });
  after(() => Promise.all(servers.map(({ close }) => close())));
  beforeEach(() => {
    scope = { tenant: 'several', userId: randomUUID(), agentId: 'guide', sessionId: '', namespace: '', taskId: '' };
  });

  const add = async ({ entity }: OpenedForTest, text: string, requestId?: { id: string; bodyHash: string }) => {
    const id = memoryId('ENTITY', randomUUID().replaceAll('-', ''));
    const payload = payloadOf('ENTITY', text, 1);
    const [outcome] = await entity.add(
      [{ id, scope, payload, nowMs: clock.now(), autoPrune: 'OFF', requestId }],
      call(),
    );
    if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
    return outcome.value;
  };
  const found = async ({ entity }: OpenedForTest, text: string) =>
    (await entity.retrieve({ scope, text, topK: 10, explain: false, nowMs: clock.now() }, call())).map(
      ({ record }) => 'name' in record.payload && record.payload.name,
    );

  it('see at once what others added, changed and deleted, also in searches', async () => {
    const [here, there] = servers;
    const { record } = await add(here, 'Zebra herd');
    expect(await found(there, 'zebra')).to.deep.equal(['Zebra herd']);
    await there.entity.update({ scope, id: record.id, patch: { name: 'Giraffe herd' }, nowMs: clock.now() }, call());
    expect(await found(here, 'giraffe')).to.deep.equal(['Giraffe herd']);
    await here.entity.remove({ scope, id: record.id, nowMs: clock.now() }, call());
    expect(await found(there, 'giraffe')).to.deep.equal([]);
    await add(there, 'Lion pride');
    await here.entity.ofUser.erase(scope, call());
    expect(await found(there, 'lion')).to.deep.equal([]);
    await add(here, 'Hyena clan');
    expect(await found(there, 'hyena')).to.deep.equal(['Hyena clan']);
  });

  it('keep quotas, merges, request ids and etags exact while all write', async () => {
    const both = Array.from({ length: 24 }, (_, n) => servers[n % 2]!);
    const outcomes = await Promise.allSettled(both.map((server, n) => add(server, `thing ${n}`)));
    const taken = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(taken).to.have.length(TEN.count);
    const last = taken.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.remaining.count : -1));
    expect(last.toSorted((one, other) => one - other)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await servers[0].entity.ofUser.erase(scope, call());

    const merged = await Promise.all(both.map((server) => add(server, 'the same')));
    expect(new Set(merged.map(({ record }) => record.id)).size).to.equal(1);
    const requestId = { id: 'r', bodyHash: 'h' };
    const repeats = await Promise.all(both.map((server) => add(server, 'once', requestId)));
    expect(repeats.filter(({ isRepeated }) => isRepeated !== true)).to.have.length(1);
    for (const repeat of repeats)
      expect({ ...repeat, isRepeated: true }).to.deep.equal({ ...repeats[0], isRepeated: true });
    expect((await failure(add(servers[1], 'once', { id: 'r', bodyHash: 'other' }))).reason).to.equal(
      'REQUEST_ID_REUSED',
    );
    const { id, version } = merged[0]!.record;
    const updates = await Promise.allSettled(
      both.map(({ entity }, n) =>
        entity.update({ scope, id, version, patch: { attributes: { n } }, nowMs: clock.now() }, call()),
      ),
    );
    expect(updates.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('forget what they remembered of requests and commits once it is old', async () => {
    const driver = neo4j.driver(address.url, undefined, { disableLosslessIntegers: true });
    /**
     * Only what was written since this test began counts: other suites write here as well, by clocks of their
     * own.
     */
    const untilMs = clock.now();
    const count = async (): Promise<readonly number[]> => {
      const asked = `RETURN
        COUNT { MATCH (q:Request) WHERE q.atMs <= $untilMs } AS requests,
        COUNT { MATCH (c:Commit) WHERE c.atMs <= $untilMs } AS commits`;
      const { records } = await driver.executeQuery(asked, { untilMs });
      return [Number(records[0]?.get('requests')), Number(records[0]?.get('commits'))];
    };
    await add(servers[0], 'once', { id: 'old', bodyHash: 'h' });
    expect((await count()).every((number) => number > 0)).to.equal(true);
    clock.advance(NEO4J.commitMarkMs + HOUR_MS);
    await servers[1].sweep();
    expect((await count())[1]).to.equal(0);
    expect((await count())[0]).to.be.above(0);
    clock.advance(REQUEST_ID_TTL_MS);
    await servers[1].sweep();
    expect(await count()).to.deep.equal([0, 0]);
    await driver.close();
  });
});

describe('The schema in Neo4j', () => {
  let process: Neo4jProcess;
  before(async () => {
    process = await startNeo4j({ secure: true });
  });
  after(() => process.stop());

  it('is made once by servers that start at once, over TLS and with a password, and is refused if it is newer', async () => {
    const { address } = process;
    const servers = await Promise.all(Array.from({ length: 4 }, () => openForTest({ address })));
    const scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
    const id = memoryId('ENTITY', '0'.repeat(32));
    const payload = payloadOf('ENTITY', 'Ana', 1);
    await servers[0]!.entity.add([{ id, scope, payload, nowMs: 1, autoPrune: 'OFF' }], call());
    expect((await servers[3]!.entity.get({ scope, id }, 1, call()))?.id).to.equal(id);
    await Promise.all(servers.map(({ close }) => close()));

    const { url, user = '', password = '', caFile = '' } = address;
    const driver = neo4j.driver(url.replace('+s', ''), neo4j.auth.basic(user, password), {
      encrypted: 'ENCRYPTION_ON',
      trust: 'TRUST_CUSTOM_CA_SIGNED_CERTIFICATES',
      trustedCertificates: [caFile],
    });
    const { records } = await driver.executeQuery('SHOW INDEXES YIELD name, state RETURN name, state');
    expect(records.map((record) => record.get('state') as string))
      .to.include('ONLINE')
      .and.not.include('FAILED');
    const versions = await driver.executeQuery('MATCH (s:Schema) SET s.version = s.version + 1 RETURN s.version');
    expect(versions.records).to.have.length(1);
    await driver.close();
    const refused = await openForTest({ address }).then(
      () => 'it opened',
      (error: Error) => error.message,
    );
    expect(refused).to.include(
      `has version ${NEWEST_VERSION + 1} of Recorda's schema, but this server knows only ${NEWEST_VERSION}`,
    );
    const unknown = await openForTest({ address: { ...address, password: 'wrong' } }).then(
      () => 'it opened',
      (error: Error) => error.message,
    );
    expect(unknown).to.match(/unauthorized/i);
  });
});
