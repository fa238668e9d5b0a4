/**
 * Measures what the mechanisms that server/retrieval has for speed alone are worth: the CPU time of a search without each of them,
 * compared with one that has all, alternating in one process, over 10,000 and 100,000 memories. All must find the same. `npm run
 * bench -- mechanisms`, with `--counts 10000` for fewer.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { plainDocuments, type IndexDocument } from '../../server/retrieval/document.ts';
import { memoryIndex, type IndexHit, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { wholeVectors } from '../retrieval/whole-vectors.ts';
import { indexWithoutZones } from './without-zone-maps.ts';
import { query, seededRandom, sentence } from '../load/sentences.ts';
import { formatCount, formatMs, printTable } from '../load/table.ts';
import { median } from '../load/timings.ts';

const { values: options } = parseArgs({ options: { counts: { type: 'string', default: '10000,100000' } } });
const QUERIES = 60;
const TOP_K = 10;
/** The number of rounds of all queries for each way to search; the first few, in which code is compiled, are not counted. */
const ROUNDS = 40;
const WARM_ROUNDS = 4;
const US_PER_MS = 1000;

type Way = { readonly name: string; readonly index: MemoryIndex };

const encoder = staticEncoder(loadStaticTable());
const withoutZones = await indexWithoutZones();
const rows: (readonly string[])[] = [];
for (const count of options.counts.split(',').map(Number)) rows.push(rowOf(count, waysOver(documents(count))));
printTable(['memories', 'with all, ms', 'without rescoring', 'without zone maps', 'same results'], rows);

function documents(count: number): readonly IndexDocument[] {
  const random = seededRandom(1);
  const plain = plainDocuments((text) => encoder.embed(text));
  return Array.from({ length: count }, (_, at) => plain(`lt_${at}`, sentence(random), at));
}

function waysOver(list: readonly IndexDocument[]): readonly Way[] {
  const ways: readonly Way[] = [
    { name: 'with all', index: memoryIndex(encoder) },
    { name: 'without rescoring', index: memoryIndex(encoder, { newVectors: wholeVectors }) },
    { name: 'without zone maps', index: withoutZones(encoder) },
  ];
  for (const { index } of ways) index.put(list);
  return ways;
}

function rowOf(count: number, ways: readonly Way[]): readonly string[] {
  const random = seededRandom(2);
  const texts = Array.from({ length: QUERIES }, () => query(random));
  const rounds = ways.map((): number[] => []);
  const found = ways.map((): (readonly IndexHit[])[] => []);
  const inTurn = [...ways.entries()];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { index }] of inTurn) {
      const start = process.cpuUsage();
      found[at] = texts.map((text) => index.search({ text, topK: TOP_K, nowMs: count, explain: false }));
      const { user, system } = process.cpuUsage(start);
      if (round >= WARM_ROUNDS) rounds[at]!.push((user + system) / US_PER_MS / QUERIES);
    }
    // Each follows each of the others equally often.
    inTurn.push(inTurn.shift()!);
    if (round % ways.length === ways.length - 1) inTurn.reverse();
  }
  for (const { index } of ways) index.release();
  const [all = 0, ...without] = rounds.map(median);
  const isSame = found.every((hits) => isDeepStrictEqual(hits, found[0]));
  return [formatCount(count), formatMs(all), ...without.map((ms) => changeOf(ms, all)), isSame ? 'yes' : 'NO'];
}

function changeOf(ms: number, all: number): string {
  return ms >= 2 * all
    ? `${(ms / all).toFixed(1)} times`
    : `${ms < all ? '' : '+'}${((ms / all - 1) * 100).toFixed(0)} %`;
}
