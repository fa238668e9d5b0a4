/** Trains the cuts of topics: dialogues in, weights and figures out. Like train-reader.ts, it yields the same weights every time. */
import { stemsOf } from '../../domain/context/read-turn.ts';
import {
  CUT_MEASURES,
  cutFeatures,
  cutModel,
  turnEdges,
  type CutFeatures,
  type CutTurn,
} from '../../domain/conversation/topic-cut.ts';
import { turnDomain } from '../../domain/conversation/turn-domain.ts';
import { SHIFT } from '../../policy/context.ts';
import type { TopicCutWeights } from '../../policy/topic-cut-weights.ts';
import type { Embed } from '../engine/features.ts';
import { rounded } from './figures.ts';
import { fitLogistic } from './logistic.ts';
import { randomFrom } from './random.ts';
import type { Rows } from './rows.ts';

export type DialogueKind = 'dialogues' | 'chats' | 'generated';

/** A conversation; `cuts` are the indexes of turns that begin another topic. */
export type Dialogue = {
  readonly turns: readonly string[];
  readonly cuts: readonly number[];
  readonly kind: DialogueKind;
  /** The tag of its language. */
  readonly language: string;
};

export type ReadDialogue = Omit<Dialogue, 'turns' | 'cuts'> & {
  readonly turns: readonly CutTurn[];
  readonly cuts: ReadonlySet<number>;
};

export function readDialogue({ turns, cuts, ...rest }: Dialogue, embed: Embed): ReadDialogue {
  const read = turns.map((text): CutTurn => ({
    vector: embed(text),
    stems: stemsOf(text),
    edges: turnEdges(text),
    domain: turnDomain(text) ?? '',
  }));
  return { ...rest, turns: read, cuts: new Set(cuts) };
}

/**
 * `joined` conversations are generated for every three topics of a kind, of at most `most` parts each. `grams` is the number of
 * heaviest grams that are kept; the other weights are then learnt again with those alone.
 */
const LEARNING = { cost: 1, steps: 80, leastRows: 3, joined: 3, most: 4, seed: 7, grams: 1000 } as const;
const FOLDS = 5;

/**
 * Returns the training data: dialogues and, since people also change the topic without announcing it, parts of dialogues joined end
 * to end.
 */
export function lessons(written: readonly ReadDialogue[], generated: readonly ReadDialogue[]): readonly ReadDialogue[] {
  const random = randomFrom(LEARNING.seed);
  const made: ReadDialogue[] = [];
  for (const kind of ['dialogues', 'chats'] as const)
    for (const language of languagesOf(written)) {
      const own = written.filter((one) => one.kind === kind && one.language === language);
      const pieces = own.flatMap(topicsOf);
      for (let at = 0; at < LEARNING.joined * (pieces.length / 3); at++)
        made.push(joined(random.sample(pieces, 2 + random.below(LEARNING.most - 1))));
    }
  return [...written, ...made, ...generated];
}

const languagesOf = (dialogues: readonly ReadDialogue[]): readonly string[] =>
  [...new Set(dialogues.map(({ language }) => language))].toSorted();

/** Returns each topic of a dialogue as a dialogue of its own. */
function topicsOf({ turns, cuts, ...rest }: ReadDialogue): readonly ReadDialogue[] {
  const bounds = [0, ...cuts, turns.length];
  return bounds.slice(1).map((to, at) => ({ ...rest, turns: turns.slice(bounds[at], to), cuts: new Set<number>() }));
}

/** Joins several conversations into one. */
export function joined(parts: readonly ReadDialogue[]): ReadDialogue {
  const cuts = new Set<number>();
  const turns: CutTurn[] = [];
  for (const part of parts) {
    if (turns.length > 0) cuts.add(turns.length);
    for (const cut of part.cuts) cuts.add(turns.length + cut);
    turns.push(...part.turns);
  }
  return { ...parts[0]!, turns, cuts };
}

