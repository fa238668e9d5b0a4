import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import { openRecorda } from '../../../server/recorda.ts';
import { quietTelemetry } from '../../../server/telemetry/quiet-telemetry.ts';
import { all } from '../../api/doors.ts';

const DAY_MS = 86_400_000;

describe('memories that leave their store', () => {
  let dataDir: string;
  let recorda: Recorda;
  let counts: Map<string, number>;
  let agesMs: number[];
  let aheadMs: number;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-counted-'));
    counts = new Map();
    agesMs = [];
    const telemetry = {
      ...quietTelemetry(),
      lifecycle(event: Parameters<ReturnType<typeof quietTelemetry>['lifecycle']>[0]) {
        if (event.kind !== 'DELETED') return;
        const key = `${event.type} ${event.reason}`;
        counts.set(key, (counts.get(key) ?? 0) + event.count);
        agesMs.push(...(event.agesMs ?? []));
      },
    };
    const quotas = { LONG_TERM: { count: 3, bytes: 10_000 } };
    aheadMs = 0;
    const clock = { now: () => Date.now() + aheadMs };
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, telemetry, quotas, clock });
    recorda = recordaOver(pipelineTransport(pipeline, close));
  });
  afterEach(async () => {
    await recorda.close();
    await rm(dataDir, { recursive: true });
  });

  it('are counted by why they left', async () => {
    const ana = recorda.agent({ userId: 'ana', agentId: 'guide', taskId: 'trip' });
    const { memory } = await ana.add('First');
    await ana.delete(memory.id);
    for (const text of ['Second', 'Third', 'Fourth']) await ana.add(text);
    await ana.add('Fifth', { autoPrune: 'to_fit' });
    await ana.set('city', 'Lisbon');
    await ana.endTask();
    const { memory: marta } = await ana.entities.upsert('Marta', 'person');
    await ana.entities.upsert('Miradouro', 'hotel');
    await ana.entities.relate({ name: 'Marta', type: 'person' }, 'runs', { name: 'Miradouro', type: 'hotel' });
    await ana.entities.delete(marta.id);
    expect(Object.fromEntries(counts)).to.deep.equal({
      'LONG_TERM REQUEST': 1,
      'LONG_TERM PRUNED': 1,
      'WORKING TASK_ENDED': 1,
      'ENTITY REQUEST': 2,
    });
    counts.clear();
    await all(recorda.admin.deleteUserData({ userId: 'ana', force: true }));
    expect(Object.fromEntries(counts)).to.deep.equal({ 'LONG_TERM ERASED': 3, 'ENTITY ERASED': 1 });
  });

  it('are counted once, however often the request is repeated', async () => {
    const ana = recorda.agent({ userId: 'ana', agentId: 'guide' });
    for (const text of ['First', 'Second']) await ana.add(text);
    const { memory } = await ana.add('Third');
    for (let time = 0; time < 3; time += 1) {
      await ana.add('Fourth', { autoPrune: 'to_fit', requestId: 'makes room' });
      await ana.delete(memory.id, { requestId: 'deletes' });
    }
    expect(Object.fromEntries(counts)).to.deep.equal({ 'LONG_TERM PRUNED': 1, 'LONG_TERM REQUEST': 1 });
  });

  it('have their ages told', async () => {
    const ana = recorda.agent({ userId: 'ana', agentId: 'guide' });
    const { memory } = await ana.add('First');
    for (const text of ['Second', 'Third']) await ana.add(text);
    aheadMs = 10 * DAY_MS;
    await ana.add('Fourth', { autoPrune: 'to_fit' });
    aheadMs = 20 * DAY_MS;
    const [oldest] = await all(ana.list());
    await ana.delete(oldest!.id);
    expect(memory.id).not.to.equal(oldest!.id);
    expect(agesMs.map((age) => Math.round(age / DAY_MS))).to.deep.equal([10, 20]);
  });
});
