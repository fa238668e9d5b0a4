/**
 * The Context service on real conversations, through the API in this process: the size of prompts compared with the whole history,
 * how much of the evidence that questions need they contain, where changes of topic are detected, and how long calls take. `npm run
 * bench:context -- --data DIR`: DIR holds locomo-dev and realtalk-dev (.corpus.jsonl, .queries.jsonl) and tiage-dev.jsonl. Without
 * it: the parts that need nothing from outside. `--lines FILE`: the lines by which `floor` judges, one each, in place of the repository's.
 * `--talks FOLDER`: talks that `talks` reads in place of the repository's. `--verbose`: lists which prompts got what in `everyday`, and what
 * is missing in `talks`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpora } from './corpus.ts';
import { printEveryday } from './context/everyday.ts';
import { printFlat } from './context/flat.ts';
import { printFloor } from './context/floor.ts';
import { printGrowth } from './context/growth.ts';
import { printLatency } from './context/latency.ts';
import { printMoney } from './context/money.ts';
import { printNextDay } from './context/next-day.ts';
import { printRetention } from './context/retention.ts';
import { printSummaries } from './context/summaries.ts';
import { printSegmentation } from './context/segmentation.ts';
import { printTail } from './context/tail.ts';
import { printTalks } from './context/talks.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    lines: { type: 'string' },
    talks: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const { data, only, lines, talks, verbose } = values;
/** Corpora of real conversations. */
const TALK = ['locomo-dev', 'realtalk-dev'];

function partsOf(folder: string): Readonly<Record<string, () => Promise<void>>> {
  const corpora = readCorpora(folder);
  const locomo = corpora.find(({ name }) => name === 'locomo-dev');
  if (locomo === undefined) throw new Error(`${folder} has no locomo-dev.corpus.jsonl.`);
  const talk = corpora.filter(({ name }) => TALK.includes(name));
  return {
    growth: () => printGrowth(locomo),
    retention: () => printRetention(talk),
    tail: () => printTail(talk),
    summaries: () => Promise.resolve(printSummaries(talk)),
    floor: () => printFloor(talk, lines),
    topics: () => printSegmentation(join(folder, 'tiage-dev.jsonl')),
  };
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  ...(data === undefined ? {} : partsOf(data)),
  money: () => printMoney(),
  everyday: () => printEveryday(verbose),
  flat: () => printFlat(),
  'next-day': () => printNextDay(),
  talks: () => printTalks(talks, verbose),
  latency: () => printLatency(),
};
if (only !== undefined && parts[only] === undefined)
  throw new Error(`There is no part ${only} without --data DIR, a folder with locomo-dev and tiage-dev.`);
for (const [name, print] of Object.entries(parts)) if (only === undefined || only === name) await print();
