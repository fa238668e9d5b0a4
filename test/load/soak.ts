/**
 * Measures whether a server that works at half of its capacity for hours keeps what it holds: its memory, and its files, sockets and
 * pipes. All calls keep the size of the store as it is: users are at their quotas, and sessions are dropped as new ones come.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Metadata, status, type Client } from '@grpc/grpc-js';
import { connect, type Recorda } from '../../client/index.ts';
import { AppendTurnsRequest, AssembleContextRequest, EndSessionRequest } from '../../proto/gen/recorda/v1/context.ts';
import { Role } from '../../proto/gen/recorda/v1/resources.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { measuredCalls, READER, WRITER } from './calls.ts';
import { fill } from './fill.ts';
import { ownConnection, streamed, unary } from './overload-clients.ts';
import { query, seededRandom, sentence } from './sentences.ts';
import { formatCount, formatMs, printTable } from './table.ts';
import { median } from './timings.ts';

const CLIENTS = 8;
const DEADLINE_MS = 30_000;
const CAPACITY_SECONDS = 30;
const MINUTE_MS = 60_000;
const SAMPLE_MS = 5000;
/** The share of the time after which memory is expected to be level: caches and quotas have been filled by then. */
const WARM_UP_SHARE = 1 / 6;
/** The most that memory may grow after that, in MB per minute. */
const GROWTH_MB_PER_MINUTE = 1;
const ROWS = 12;
const TALK = { userId: 'load-talker', agentId: 'load-agent' };
const TALK_SESSIONS = 50;
const TALK_TURNS = 20;
/** The number of turns that recall keeps of the user who talks, so that the first minutes reach it. */
const TALK_RECALL = 1000;

/** Matches the calls that are answered by a stream, which ends by itself. */
const STREAM = /\/Stream/;

type Call = { readonly method: string; readonly request: Uint8Array };
type Paced = { readonly calls: number; readonly failed: ReadonlyMap<string, number>; readonly latenciesMs: number[] };
type Sample = { readonly minute: number; readonly residentMb: number; readonly handles: number };

/** Prints everything. Resolves to whether no call failed, memory was level after the warm-up and no handle was left open. */
export async function measureSoak(dataDir: string, seed: number, minutes: number): Promise<boolean> {
  const random = seededRandom(seed);
  // The sleep cycle keeps one of memories that say the same, so that calls would not find the others.
  const server = await startServer({ dataDir, env: { RECORDA_SCHEDULE_SLEEP_CYCLE: 'off' } });
  const connection = ownConnection(server.address);
  try {
    const recorda = connect(server.address);
    const next = await mixedCalls(recorda, random);
    await recorda.close();
    const capacity = (await callPaced(connection, next, CAPACITY_SECONDS, Infinity)).calls / CAPACITY_SECONDS;
    console.log(`Capacity with ${CLIENTS} clients: ${formatCount(capacity)} calls/s; ${minutes} minutes at half of it`);
    const sampling = sample(server);
    const got = await callPaced(connection, next, minutes * (MINUTE_MS / 1000), capacity / 2);
    return report(got, await sampling.stop(), minutes);
  } finally {
    connection.close();
    await server.stop();
  }
}

/** Fills the users, and returns what gives the next call: of every kind in turn, a batch once in fifty rounds. */
async function mixedCalls(recorda: Recorda, random: () => number): Promise<() => Call> {
  const ids = await fill(recorda, READER, random, QUOTAS.LONG_TERM.count);
  await fill(recorda, WRITER, random, QUOTAS.LONG_TERM.count);
  await recorda.admin.setQuota({
    userId: TALK.userId,
    quotas: [
      { name: 'QUOTA_NAME_RECALL', maxCount: TALK_RECALL },
      { name: 'QUOTA_NAME_SESSION', maxCount: TALK_SESSIONS },
    ],
  });
  // Each new user would add to the store.
  const kinds = measuredCalls(random, ids).filter(({ kind }) => kind !== 'retrieve, a new user');
  const requests = kinds.map((kind) => kind.requests());
  const talk = nextOfTalk(random);
  let index = 0;
  return () => {
    const round = Math.floor(index / (kinds.length + 2));
    const place = index % (kinds.length + 2);
    index += 1;
    const kind = kinds[place];
    if (kind === undefined || (kind.weight >= 50 && round % kind.weight > 0)) return talk();
    const of = requests[place]!;
    return { method: kind.method, request: of[round % of.length]! };
  };
}

