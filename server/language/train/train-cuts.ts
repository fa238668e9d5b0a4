/** Cuts of topics: dialogues in, weights and figures out. The same weights every time, as train-reader.ts. */
import { stemsOf } from '../../domain/context/read-turn.ts';
import {
  CUT_MEASURES,
  cutFeatures,
  cutProbability,
  type CutFeatures,
  type CutTurn,
} from '../../domain/conversation/topic-cut.ts';
import type { TopicCutWeights } from '../../policy/topic-cut-weights.ts';
import type { Embed } from '../engine/features.ts';
import { rounded } from './figures.ts';
import { fitLogistic } from './logistic.ts';
import { randomFrom } from './random.ts';
import type { Rows } from './rows.ts';

/** A conversation; `cuts` are the places, from 0, of turns that begin another topic. */
export type Dialogue = { readonly turns: readonly string[]; readonly cuts: readonly number[]; readonly group: string };

export type ReadDialogue = {
  readonly turns: readonly CutTurn[];
  readonly cuts: ReadonlySet<number>;
  readonly group: string;
};

export function readDialogue({ turns, cuts, group }: Dialogue, embed: Embed): ReadDialogue {
  return {
    turns: turns.map((content) => ({ content, vector: embed(content), stems: stemsOf(content) })),
    cuts: new Set(cuts),
    group,
  };
}

/** `grams`: so many of the heaviest are kept, and the rest of the weights learnt again with those alone. */
const CUT_LEARNING = { cost: 1, steps: 80, leastRows: 3, joined: 1, most: 4, seed: 7, grams: 1000 } as const;

/** The dialogues and, as people change the topic without a word, dialogues and parts of them joined end to end. */
export function withJoined(dialogues: readonly ReadDialogue[], times: number): readonly ReadDialogue[] {
  const random = randomFrom(CUT_LEARNING.seed);
  const kinds = [...new Set(dialogues.map(({ group }) => group.split(' ')[0]!))];
  const made: ReadDialogue[] = [];
  for (const kind of kinds) {
    const pieces = dialogues.filter(({ group }) => group.split(' ')[0] === kind).flatMap(piecesOf);
    for (let at = 0; at < times * (pieces.length / 3); at++)
      made.push(joined(random.sample(pieces, 2 + random.below(CUT_LEARNING.most - 1))));
  }
  return [...dialogues, ...made];
}

function piecesOf({ turns, cuts, group }: ReadDialogue): readonly ReadDialogue[] {
  const bounds = [0, ...cuts, turns.length];
  return bounds.slice(1).map((to, at) => ({ turns: turns.slice(bounds[at], to), cuts: new Set<number>(), group }));
}

export function joined(parts: readonly ReadDialogue[]): ReadDialogue {
  const cuts = new Set<number>();
  const turns: CutTurn[] = [];
  for (const part of parts) {
    if (turns.length > 0) cuts.add(turns.length);
    for (const cut of part.cuts) cuts.add(turns.length + cut);
    turns.push(...part.turns);
  }
  return { turns, cuts, group: parts.map(({ group }) => group).join('+') };
}

export function learnCuts(
  dialogues: readonly ReadDialogue[],
  cost: number = CUT_LEARNING.cost,
  kept: number = CUT_LEARNING.grams,
): TopicCutWeights {
  const all = fitCuts(dialogues, cost, undefined);
  const heaviest = Object.entries(all.grams).toSorted(
    ([a, m], [b, n]) => Math.abs(n) - Math.abs(m) || (a < b ? -1 : 1),
  );
  return fitCuts(dialogues, cost, new Set(heaviest.slice(0, kept).map(([gram]) => gram)));
}

