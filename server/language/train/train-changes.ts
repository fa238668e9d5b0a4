/**
 * Trains which statements replace which facts: labelled pairs in, weights and figures out. The labels name the fact that a statement
 * replaces, repeats or leaves alone; other statements leave alone what is said elsewhere in the same words.
 */
import {
  CHANGE_MEASURES,
  changeFeatures,
  gramValue,
  replacingText,
  type ChangeFeatures,
  type ReplacingText,
} from '../../domain/facts/replacing.ts';
import { slotOfFact } from '../../domain/facts/fact-slot.ts';
import { mayHaveSameSubject } from '../../domain/facts/fact-subject.ts';
import { cosine, remembering, type Embed } from '../../domain/facts/near-words.ts';
import { comparedText, type ComparedText } from '../../domain/facts/telling-words.ts';
import type { ChangeWeights } from '../../policy/change-weights.ts';
import { packWeights } from '../../policy/packed-weights.ts';
import { exactLog, logistic } from './exact.ts';
import { atPrecision, precisionRecall, rounded } from './figures.ts';
import { foldsOf, logitOf } from './learn.ts';
import { fitLogistic, type Fit } from './logistic.ts';
import { randomFrom } from './random.ts';
import type { Rows } from './rows.ts';

/** A labelled statement, with the probability that a reader which was not trained on it gives it to replace something. */
export type LabelledStatement = {
  readonly text: string;
  readonly language: string;
  /** The group that is held out together. */
  readonly group: string;
  readonly action: 'create' | 'supersede' | 'confirm';
  readonly known?: string | undefined;
  readonly replaces: number;
};

export type Example = ChangeFeatures & {
  readonly isTrue: boolean;
  readonly weight: number;
  readonly group: string;
  readonly language: string;
};

/**
 * `mined` facts in the same words are taken for each statement, and `unrelated` ones of other pairs, which have at most the cosine `far`
 * with it as a whole, for each that replaces something; each counts as `weight` of a labelled pair. Grams are learnt that at least
 * `leastRows` labelled pairs have, and kept if their weight is at least `leastWeight`: smaller ones hardly count. Replacements are rarer in
 * talk than in the pairs, of which almost half are: the odds of each probability are divided by `rarer`.
 */
export const LEARNING = {
  cost: 1,
  steps: 80,
  mined: 3,
  unrelated: { replacing: 2, others: 1, far: 0.3, seed: 7 },
  weight: 0.3,
  leastRows: 4,
  leastWeight: 0.1,
  rarer: 2.2,
} as const;
const FOLDS = 5;
/** The groups of files that were written as pairs. */
const PAIRS = 'changes-';

export type LearntChanges = { readonly weights: ChangeWeights; readonly report: object };

export function learnChanges(statements: readonly LabelledStatement[], embed: Embed): LearntChanges {
  return learnFrom(examplesOf(statements, embed));
}

export function learnFrom(examples: readonly Example[]): LearntChanges {
  const { rows, names, means, scales } = rowsOf(examples);
  const rarer = exactLog(LEARNING.rarer);
  const fitOf = (chosen: readonly number[]): Fit =>
    fitLogistic({
      rows,
      chosen,
      isTrue: (row) => examples[row]!.isTrue,
      weightOf: (row) => examples[row]!.weight,
      cost: LEARNING.cost,
      steps: LEARNING.steps,
    });
  const all = [...examples.keys()];
  const foldOf = foldsOf(
    examples.map(({ group }) => group),
    FOLDS,
  );
  const chances = new Float64Array(examples.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const fit = fitOf(all.filter((row) => foldOf[row] !== fold));
    for (const row of all) if (foldOf[row] === fold) chances[row] = logistic(logitOf(fit, rows, row) - rarer);
  }
  const { dense, bias, weights } = fitOf(all);
  const measures = CHANGE_MEASURES.map((name, at) => [name, rounded(dense[at]! / scales[at]!)] as const);
  const shift = CHANGE_MEASURES.reduce((sum, _, at) => sum - (dense[at]! / scales[at]!) * means[at]!, bias - rarer);
  return {
    weights: {
      bias: rounded(shift),
      measures: Object.fromEntries(measures),
      grams: new Map(
        names
          .map((name, at) => [name, Math.round(weights[at]! * 100) / 100] as const)
          .filter(([, one]) => Math.abs(one) >= LEARNING.leastWeight),
      ),
    },
    report: { pairs: examples.length, crossValidated: figuresOf(examples, chances) },
  };
}

