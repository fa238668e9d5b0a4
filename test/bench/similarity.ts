/**
 * Measures whether a published similarity means what people would say: `npm run bench -- similarity [--data DIR] [--fit]`. The pairs are
 * divided into ten parts of equal size by their similarity, and into tenths of the scale; for each, the mean judgement is shown beside the
 * mean similarity. The pairs of ./similarity belong to the repository, judged by the language model that wrote them; DIR may hold
 * stsb-*.csv, judged by people, from which nothing is learnt. `--fit` computes the built-in embedder's calibration from the repository's
 * pairs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibratedSimilarity, interpolate } from '../../server/domain/calibrate.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import type { Calibration } from '../../server/policy/retrieval.ts';
import { packageFile } from '../../server/runtime/package-root.ts';
import { printTable } from '../load/table.ts';
import { readJudged, type JudgedPair } from './similarity/judged.ts';

const PARTS = 10;
/** The points at which the line of the calibration bends. */
const KNOTS = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 1];
const FIRST_STEP = 0.05;
const LAST_STEP = 0.0005;

/** A pair's cosine, and its judgement from 0 to 1. */
type Point = { readonly cosine: number; readonly judged: number };

const { values } = parseArgs({ options: { data: { type: 'string' }, fit: { type: 'boolean', default: false } } });
const encoder = staticEncoder(loadStaticTable());
const { name } = encoder.identity;
const own = readJudged(readFileSync(packageFile('test', 'bench', 'similarity', 'judged.tsv'), 'utf8'));

report('our own, English', pointsOf(own.filter(({ language }) => language === 'en')));
report('our own, Spanish', pointsOf(own.filter(({ language }) => language === 'es')));
if (values.data !== undefined) {
  for (const file of readdirSync(values.data).filter((one) => /^stsb-.*\.csv$/.test(one)))
    report(file, pointsOf(csvPairs(readFileSync(join(values.data, file), 'utf8'))));
}
if (values.fit) console.log(`fitted: ${JSON.stringify(fitted(pointsOf(own)))}`);

function pointsOf(pairs: readonly Pick<JudgedPair, 'left' | 'right' | 'judged'>[]): readonly Point[] {
  return pairs
    .map(({ left, right, judged }) => ({ cosine: dot(encoder.embed(left), encoder.embed(right)), judged }))
    .toSorted((one, other) => one.cosine - other.cosine);
}

function report(title: string, points: readonly Point[]): void {
  const similarity = ({ cosine }: Point): number => calibratedSimilarity(name, cosine);
  const row = (label: string, part: readonly Point[]): readonly string[] => {
    const [published, judged] = [mean(part.map(similarity)), mean(part.map((point) => point.judged))];
    return [label, `${part.length}`, published.toFixed(3), judged.toFixed(3), (published - judged).toFixed(3)];
  };
  const tenths = Array.from({ length: PARTS }, (_, at) => at);
  const bySize = tenths.map((at) =>
    points.slice(Math.floor((at * points.length) / PARTS), Math.floor(((at + 1) * points.length) / PARTS)),
  );
  const byScale = tenths.map((at) =>
    points.filter((point) => Math.min(PARTS - 1, Math.floor(similarity(point) * PARTS)) === at),
  );
  printTable(
    [title, 'pairs', 'published', 'judged', 'too high by'],
    [
      ...bySize.map((part, at) => row(`part ${at + 1} of ten`, part)),
      ...byScale.map((part, at) => row(`${(at / PARTS).toFixed(1)} and over`, part)),
    ],
  );
  const off = bySize.map((part) => Math.abs(mean(part.map(similarity)) - mean(part.map(({ judged }) => judged))));
  console.log(`most off in a part of ten: ${Math.max(...off).toFixed(3)}\n`);
}

/** Returns the rising line through (0, 0) and (1, 1) with the least squared error: point by point, in ever smaller steps. */
function fitted(points: readonly Point[]): Calibration {
  const heights = [...KNOTS];
  const line = (): Calibration => KNOTS.map((knot, at) => [knot, heights[at]!] as const);
  const squares = (): number => {
    const drawn = line();
    return points.reduce((sum, { cosine, judged }) => sum + (interpolate(drawn, cosine) - judged) ** 2, 0);
  };
  const isBetterMoved = (at: number, step: number): boolean => {
    const [before, least] = [heights[at]!, squares()];
    const moved = before + step;
    if (moved < heights[at - 1]! || moved > heights[at + 1]!) return false;
    heights[at] = moved;
    if (squares() < least) return true;
    heights[at] = before;
    return false;
  };
  for (let step = FIRST_STEP; step > LAST_STEP;) {
    let hasMoved = false;
    for (let at = 1; at < KNOTS.length - 1; at++)
      hasMoved = isBetterMoved(at, step) || isBetterMoved(at, -step) || hasMoved;
    if (!hasMoved) step /= 2;
  }
  return line().map(([knot, height]) => [knot, Number(height.toFixed(3))] as const);
}

function csvPairs(text: string): readonly Pick<JudgedPair, 'left' | 'right' | 'judged'>[] {
  const MOST_JUDGED = 5;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const fields = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|\r?$)/g)].map(([, field = '']) =>
        field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
      );
      const [left = '', right = '', judged = ''] = fields;
      return { left, right, judged: Number(judged) / MOST_JUDGED };
    });
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * right[at]!, 0);
}
