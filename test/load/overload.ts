/**
 * Measures a server with more load than it can handle: what it still answers in time, what it keeps in memory, who has to wait,
 * and whom a flood affects.
 */
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Metadata, status } from '@grpc/grpc-js';
import { connect } from '../../client/index.ts';
import { AddMemoryRequest } from '../../proto/gen/recorda/v1/memory.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { READER } from './calls.ts';
import { fill } from './fill.ts';
import {
  callingProcess,
  ownConnection,
  SEARCH,
  unary,
  type CallingProcess,
  type Clients,
  type Got,
} from './overload-clients.ts';
import { seededRandom } from './sentences.ts';
import { formatCount, formatMs, printTable } from './table.ts';
import { median } from './timings.ts';

const KB = 1024;
const MB = 1024 * KB;
const SECONDS = 10;
const FAR_MS = 30_000;
const HANDSHAKE_SLACK_MS = 3000;
/** The time within which a load balancer's probe expects its answer, in milliseconds. */
const PROBE_MS = 1000;
/** A tenant's limit as a share of the server's capacity, in the test of a flood. */
const TENANT_SHARE = 0.1;
/** The pause of a client in another process that measures what others notice of a crowd. */
const BYSTANDER_PAUSE_MS = 40;
const FLOODING = 50;
const QUIET = 4;
const FLOOD_ROUNDS = 3;

/** The number of concurrent clients, the time that each call has, and the duration in seconds. */
type Crowd = Pick<Clients, 'clients' | 'deadlineMs' | 'seconds' | 'heedsRetryInfo'>;

/**
 * Prints everything, compared with one client alone; the crowd of a thousand calls for `seconds`. Resolves to whether no call of a
 * lone client was refused.
 */
export async function measureOverload(dataDir: string, seed: number, seconds: number): Promise<boolean> {
  const processes = { many: await callingProcess(seed), few: await callingProcess(seed + 1) };
  try {
    return await measureAll(dataDir, seed, seconds, processes);
  } finally {
    for (const each of Object.values(processes)) each.stop();
  }
}

async function measureAll(dataDir: string, seed: number, seconds: number, processes: Processes): Promise<boolean> {
  const random = seededRandom(seed);
  const server = await startServer({ dataDir, env: { RECORDA_HTTP_PORT: '0' } });
  let peak: number;
  let isLoneClientServed: boolean;
  try {
    const recorda = connect(server.address);
    await fill(recorda, READER, random, QUOTAS.LONG_TERM.count);
    await recorda.close();
    const { address } = server;
    const gets = (crowd: Crowd): Promise<Got> => processes.many.call({ ...crowd, address });
    await gets({ clients: 16, deadlineMs: FAR_MS, seconds: SECONDS / 2, heedsRetryInfo: true });
    ({ peak, isLoneClientServed } = await measureCrowds(server, processes, seconds));
    await measureStrangers(address, gets);
    await measureLargeMessages(server);
    await measureSilence(address);
  } finally {
    await server.stop();
  }
  await measureFlood(dataDir, processes, random, peak);
  return isLoneClientServed;
}

/** Two processes, so that a measured client does not share an event loop with the crowd beside it. */
type Processes = { readonly many: CallingProcess; readonly few: CallingProcess };

