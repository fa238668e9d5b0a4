import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { grpcTransport } from '../../client/grpc-transport.ts';
import { MemoryServiceDefinition } from '../../proto/gen/recorda/v1/memory.ts';
import { isEndless } from '../../server/methods/calls.ts';
import { RecordaError } from '../../client/errors.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import type { Transport } from '../../client/transport.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { serveHttp } from '../../server/http/serve-http.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { scaled, testSeed } from '../scale.ts';
import { REMEMBERED } from './hostile-fields.ts';
import { CODECS, hostileRequest, wireBytes, type HostileRequest } from './hostile-requests.ts';
import { httpTransport } from './http-transport.ts';

/** The number of requests of a history in `npm test`. */
const REQUESTS = 80;
const FULL = scaled(0, 1) === 1;
const STEP_MS = 1000;

/** Few random requests get as far as their filter: a few hundred may include none. */
const FILTER_CUT_SHORT: HostileRequest = {
  path: `${MemoryServiceDefinition.fullName}/${MemoryServiceDefinition.methods.listMemories.name}`,
  message: { scope: { userId: 'ana' }, type: 'MEMORY_TYPE_LONG_TERM', filter: 'metadata.category ==' },
  mutation: { kind: 'none' },
};
/** Nor do they necessarily include one with a well-formed id of no memory. */
const OF_NO_MEMORY: HostileRequest = {
  path: `${MemoryServiceDefinition.fullName}/${MemoryServiceDefinition.methods.getMemory.name}`,
  message: { scope: { userId: 'ana' }, id: `lt_${'0'.repeat(32)}` },
  mutation: { kind: 'none' },
};

const DOORS = ['grpc', 'inProcess', 'connectJson', 'grpcWeb'] as const;

/** A transport to a fresh store of its own, and what that store answered. */
type Side = {
  readonly door: (typeof DOORS)[number];
  readonly transport: Transport;
  readonly seen: { readonly id: string[]; readonly etag: string[]; readonly token: string[] };
  close(): Promise<void>;
};

/**
 * All sides share one clock, which advances with each request, so that the same history gives the same answers. They are opened
 * briefly, since sweeps, which depend on the machine's clock, would show counts of accesses at one side first.
 */
async function openSide(door: Side['door'], now: () => number): Promise<Side> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-same-'));
  const { pipeline, close } = await openRecorda({ dataDir, clock: { now }, isBrief: true });
  const seen = { id: [], etag: [], token: [] };
  const release = async (): Promise<void> => {
    await close();
    await rm(dataDir, { recursive: true });
  };
  if (door === 'inProcess') return { door, transport: pipelineTransport(pipeline, release), seen, close: release };
  const { port, shared, drain } = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
  const http = await serveHttp({
    door: shared,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    isReady: () => true,
    mcp: { user: 'me', agent: 'mcp' },
  });
  const transport =
    door === 'grpc' ? grpcTransport(`127.0.0.1:${port}`) : httpTransport(`http://127.0.0.1:${http.port}`, door);
  return {
    door,
    transport,
    seen,
    async close() {
      await transport.close();
      await drain(0);
      await http.close();
      await release();
    },
  };
}

/** Returns the message with remembered values inserted. */
function filledIn(value: unknown, seen: Side['seen']): unknown {
  if (typeof value === 'string') {
    for (const kind of ['id', 'etag', 'token'] as const) {
      const prefix = REMEMBERED[kind];
      if (!value.startsWith(prefix)) continue;
      const known = seen[kind];
      return known[known.length - 1 - Number(value.slice(prefix.length))] ?? '';
    }
    return value;
  }
  if (Array.isArray(value)) return value.map((element) => filledIn(element, seen));
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array) return value;
  const filled: object = {};
  for (const [key, element] of Object.entries(value)) {
    Object.defineProperty(filled, key, { value: filledIn(element, seen), enumerable: true, writable: true });
  }
  return filled;
}

/** Fields that the machine's speed decides. */
const MEASURED: ReadonlySet<string> = new Set(['latencyMs', 'duration', 'eventLoop', 'sampledDays']);

/** Returns the answer without what differs between two stores of the same history; that is remembered. */
function masked(value: unknown, key: string, seen: Side['seen']): unknown {
  if (typeof value === 'string') {
    if (key === 'id' && value !== '') seen.id.push(value);
    if (key === 'etag' && value !== '') seen.etag.push(value);
    if (key === 'nextPageToken' && value !== '') seen.token.push(value);
    if (key === 'etag' || key === 'nextPageToken') return value === '' ? '' : `<${key}>`;
    return value
      .replaceAll(/\b(?:wm|st|lt|pe|ep|en|re|sd|fa)_[0-9a-f]{32}\b/g, '<id>')
      .replaceAll(/\b\d{8}t\d{9}z-(?:daily|weekly)-[0-9a-f]{32}\b/g, '<backup>');
  }
  // Each alert has the next number, including those of working memory, which are written a moment after the call.
  if (key === 'phaseDurations' || key === 'alertId') return typeof value;
  // Each server's own sweep takes samples of use.
  if (MEASURED.has(key) || key.startsWith('projected')) return typeof value;
  if (Array.isArray(value)) return value.map((element) => masked(element, key, seen));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, element]) => [name, masked(element, name, seen)]));
}

