import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordaStore } from '../../../client/adapters/langgraph.ts';
import { connect } from '../../../client/index.ts';
import { scaled, testSeed } from '../../scale.ts';
import { startServer } from '../../server-process.ts';
import { LangGraphOperations } from './langgraph-operations.ts';

const SEED = testSeed();

describe('a store of LangGraph whose server is killed between operations', () => {
  it(`still answers as LangGraph's own does, seed ${SEED} @torture`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-langgraph-'));
    const operations = new LangGraphOperations(SEED);
    for (let round = 0; round < scaled(2, 20); round += 1) {
      const server = await startServer({ dataDir });
      const recorda = connect(server.address);
      const store = new RecordaStore(recorda.agent({ userId: 'ana' }));
      await operations.all(store);
      for (let step = 0; step < scaled(50, 500); step += 1) await operations.step(store);
      const gone = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await gone;
      await recorda.close();
    }
    await rm(dataDir, { recursive: true });
  }).timeout(0);
});
