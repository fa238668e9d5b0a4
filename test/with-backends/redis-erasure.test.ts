import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { canaries } from '../erasing/canaries.ts';
import { fillUser } from '../erasing/full-user.ts';
import { startRedis } from './redis-process.ts';

describe('a user who is erased from Redis', () => {
  it('is in none of its files any more, nor in those of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-redis-erasing-'));
    const dumps = await mkdtemp(join(tmpdir(), 'recorda-redis-files-'));
    const redis = await startRedis({ isKept: true, flags: ['--dir', dumps, '--save', '3600 1'] });
    const server = await openRecorda({ dataDir: folder, shortTerm: redis, working: redis, cache: redis });
    const direct = new Redis(redis.url);
    try {
      const recorda = recordaOver(pipelineTransport(server.pipeline, () => Promise.resolve()));
      const words = canaries();
      await fillUser(recorda, 'ana', words.mark);
      await tellEverything(recorda, 'bob');
      await direct.save();
      const before = await words.foundIn(dumps);
      expect(before).to.include.members(['short_term', 'working', 'stored answer']);
      const exported = async (): Promise<string> =>
        Buffer.concat(
          (await all(recorda.admin.exportUserData({ userId: 'bob' }))).map(({ lines }) => lines),
        ).toString();
      const bob = await exported();
      const answers = await all(recorda.admin.deleteUserData({ userId: 'ana', force: true }));
      const { places } = JSON.parse(answers.at(-1)!.receipt!.text) as { places: Record<string, number> };
      expect(places).to.include.keys('redis/short_term', 'redis/working');
      expect(await words.foundIn(dumps), 'files of Redis').to.deep.equal([]);
      expect(await words.foundIn(folder), 'files of the server').to.deep.equal([]);
      expect(await exported()).to.equal(bob);
      await direct.save();
      expect([...(await words.foundIn(dumps)), ...(await words.foundIn(folder))]).to.deep.equal([]);
    } finally {
      direct.disconnect();
      await server.close();
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dumps, { recursive: true, force: true });
    }
  }).timeout(120_000);
});
