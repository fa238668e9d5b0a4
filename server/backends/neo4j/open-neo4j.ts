/** Opens the stores of entities and episodes over Neo4j. */
import { stopSignal } from '../../domain/abort.ts';
import { NEO4J } from '../../policy/backends.ts';
import { REQUEST_ID_TTL_MS, SWEEP_INTERVAL_MS } from '../../policy/lifecycle.ts';
import type { ArchivingStore } from '../../ports/lifecycle.ts';
import type { TypeAccounts } from '../../ports/limits.ts';
import type { Clock, GraphStore, MemoryStore } from '../../ports/stores.ts';
import { accessBuffer, type AccessBuffer } from '../access-buffer.ts';
import { preparation } from '../preparation.ts';
import { oncePerText, logUnavailable } from '../log-unavailable.ts';
import { askServer, inTime, newDriver, type Neo4jLog, type Neo4jAddress } from './connect-neo4j.ts';
import { CYPHER, type Statement } from './cypher.ts';
import type { Bounds } from './memory-transaction.ts';
import { migrate } from './migrate.ts';
import { neo4jAccounts } from './neo4j-accounts.ts';
import { mayPass, neo4jBreaker } from './neo4j-outage.ts';
import { neo4jStores } from './neo4j-stores.ts';
import { EPISODE_ROWS, GRAPH_ROWS, type Rows } from './rows.ts';
import type { SearchParts } from './search-cache.ts';
import { transactions, whole, type Transactions } from './transactions.ts';

export type Neo4jOptions = Bounds &
  Pick<SearchParts, 'newIndex' | 'embed'> & {
    readonly address: Neo4jAddress;
    /** The length of the vectors that `embed` makes. */
    readonly dimensions: number;
    readonly wholeUpTo?: number | undefined;
    readonly clock: Clock;
    readonly log: Neo4jLog;
  };

export interface OpenedNeo4j {
  readonly entity: GraphStore;
  readonly episodic: MemoryStore;
  /** Returns the archive of episodes for the runs of one server. */
  archiveOfEpisodes(runner: string): ArchivingStore;
  /** The accounts of the types that are stored here. */
  readonly accounts: TypeAccounts;
  /** Tells whether Neo4j answers. */
  isThere(): boolean;
  /** Stores counts of accesses. Also runs at intervals. */
  flush(): Promise<void>;
  /** Deletes remembered data that has expired. Also runs at intervals. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the stores, even if Neo4j is away: they answer as soon as it does, and the schema is brought up to this version then. Rejects if
 * Neo4j refuses the login, or the database is newer than this server.
 */
export async function openNeo4j(options: Neo4jOptions): Promise<OpenedNeo4j> {
  const { address, dimensions, wholeUpTo = NEO4J.wholeUpTo, clock, log, ...bounds } = options;
  const { database } = address;
  const driver = newDriver(address);
  const complain = oncePerText((error) => log.error({ error }, 'Neo4j cannot be used'));
  const schema = preparation(async () => {
    try {
      await migrate(driver, { database, dimensions });
    } catch (error) {
      if (!mayPass(error)) complain((error as Error).message);
      throw error;
    }
  });
  try {
    await askServer(driver, NEO4J.readyMs, database);
    await inTime(schema.run(), NEO4J.readyMs);
  } catch (error) {
    if (!mayPass(error)) {
      await driver.close();
      throw new Error(`Neo4j cannot be used: ${(error as Error).message}`, { cause: error });
    }
    logUnavailable(log, { backend: 'Neo4j', types: ['ENTITY', 'EPISODIC'], error: error as Error });
  }
  const outage = neo4jBreaker({ driver, database, schema, log, isThereAtFirst: schema.isDone() });
  const work = transactions({ driver, database, attempt: outage.run, clock });
  const accessBuffers = {
    entity: accessBufferOf(work, GRAPH_ROWS, log),
    episodic: accessBufferOf(work, EPISODE_ROWS, log),
  };
  const stores = neo4jStores({ ...bounds, transactions: work, wholeUpTo, clock, accessBuffers });
  const flush = async (): Promise<void> => {
    await Promise.all([accessBuffers.entity.flush(), accessBuffers.episodic.flush()]);
  };
  const sweep = async (): Promise<void> => {
    const nowMs = clock.now();
    await sweepBefore(work, CYPHER.SWEEP_REQUESTS, nowMs - REQUEST_ID_TTL_MS);
    await sweepBefore(work, CYPHER.SWEEP_COMMITS, nowMs - NEO4J.commitMarkMs);
  };
  const timers = [
    setInterval(() => void flush(), NEO4J.flushMs).unref(),
    // What a failed sweep leaves is swept the next time.
    setInterval(() => void sweep().catch(() => undefined), SWEEP_INTERVAL_MS).unref(),
  ];
  return {
    entity: stores.entity,
    episodic: stores.episodic,
    archiveOfEpisodes: stores.archiveOfEpisodes,
    accounts: neo4jAccounts({ ...bounds, transactions: work, log }),
    isThere: outage.isThere,
    flush,
    sweep,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await flush();
      outage.close();
      stores.close();
      await driver.close();
    },
  };
}

function accessBufferOf(work: Transactions, { touches }: Rows, log: Neo4jLog): AccessBuffer {
  return accessBuffer({
    async write(accesses) {
      const counts = accesses.map(({ id, count, lastMs }) => ({ id, count: whole(count), lastMs: whole(lastMs) }));
      await work.plain(async (transaction) => {
        await Promise.all(touches.map((statement) => transaction.run(statement, { accesses: counts })));
      }, stopSignal());
    },
    onLoss: (why) => log.warn({ error: why.message }, 'counts of accesses were lost'),
    size: NEO4J.bufferedAccesses,
    atOnce: NEO4J.touchedAtOnce,
  });
}

async function sweepBefore(work: Transactions, statement: Statement, beforeMs: number): Promise<void> {
  const parameters = { beforeMs: whole(beforeMs), limit: whole(NEO4J.sweptAtOnce) };
  for (let swept: number = NEO4J.sweptAtOnce; swept === NEO4J.sweptAtOnce;) {
    const rows = await work.plain(
      (transaction) => transaction.run<{ readonly count: number }>(statement, parameters),
      stopSignal(),
    );
    swept = rows[0]?.count ?? 0;
  }
}
