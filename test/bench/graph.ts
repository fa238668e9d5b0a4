/**
 * Entities of a user who has as many as the quota allows: walks, searches and writes, in process, compared with their
 * targets.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { TYPE_TARGET_MS } from '../../server/policy/serving.ts';
import { LIMITS, QUOTAS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { timeCalls } from '../load/timings.ts';

const CALLS = 300;
const WARMUP_CALLS = 30;
const WRITES = 200;
const SOME = 20;
/** The share of relationships that lead to one entity, as those to a company or the user do. */
const HUB_SHARE = 0.3;
const TYPES = ['knows', 'works_at', 'lives_in', 'likes'];

const folder = await mkdtemp(join(tmpdir(), 'recorda-graph-'));
const server = await openRecorda({ dataDir: folder });
const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
const scope = { userId: 'ana' };
const { entities } = recorda.agent(scope);
const random = seededRandom(1);
const rows: string[][] = [];

const ids = await addAll(QUOTAS.ENTITY.count, (n) => ({
  $case: 'entity' as const,
  value: { name: `Person ${n}`, type: 'person', attributes: { about: sentence(random) } },
}));
const any = (): string => ids[Math.floor(random() * ids.length)] ?? '';
const hub = ids[0] ?? '';
await addAll(QUOTAS.RELATIONSHIP.count - WRITES - WARMUP_CALLS, (n) => ({
  $case: 'relationship' as const,
  value: {
    fromId: any(),
    toId: random() < HUB_SHARE ? hub : any(),
    type: TYPES[n % TYPES.length] ?? '',
    validFrom: new Date(n),
  },
}));
const then = new Date();

await measure('first search, nothing warm', 1, 0, () => entities.find('who works at Person 17?'));
await measure('find', CALLS, WARMUP_CALLS, () => entities.find(`who knows ${sentence(random)}?`));
await measure('find by name', CALLS, WARMUP_CALLS, (n) => entities.find(`person ${n}`));
await measure('find, with neighbours', CALLS, WARMUP_CALLS, () => entities.find(sentence(random), { neighbors: {} }));
await measure('find as of another time, first', SOME, 1, (n) => entities.find('who?', { asOf: new Date(1000 + n) }));
await measure('find as of another time, again', CALLS, 1, () => entities.find('who?', { asOf: then }));
for (const maxHops of [1, 2, 3]) {
  await measure(`walk ${maxHops} hops, 100 entities`, CALLS, WARMUP_CALLS, () => entities.traverse(any(), { maxHops }));
}
await measure('walk from an entity of 3,000', SOME, 1, () => entities.traverse(hub));
await measure('walk 5 hops, 1,000 entities', SOME, 1, () => entities.traverse(any(), { maxHops: 5, limit: 1000 }));
await measure('walk 3 hops as known before', SOME, 1, () => entities.traverse(any(), { maxHops: 3, knownAt: then }));
await measure('upsert', WRITES, WARMUP_CALLS, (n) => entities.upsert(`Person ${n}`, 'person', { attributes: { n } }));
await measure('relate', WRITES, WARMUP_CALLS, (n) => entities.relate(any(), `met ${n}`, any()));
await measure('relate, then find', SOME, 1, async () => {
  await entities.relate(any(), 'works_at', any());
  return entities.find('who works at Person 17?');
});
await measure('delete an entity of 3,000', 1, 0, () => entities.delete(hub));
printTable(['call', 'p50', 'p95', 'p99', 'calls/s', ''], rows);
await server.close();
await rm(folder, { recursive: true });

type Payload = Parameters<typeof recorda.memory.addMemory>[0]['memory'] extends { payload?: infer P } | undefined
  ? P
  : never;

async function addAll(count: number, payload: (n: number) => Payload): Promise<readonly string[]> {
  const added: string[] = [];
  for (let start = 0; start < count; start += LIMITS.batchSize) {
    const requests = Array.from({ length: Math.min(LIMITS.batchSize, count - start) }, (_, n) => ({
      memory: { scope, payload: payload(start + n) },
    }));
    const { results } = await recorda.memory.batchAddMemories({ requests });
    for (const { result } of results) if (result?.$case === 'added') added.push(result.value.memory?.id ?? '');
  }
  return added;
}

async function measure(
  name: string,
  calls: number,
  warmUps: number,
  call: (n: number) => Promise<unknown>,
): Promise<void> {
  const { p50Ms, p95Ms, p99Ms, callsPerSecond } = await timeCalls(calls, warmUps, call);
  const held = p95Ms < TYPE_TARGET_MS.ENTITY ? 'held' : 'NOT HELD';
  rows.push([name, ...[p50Ms, p95Ms, p99Ms].map(formatMs), formatCount(callsPerSecond), held]);
}