export function learnCuts(dialogues: readonly ReadDialogue[]): TopicCutWeights {
  const all = fitCuts(dialogues, undefined);
  const heaviest = Object.entries(all.grams).toSorted(
    ([a, m], [b, n]) => Math.abs(n) - Math.abs(m) || (a < b ? -1 : 1),
  );
  return fitCuts(dialogues, new Set(heaviest.slice(0, LEARNING.grams).map(([gram]) => gram)));
}

function fitCuts(dialogues: readonly ReadDialogue[], kept: ReadonlySet<string> | undefined): TopicCutWeights {
  const examples = dialogues.flatMap(({ turns, cuts }) =>
    turns.slice(1).map((turn, at) => ({
      features: cutFeatures(turn, turns.slice(0, at + 1), domainBefore(turns, at + 1)),
      isCut: cuts.has(at + 1),
    })),
  );
  const { rows, names, means, scales } = rowsOf(
    examples.map(({ features }) => features),
    kept,
  );
  const { cost, steps } = LEARNING;
  const chosen = [...examples.keys()];
  const fit = fitLogistic({ rows, chosen, isTrue: (row) => examples[row]!.isCut, weightOf: () => 1, cost, steps });
  const measures = [...fit.dense].map((weight, at) => weight / scales[at]!);
  const bias = measures.reduce((sum, weight, at) => sum - weight * means[at]!, fit.bias);
  return {
    bias: rounded(bias),
    measures: Object.fromEntries(CUT_MEASURES.map((measure, at) => [measure, rounded(measures[at]!)])),
    grams: Object.fromEntries(
      names.flatMap((name, at): readonly (readonly [string, number])[] => {
        const weight = Math.round(fit.weights[at]! * 100) / 100;
        return weight === 0 ? [] : [[name, weight]];
      }),
    ),
  };
}

/** Returns what the turns before one were last about. */
const domainBefore = (turns: readonly CutTurn[], at: number): string =>
  turns.slice(0, at).findLast(({ domain }) => domain !== '')?.domain ?? '';

type Standardised = {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly means: readonly number[];
  readonly scales: readonly number[];
};

