import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import type { Added, AddIntent, MemoryStore } from '../../server/ports/stores.ts';
import { call, payloadOf } from '../conformance/subject.ts';
import { cuttingProxy, type CuttingProxy } from './cutting-proxy.ts';
import { sharedNeo4j } from './neo4j-process.ts';
import { openForTest, type OpenedForTest } from './open-neo4j.ts';
import { scaled } from '../scale.ts';

const CUTS = scaled(100, 1000);
/** Each user's writes are sequential, and the driver takes a second to try again. */
const USERS = 25;
/** A commit as Bolt sends it: a message of two bytes. */
const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

describe('Neo4j over a connection that is cut', () => {
  let proxy: CuttingProxy;
  let opened: OpenedForTest;

  before(async () => {
    const { port } = await sharedNeo4j();
    proxy = await cuttingProxy(port, [COMMIT]);
    opened = await openForTest({ address: { url: `bolt://127.0.0.1:${proxy.port}` } });
  });
  after(async () => {
    await opened.close();
    await proxy.close();
  });

  const scopeOf = (user: number): Scope => ({
    tenant: 'cuts',
    userId: `user ${user}`,
    agentId: 'guide',
    sessionId: '',
    namespace: '',
    taskId: '',
  });
  async function add(store: MemoryStore, scope: Scope, text: string): Promise<Added> {
    const id = memoryId(store.type === 'ENTITY' ? 'ENTITY' : 'EPISODIC', randomUUID().replaceAll('-', ''));
    const payload = payloadOf(store.type, text, 1);
    const intent: AddIntent = { id, scope, payload, nowMs: Date.now(), autoPrune: 'OFF', requestId: newRequest() };
    const [outcome] = await repeated(() => store.add([intent], call()));
    if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
    return outcome.value;
  }
  const newRequest = () => ({ id: randomUUID(), bodyHash: 'h' });
  /**
   * Repeats as a caller does: if many cuts at once look like an outage, the same request is sent again once that
   * is over.
   */
  async function repeated<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RecordaError) || error.reason !== 'BACKEND_UNAVAILABLE') throw error;
        await sleep(error.detail.retryAfterMs);
      }
    }
  }

  it(`applies each write once, though its answer was cut ${CUTS} times: adds, merges, steps`, async () => {
    const { entity, episodic } = opened;
    const users = Array.from({ length: USERS }, (_, user) => scopeOf(user));
    const episodes = await Promise.all(users.map(async (scope) => (await add(episodic, scope, 'count')).record.id));
    for (let round = 0; proxy.cuts() < CUTS; round += 1) {
      const before = proxy.cuts();
      proxy.cutAnswerTo(Math.min(USERS, CUTS - before));
      const nowMs = Date.now();
      await Promise.all(
        users.map(async (scope, user) => {
          const step = { action: `step ${round}`, tool: '', inputDigest: '', outputDigest: '', error: '', timeMs: 1 };
          const patch = { step: { ...step, status: 'OK' as const } };
          const id = episodes[user]!;
          const requestId = newRequest();
          if (round % 2 === 0) return repeated(() => episodic.update({ scope, id, patch, nowMs, requestId }, call()));
          return add(entity, scope, `note ${round}`);
        }),
      );
      expect(proxy.cuts()).to.be.above(before);
      const rounds = Array.from({ length: round + 1 }, (_, n) => n);
      for (const [user, scope] of users.entries()) {
        const episode = await episodic.get({ scope, id: episodes[user]! }, nowMs, call());
        const { payload, version } = episode!;
        const steps = rounds.filter((n) => n % 2 === 0).map((n) => `step ${n}`);
        expect(payload.type === 'EPISODIC' && payload.steps.map(({ action }) => action)).to.deep.equal(steps);
        expect(version).to.equal(1 + steps.length);
        const { records } = await entity.list({ scope, pageSize: 1000, descending: false, nowMs }, call());
        const names = records.map((record) => 'name' in record.payload && record.payload.name);
        expect(names).to.deep.equal(rounds.filter((n) => n % 2 === 1).map((n) => `note ${n}`));
      }
    }
    expect(proxy.cuts()).to.equal(CUTS);
    for (const scope of users) {
      const more = await add(entity, scope, 'the last');
      const { records } = await entity.list({ scope, pageSize: 1000, descending: false, nowMs: Date.now() }, call());
      expect(more.remaining.count).to.equal(5000 - records.length);
    }
  }).timeout(600_000);
});
