/**
 * Documents of a user who has as many as the quota allows: pages, searches and writes, in process, compared with their
 * target.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { TYPE_TARGET_MS } from '../../server/policy/serving.ts';
import { KB } from '../../server/policy/units.ts';
import { LIMITS, QUOTAS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { formatMs, printTable } from '../load/table.ts';
import { timeCalls } from '../load/timings.ts';

const CALLS = 200;
const WARMUP_CALLS = 20;
const PRICES = 1000;
const TAGS = 7;
/** The approximate size of each document, in bytes. */
const SIZES = [KB / 2, 4 * KB];

const SCHEMA = {
  type: 'object',
  required: ['price', 'name'],
  properties: {
    price: { type: 'number', minimum: 0 },
    name: { type: 'string', pattern: '^[A-Z][^<>]*$' },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  },
};

const rows: string[][] = [];
for (const bytes of SIZES) await benchSize(bytes);
printTable(['5,000 documents', 'each', 'p50', 'p95', 'p99', 'target', ''], rows);

async function benchSize(bytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-documents-'));
  const server = await openRecorda({ dataDir: folder });
  const recorda = recordaOver(pipelineTransport(server.pipeline, async () => undefined));
  const scope = { userId: 'ana' };
  const { documents, retrieve } = recorda.agent(scope);
  const random = seededRandom(1);
  const data = (n: number) => {
    let note = '';
    while (note.length < bytes) note += `${sentence(random)}. `;
    return {
      price: Math.round(random() * PRICES * 100) / 100,
      name: sentence(random),
      tags: [`tag ${n % TAGS}`],
      note,
    };
  };
  for (let start = 0; start < QUOTAS.STRUCTURED.count; start += LIMITS.batchSize) {
    await recorda.memory.batchAddMemories({
      requests: Array.from({ length: LIMITS.batchSize }, (_, n) => ({
        memory: {
          scope,
          payload: { $case: 'document', value: { collection: 'shop', key: `${start + n}`, data: data(start + n) } },
        },
      })),
    });
  }

  const measure = async (what: string, calls: number, warmup: number, call: (n: number) => Promise<unknown>) => {
    const { p50Ms, p95Ms, p99Ms, errors } = await timeCalls(calls, warmup, call);
    if (errors > 0) throw new Error(`${errors} calls failed: ${what}`);
    const target = TYPE_TARGET_MS.STRUCTURED;
    const held = p95Ms <= target ? 'held' : 'MISSED';
    rows.push([what, `${bytes / KB} KB`, ...[p50Ms, p95Ms, p99Ms, target].map(formatMs), held]);
  };
  const page = (request: object) =>
    recorda.memory.listMemories({ scope, type: 'MEMORY_TYPE_STRUCTURED', collection: 'shop', ...request });
  const ordered = { orderBy: 'data.price desc, data.name' };

  await measure('first page in an order, nothing read', 1, 0, () => page(ordered));
  await measure('page of 50', CALLS, WARMUP_CALLS, () => page({}));
  await measure('page in an order of fields', CALLS, WARMUP_CALLS, () => page(ordered));
  await measure('page that 1 in 100 match', CALLS, WARMUP_CALLS, (n) =>
    page({ filter: `data.price > ${PRICES * 0.99 - (n % TAGS) / 100}` }),
  );
  await measure('page of both', CALLS, WARMUP_CALLS, (n) =>
    page({ ...ordered, filter: `data.tags.exists(t, t == "tag ${n % TAGS}")` }),
  );
  await measure('get by key', CALLS, WARMUP_CALLS, (n) => documents.get({ collection: 'shop', key: `${n}` }));
  await measure('first search', 1, 0, () => retrieve('something warm', { types: ['structured'] }));
  await measure('search', CALLS, WARMUP_CALLS, () => retrieve(sentence(random), { types: ['structured'] }));
  await measure('put a schema', 1, 0, () => documents.collections.put('shop', { schema: SCHEMA }));
  await measure('put, held to the schema', CALLS, WARMUP_CALLS, (n) =>
    documents.put({ collection: 'shop', key: `${n}` }, data(n)),
  );
  await measure('patch', CALLS, WARMUP_CALLS, (n) =>
    documents.patch({ collection: 'shop', key: `${n}` }, { price: n }),
  );
  await server.close();
  await rm(folder, { recursive: true });
}
