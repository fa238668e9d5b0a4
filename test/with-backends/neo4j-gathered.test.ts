/** Concurrent writes of one user: several share one transaction of Neo4j, each with an outcome of its own. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { cancelled, stopSignal } from '../../server/domain/abort.ts';
import { memoryId, type Payload, type Scope } from '../../server/domain/memory.ts';
import type { Added, AddIntent, Outcome } from '../../server/ports/stores.ts';
import { call, failure, payloadOf } from '../conformance/subject.ts';
import { emptiedNeo4j } from './neo4j-process.ts';
import { openForTest, type OpenedForTest } from './open-neo4j.ts';

const WRITERS = 32;

describe('Concurrent writes in Neo4j', () => {
  let opened: OpenedForTest;
  let commits: () => Promise<number>;
  let close: () => Promise<void>;
  let scope: Scope;

  before(async () => {
    const { address } = await emptiedNeo4j();
    opened = await openForTest({ address });
    const driver = neo4j.driver(address.url, undefined, { disableLosslessIntegers: true });
    commits = async () => {
      const { records } = await driver.executeQuery('MATCH (c:Commit) RETURN count(c) AS count');
      return records[0]?.get('count') as number;
    };
    close = async () => {
      await driver.close();
      await opened.close();
    };
  });
  after(() => close());
  beforeEach(() => {
    scope = { tenant: 'at once', userId: randomUUID(), agentId: '', sessionId: '', namespace: '', taskId: '' };
  });

  const intentOf = (payload: Payload, more: Partial<AddIntent> = {}): AddIntent => ({
    id: memoryId('ENTITY', randomUUID().replaceAll('-', '')),
    scope,
    payload,
    nowMs: Date.now(),
    autoPrune: 'OFF',
    ...more,
  });
  const add = async (text: string, signal = call().signal): Promise<Added> => {
    const [outcome] = await opened.entity.add([intentOf(payloadOf('ENTITY', text, 1))], { signal });
    return valueOf(outcome);
  };

  it('share transactions, and are all applied in order', async () => {
    await add('the first makes the user');
    const before = await commits();
    const added = await Promise.all(Array.from({ length: WRITERS }, (_, n) => add(`thing ${n}`)));
    expect((await commits()) - before).to.be.below(WRITERS / 2);
    const left = added.map(({ remaining }) => remaining.count);
    expect(left).to.deep.equal(left.toSorted((one, other) => other - one));
    expect(new Set(left).size).to.equal(WRITERS);
    const { records } = await opened.entity.list(
      { scope, pageSize: 100, descending: false, nowMs: Date.now() },
      call(),
    );
    expect(records).to.have.length(WRITERS + 1);
    expect(await opened.entity.ofUser.count(scope, call())).to.equal(WRITERS + 1);
  });

  it('fail one by one with typed errors, and see what those before them did', async () => {
    const { record: one } = await add('one');
    const between = (toId: string): Payload => ({
      type: 'ENTITY',
      node: 'RELATIONSHIP',
      fromId: one.id,
      toId,
      relationshipType: 'knows',
      attributes: {},
      evidence: [],
      versions: [],
    });
    const related = async (toId: string): Promise<Added> =>
      valueOf((await opened.entity.add([intentOf(between(toId))], call()))[0]);
    const { id } = intentOf(payloadOf('ENTITY', 'x', 1));
    const change = { scope, id: one.id, nowMs: Date.now() };
    const [, unknown, gone, updated, stale, again] = await Promise.all([
      add('goes before them'),
      failure(related(id)),
      failure(opened.entity.remove({ scope, id, nowMs: Date.now() }, call())),
      opened.entity.update({ ...change, version: 1, patch: { attributes: { n: 1 } } }, call()),
      failure(opened.entity.update({ ...change, version: 1, patch: { attributes: { n: 2 } } }, call())),
      opened.entity.update({ ...change, version: 2, patch: { attributes: { n: 3 } } }, call()),
    ]);
    expect([unknown.reason, gone.reason, stale.reason]).to.deep.equal([
      'FIELD_INVALID',
      'MEMORY_NOT_FOUND',
      'ETAG_MISMATCH',
    ]);
    expect([updated.record.version, again.record.version]).to.deep.equal([2, 3]);
    expect((await opened.entity.get({ scope, id: one.id }, Date.now(), call()))?.version).to.equal(3);
  });

  it('end only for a caller that gives up while it waits', async () => {
    const signal = stopSignal();
    const writes = Array.from({ length: 8 }, (_, n) => (n === 5 ? failure(add('given up', signal)) : add(`kept ${n}`)));
    signal.abort(cancelled());
    expect((await writes[5])!).to.have.property('reason', 'CANCELLED');
    await Promise.all(writes);
    const { records } = await opened.entity.list(
      { scope, pageSize: 100, descending: false, nowMs: Date.now() },
      call(),
    );
    expect(records.map(({ payload }) => 'name' in payload && payload.name)).to.not.include('given up');
    expect(records).to.have.length(7);
  });
});

function valueOf<T>(outcome: Outcome<T> | undefined): T {
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
  return outcome.value;
}
