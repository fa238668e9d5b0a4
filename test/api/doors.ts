/**
 * One store with several transports: every scenario runs over gRPC, and those that a transport may affect over the others as well.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchTransport } from '../../client/fetch-transport.ts';
import { grpcTransport } from '../../client/grpc-transport.ts';
import { RecordaError } from '../../client/errors.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import type { Transport } from '../../client/transport.ts';
import type { LongTermAddress } from '../../server/settings/long-term-settings.ts';
import type { Pipeline } from '../../server/pipeline/pipeline.ts';
import type { Clock } from '../../server/ports/stores.ts';
import { openRecorda, type RecordaOptions } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { serveHttp } from '../../server/http/serve-http.ts';
import { silentLog, type Log } from '../../server/ports/telemetry.ts';
import { scaled } from '../scale.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { httpTransport } from './http-transport.ts';

/** In milliseconds: far more than abandoned calls need to end, and less than calls may take. */
const LEFT_MS = 20_000;

/** A transport, and what a test needs in addition. */
export type Door = {
  readonly recorda: Recorda;
  /** The underlying transport of bytes, for requests that no typed client sends. */
  readonly transport: Transport;
  /** The address of the gRPC server, for a client elsewhere; undefined for other transports. */
  readonly address: string | undefined;
  /** Returns a user that no other test has. */
  newUser(): string;
  /** Moves the server's clock. */
  advance(ms: number): void;
  /** From now on only `advance` moves the server's clock, since a test that runs a second before a limit may take a minute. */
  stopClock(): void;
  /** Expects the server to log this fault, or to have logged it. */
  expectComplaint(pattern: RegExp): Promise<void>;
};

const DOORS = {
  grpc: 'over gRPC',
  inProcess: 'in process',
  connectJson: 'over Connect in JSON',
  grpcWeb: 'over gRPC-Web',
  fetch: 'over fetch',
} as const;

type DoorName = keyof typeof DOORS;

const BOTH_DOORS: readonly DoorName[] = ['grpc', 'inProcess'];
const ALL_DOORS = Object.keys(DOORS) as readonly DoorName[];
/** `npm run test:doors` runs the scenarios over the others, which differ from that over fetch in how messages are encoded. */
const DIFFERING_DOORS: readonly DoorName[] = ['grpc', 'inProcess', 'fetch'];
/** The transports that every scenario uses instead, by name, with as many times the time limit. */
const CHOSEN_DOORS = chosenDoors(process.env['RECORDA_TEST_DOORS']);

function chosenDoors(text: string | undefined): readonly DoorName[] | undefined {
  const names = text?.split(',');
  const unknown = names?.find((name) => !Object.hasOwn(DOORS, name));
  if (unknown !== undefined) throw new Error(`RECORDA_TEST_DOORS has ${unknown}; there are ${ALL_DOORS.join(', ')}.`);
  return names as readonly DoorName[] | undefined;
}

/** All transports to one pipeline. */
type Doors = Readonly<Record<DoorName, Door>> & { close(): Promise<void> };

/** Opens all transports. Closing them then fails if the server logged a fault or calls were left behind. */
async function openDoors(open: OpenStore): Promise<Doors> {
  let aheadMs = 0;
  let stoppedMs: number | undefined;
  const complaints: string[] = [];
  const complain = (fields: object, message: string): void => {
    complaints.push(`${message} ${JSON.stringify(fields)}`);
  };
  // These warnings are expected: a latency over its target, on a busy machine; a full quota, which the test causes; the limitations
  // of a type in another backend, at each start; a sweep that meets a reader and tries again; and the master key of a new data
  // folder.
  const warn = (fields: object, message: string): void => {
    if ('targetMs' in fields || 'alert' in fields || 'backends' in fields) return;
    if (
      message.startsWith('the log of the embedded store could not be emptied') ||
      message.startsWith('A master key was created')
    )
      return;
    complain(fields, message);
  };
  const error = (fields: object, message: string): void => {
    // With a clock that was moved an index lags for days.
    if (aheadMs === 0 || !message.includes('never showed')) complain(fields, message);
  };
  const log: Log = { ...silentLog, warn, error };
  const { pipeline, close } = await open(log, { now: () => (stoppedMs ?? Date.now()) + aheadMs });
  const serving = await serve({ pipeline, log, host: '127.0.0.1', port: 0 });
  let users = 0;
  const address = `127.0.0.1:${serving.port}`;
  const door = (transport: Transport, of?: string): Door => ({
    recorda: recordaOver(transport),
    transport,
    address: of,
    newUser: () => `user-${(users += 1)}`,
    advance: (ms) => {
      aheadMs += ms;
    },
    stopClock: () => {
      stoppedMs ??= Date.now();
    },
    async expectComplaint(pattern) {
      const place = (): number => complaints.findIndex((complaint) => pattern.test(complaint));
      await until(() => place() !== -1).catch(() => {
        throw new Error(`The server did not log ${pattern}.`);
      });
      complaints.splice(place(), 1);
    },
  });
  const grpc = door(grpcTransport(address), address);
  const inProcess = door(pipelineTransport(pipeline, () => Promise.resolve()));
  const http = await serveHttp({
    door: serving.shared,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    mcp: { user: 'me', agent: 'mcp' },
    isReady: () => true,
  });
  const baseUrl = `http://127.0.0.1:${http.port}`;
  const connectJson = door(httpTransport(baseUrl, 'connectJson'));
  const grpcWeb = door(httpTransport(baseUrl, 'grpcWeb'));
  const fetching = door(fetchTransport(baseUrl));
  const doors = { grpc, inProcess, connectJson, grpcWeb, fetch: fetching };
  return {
    ...doors,
    async close() {
      await Promise.all(Object.values(doors).map(({ recorda }) => recorda.close()));
      // Cancelled calls leave at once; one that outlasts this is a leak, and is reported.
      await serving.drain(LEFT_MS);
      await http.close();
      await close();
      if (complaints.length > 0) throw new Error(`The server complained:\n${complaints.join('\n')}`);
    },
  };
}

