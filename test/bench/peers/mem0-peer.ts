import { join } from 'node:path';
import { loadPeer, peerVersion } from './load-peer.ts';
import type { BenchMemory, Peer, PeerSetup } from './peer.ts';

type Mem0 = {
  readonly Memory: new (config: object) => {
    add(messages: readonly object[], options: object): Promise<unknown>;
    search(query: string, options: object): Promise<{ readonly results: readonly { readonly memory: string }[] }>;
  };
};

/**
 * mem0's npm package without its language model: `infer` is off, and it uses its own vector store and the
 * benchmark's vectors.
 */
export async function mem0Peer({ folder, dimensions, vectorOf }: PeerSetup): Promise<Peer> {
  process.env.MEM0_TELEMETRY = 'false';
  process.env.MEM0_DIR = folder;
  const { Memory } = loadPeer<Mem0>('mem0ai/oss');
  const memory = new Memory({
    version: 'v1.1',
    disableHistory: true,
    llm: { provider: 'openai', config: { apiKey: 'none', model: 'none' } },
    embedder: {
      provider: 'langchain',
      config: {
        model: {
          embedQuery: async (text: string) => Array.from(vectorOf(text)),
          embedDocuments: async (texts: readonly string[]) => texts.map((text) => Array.from(vectorOf(text))),
        },
      },
    },
    vectorStore: {
      provider: 'memory',
      config: { collectionName: 'bench', dimension: dimensions, dbPath: join(folder, 'mem0.db') },
    },
  });
  const add = (user: string, memories: readonly BenchMemory[]) =>
    memory.add(
      memories.map(({ text }) => ({ role: 'user', content: text })),
      { userId: user, infer: false, metadata: { category: memories[0]?.category } },
    );
  return {
    name: `mem0 ${peerVersion('mem0ai')}`,
    door: 'in process',
    survives: 'power cut',
    pids: [process.pid],
    add: (user, one) => add(user, [one]),
    // Metadata apply to a whole call, so each category needs a call.
    async addBatch(user, memories) {
      for (const category of new Set(memories.map((one) => one.category))) {
        await add(
          user,
          memories.filter((one) => one.category === category),
        );
      }
    },
    async search({ user, text, category }, topK) {
      const filters = { user_id: user, ...(category !== undefined && { category }) };
      const { results } = await memory.search(text, { topK, filters, threshold: 0 });
      return results.map((result) => result.memory);
    },
    close: async () => undefined,
  };
}