function fitCuts(
  dialogues: readonly ReadDialogue[],
  cost: number,
  kept: ReadonlySet<string> | undefined,
): TopicCutWeights {
  const examples = dialogues.flatMap(({ turns, cuts }) =>
    turns.slice(1).map((turn, at) => ({
      features: cutFeatures(turn, turns.slice(0, at + 1)),
      isCut: cuts.has(at + 1),
    })),
  );
  const { rows, names, means, scales } = rowsOf(
    examples.map(({ features }) => features),
    kept,
  );
  const chosen = [...examples.keys()];
  const { steps } = CUT_LEARNING;
  const fit = fitLogistic({ rows, chosen, isTrue: (row) => examples[row]!.isCut, weightOf: () => 1, cost, steps });
  const measures = [...fit.dense].map((weight, at) => weight / scales[at]!);
  const bias = measures.reduce((sum, weight, at) => sum - weight * means[at]!, fit.bias);
  return {
    bias: rounded(bias),
    measures: measures.map(rounded),
    grams: Object.fromEntries(
      names.flatMap((name, at): readonly (readonly [string, number])[] => {
        const weight = Math.round(fit.weights[at]! * 100) / 100;
        return weight === 0 ? [] : [[name, weight]];
      }),
    ),
  };
}

type Standardised = { rows: Rows; names: readonly string[]; means: readonly number[]; scales: readonly number[] };

/** Measures with mean 0 and deviation 1; grams that few turns have are left out. */
function rowsOf(features: readonly CutFeatures[], kept: ReadonlySet<string> | undefined): Standardised {
  const counts = new Map<string, number>();
  for (const { grams } of features) for (const gram of new Set(grams)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const names = [...counts]
    .filter(([gram, count]) => count >= CUT_LEARNING.leastRows && kept?.has(gram) !== false)
    .map(([gram]) => gram)
    .toSorted();
  const columnOf = new Map(names.map((name, at) => [name, at]));
  const width = CUT_MEASURES.length;
  const means = CUT_MEASURES.map(
    (_, at) => features.reduce((sum, { measures }) => sum + measures[at]!, 0) / features.length,
  );
  const scales = CUT_MEASURES.map((_, at) =>
    Math.max(
      1e-6,
      Math.sqrt(features.reduce((sum, { measures }) => sum + (measures[at]! - means[at]!) ** 2, 0) / features.length),
    ),
  );
  const starts = new Int32Array(features.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const dense = new Float64Array(features.length * width);
  features.forEach(({ measures, grams }, row) => {
    measures.forEach((value, at) => (dense[row * width + at] = (value - means[at]!) / scales[at]!));
    const weight = 1 / Math.sqrt(grams.length);
    for (const gram of grams) {
      const column = columnOf.get(gram);
      if (column === undefined) continue;
      columns.push(column);
      values.push(weight);
    }
    starts[row + 1] = columns.length;
  });
  return {
    rows: {
      count: features.length,
      width: names.length,
      buckets: new Int32Array(0),
      starts,
      columns: Int32Array.from(columns),
      values: Float64Array.from(values),
      rarity: new Float64Array(0),
      denseWidth: width,
      dense,
    },
    names,
    means,
    scales,
  };
}

/** The places where a stream of turns is cut: a topic lasts `least` turns before it may end. */
export function cutsAt(
  { turns }: ReadDialogue,
  weights: TopicCutWeights,
  threshold: number,
  least: number,
): ReadonlySet<number> {
  const cuts = new Set<number>();
  let since = 0;
  turns.forEach((turn, at) => {
    if (
      at > 0 &&
      at - since >= least &&
      cutProbability(turn, turns.slice(Math.max(0, at - 8), at), weights) >= threshold
    ) {
      cuts.add(at);
      since = at;
    }
  });
  return cuts;
}

/** Beeferman, Berger and Lafferty, 1999: the share of pairs half a segment apart that are told apart wrongly. */
export function pk(length: number, reference: ReadonlySet<number>, found: ReadonlySet<number>): number | undefined {
  const apart = Math.max(2, Math.round(length / (2 * (reference.size + 1))));
  if (length <= apart) return undefined;
  let wrong = 0;
  for (let at = 0; at + apart < length; at++) {
    const isApart = (cuts: ReadonlySet<number>): boolean =>
      Array.from({ length: apart }, (_, step) => at + step + 1).some((place) => cuts.has(place));
    if (isApart(reference) !== isApart(found)) wrong += 1;
  }
  return wrong / (length - apart);
}
