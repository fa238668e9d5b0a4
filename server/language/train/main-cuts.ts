/** Regenerates server/policy/topic-cut-weights.ts, number for number, and its report models/topic-cut.json: `npm run train:language`. */
import { writeFileSync } from 'node:fs';
import { staticEncoder } from '../../embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../embedders/static/static-table.ts';
import { packageFile } from '../../runtime/package-root.ts';
import { readDialogueSets } from './dialogues.ts';
import { cutFigures, learnCuts, lessons } from './train-cuts.ts';

const encoder = staticEncoder(loadStaticTable());
const { written, generated, files } = readDialogueSets((text) => encoder.embed(text));
const { bias, measures, grams } = learnCuts(lessons(written, generated));
const figures = cutFigures(written, generated);
const count = { dialogues: written.length, generated: generated.length };
const report = { embedder: encoder.identity, ...count, figures, files };
writeFileSync(
  packageFile('server', 'language', 'models', 'topic-cut.json'),
  `${JSON.stringify(report, undefined, 2)}\n`,
);
console.log(JSON.stringify(report, undefined, 2));
writeFileSync(
  packageFile('server', 'policy', 'topic-cut-weights.ts'),
  `/** The weights of domain/conversation/topic-cut.ts: do not edit, \`npm run train:language\` writes them (server/language/train). */
export type TopicCutWeights = {
  readonly bias: number;
  /** The weights by the names of CUT_MEASURES. */
  readonly measures: Readonly<Record<string, number>>;
  /**
   * Weights of words and pairs of words: \`^\` begin a turn, \`$\` end the one before, \`?\` begin a question at its end, \`~\`
   * another last sentence.
   */
  readonly grams: Readonly<Record<string, number>>;
};

export const TOPIC_CUT_WEIGHTS: TopicCutWeights = ${JSON.stringify({ bias, measures, grams })};
`,
);
