import { join } from 'node:path';
import { connect } from '../../../client/index.ts';
import { AutoPrune } from '../../../proto/gen/recorda/v1/memory.ts';
import { startServer } from '../../server-process.ts';
import type { BenchMemory, Peer, PeerSetup } from './peer.ts';

/** Recorda over gRPC, which embeds the texts itself. */
export async function recordaPeer({ folder }: PeerSetup): Promise<Peer> {
  const server = await startServer({ dataDir: join(folder, 'recorda') });
  const { memory: memories, close } = connect(server.address);
  const request = (userId: string, { text, category }: BenchMemory) => ({
    memory: {
      scope: { userId },
      metadata: { category },
      payload: { $case: 'text' as const, value: { content: text } },
    },
    autoPrune: AutoPrune.TO_FIT,
  });
  return {
    name: 'Recorda',
    door: 'gRPC',
    survives: 'power cut',
    pids: [server.process.pid ?? 0],
    add: (user, memory) => memories.addMemory(request(user, memory)),
    addBatch: (user, list) => memories.batchAddMemories({ requests: list.map((memory) => request(user, memory)) }),
    async search({ user, text, category }, topK) {
      const filter = category === undefined ? '' : `metadata.category == "${category}"`;
      const { results } = await memories.retrieveMemories({ scope: { userId: user }, query: text, topK, filter });
      return results.map(({ memory }) => (memory?.payload?.$case === 'text' ? memory.payload.value.content : ''));
    },
    async close() {
      await close();
      await server.stop();
    },
  };
}