/** Types finish in any order, so their events are returned, and remembered, type by type. */
function typeByType(events: readonly unknown[], seen: Side['seen']): unknown {
  const groups: unknown[][] = [[]];
  for (const event of events) {
    groups.at(-1)?.push(event);
    if (JSON.stringify(event).includes('"$case":"typeDone"')) groups.push([]);
  }
  const told = (group: readonly unknown[], remembered: Side['seen']): string =>
    JSON.stringify(group.map((event) => masked(event, '', remembered)));
  const inOrder = groups
    .map((group) => ({ group, text: told(group, { id: [], etag: [], token: [] }) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)));
  return inOrder.map(({ group }) => told(group, seen));
}

async function answer(side: Side, hostile: HostileRequest): Promise<unknown> {
  const { path, message, mutation } = hostile;
  const { stream, request, response } = CODECS.get(path)!;
  // A changed byte in an id would be a different change on each side.
  const remembered = mutation.kind === 'none' ? side.seen : { id: [], etag: [], token: [] };
  const partial = request.fromPartial(filledIn(message, remembered) as never);
  const bytes = wireBytes(request.encode(partial as never).finish(), mutation);
  const call = { signal: new AbortController().signal, deadlineMs: Date.now() + 300_000, headers: {} };
  try {
    if (!stream) return masked(response.decode(await side.transport.unary(path, bytes, call)), '', side.seen);
    const events: unknown[] = [];
    for await (const event of side.transport.stream(path, bytes, call)) {
      events.push(response.decode(event));
      if (isEndless(path)) break;
    }
    return typeByType(events, side.seen);
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    const { reason, code, detail } = error;
    return masked({ failed: { reason, code, message: error.message, detail } }, '', side.seen);
  }
}

/** Sends this many requests over each transport to fresh stores. The seed is in every failure's message. */
async function expectSameAnswers(numRuns: number, seed: number): Promise<void> {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const now = (): number => nowMs;
  const sides = await Promise.all(DOORS.map((door) => openSide(door, now)));
  const reasons = new Map<string, number>();
  let differing = '';
  const property = fc.asyncProperty(hostileRequest, async (hostile) => {
    nowMs += STEP_MS;
    const answers = await Promise.all(sides.map((side) => answer(side, hostile)));
    differing = answers.map((it, index) => `${sides[index]!.door}: ${JSON.stringify(it)}`).join('\n');
    const [first, ...others] = answers;
    for (const other of others) expect(other).to.deep.equal(first);
    const reason = (first as { failed?: { reason: string } }).failed?.reason ?? 'OK';
    expect(reason).not.to.equal('INTERNAL');
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  });
  try {
    // The state grows with each run, so shrinking would only search among other histories.
    const details = await fc.check(property, {
      numRuns,
      seed,
      endOnFailure: true,
      examples: [[FILTER_CUT_SHORT], [OF_NO_MEMORY]],
    });
    const summary = `seed ${seed}: ${JSON.stringify(Object.fromEntries(reasons))}`;
    if (details.failed)
      throw new Error(`${summary}\n${fc.defaultReportMessage(details) ?? ''}\n${differing}`, {
        cause: details.errorInstance,
      });
    // Requests that are all refused for the same reason would prove little.
    expect(reasons.get('OK') ?? 0, summary).to.be.greaterThan(numRuns / 4);
    for (const reason of ['FIELD_INVALID', 'REQUEST_MALFORMED', 'FILTER_INVALID', 'MEMORY_NOT_FOUND']) {
      expect(reasons.get(reason) ?? 0, summary).to.be.greaterThan(0);
    }
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

describe('All transports', () => {
  const seed = testSeed();

  it(`give the same answer or the same error to ${REQUESTS} random and hostile requests (seed ${seed})`, async () => {
    await expectSameAnswers(REQUESTS, seed);
  }).timeout(3_600_000);

  if (FULL) {
    it(`give the same answer or the same error to 100,000 of them (seeds ${seed} to ${seed + 49}) @torture`, async function () {
      this.timeout(3_600_000);
      for (let round = 0; round < 50; round += 1) await expectSameAnswers(2000, seed + round);
    });
  }
});
