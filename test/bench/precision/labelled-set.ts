/**
 * Statements of people and questions about them, written by hand for this benchmark. `statements-LANGUAGE.tsv` has for each
 * theme its questions, statements that allude to it, hardly one in a word of its questions, and one-offs that belong to no
 * theme; `named-LANGUAGE.tsv` has statements that name it. `{me}` stands for the name of the memory's owner.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A statement, and every theme whose questions it answers. */
export type Statement = { readonly text: string; readonly themes: readonly string[] };
export type Theme = {
  readonly named: readonly Statement[];
  readonly alluding: readonly Statement[];
  readonly questions: readonly string[];
};
export type LabelledSet = {
  readonly themes: ReadonlyMap<string, Theme>;
  /** Statements of no theme, except the few that incidentally answer a theme's questions. */
  readonly oneOffs: readonly Statement[];
};

const NO_THEME = '-';
const QUESTION = '?';

export function readLabelledSet(language: Language): LabelledSet {
  const themes = new Map<string, { named: Statement[]; alluding: Statement[]; questions: string[] }>();
  const oneOffs: Statement[] = [];
  const themeOf = (name: string): { named: Statement[]; alluding: Statement[]; questions: string[] } => {
    const theme = themes.get(name) ?? { named: [], alluding: [], questions: [] };
    themes.set(name, theme);
    return theme;
  };
  for (const [labels, text] of linesOf(`statements-${language}.tsv`)) {
    if (labels.startsWith(QUESTION)) {
      themeOf(labels.slice(QUESTION.length)).questions.push(text);
      continue;
    }
    const [first = '', ...others] = labels.split(',');
    if (first === NO_THEME) oneOffs.push({ text, themes: others });
    else themeOf(first).alluding.push({ text, themes: [first, ...others] });
  }
  for (const [labels, text] of linesOf(`named-${language}.tsv`)) {
    const [first = '', ...others] = labels.split(',');
    themeOf(first).named.push({ text, themes: [first, ...others] });
  }
  return { themes, oneOffs };
}

function linesOf(name: string): readonly (readonly [labels: string, text: string])[] {
  const lines = readFileSync(join(ROOT, 'test/bench/precision', name), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([labels = '', text = '']) => [labels, text]);
}
