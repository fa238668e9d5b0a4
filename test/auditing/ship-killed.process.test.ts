import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { scaled } from '../scale.ts';
import { startServer } from '../server-process.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { recordReceiver, TAKEN } from './record-receiver.ts';

describe('a server that ships its audit log', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-ship-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it(`loses no record over ${scaled(3, 20)} kills, and repeats only the last batch of each`, async () => {
    // Every third batch is not taken, so that records wait when the server is killed.
    const receiver = await recordReceiver((attempt) => (attempt % 3 === 2 ? { status: 503 } : TAKEN));
    const env = { RECORDA_AUDIT_WEBHOOK_URL: receiver.url, RECORDA_AUDIT_WEBHOOK_SECRET: 'a-secret-of-some-length' };
    for (let kill = 0; kill < scaled(3, 20); kill += 1) {
      const server = await startServer({ dataDir, env });
      const recorda = connect(server.address);
      const batches = receiver.received.length;
      let notes = 0;
      while (receiver.received.length < batches + 2) {
        await recorda.agent({ userId: 'ana' }).add(`Note ${kill} ${notes}`);
        notes += 1;
      }
      const gone = new Promise((resolve) => server.process.once('exit', resolve));
      server.process.kill('SIGKILL');
      await gone;
      await recorda.close();
    }
    const server = await startServer({ dataDir, env });
    const recorda = connect(server.address);
    const { events } = await recorda.admin.listAuditEvents({ pageSize: 1 });
    const last = events[0]!.number;
    await until(() => receiver.numbers().includes(last), 60_000);
    await recorda.close();
    await server.stop();
    await receiver.close();
    const numbers = receiver.numbers();
    const firsts = numbers.filter((number, at) => numbers.indexOf(number) === at).slice(0, last);
    expect(firsts).to.deep.equal(Array.from({ length: last }, (_, at) => at + 1));
  });
});