async function measureCrowds(
  server: ServerProcess,
  { many: crowds, few: besides }: Processes,
  seconds: number,
): Promise<{ readonly peak: number; readonly isLoneClientServed: boolean }> {
  const rows: string[][] = [];
  const measure = async (crowd: Crowd): Promise<Got & { readonly besideP95Ms: number }> => {
    const { address } = server;
    const { deadlineMs: ms } = crowd;
    const bystander = { clients: 1, pauseMs: BYSTANDER_PAUSE_MS, deadlineMs: ms, heedsRetryInfo: false };
    const [got, beside] = await Promise.all([
      crowds.call({ ...crowd, address }),
      besides.call({ ...bystander, address, seconds: crowd.seconds }),
    ]);
    const { clients, deadlineMs, heedsRetryInfo } = crowd;
    const rates = ['RESOURCE_EXHAUSTED', 'DEADLINE_EXCEEDED'].map((name) => formatCount(got.outcomes.get(name) ?? 0));
    rows.push([
      `${clients} with ${formatCount(deadlineMs)} ms${heedsRetryInfo ? '' : ', again at once'}`,
      ...[got.callsPerSecond, got.answeredPerSecond].map(formatCount),
      ...rates,
      formatMs(got.p50Ms),
      formatMs(got.p95Ms),
      ...[beside.p50Ms, beside.p95Ms].map(formatMs),
      `${got.untyped + beside.untyped}`,
    ]);
    return { ...got, besideP95Ms: beside.p95Ms };
  };
  const crowd = (clients: number, deadlineMs: number, heedsRetryInfo = true, forSeconds = SECONDS): Crowd => ({
    clients,
    deadlineMs,
    heedsRetryInfo,
    seconds: forSeconds,
  });
  const alone = await measure(crowd(1, FAR_MS));
  const few = await measure(crowd(16, FAR_MS));
  const some = await measure(crowd(50, FAR_MS));
  const peak = Math.max(few.answeredPerSecond, some.answeredPerSecond);
  const hurried = [await measure(crowd(300, 150)), await measure(crowd(300, 150, false))];
  const before = await memoryOf(server);
  const probes = probe(server);
  const many = await measure(crowd(1000, FAR_MS, true, seconds));
  const impatient = await measure(crowd(1000, FAR_MS, false));
  const probed = await probes.stop();
  await sleep(seconds * 1000);
  const after = await memoryOf(server);
  console.log('Searches of 10,000 memories by clients that call again when they are answered');
  printTable(
    [
      'clients',
      'calls/s',
      'answered/s',
      'refused/s',
      'late/s',
      'p50 ms',
      'p95 ms',
      'beside: p50 ms',
      'p95 ms',
      'untyped',
    ],
    rows,
  );
  const shares = [...hurried, many, impatient].map((got) => `${Math.round((100 * got.answeredPerSecond) / peak)} %`);
  console.log(
    `Of the peak of ${formatCount(peak)}/s: 300 with 150 ms ${shares[0]} and, again at once, ${shares[1]}; 1,000 ${shares[2]} and ${shares[3]}. ` +
      `p95 of the 1,000 is ${formatMs(many.p95Ms / alone.p95Ms)} times that of one alone; that of a client in a process of its own, with a call ` +
      `every ${BYSTANDER_PAUSE_MS} ms, is ${formatMs(many.besideP95Ms / alone.besideP95Ms)} times that beside one.`,
  );
  console.log(
    `Resident ${formatCount(before.residentMb)} MB before the 1,000, ${formatCount(after.residentMb)} MB ${seconds} s after. ${probed}`,
  );
  return { peak, isLoneClientServed: !alone.outcomes.has('RESOURCE_EXHAUSTED') };
}

