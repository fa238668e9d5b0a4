import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect, type RecordaError } from '../../client/index.ts';
import { startServer, type ServerProcess } from '../server-process.ts';

const MEMORIES = 200;
const CALLS = 150;

describe('A client that is alone on a machine whose processors are all busy', () => {
  let folder: string;
  let server: ServerProcess;
  let burning: readonly ChildProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-lone-'));
    server = await startServer({ dataDir: folder });
    const recorda = connect(server.address);
    const ana = recorda.agent({ userId: 'ana' });
    await Promise.all(Array.from({ length: MEMORIES }, (_, index) => ana.add(`Note ${index} on skiing in January`)));
    await recorda.close();
    // Twice as many as there are processors, so that the server has to wait for a processor, too.
    burning = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
  });
  after(async () => {
    for (const child of burning) child.kill('SIGKILL');
    await server.stop();
    await rm(folder, { recursive: true });
  });

  for (const timeoutMs of [30_000, 150]) {
    it(`is never refused, with ${timeoutMs} ms for each call`, async () => {
      const recorda = connect(server.address);
      const ana = recorda.agent({ userId: 'ana' });
      const outcomes = new Map<string, number>();
      for (let call = 0; call < CALLS; call += 1) {
        const made: Promise<unknown> =
          call % 3 === 0 ? ana.add(`Said ${call}`, { timeoutMs }) : ana.retrieve('skiing', { timeoutMs });
        const outcome = await made.then(
          () => 'OK',
          ({ reason }: RecordaError) => reason,
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      await recorda.close();
      // If the machine is too slow, calls end with their deadline, but none is refused.
      outcomes.delete('OK');
      if (timeoutMs < 1000) outcomes.delete('DEADLINE_EXCEEDED');
      expect(Object.fromEntries(outcomes)).to.deep.equal({});
    });
  }
});
