/**
 * The Context service on real conversations, through the API in this process: how large prompts are beside the whole history, what
 * of the evidence that questions need they hold, where topics are seen to change, and how long calls take.
 * `npm run bench:context -- --data DIR`: DIR holds locomo-dev.corpus.jsonl, locomo-dev.queries.jsonl and tiage-dev.jsonl.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpora } from './corpus.ts';
import { printGrowth } from './context/growth.ts';
import { printLatency } from './context/latency.ts';
import { printRetention } from './context/retention.ts';
import { printSegmentation } from './context/segmentation.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, only: { type: 'string' } } });
const { data, only } = values;
if (data === undefined) throw new Error('--data DIR is missing: a folder with locomo-dev and tiage-dev.');

const locomo = readCorpora(data).find(({ name }) => name === 'locomo-dev');
if (locomo === undefined) throw new Error(`${data} has no locomo-dev.corpus.jsonl.`);
const parts = {
  growth: () => printGrowth(locomo),
  retention: () => printRetention(locomo),
  topics: () => printSegmentation(join(data, 'tiage-dev.jsonl')),
  latency: () => printLatency(),
};
for (const [name, print] of Object.entries(parts)) if (only === undefined || only === name) await print();