/** Asks whether the server is alive and ready, as a load balancer does, until it is stopped. */
function probe({ address, httpPort }: ServerProcess): { stop(): Promise<string> } {
  const kinds = { '/healthz': [] as number[], '/readyz': [] as number[], 'grpc.health.v1': [] as number[] };
  let failed = 0;
  const stopping = new AbortController();
  const connection = ownConnection(address);
  const asked: Readonly<Record<keyof typeof kinds, () => Promise<boolean>>> = {
    '/healthz': async () => (await fetch(`http://127.0.0.1:${httpPort}/healthz`, within())).ok,
    '/readyz': async () => (await fetch(`http://127.0.0.1:${httpPort}/readyz`, within())).ok,
    'grpc.health.v1': async () => {
      const check = 'grpc.health.v1.Health/Check';
      return (await unary(connection, check, new Uint8Array(), new Metadata(), Date.now() + PROBE_MS)) === undefined;
    },
  };
  const done = (async () => {
    while (!stopping.signal.aborted) {
      for (const [kind, times] of Object.entries(kinds) as [keyof typeof kinds, number[]][]) {
        const startedAt = performance.now();
        // oxlint-disable-next-line no-await-in-loop
        if (!(await asked[kind]().catch(() => false))) failed += 1;
        times.push(performance.now() - startedAt);
      }
      // oxlint-disable-next-line no-await-in-loop
      await sleep(PROBE_MS / 4);
    }
    connection.close();
  })();
  return {
    async stop() {
      stopping.abort();
      await done;
      const longest = Object.entries(kinds).map(([kind, times]) => `${kind} ${formatMs(Math.max(...times))} ms`);
      return `Probes meanwhile: ${kinds['/healthz'].length} of each, ${failed} failed; the longest took: ${longest.join(', ')}.`;
    },
  };

  function within(): RequestInit {
    return { signal: AbortSignal.timeout(PROBE_MS) };
  }
}

/** Measures one client alone, and beside many connections that say nothing or never complete their messages. */
async function measureStrangers(address: string, gets: (crowd: Crowd) => Promise<Got>): Promise<void> {
  const alone = { clients: 1, deadlineMs: FAR_MS, seconds: SECONDS, heedsRetryInfo: true };
  const before = await gets(alone);
  const [host, port] = address.split(':');
  const silent = Array.from({ length: 1000 }, () =>
    connectSocket(Number(port), host)
      .on('error', () => undefined)
      .resume(),
  );
  const slow = Array.from({ length: 1000 }, () => {
    const session = connectHttp2(`http://${address}`).on('error', () => undefined);
    const headers = { ':method': 'POST', ':path': `/${SEARCH}`, 'content-type': 'application/grpc', te: 'trailers' };
    const stream = session.request(headers).on('error', () => undefined);
    // This announces a message of 1,000 bytes, of which it sends one now and then.
    stream.write(Uint8Array.of(0, 0, 0, 3, 232));
    const timer = setInterval(() => void (stream.destroyed || stream.write(Uint8Array.of(0))), 1000);
    return () => {
      clearInterval(timer);
      session.destroy();
    };
  });
  await sleep(HANDSHAKE_SLACK_MS);
  const beside = await gets(alone);
  for (const socket of silent) socket.destroy();
  for (const end of slow) end();
  const said = [before, beside].map(
    ({ answeredPerSecond, p50Ms, p95Ms }) =>
      `${formatCount(answeredPerSecond)}/s, p50 ${formatMs(p50Ms)}, p95 ${formatMs(p95Ms)} ms`,
  );
  console.log(`\nOne client alone: ${said[0]}; beside 1,000 silent connections and 1,000 slow requests: ${said[1]}`);
}

/**
 * Measures a tenant that calls ten times as often as it may, alternately with one that keeps to its limit and with none, and the
 * effect on another.
 */
