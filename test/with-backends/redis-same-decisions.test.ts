import { expect } from 'chai';
import fc from 'fast-check';
import { workingStore } from '../../server/backends/process/working-store.ts';
import { openRedis } from '../../server/backends/redis/open-redis.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { memoryId } from '../../server/domain/memory.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import type { WorkingStore } from '../../server/ports/stores.ts';
import { encoder, movableClock } from '../backends/sqlite/temporary-store.ts';
import { ANA, call, startEmpty } from '../conformance/subject.ts';
import { startRedis, type RedisProcess } from './redis-process.ts';
import { scaled } from '../scale.ts';

const QUOTA = { count: 8, bytes: 200 };

type Step =
  | { kind: 'set'; key: number; length: number; task: string; request: number }
  | { kind: 'update' | 'remove' | 'get'; which: number; length: number; version: number }
  | { kind: 'find'; task: string }
  | { kind: 'end'; task: string };

const which = fc.nat({ max: 12 });
const task = fc.constantFrom('', 't');
const length = fc.integer({ min: 0, max: 80 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('set'), key: which, length, task, request: fc.nat({ max: 30 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('update', 'remove', 'get'),
      which,
      length,
      version: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('find'), task }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end'), task }) },
);

describe('Working memory in Redis and in a process', () => {
  const clock = movableClock();
  const parts = { newIndex: () => memoryIndex(encoder), embed: (text: string) => encoder.embed(text), clock };
  let redis: RedisProcess;
  let stores: WorkingStore[];
  let close: () => Promise<void>;

  before(async () => {
    redis = await startRedis();
    const quotas = { ...QUOTAS, WORKING: QUOTA };
    const opened = await openRedis({ ...parts, address: redis, names: ['WORKING'], quotas, log: silentLog });
    stores = [workingStore({ ...parts, quota: QUOTA }), opened.working];
    ({ close } = opened);
  });
  after(async () => {
    await close();
    await redis.stop();
  });

  it('gives the same answers in both, whatever the call', async () => {
    const runs = scaled(60, 2000);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        startEmpty();
        const ids: string[] = [];
        for (const [index, one] of steps.entries()) {
          clock.advance(1);
          const [own, shared] = await Promise.all(stores.map((store) => answer(store, one, index, ids)));
          expect(shared).to.deep.equal(own);
          if (own?.added !== undefined) ids.push(own.added);
        }
      }),
      { numRuns: runs },
    );
  }).timeout(300_000);

  /** Returns a store's answer to a step, including errors, and its content after it. */
  async function answer(store: WorkingStore, one: Step, index: number, ids: readonly string[]) {
    const nowMs = clock.now();
    const { said, added } = await play(store, one, index, ids, nowMs).catch((error: unknown) => {
      if (!(error instanceof RecordaError)) throw error;
      return { said: { reason: error.reason, message: error.message, detail: error.detail }, added: undefined };
    });
    const { records } = await store.list({ scope: ANA, pageSize: 100, descending: false, nowMs }, call());
    return JSON.parse(JSON.stringify({ said, added, records: records.toSorted(byId) })) as {
      said: unknown;
      added?: string;
    };
  }

  async function play(store: WorkingStore, one: Step, index: number, ids: readonly string[], nowMs: number) {
    const id = memoryId('WORKING', index.toString(16).padStart(32, '0'));
    if (one.kind === 'set') {
      const { key, length: size, task: taskId, request } = one;
      const scope = { ...ANA, taskId };
      const payload = { type: 'WORKING', key: `k${key}`, value: `${index} ${'x'.repeat(size)}` } as const;
      const requestId = request < 10 ? { id: `r${request}`, bodyHash: `${request % 2}` } : undefined;
      const [outcome] = await store.add([{ id, scope, payload, nowMs, autoPrune: 'OFF', requestId }], call());
      if (outcome === undefined || !outcome.ok) throw outcome?.error ?? new Error('no outcome');
      // A repeat returns the value that it brings. One with another body is not a repeat that a caller could make, so the
      // value is left out.
      if (requestId !== undefined) return { said: outcome.value.remaining, added: outcome.value.record.id };
      return { said: outcome.value, added: outcome.value.record.id };
    }
    if (one.kind === 'find') {
      const scope = { ...ANA, taskId: one.task };
      const hits = await store.retrieve({ scope, text: 'x', topK: 5, explain: true, nowMs }, call());
      return { said: hits, added: undefined };
    }
    if (one.kind === 'end') {
      return { said: await store.clearTask({ ...ANA, taskId: one.task }, call()), added: undefined };
    }
    const ref = { scope: ANA, id: ids[one.which % Math.max(1, ids.length)] ?? id, nowMs };
    const version = one.version === 0 ? undefined : one.version;
    if (one.kind === 'get') return { said: await store.get(ref, nowMs, call()), added: undefined };
    if (one.kind === 'remove') return { said: await store.remove({ ...ref, version }, call()), added: undefined };
    const patch = { value: { json: 'y'.repeat(one.length) } };
    return { said: await store.update({ ...ref, version, patch }, call()), added: undefined };
  }
});

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
