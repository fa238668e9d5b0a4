import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { turnLine } from '../../../../server/commands/import/lines.ts';
import { openEmbedded } from '../../../../server/embedded/open-embedded.ts';
import { SQLITE } from '../../../../server/policy/backends.ts';

describe('turns that are far over their quota', () => {
  it('make room for new ones a part at a time, until the quota holds', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-room-'));
    const recorda = await openEmbedded({ dataDir, warmUp: false });
    const origin = { from: 'test', userId: 'ana', nowMs: Date.now() };
    const MAX = 50;
    const lines = Array.from({ length: 700 }, (_, turn) =>
      turnLine(origin, { sourceId: `${turn}`, role: 'USER', content: `Turn ${turn}`, turn: turn + 1 }),
    );
    await recorda.admin.importUserData({
      userId: 'ana',
      lines: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
    });
    await recorda.admin.setQuota({ userId: 'ana', quotas: [{ name: 'QUOTA_NAME_RECALL', maxCount: MAX }] });

    const counts: number[] = [];
    const count = async (): Promise<void> => {
      const { usages } = await recorda.admin.getUsage({ userId: 'ana' });
      counts.push(usages.find(({ name }) => name === 'QUOTA_NAME_RECALL')!.count);
    };
    await count();
    for (const sessionId of ['a', 'b', 'c', 'd', 'e']) {
      const chat = recorda.conversation({ userId: 'ana', sessionId });
      await chat.append([{ content: `Said in ${sessionId}` }, { role: 'assistant', content: 'Noted.' }]);
      await chat.end();
      await count();
    }
    expect(counts[0]).to.equal(700);
    for (const [index, now] of counts.slice(1).entries()) {
      expect(now).to.be.at.most(counts[index]!);
      expect(now).to.be.at.least(counts[index]! - 3 * SQLITE.recallRemovedRows);
    }
    expect(counts[1]).to.be.greaterThan(MAX);
    expect(counts.at(-1)).to.equal(MAX);
    await recorda.close();
    await rm(dataDir, { recursive: true });
  });
});