async function measureFlood(
  dataDir: string,
  { many, few }: Processes,
  random: () => number,
  peak: number,
): Promise<void> {
  const limit = Math.round(peak * TENANT_SHARE);
  const [own, other] = ['default', 'flood'].map((tenant) => ({ ...newKey(), tenant })) as [HeldKey, HeldKey];
  const file = join(dataDir, 'keys.json');
  writeKeysFile(file, [own, other].map(entryOf));
  const floods = {
    'at its limit': { clients: FLOODING, pauseMs: (1000 * FLOODING) / limit },
    'at ten times its limit': { clients: FLOODING, pauseMs: (100 * FLOODING) / limit },
    'as fast as it can': { clients: FLOODING, pauseMs: 0 },
  };
  const limits: Record<string, string>[] = [{}, { RECORDA_LIMIT_CALLS_PER_SECOND: `tenant=${limit}` }];
  for (const env of limits) {
    const isLimited = Object.keys(env).length > 0;
    // The servers run one after the other, since they share the folder.
    // oxlint-disable no-await-in-loop
    const server = await startServer({ dataDir, env: { RECORDA_API_KEYS_FILE: file, ...env } });
    try {
      if (!isLimited) {
        const recorda = connect(server.address, { apiKey: other.text });
        await fill(recorda, READER, random, QUOTAS.LONG_TERM.count);
        await recorda.close();
      }
      const load = { address: server.address, deadlineMs: FAR_MS };
      const quiet = {
        ...load,
        clients: QUIET,
        pauseMs: (2000 * QUIET) / limit,
        apiKey: own.text,
        heedsRetryInfo: true,
      };
      await few.call({ ...quiet, seconds: SECONDS });
      const p95s = new Map<string, number[]>();
      const refused = new Map<string, number>();
      for (let round = 0; round < FLOOD_ROUNDS; round += 1) {
        for (const [name, flood] of [['alone', undefined] as const, ...Object.entries(floods)]) {
          const seconds = SECONDS;
          const [got, flooding] = await Promise.all([
            few.call({ ...quiet, seconds }),
            flood && many.call({ ...load, ...flood, apiKey: other.text, heedsRetryInfo: false, seconds }),
          ]);
          p95s.set(name, [...(p95s.get(name) ?? []), got.p95Ms]);
          if (flooding !== undefined) refused.set(name, flooding.outcomes.get('RESOURCE_EXHAUSTED') ?? 0);
        }
      }
      const alone = median(p95s.get('alone')!);
      console.log(
        `\nA tenant with ${QUIET} clients, at half of its limit, beside another with ${FLOODING}, ${isLimited ? `each limited to ${limit} calls/s` : 'no limits'}`,
      );
      printTable(
        ['the other calls', 'refused/s', 'p95 ms', 'beside none'],
        Array.from(p95s, ([name, times]) => [
          name,
          formatCount(refused.get(name) ?? 0),
          formatMs(median(times)),
          formatMs(median(times) / alone),
        ]),
      );
    } finally {
      await server.stop();
    }
    // oxlint-enable no-await-in-loop
  }
}

type HeldKey = ReturnType<typeof newKey> & { readonly tenant: string };

function entryOf({ id, hash, tenant }: HeldKey): KeyEntry {
  return { id, hash, tenant, name: '', role: 'agent', users: [], createTime: new Date().toISOString() };
}

/** Sends all at once; each call is refused for its content once it has been read. */
async function measureLargeMessages(server: ServerProcess): Promise<void> {
  const messages = 120;
  const before = await memoryOf(server);
  const content = 'x'.repeat(15 * MB);
  const memory = { scope: READER, payload: { $case: 'text' as const, value: { content } } };
  const request = AddMemoryRequest.encode(AddMemoryRequest.fromPartial({ memory })).finish();
  const connections = Array.from({ length: messages }, () => ownConnection(server.address));
  const codes = await Promise.all(
    connections.map(async (connection) =>
      unary(connection, 'recorda.v1.MemoryService/AddMemory', request, new Metadata(), Date.now() + 60_000),
    ),
  );
  for (const connection of connections) connection.close();
  const counts = new Map<string, number>();
  for (const error of codes) {
    const name = status[error?.code ?? status.OK];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const after = await memoryOf(server);
  console.log(
    `\n${messages} messages of 15 MB at once: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}; ` +
      `resident ${formatCount(before.residentMb)} MB before, ${formatCount(after.peakMb)} MB at most, ${formatCount(after.residentMb)} MB after`,
  );
}

/** Opens connections that say nothing, and one whose bytes are not HTTP/2. */
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

async function memoryOf({ process: { pid } }: ServerProcess): Promise<{ residentMb: number; peakMb: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) / KB;
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}
