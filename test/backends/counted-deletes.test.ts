import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../client/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { quietTelemetry } from '../../server/telemetry/quiet-telemetry.ts';
import { all } from '../api/doors.ts';

describe('memories that leave their store', () => {
  let dataDir: string;
  let recorda: Recorda;
  let counts: Map<string, number>;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-counted-'));
    counts = new Map();
    const telemetry = {
      ...quietTelemetry(),
      keeping(event: Parameters<ReturnType<typeof quietTelemetry>['keeping']>[0]) {
        if (event.kind !== 'DELETED') return;
        const key = `${event.type} ${event.reason}`;
        counts.set(key, (counts.get(key) ?? 0) + event.count);
      },
    };
    const quotas = { LONG_TERM: { count: 3, bytes: 10_000 } };
    const { pipeline, close } = await openRecorda({ dataDir, telemetry, quotas });
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
});
