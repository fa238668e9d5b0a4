/** Implements the ports over Neo4j. The domain decides, scores and orders, in a transaction that has locked the user. */
import type { Clock, GraphStore, MemoryStore } from '../../ports/stores.ts';
import type { AccessBuffer } from '../access-buffer.ts';
import type { ArchivingStore } from '../../ports/lifecycle.ts';
import { episodeArchive } from './episode-archive.ts';
import { findEntities } from './find-entities.ts';
import { findEpisodes } from './find-episodes.ts';
import { gatheredWrites } from './gathered-writes.ts';
import { memoryReads } from './memory-reads.ts';
import { inTransaction, type Bounds } from './memory-transaction.ts';
import { memoryWrites } from './memory-writes.ts';
import { EPISODE_ROWS, GRAPH_ROWS } from './rows.ts';
import type { SearchParts } from './search-cache.ts';
import { traverseEntities } from './traverse-entities.ts';
import { USER_EPISODES, USER_GRAPH, userMemories } from './user-memories.ts';

export type StoreParts = SearchParts &
  Bounds & {
    readonly clock: Clock;
    readonly accessBuffers: { readonly entity: AccessBuffer; readonly episodic: AccessBuffer };
  };

const KEPT = { backend: 'neo4j', capabilities: { durability: 'DURABLE', isLogged: false } } as const;

export type Neo4jStores = {
  readonly entity: GraphStore;
  readonly episodic: MemoryStore;
  /** Returns the archive of episodes for the runs of one server. */
  archiveOfEpisodes(runner: string): ArchivingStore;
  close(): void;
};

export function neo4jStores(parts: StoreParts): Neo4jStores {
  const { accessBuffers } = parts;
  const entities = findEntities({ ...parts, accesses: accessBuffers.entity });
  const episodes = findEpisodes({ ...parts, accesses: accessBuffers.episodic });
  const inGraph = inTransaction({ ...parts, rows: GRAPH_ROWS });
  const inEpisodes = inTransaction({ ...parts, rows: EPISODE_ROWS });
  return {
    entity: {
      type: 'ENTITY',
      ...KEPT,
      ...memoryWrites(gatheredWrites(inGraph)),
      ...memoryReads({ ...parts, rows: GRAPH_ROWS, accesses: accessBuffers.entity }),
      ...traverseEntities(parts.transactions),
      retrieve: entities.retrieve,
      ofUser: userMemories({
        ...parts,
        inTransaction: inGraph,
        rows: GRAPH_ROWS,
        user: USER_GRAPH,
        flush: accessBuffers.entity.flush,
        forget: entities.forget,
      }),
    },
    episodic: {
      type: 'EPISODIC',
      ...KEPT,
      ...memoryWrites(gatheredWrites(inEpisodes)),
      ...memoryReads({ ...parts, rows: EPISODE_ROWS, accesses: accessBuffers.episodic }),
      retrieve: episodes.retrieve,
      ofUser: userMemories({
        ...parts,
        inTransaction: inEpisodes,
        rows: EPISODE_ROWS,
        user: USER_EPISODES,
        flush: accessBuffers.episodic.flush,
        forget: episodes.forget,
      }),
    },
    archiveOfEpisodes: (runner) =>
      episodeArchive({ ...parts, runner, inTransaction: inEpisodes, flush: accessBuffers.episodic.flush }),
    close() {
      entities.close();
      episodes.close();
    },
  };
}
