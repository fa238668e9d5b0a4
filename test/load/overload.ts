/** More than a server can do: what it still answers in time, what it keeps in memory, and whom it lets wait at its door. */
import { readFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { connect } from '../../client/index.ts';
import { AddMemoryRequest, RetrieveMemoriesRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { READER } from './calls.ts';
import { fill } from './fill.ts';
import { query, seededRandom } from './sentences.ts';
import { formatCount, formatMs, printTable } from './table.ts';

const KB = 1024;
const MB = 1024 * KB;
/** Clients share connections, as threads of an application do. */
const CLIENTS_PER_CONNECTION = 10;
const SECONDS = 10;
const HANDSHAKE_SLACK_MS = 3000;

/** What many clients that call again as soon as they are answered, and never wait, got within some seconds. */
type Goodput = {
  readonly calls: number;
  /** By the name of the status. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Times of the calls that were answered, ascending. */
  readonly answeredMs: readonly number[];
};

/** Prints all of it, beside one client alone. Whether none was refused who was alone. */
export async function measureOverload(dataDir: string, seed: number): Promise<boolean> {
  const random = seededRandom(seed);
  const server = await startServer({ dataDir });
  try {
    const recorda = connect(server.address);
    await fill(recorda, READER, random, QUOTAS.LONG_TERM.count);
    await recorda.close();
    const rows: string[][] = [];
    let isLoneClientServed = false;
    for (const [clients, deadlineMs] of [
      [1, 150],
      [16, 150],
      [300, 150],
      [300, 500],
      [300, 30_000],
      [800, 30_000],
    ] as const) {
      // In turn: they share the machine.
      // oxlint-disable-next-line no-await-in-loop
      const { calls, outcomes, answeredMs } = await goodput(server.address, clients, deadlineMs, random);
      if (clients === 1) isLoneClientServed = (outcomes.get('RESOURCE_EXHAUSTED') ?? 0) === 0;
      rows.push([
        `${clients} with ${formatCount(deadlineMs)} ms`,
        formatCount(calls / SECONDS),
        formatCount(answeredMs.length / SECONDS),
        ...['RESOURCE_EXHAUSTED', 'DEADLINE_EXCEEDED'].map((name) => formatCount((outcomes.get(name) ?? 0) / SECONDS)),
        formatMs(answeredMs[Math.floor(answeredMs.length / 2)] ?? NaN),
        formatMs(answeredMs[Math.floor(answeredMs.length * 0.95)] ?? NaN),
      ]);
    }
    console.log('Searches of 10,000 memories by clients that call again at once');
    printTable(['clients', 'calls/s', 'answered/s', 'refused/s', 'late/s', 'p50 ms', 'p95 ms'], rows);
    await measureLargeMessages(server);
    await measureSilence(server.address);
    return isLoneClientServed;
  } finally {
    await server.stop();
  }
}

async function goodput(address: string, clients: number, deadlineMs: number, random: () => number): Promise<Goodput> {
  const connections = Array.from({ length: Math.ceil(clients / CLIENTS_PER_CONNECTION) }, () => ownConnection(address));
  const outcomes = new Map<string, number>();
  const answeredMs: number[] = [];
  let calls = 0;
  const end = performance.now() + SECONDS * 1000;
  const client = async (connection: Client): Promise<void> => {
    while (performance.now() < end) {
      const request = RetrieveMemoriesRequest.encode(
        RetrieveMemoriesRequest.fromPartial({ scope: READER, query: query(random), types: [MemoryType.LONG_TERM] }),
      ).finish();
      const startedAt = performance.now();
      // oxlint-disable-next-line no-await-in-loop
      const code = await unary(connection, 'RetrieveMemories', request, Date.now() + deadlineMs);
      calls += 1;
      outcomes.set(status[code], (outcomes.get(status[code]) ?? 0) + 1);
      if (code === status.OK) answeredMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(
    Array.from({ length: clients }, (_, index) => client(connections[index % connections.length] as Client)),
  );
  for (const connection of connections) connection.close();
  return { calls, outcomes, answeredMs: answeredMs.toSorted((a, b) => a - b) };
}

/** All at once, each a call that is refused for what it says once it has been read. */
async function measureLargeMessages(server: ServerProcess): Promise<void> {
  const messages = 120;
  const before = await memoryOf(server);
  const content = 'x'.repeat(15 * MB);
  const memory = { scope: READER, payload: { $case: 'text' as const, value: { content } } };
  const request = AddMemoryRequest.encode(AddMemoryRequest.fromPartial({ memory })).finish();
  const connections = Array.from({ length: messages }, () => ownConnection(server.address));
  const codes = await Promise.all(
    connections.map(async (connection) => unary(connection, 'AddMemory', request, Date.now() + 60_000)),
  );
  for (const connection of connections) connection.close();
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(status[code], (counts.get(status[code]) ?? 0) + 1);
  const after = await memoryOf(server);
  console.log(
    `\n${messages} messages of 15 MB at once: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}; ` +
      `resident ${formatCount(before.residentMb)} MB before, ${formatCount(after.peakMb)} MB at most, ${formatCount(after.residentMb)} MB after`,
  );
}

/** Connections that say nothing, and one that says what HTTP/2 does not. */
async function measureSilence(address: string): Promise<void> {
  const [host, port] = address.split(':');
  const sockets = Array.from({ length: 50 }, () =>
    connectSocket(Number(port), host)
      .on('error', () => undefined)
      .resume(),
  );
  await sleep(10_000 + HANDSHAKE_SLACK_MS);
  const open = sockets.filter((socket) => !socket.readableEnded && !socket.destroyed).length;
  console.log(`50 connections that say nothing: ${open} open after ${formatCount(10_000 + HANDSHAKE_SLACK_MS)} ms`);
  for (const socket of sockets) socket.destroy();
}

function ownConnection(address: string): Client {
  return new Client(address, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
}

function unary(client: Client, name: string, request: Uint8Array, deadline: number): Promise<status> {
  return new Promise((resolve) => {
    const asIs = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    client.makeUnaryRequest(
      `/recorda.v1.MemoryService/${name}`,
      asIs,
      asIs,
      request,
      new Metadata(),
      { deadline },
      (error) => resolve(error === null ? status.OK : error.code),
    );
  });
}

async function memoryOf({ process: { pid } }: ServerProcess): Promise<{ residentMb: number; peakMb: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) / KB;
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}
