import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import { ROOT } from '../root.ts';
import { all, errorOf } from './doors.ts';

const run = promisify(execFile);

describe('openEmbedded', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-embedded-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('keeps durable data between openings, and working memory only while it is open', async () => {
    const scope = { userId: 'ana', agentId: 'travel', sessionId: 'monday' };
    const first = await openEmbedded({ dataDir });
    const ana = first.agent(scope);
    const { memory } = await ana.add('User enjoys skiing', { metadata: { category: 'sports' }, requestId: 'r' });
    await ana.add('Book me a flight', { type: 'short_term' });
    await ana.set('city', 'Paris');
    await first.close();
    expect((await errorOf(ana.get(memory.id))).reason).to.equal('CANCELLED');

    const second = await openEmbedded({ dataDir });
    const again = second.agent(scope);
    expect(await again.get(memory.id)).to.deep.equal(memory);
    const repeated = await again.add('User enjoys skiing', { metadata: { category: 'sports' }, requestId: 'r' });
    expect(repeated.memory.id).to.equal(memory.id);
    expect((await again.retrieve('skiing')).map(({ text }) => text)).to.deep.equal(['User enjoys skiing']);
    expect(await all(again.list({ type: 'short_term' }))).to.have.length(1);
    expect(await all(again.list({ type: 'working' }))).to.have.length(0);
    await second.close();
  });

  it('refuses a folder that is already open, and opens it once it is closed', async () => {
    const first = await openEmbedded({ dataDir });
    const error: unknown = await openEmbedded({ dataDir }).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(Error);
    expect((error as Error).message).to.include(dataDir);
    await first.close();
    await (await openEmbedded({ dataDir })).close();
  });

  it('requires a folder, and refuses unknown options', async () => {
    expect((await errorOf(openEmbedded({ dataDir: '' }))).detail.fields?.[0]?.field).to.equal('dataDir');
    const misspelt = { dataDir, recalDays: 3 };
    expect((await errorOf(openEmbedded(misspelt))).detail.fields?.[0]?.field).to.equal('recalDays');
    for (const [options, field] of [
      [null, 'options'],
      [{ dataDir, limits: { graphNode: 1 } }, 'graphNode'],
      [{ dataDir, limits: { graphNodes: '1' } }, 'limits.graphNodes'],
      [{ dataDir, rates: 5 }, 'rates'],
      [{ dataDir, schedule: { zone: 'UTC', backups: '0 3 * * *' } }, 'backups'],
      [{ dataDir, alertWebhook: { url: 'http://x', secrets: 'y' } }, 'secrets'],
      [{ dataDir, embedder: 'static' }, 'embedder'],
      [{ dataDir, embedder: { kind: 'open-ai' } }, 'embedder'],
    ] as const) {
      const { reason, detail } = await errorOf(openEmbedded(options as never));
      expect([reason, detail.fields?.[0]?.field]).to.deep.equal(['FIELD_INVALID', field]);
    }
  });

  it('accepts for each option what its setting accepts, and says what that is', async () => {
    for (const [option, value, message] of [
      ['recallDays', 0, /whole number of days from 1 to/],
      ['diskReserveMb', -1, /whole number of megabytes from 0 to/],
      ['warmUp', 'off', /true or false/],
      ['windowPolicy', 'CACHED', /must be cached or sliding/],
      ['masterKey', 'short', /32 bytes/],
      ['warmTierMaxPerAgent', 1.5, /whole number/],
      ['warmTierScope', 'user', /user-agent or agent/],
      ['sleepThreshold', 0.6, /from 0 to 0.5/],
      ['sleepThresholdAge', 'old', /retention or any/],
    ] as const) {
      const error = await errorOf(openEmbedded({ dataDir, [option]: value }));
      expect(error.detail.fields?.[0]?.field).to.equal(option);
      expect(error.message).to.match(message);
    }
  });

  it('is not loaded by a client that only connects: neither native SQLite nor the table of vectors', async () => {
    const program = `
      import { connect, openEmbedded } from 'recorda';
      const native = () => process.report.getReport().sharedObjects.filter((path) => /better[-_]sqlite3/.test(path)).length;
      const recorda = connect('127.0.0.1:1');
      await recorda.memory.endTask({}).catch(() => undefined);
      await recorda.close();
      const connected = native();
      const embedded = await openEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(connected, native());
      await embedded.close();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT });
    expect(stdout.trim()).to.equal('0 1');
  });
});
