import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { errorOf } from '../api/doors.ts';
import { DAY_MS, lastOf } from '../api/lifecycle-doors.ts';

const JUMP_MS = 400 * DAY_MS;

describe('a clock that jumps', () => {
  let dataDir: string;
  const masterKey = randomBytes(32).toString('base64');
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'recorda-clock-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  async function opened(startMs: number) {
    const clock = movableClock(startMs);
    const { pipeline, close } = await openRecorda({ dataDir, masterKey, clock, isBrief: true });
    const recorda = recordaOver(pipelineTransport(pipeline, async () => undefined));
    const ana = recorda.agent({ userId: 'ana', agentId: 'guide', sessionId: 's' });
    return { recorda, ana, clock, close };
  }

  it('ends sessions and archives what is too old when it jumps 400 days ahead, which can be restored', async () => {
    const { recorda, ana, clock, close } = await opened(Date.now());
    const memory = (await ana.add('Allergic to penicillin')).memory;
    const message = (await ana.add('Where shall we go?', { type: 'short_term' })).memory;
    await ana.persona.set('diet', 'vegan');
    clock.advance(JUMP_MS);
    expect((await errorOf(ana.get(message.id))).reason, 'its session is over').to.equal('MEMORY_NOT_FOUND');
    expect((await ana.get(memory.id)).id, 'nothing else goes by itself').to.equal(memory.id);
    await lastOf(recorda.admin.runRetention({ force: true }));
    expect((await errorOf(ana.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
    clock.advance(-JUMP_MS);
    const { restoredIds } = await recorda.admin.restoreArchived({ userId: 'ana', ids: [memory.id] });
    expect(restoredIds).to.deep.equal([memory.id]);
    expect((await ana.get(memory.id)).id).to.equal(memory.id);
    expect((await ana.persona.get('diet'))?.value).to.equal('vegan');
    await close();
  });

  it('loses and archives nothing when it jumps 400 days back: memories can be read, added, changed, deleted and found', async () => {
    const before = await opened(Date.now());
    const memory = (await before.ana.add('Enjoys skiing')).memory;
    const other = (await before.ana.add('Avoids advanced slopes')).memory;
    await before.close();
    const { recorda, ana, close } = await opened(Date.now() - JUMP_MS);
    await ana.update(memory.id, { text: 'Enjoys skiing in the Alps' });
    await ana.delete(other.id);
    const added = (await ana.add('Likes skiing at night')).memory;
    await ana.add('How was it?', { type: 'short_term' });
    const found = (await ana.retrieve('skiing')).map((hit) => hit.memory.id);
    expect(found).to.have.members([memory.id, added.id]);
    await lastOf(recorda.admin.runRetention({ force: true }));
    for (const { id } of [memory, added]) expect((await ana.get(id)).id).to.equal(id);
    await close();
    const after = await opened(Date.now());
    expect((await after.ana.get(memory.id)).id).to.equal(memory.id);
    expect((await after.ana.get(added.id)).id, 'of 400 days ago, until retention runs').to.equal(added.id);
    await after.close();
  });
});