/** Returns the pairs that are learnt from, with their features and labels. */
export function examplesOf(statements: readonly LabelledStatement[], embed: Embed): readonly Example[] {
  const vectors = remembering(embed);
  return [
    ...labelledPairs(statements, vectors),
    ...minedPairs(statements, vectors),
    ...unrelatedPairs(statements, vectors),
  ];
}

/** Returns the pairs of statements and the facts that their labels name. */
export function labelledPairs(statements: readonly LabelledStatement[], embed: Embed): readonly Example[] {
  return statements.flatMap(({ known, ...statement }) =>
    known === undefined
      ? []
      : example(statement, read(statement, embed), comparedText(known), statement.action === 'supersede', 1),
  );
}

const read = ({ text, replaces }: LabelledStatement, embed: Embed): ReplacingText => {
  const compared = comparedText(text);
  return replacingText(compared, compared.folded, replaces, embed);
};

function example(
  { group, language }: Omit<LabelledStatement, 'known'>,
  statement: ReplacingText,
  known: ComparedText,
  isTrue: boolean,
  weight: number,
): readonly Example[] {
  const features = mayHaveSameSubject(statement.text.text, known.text) ? changeFeatures(statement, known) : undefined;
  return features === undefined ? [] : [{ ...features, isTrue, weight, group, language }];
}