type OpenStore = (
  log: Log,
  clock: Clock,
) => Promise<{ readonly pipeline: Pipeline; readonly close: () => Promise<void> }>;

/** Opens the real server with these options, and its store in a folder of its own. */
export function storeWith(options: Partial<RecordaOptions>): OpenStore {
  return (log, clock) => openStore(log, clock, options);
}

async function openStore(log: Log, clock: Clock, options: Partial<RecordaOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-test-'));
  const shortTerm = await emptied('RECORDA_TEST_SHORT_TERM');
  const working = await emptied('RECORDA_TEST_WORKING');
  const cache = await emptied('RECORDA_TEST_CACHE');
  const graph = await emptiedGraph();
  const longTerm = newIndex();
  const store = await newDatabase();
  const { pipeline, close } = await openRecorda({
    dataDir,
    warmUp: false,
    shortTerm,
    working,
    longTerm,
    cache,
    graph,
    store,
    clock,
    log,
    ...options,
  });
  return {
    pipeline,
    async close() {
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Returns a new index in the service that a variable names by endpoint and key, if it is set. */
function newIndex(): LongTermAddress | undefined {
  const [endpoint, key] = process.env['RECORDA_TEST_LONG_TERM']?.split(' ') ?? [];
  if (endpoint === undefined || key === undefined) return undefined;
  return { endpoint, key, index: `test-${randomUUID()}`, vectors: 'hnsw', isSole: false };
}

/** Returns a new database in the PostgreSQL that a variable names, if it is set. */
async function newDatabase(): Promise<{ readonly url: string } | undefined> {
  const url = process.env['RECORDA_TEST_STORE'];
  if (url === undefined) return undefined;
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { url: new URL(`/${name}`, url).href };
}

/** Returns the place where a variable says that a type is to live for these tests; it is emptied first. */
async function emptied(variable: string): Promise<{ readonly url: string } | undefined> {
  const url = process.env[variable];
  if (url === undefined) return undefined;
  const { Redis } = await import('ioredis');
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
  return { url };
}

/** Returns the place where RECORDA_TEST_GRAPH says that entities and episodes are to live for these tests; it is emptied first. */
async function emptiedGraph(): Promise<{ readonly url: string } | undefined> {
  const url = process.env['RECORDA_TEST_GRAPH'];
  if (url === undefined) return undefined;
  const { default: neo4j } = await import('neo4j-driver');
  const driver = neo4j.driver(url);
  await driver.executeQuery('MATCH (n) WHERE NOT n:Schema DETACH DELETE n');
  await driver.close();
  return { url };
}

type Scenarios = (door: () => Door) => void;

/**
 * Runs `scenarios` over gRPC; `npm run test:doors` runs those of test/api over the other transports, and `npm run torture` its own in
 * process as well. They share a store, so each takes users of its own: `door().newUser()`.
 */
export function describeDoors(name: string, scenarios: Scenarios, open: OpenStore = openStore): void {
  describeOver(name, CHOSEN_DOORS ?? scaled<readonly DoorName[]>(['grpc'], BOTH_DOORS), scenarios, open);
}

/** Runs `scenarios` over gRPC and in process in every run, for behaviour that the transport itself may change. */
export function describeBothDoors(name: string, scenarios: Scenarios, open: OpenStore = openStore): void {
  describeOver(name, CHOSEN_DOORS ?? BOTH_DOORS, scenarios, open);
}

/** Runs `scenarios` over transports of each kind, for behaviour that all of them may change. */
export function describeAllDoors(name: string, scenarios: Scenarios, open: OpenStore = openStore): void {
  describeOver(name, CHOSEN_DOORS ?? scaled(DIFFERING_DOORS, ALL_DOORS), scenarios, open);
}

function describeOver(name: string, keys: readonly DoorName[], scenarios: Scenarios, open: OpenStore): void {
  describe(name, () => {
    let doors: Doors;
    before(async () => {
      doors = await openDoors(open);
    });
    after(() => doors.close());
    for (const key of keys) describe(DOORS[key], () => scenarios(() => doors[key]));
  });
}

/** Returns the RecordaError with which `call` fails. */
export async function errorOf(call: Promise<unknown>): Promise<RecordaError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RecordaError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}

/** Collects every element. */
export async function all<T>(elements: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const element of elements) found.push(element);
  return found;
}