/** Standardises measures to mean 0 and deviation 1; grams that few turns have are left out. */
function rowsOf(features: readonly CutFeatures[], kept: ReadonlySet<string> | undefined): Standardised {
  const names = namesOf(features, kept);
  const columnOf = new Map(names.map((name, at) => [name, at]));
  const denseWidth = CUT_MEASURES.length;
  const mean = (of: (one: CutFeatures) => number): number =>
    features.reduce((sum, one) => sum + of(one), 0) / features.length;
  const means = CUT_MEASURES.map((_, at) => mean(({ measures }) => measures[at]!));
  const scales = CUT_MEASURES.map((_, at) =>
    Math.max(1e-6, Math.sqrt(mean(({ measures }) => (measures[at]! - means[at]!) ** 2))),
  );
  const starts = new Int32Array(features.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const dense = new Float64Array(features.length * denseWidth);
  features.forEach(({ measures, grams }, row) => {
    measures.forEach((value, at) => (dense[row * denseWidth + at] = (value - means[at]!) / scales[at]!));
    const weight = 1 / Math.sqrt(grams.length);
    for (const gram of grams) {
      const column = columnOf.get(gram);
      if (column === undefined) continue;
      columns.push(column);
      values.push(weight);
    }
    starts[row + 1] = columns.length;
  });
  const rows: Rows = {
    count: features.length,
    width: names.length,
    buckets: new Int32Array(0),
    starts,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    rarity: new Float64Array(0),
    denseWidth,
    dense,
  };
  return { rows, names, means, scales };
}

function namesOf(features: readonly CutFeatures[], kept: ReadonlySet<string> | undefined): readonly string[] {
  const counts = new Map<string, number>();
  for (const { grams } of features) for (const gram of new Set(grams)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return [...counts]
    .filter(([gram, count]) => count >= LEARNING.leastRows && kept?.has(gram) !== false)
    .map(([gram]) => gram)
    .toSorted();
}

/** Returns the places at which a stream of turns is cut, with the same rules as shiftOf (domain/context/append.ts). */
export function cutsAt({ turns }: Pick<ReadDialogue, 'turns'>, weights: TopicCutWeights): ReadonlySet<number> {
  const cutProbability = cutModel(weights);
  const cuts = new Set<number>();
  let since = 0;
  turns.forEach((turn, at) => {
    if (at === 0 || at - since < SHIFT.least) return;
    if (cutProbability(turn, turns.slice(0, at), domainBefore(turns, at)) < SHIFT.likely) return;
    cuts.add(at);
    since = at;
  });
  return cuts;
}

/** Computes Pk (Beeferman, Berger and Lafferty, 1999): the share of pairs half a segment apart that are classified wrongly. */
export function pk(length: number, reference: ReadonlySet<number>, found: ReadonlySet<number>): number | undefined {
  const apart = Math.max(2, Math.round(length / (2 * (reference.size + 1))));
  if (length <= apart) return undefined;
  let wrong = 0;
  for (let at = 0; at + apart < length; at++) {
    const isApart = (cuts: ReadonlySet<number>): boolean =>
      Array.from({ length: apart }, (_, step) => at + step + 1).some((index) => cuts.has(index));
    if (isApart(reference) !== isApart(found)) wrong += 1;
  }
  return wrong / (length - apart);
}

/** Returns the mean over dialogues. */
export function meanPk(dialogues: readonly ReadDialogue[], weights: TopicCutWeights): number {
  const each = dialogues.flatMap((one) => pk(one.turns.length, one.cuts, cutsAt(one, weights)) ?? []);
  return rounded(each.reduce((sum, share) => sum + share, 0) / Math.max(1, each.length));
}

export type CutFigures = {
  /** Pk of task dialogues in groups of four, joined, by language. */
  readonly joined: Readonly<Record<string, number>>;
  /** Pk of small talk as it was written, by language. */
  readonly chats: Readonly<Record<string, number>>;
  /** For dialogues about one topic: the share of turns that are cut at, and the share of segments with a single turn. */
  readonly oneTopic: { readonly cut: number; readonly singles: number };
};

/** Computes figures by cross-validation: each dialogue is cut with weights that were learnt without it. */
export function cutFigures(written: readonly ReadDialogue[], generated: readonly ReadDialogue[]): CutFigures {
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const unseen = written.filter((__, at) => at % FOLDS === fold);
    const weights = learnCuts(
      lessons(
        written.filter((__, at) => at % FOLDS !== fold),
        generated,
      ),
    );
    return { unseen, weights };
  });
  const meanOf = (kind: DialogueKind, language: string, size: number): number => {
    const each = folds.map(({ unseen, weights }) =>
      meanPk(
        inRows(
          unseen.filter((one) => one.kind === kind && one.language === language),
          size,
        ),
        weights,
      ),
    );
    return rounded(each.reduce((sum, share) => sum + share, 0) / each.length);
  };
  const byLanguage = (kind: DialogueKind, size: number): Readonly<Record<string, number>> =>
    Object.fromEntries(languagesOf(written).map((language) => [language, meanOf(kind, language, size)]));
  let [turns, cuts, segments, singles] = [0, 0, 0, 0];
  for (const { unseen, weights } of folds)
    for (const one of unseen.filter(({ kind, cuts: wanted }) => kind === 'dialogues' && wanted.size === 0)) {
      const found = [...cutsAt(one, weights)];
      const bounds = [0, ...found, one.turns.length];
      turns += one.turns.length;
      cuts += found.length;
      segments += bounds.length - 1;
      singles += bounds.slice(1).filter((to, at) => to === bounds[at]! + 1).length;
    }
  return {
    joined: byLanguage('dialogues', 4),
    chats: byLanguage('chats', 1),
    oneTopic: { cut: rounded(cuts / turns), singles: rounded(singles / segments) },
  };
}

/** Joins dialogues in groups of `size`; a single one left over is dropped, unless all are single. */
function inRows(dialogues: readonly ReadDialogue[], size: number): readonly ReadDialogue[] {
  const rows: ReadDialogue[] = [];
  for (let at = 0; at < dialogues.length; at += size) {
    const parts = dialogues.slice(at, at + size);
    if (size === 1 || parts.length > 1) rows.push(joined(parts));
  }
  return rows;
}
