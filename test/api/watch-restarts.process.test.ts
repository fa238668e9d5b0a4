import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { relay } from '../rpc/relay.ts';
import { scaled } from '../scale.ts';

const RESTARTS = scaled(2, 20);
const BATCHES = scaled(10, 100);
const BATCH = 100;

describe('Watching across restarts of the server', () => {
  it(`delivers ${BATCHES * BATCH} changes exactly once, in order, over ${RESTARTS} restarts @torture`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-watch-'));
    const place = await relay();
    const open = async () => {
      const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
      const serving = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
      place.to(serving.port);
      return { serving, close };
    };
    let server = await open();
    const recorda = connect(`127.0.0.1:${place.port}`);
    const ana = recorda.agent({ userId: 'ana' });
    const heard: string[] = [];
    const follow = async (): Promise<void> => {
      for await (const { operation, id } of ana.watch({ fromOldest: true })) {
        expect(operation).to.equal('add');
        heard.push(id);
        if (heard.length === BATCHES * BATCH) return;
      }
    };
    const following = follow();
    const added: string[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      if (batch % (BATCHES / RESTARTS) === 2) {
        place.to(undefined);
        await server.serving.drain(1000);
        await server.close();
        server = await open();
      }
      const requests = Array.from({ length: BATCH }, (_, n) => ({
        memory: { scope: ana.scope, payload: { $case: 'text', value: { content: `memory ${batch} ${n}` } } },
        requestId: `${batch} ${n}`,
      })) as never;
      added.push(...(await untilAnswered(() => recorda.memory.batchAddMemories({ requests }))));
    }
    await following;
    expect(heard).to.deep.equal(added);
    await recorda.close();
    await server.serving.drain(1000);
    await server.close();
    await place.close();
    await rm(dataDir, { recursive: true });
  }).timeout(3_600_000);
});

type Batch = {
  readonly results: readonly { readonly result: { readonly value: { readonly memory: { readonly id: string } } } }[];
};

/** Returns the ids of a batch that is sent until a server accepts it. */
async function untilAnswered(send: () => Promise<unknown>): Promise<string[]> {
  for (;;) {
    try {
      const { results } = (await send()) as Batch;
      return results.map(({ result }) => result.value.memory.id);
    } catch (error) {
      if ((error as { retryable?: boolean }).retryable !== true) throw error;
      await sleep(20);
    }
  }
}
