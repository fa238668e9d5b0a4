/** Sentences with what rules should find in them: test/domain/…/sentences/*.tsv, a label and a sentence on each line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

export type Labelled = { readonly label: string; readonly sentence: string };

/** The label of sentences in which rules should find nothing. */
export const NOTHING = '-';

export function readSentences(path: string): readonly Labelled[] {
  const lines = readFileSync(join(ROOT, 'test/domain', path), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const [label, sentence, ...rest] = line.split('\t');
    if (label === undefined || sentence === undefined || rest.length > 0) throw new Error(`${path}: ${line}`);
    return { label, sentence: sentence.replaceAll('\\n', '\n') };
  });
}

export type Figures = {
  readonly count: number;
  readonly precision: number;
  readonly recall: number;
  /** Sentences in which something was found wrongly, and sentences in which it was missed. */
  readonly wrong: readonly string[];
};

/** Measures how well `finds` distinguishes sentences that have a label from those that have none. */
export function figuresOf(sentences: readonly Labelled[], finds: (sentence: string) => boolean): Figures {
  let hits = 0;
  let found = 0;
  let labelled = 0;
  const wrong: string[] = [];
  for (const { label, sentence } of sentences) {
    const isFound = finds(sentence);
    const isLabelled = label !== NOTHING;
    if (isFound) found += 1;
    if (isLabelled) labelled += 1;
    if (isFound && isLabelled) hits += 1;
    if (isFound !== isLabelled) wrong.push(`${isFound ? 'found' : 'missed'}: ${sentence}`);
  }
  return { count: sentences.length, precision: hits / found, recall: hits / labelled, wrong };
}
