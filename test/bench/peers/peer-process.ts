/** A peer in a process of its own, which runs what main.ts orders: `node peer-process.js NAME FOLDER`. */
import { chromaPeer } from './chroma-peer.ts';
import { exactRecorda } from './exact-recorda.ts';
import { lanceDbPeer } from './lancedb-peer.ts';
import { langGraphPeer } from './langgraph-peer.ts';
import { mem0Peer } from './mem0-peer.ts';
import { memoryOperations, type Operation } from './operations.ts';
import type { Peer, PeerSetup } from './peer.ts';
import { recordaPeer } from './recorda-peer.ts';
import { residentBytes } from './resident-memory.ts';
import { recordaSessions, redisSessions, type SessionPeer } from './sessions.ts';
import { sqliteVecPeer } from './sqlite-vec-peer.ts';
import { workload } from './workload.ts';

export type Order = {
  readonly operation: string;
  readonly calls: number;
  readonly atOnce: number;
  /** The time in milliseconds after which no call begins. */
  readonly budgetMs: number;
};
export type Report = {
  readonly latenciesMs: readonly number[];
  readonly elapsedMs: number;
  readonly residentBytes: number;
  /** The result of the last call, if it is a number. */
  readonly value?: number | undefined;
};
export type Introduction = Pick<Peer, 'name' | 'door' | 'survives'>;

const PEERS: Readonly<Record<string, (setup: PeerSetup) => Promise<Peer>>> = {
  recorda: recordaPeer,
  'sqlite-vec': sqliteVecPeer,
  lancedb: lanceDbPeer,
  chroma: chromaPeer,
  langgraph: langGraphPeer,
  mem0: mem0Peer,
};
const SESSION_PEERS: Readonly<Record<string, (folder: string) => Promise<SessionPeer>>> = {
  'recorda-sessions': recordaSessions,
  redis: redisSessions,
};

const [name = '', folder = ''] = process.argv.slice(2);
try {
  const { peer, operations } = await open();
  const counts = new Map<string, number>();
  process.on('message', (order: Order | 'close') => {
    if (order === 'close') return void peer.close().then(() => process.disconnect());
    const from = counts.get(order.operation) ?? 0;
    void run(operations[order.operation] as Operation, order, from).then((report) => {
      counts.set(order.operation, from + report.latenciesMs.length);
      process.send?.({ ...report, residentBytes: residentBytes(peer.pids) } satisfies Report);
    }, fail);
  });
  process.send?.({ name: peer.name, door: peer.door, survives: peer.survives } satisfies Introduction);
} catch (error) {
  fail(error as Error);
}

function fail(error: Error): void {
  process.send?.({ failure: error.message.split('\n')[0] });
  process.disconnect();
}

async function open() {
  const sessions = SESSION_PEERS[name];
  if (sessions !== undefined) {
    const peer = await sessions(folder);
    return { peer, operations: peer.operations };
  }
  const work = workload();
  const opened = await PEERS[name]?.({ folder, dimensions: work.dimensions, vectorOf: work.vectorOf });
  if (opened === undefined) throw new Error(`no peer ${name}`);
  return {
    peer: opened,
    operations: memoryOperations(opened, work, name === 'recorda' ? exactRecorda(work) : undefined),
  };
}

async function run(
  operation: Operation,
  { calls, atOnce, budgetMs }: Order,
  from: number,
): Promise<Omit<Report, 'residentBytes'>> {
  const latenciesMs: number[] = [];
  let begun = 0;
  let value: unknown;
  const start = performance.now();
  const client = async (): Promise<void> => {
    while (begun < calls && performance.now() - start < budgetMs) {
      const before = performance.now();
      value = await operation(from + begun++);
      latenciesMs.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return {
    latenciesMs,
    elapsedMs: performance.now() - start,
    value: typeof value === 'number' ? value : undefined,
  };
}