/** Pairs statements with what others of the same language say in the same words, but for what there is only one of. */
function minedPairs(statements: readonly LabelledStatement[], embed: Embed): readonly Example[] {
  const facts = statements.map((statement) => ({
    statement,
    compared: comparedText(statement.text),
    slot: slotOfFact(statement.text),
  }));
  const words = facts.map(({ statement, compared }) => [
    ...compared.tellingWords(statement.language === 'es' ? 'es' : 'en'),
  ]);
  const byWord = new Map<string, number[]>();
  words.forEach((own, at) => {
    for (const word of own) byWord.set(word, [...(byWord.get(word) ?? []), at]);
  });
  return facts.flatMap(({ statement, slot }, at) => {
    if (statement.action !== 'create') return [];
    const shared = new Map<number, number>();
    for (const word of words[at]!) {
      for (const other of byWord.get(word) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    const others = [...shared]
      .filter(([other]) => {
        const { statement: one, slot: filled } = facts[other]!;
        const isOther = one.text !== statement.text && one.language === statement.language && one.action === 'create';
        return isOther && (slot === undefined || filled !== slot);
      })
      .toSorted(([one, much], [other, more]) => more - much || one - other)
      .slice(0, LEARNING.mined);
    const said = read(statement, embed);
    return others.flatMap(([other]) => example(statement, said, facts[other]!.compared, false, LEARNING.weight));
  });
}

/** Pairs statements with facts of other pairs that have little to do with them, since a user has many facts. */
function unrelatedPairs(statements: readonly LabelledStatement[], embed: Embed): readonly Example[] {
  const { replacing, others, far, seed } = LEARNING.unrelated;
  const random = randomFrom(seed);
  const facts = new Map<string, { readonly text: string; readonly group: string }[]>();
  for (const { known, group, language } of statements) {
    if (known === undefined || !group.startsWith(PAIRS)) continue;
    const own = facts.get(language) ?? [];
    facts.set(language, own);
    if (own.at(-1)?.text !== known) own.push({ text: known, group });
  }
  return statements.flatMap((statement) => {
    const own = facts.get(statement.language) ?? [];
    if (own.length === 0) return [];
    const said = read(statement, embed);
    const slot = slotOfFact(statement.text);
    const count = statement.action === 'supersede' ? replacing : others;
    return Array.from({ length: count }, () => random.pick(own)).flatMap(({ text, group }) => {
      const isNear = cosine(embed(statement.text), embed(text)) > far;
      if (group === statement.group || isNear || (slot !== undefined && slot === slotOfFact(text))) return [];
      return example(statement, said, comparedText(text), false, LEARNING.weight);
    });
  });
}

/** Standardises measures to mean 0 and deviation 1; grams that few labelled pairs have are left out. */
function rowsOf(examples: readonly Example[]): {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly means: readonly number[];
  readonly scales: readonly number[];
} {
  const names = namesOf(examples);
  const columnOf = new Map(names.map((name, at) => [name, at]));
  const mean = (of: (one: Example) => number): number =>
    examples.reduce((sum, one) => sum + of(one), 0) / examples.length;
  const means = CHANGE_MEASURES.map((_, at) => mean(({ measures }) => measures[at]!));
  const scales = CHANGE_MEASURES.map((_, at) =>
    Math.max(1e-6, Math.sqrt(mean(({ measures }) => (measures[at]! - means[at]!) ** 2))),
  );
  const denseWidth = CHANGE_MEASURES.length;
  const dense = new Float64Array(examples.length * denseWidth);
  const starts = new Int32Array(examples.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  examples.forEach(({ measures, grams }, row) => {
    measures.forEach((value, at) => (dense[row * denseWidth + at] = (value - means[at]!) / scales[at]!));
    for (const gram of grams) {
      const column = columnOf.get(gram);
      if (column === undefined) continue;
      columns.push(column);
      values.push(gramValue(grams.length));
    }
    starts[row + 1] = columns.length;
  });
  const rows: Rows = {
    count: examples.length,
    width: names.length,
    buckets: Int32Array.from(names.keys()),
    rarity: new Float64Array(names.length).fill(1),
    starts,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    denseWidth,
    dense,
  };
  return { rows, names, means, scales };
}

function namesOf(examples: readonly Example[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { grams, weight } of examples) {
    if (weight === 1) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return [...counts].flatMap(([gram, count]) => (count >= LEARNING.leastRows ? [gram] : [])).toSorted();
}

/**
 * Returns figures for the facts to which labelled turns refer, for the pairs that were written as such, which are harder, and the number
 * of other pairs that would be taken for replacements.
 */
function figuresOf(examples: readonly Example[], chances: Float64Array): object {
  const scored = examples.map(({ isTrue, weight, language, group }, at) => ({
    probability: chances[at]!,
    isTrue,
    isLabelled: weight === 1,
    isOfPairs: weight === 1 && group.startsWith(PAIRS),
    language,
  }));
  const languages = [...new Set(scored.map(({ language }) => language))].toSorted();
  return Object.fromEntries(
    languages.map((language) => {
      const own = scored.filter((one) => one.language === language);
      const labelled = own.filter(({ isLabelled, isOfPairs }) => isLabelled && !isOfPairs);
      const pairs = own.filter(({ isOfPairs }) => isOfPairs);
      const mined = own.filter(({ isLabelled }) => !isLabelled);
      const figures = [0.3, 0.5, 0.7].map((from) => ({
        from,
        ...precisionRecall(labelled, from),
        pairs: precisionRecall(pairs, from),
        mined: mined.length,
        taken: mined.filter(({ probability }) => probability >= from).length,
      }));
      return [language, { figures, at95: atPrecision(labelled, 0.95) }];
    }),
  );
}

/** Returns the module of the weights, which `npm run train:language` formats. */
export const changeWeightsSource = (weights: ChangeWeights): string =>
  `/** The weights of domain/facts/replacing.ts: do not edit, \`npm run train:language\` writes them (server/language/train). */
// A learnt number may happen to be near any constant.
/* oxlint-disable approx-constant */
import { unpackWeights } from './packed-weights.ts';

export type ChangeWeights = {
  readonly bias: number;
  /** The weights by the names of CHANGE_MEASURES. */
  readonly measures: Readonly<Record<string, number>>;
  /** Weights of words and pairs of words: \`=\` is one that the fact has, too, \`#\` a number, \`^\` the beginning. */
  readonly grams: ReadonlyMap<string, number>;
};

export const CHANGE_WEIGHTS: ChangeWeights = {
  bias: ${weights.bias},
  measures: ${JSON.stringify(weights.measures)},
  grams: new Map(
    unpackWeights(\`
${packWeights(weights.grams)}
\`),
  ),
};
`;
