import { join } from 'node:path';
import { loadPeer, peerVersion } from './load-peer.ts';
import type { BenchMemory, Peer, PeerSetup } from './peer.ts';

type Row = { readonly text: string };
type Query = {
  distanceType(type: 'cosine'): Query;
  where(predicate: string): Query;
  limit(count: number): Query;
  select(columns: readonly string[]): Query;
  toArray(): Promise<readonly Row[]>;
};
type Table = { add(rows: readonly object[]): Promise<unknown>; vectorSearch(vector: Float32Array): Query };
type LanceDb = {
  connect(
    folder: string,
  ): Promise<{ createTable(name: string, rows: readonly object[]): Promise<Table>; close(): void }>;
};

/** LanceDB without an index: exact, like Recorda. */
export async function lanceDbPeer({ folder, dimensions }: PeerSetup): Promise<Peer> {
  const { connect } = loadPeer<LanceDb>('@lancedb/lancedb');
  const db = await connect(join(folder, 'lancedb'));
  const row = (user: string, { text, category, vector }: BenchMemory) => ({
    user,
    text,
    category,
    vector: Array.from(vector),
  });
  const first = { text: '', category: '', vector: new Float32Array(dimensions).fill(1) };
  const table = await db.createTable('memories', [row('', first)]);
  return {
    name: `LanceDB ${peerVersion('@lancedb/lancedb')}`,
    door: 'in process',
    survives: 'process end',
    pids: [process.pid],
    add: (user, memory) => table.add([row(user, memory)]),
    addBatch: (user, memories) => table.add(memories.map((memory) => row(user, memory))),
    async search({ user, vector, category }, topK) {
      const wanted = `user = '${user}'${category === undefined ? '' : ` AND category = '${category}'`}`;
      const query = table
        .vectorSearch(vector)
        .distanceType('cosine')
        .where(wanted)
        .limit(topK)
        .select(['text', '_distance']);
      return (await query.toArray()).map(({ text }) => text);
    },
    close: async () => db.close(),
  };
}
