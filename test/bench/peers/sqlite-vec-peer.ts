import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { loadPeer, peerVersion } from './load-peer.ts';
import type { BenchMemory, Peer, PeerSetup } from './peer.ts';

type SqliteVec = { getLoadablePath(): string };

/**
 * sqlite-vec in a file of its own, with the same guarantee as Recorda: a write is on disk when it is answered.
 */
export async function sqliteVecPeer({ folder, dimensions }: PeerSetup): Promise<Peer> {
  const { getLoadablePath } = loadPeer<SqliteVec>('sqlite-vec');
  const db = new Sqlite(join(folder, 'vec.db'));
  db.loadExtension(getLoadablePath());
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(
    `CREATE VIRTUAL TABLE memories USING vec0(user TEXT PARTITION KEY, category TEXT,
       embedding FLOAT[${dimensions}] DISTANCE_METRIC=cosine, +text TEXT)`,
  );
  const insert = db.prepare('INSERT INTO memories (user, category, embedding, text) VALUES (?, ?, ?, ?)');
  const nearest = (condition: string) =>
    db.prepare<unknown[], { readonly text: string }>(
      `SELECT text FROM memories WHERE embedding MATCH ? AND k = ? AND user = ?${condition} ORDER BY distance`,
    );
  const all = nearest('');
  const ofCategory = nearest(' AND category = ?');
  const add = (user: string, { text, category, vector }: BenchMemory) => insert.run(user, category, vector, text);
  const addAll = db.transaction((user: string, memories: readonly BenchMemory[]) => {
    for (const memory of memories) add(user, memory);
  });
  return {
    name: `sqlite-vec ${peerVersion('sqlite-vec')}`,
    door: 'in process',
    survives: 'power cut',
    pids: [process.pid],
    add: async (user, memory) => add(user, memory),
    addBatch: async (user, memories) => addAll(user, memories),
    async search({ user, vector, category }, topK) {
      const rows = category === undefined ? all.all(vector, topK, user) : ofCategory.all(vector, topK, user, category);
      return rows.map(({ text }) => text);
    },
    close: async () => void db.close(),
  };
}
