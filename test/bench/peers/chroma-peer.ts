import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadPeer, PEERS_FOLDER } from './load-peer.ts';
import type { BenchMemory, Peer, PeerSetup } from './peer.ts';

type Collection = {
  add(records: object): Promise<unknown>;
  query(query: object): Promise<{ readonly documents: readonly (readonly (string | null)[])[] }>;
};
type Client = {
  version(): Promise<string>;
  createCollection(options: object): Promise<Collection>;
};
type Chroma = { readonly ChromaClient: new (options: object) => Client };

const START_ATTEMPTS = 150;
const ATTEMPT_MS = 200;

/** Chroma's server on loopback, with its own index (HNSW). */
export async function chromaPeer({ folder }: PeerSetup): Promise<Peer> {
  const program = process.env.CHROMA ?? join(PEERS_FOLDER, '.venv/bin/chroma');
  if (!existsSync(program)) throw new Error('no chroma in test/bench/peers/.venv');
  const { ChromaClient } = loadPeer<Chroma>('chromadb');
  const port = await freePort();
  const server = spawn(program, ['run', '--path', join(folder, 'chroma'), '--host', '127.0.0.1', '--port', `${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ANONYMIZED_TELEMETRY: 'False' },
  });
  const client = new ChromaClient({ host: '127.0.0.1', port });
  await whenUp(client);
  // The version that the server returns is that of its interface.
  const version =
    /\d+\.\d+\.\d+/.exec(execFileSync(join(dirname(program), 'pip'), ['show', 'chromadb']).toString())?.[0] ?? '';
  const collection = await client.createCollection({
    name: 'bench',
    embeddingFunction: null,
    configuration: { hnsw: { space: 'cosine' } },
  });
  let added = 0;
  const addAll = (user: string, memories: readonly BenchMemory[]) =>
    collection.add({
      ids: memories.map(() => `${added++}`),
      embeddings: memories.map(({ vector }) => Array.from(vector)),
      documents: memories.map(({ text }) => text),
      metadatas: memories.map(({ category }) => ({ user, category })),
    });
  return {
    name: `Chroma ${version}`,
    door: 'HTTP',
    survives: 'process end',
    pids: [server.pid ?? 0],
    add: (user, memory) => addAll(user, [memory]),
    addBatch: addAll,
    async search({ user, vector, category }, topK) {
      const where = category === undefined ? { user } : { $and: [{ user }, { category }] };
      const embeddings = [Array.from(vector)];
      const found = await collection.query({
        queryEmbeddings: embeddings,
        nResults: topK,
        where,
        include: ['documents'],
      });
      return (found.documents[0] ?? []).map((text) => text ?? '');
    },
    async close() {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function whenUp(client: Client): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await client.version();
      return;
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(ATTEMPT_MS);
    }
  }
}
