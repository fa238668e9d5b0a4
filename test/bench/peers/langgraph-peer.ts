import { loadPeer, peerVersion } from './load-peer.ts';
import type { BenchMemory, Peer, PeerSetup } from './peer.ts';

type LangGraph = {
  readonly InMemoryStore: new (options: object) => {
    put(namespace: readonly string[], key: string, value: object): Promise<void>;
    search(
      namespace: readonly string[],
      options: object,
    ): Promise<readonly { readonly value: { readonly text: string } }[]>;
  };
};

/** LangGraph's long-term memory as its users start with it: the store in memory, with an index. */
export async function langGraphPeer({ dimensions, vectorOf }: PeerSetup): Promise<Peer> {
  const { InMemoryStore } = loadPeer<LangGraph>('@langchain/langgraph');
  const embeddings = {
    embedQuery: async (text: string) => Array.from(vectorOf(text)),
    embedDocuments: async (texts: readonly string[]) => texts.map((text) => Array.from(vectorOf(text))),
  };
  const store = new InMemoryStore({ index: { dims: dimensions, embeddings, fields: ['text'] } });
  let added = 0;
  const add = (user: string, { text, category }: BenchMemory) => store.put([user], `${added++}`, { text, category });
  return {
    name: `LangGraph InMemoryStore ${peerVersion('@langchain/langgraph')}`,
    door: 'in process',
    survives: 'nothing',
    pids: [process.pid],
    add,
    addBatch: (user, memories) => Promise.all(memories.map((memory) => add(user, memory))),
    async search({ user, text, category }, topK) {
      const filter = category === undefined ? {} : { filter: { category } };
      const found = await store.search([user], { query: text, limit: topK, ...filter });
      return found.map(({ value }) => value.text);
    },
    close: async () => undefined,
  };
}