/** Returns what gives the next call of a conversation: turns in pairs, a prompt after each, and the session's end after some. */
function nextOfTalk(random: () => number): () => Call {
  const method = (name: string): string => `recorda.v1.ContextService/${name}`;
  let step = 0;
  return () => {
    const session = Math.floor(step / (TALK_TURNS + 1));
    const ofSession = step % (TALK_TURNS + 1);
    step += 1;
    const scope = { ...TALK, sessionId: `load-talk-${session}` };
    if (ofSession === TALK_TURNS)
      return {
        method: method('EndSession'),
        request: EndSessionRequest.encode(EndSessionRequest.fromPartial({ scope })).finish(),
      };
    if (ofSession % 2 === 1) {
      const prompt = AssembleContextRequest.fromPartial({ scope, newTurn: `${query(random)}?` });
      return { method: method('AssembleContext'), request: AssembleContextRequest.encode(prompt).finish() };
    }
    const turns = [
      { role: Role.USER, content: `${sentence(random)}.` },
      { role: Role.ASSISTANT, content: `${sentence(random)}.` },
    ];
    return {
      method: method('AppendTurns'),
      request: AppendTurnsRequest.encode(AppendTurnsRequest.fromPartial({ scope, turns })).finish(),
    };
  };
}

/** Makes calls from several clients, together at most `callsPerSecond`. */
async function callPaced(
  connection: Client,
  next: () => Call,
  seconds: number,
  callsPerSecond: number,
): Promise<Paced> {
  const failed = new Map<string, number>();
  const latenciesMs: number[] = [];
  let calls = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const dueMs = start + (1000 * calls) / callsPerSecond;
      calls += 1;
      // oxlint-disable no-await-in-loop
      if (dueMs > performance.now()) await sleep(dueMs - performance.now());
      const { method, request } = next();
      const sentAt = performance.now();
      const ask = STREAM.test(method) ? streamed : unary;
      const error = await ask(connection, method, request, new Metadata(), Date.now() + DEADLINE_MS);
      // oxlint-enable no-await-in-loop
      latenciesMs.push(performance.now() - sentAt);
      if (error !== undefined) {
        const name = `${method.split('/')[1]} ${status[error.code]}`;
        failed.set(name, (failed.get(name) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { calls: latenciesMs.length, failed, latenciesMs };
}

/** Looks at the process every few seconds, until it is stopped. Resolves to one sample for each minute, the median of its own. */
function sample({ process: { pid } }: ServerProcess): { stop(): Promise<readonly Sample[]> } {
  const stopping = new AbortController();
  const startedAt = performance.now();
  const samples: Sample[] = [];
  const done = (async () => {
    while (!stopping.signal.aborted) {
      // oxlint-disable no-await-in-loop
      const text = await readFile(`/proc/${pid}/status`, 'utf8');
      const handles = (await readdir(`/proc/${pid}/fd`)).length;
      const residentMb = Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1024;
      samples.push({ minute: Math.floor((performance.now() - startedAt) / MINUTE_MS), residentMb, handles });
      await sleep(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      // oxlint-enable no-await-in-loop
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await done;
      const minutes = [...new Set(samples.map(({ minute }) => minute))];
      return minutes.map((minute) => {
        const of = samples.filter((each) => each.minute === minute);
        return {
          minute,
          residentMb: median(of.map(({ residentMb }) => residentMb)),
          handles: median(of.map(({ handles }) => handles)),
        };
      });
    },
  };
}

function report({ calls, failed, latenciesMs }: Paced, samples: readonly Sample[], minutes: number): boolean {
  const level = samples.filter(({ minute }) => minute >= minutes * WARM_UP_SHARE);
  const growth = slope(level.map(({ minute, residentMb }) => [minute, residentMb]));
  const handles = level.map((each) => each.handles);
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const every = Math.max(1, Math.floor(samples.length / ROWS));
  printTable(
    ['minute', 'resident MB', 'handles'],
    samples
      .filter((_, index) => index % every === 0 || index === samples.length - 1)
      .map(({ minute, residentMb, handles: open }) => [`${minute}`, formatCount(residentMb), formatCount(open)]),
  );
  const failures = Array.from(failed, ([name, count]) => `${formatCount(count)} ${name}`);
  console.log(
    `${formatCount(calls)} calls, p95 ${formatMs(sorted[Math.floor(sorted.length * 0.95)] ?? NaN)} ms; failed: ${failures.join(', ') || 'none'}. ` +
      `After ${formatCount(minutes * WARM_UP_SHARE)} minutes memory grew by ${growth.toFixed(3)} MB a minute (at most ${GROWTH_MB_PER_MINUTE}), ` +
      `handles were ${Math.min(...handles)} to ${Math.max(...handles)}.`,
  );
  return failed.size === 0 && growth < GROWTH_MB_PER_MINUTE && (handles.at(-1) ?? NaN) <= (handles[0] ?? NaN);
}

/** Returns the slope of the straight line through the points by least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))];
  const ofX = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / ofX;
}
