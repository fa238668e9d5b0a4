/**
 * What people told and what is asked about it, written by hand for this bench: `statements-LANGUAGE.tsv` has for each theme its
 * statements and questions, and one-offs that belong to no theme. `{me}` stands for the name of whose memory it is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A statement, and every theme whose questions it answers. */
export type Statement = { readonly text: string; readonly themes: readonly string[] };
export type Theme = { readonly statements: readonly Statement[]; readonly questions: readonly string[] };
export type LabelledSet = {
  readonly themes: ReadonlyMap<string, Theme>;
  /** Of no theme, but for the few that answer a theme's questions by the way. */
  readonly oneOffs: readonly Statement[];
};

const NO_THEME = '-';
const QUESTION = '?';

export function readLabelledSet(language: Language): LabelledSet {
  const themes = new Map<string, { statements: Statement[]; questions: string[] }>();
  const oneOffs: Statement[] = [];
  const themeOf = (name: string): { statements: Statement[]; questions: string[] } => {
    const theme = themes.get(name) ?? { statements: [], questions: [] };
    themes.set(name, theme);
    return theme;
  };
  const path = join(ROOT, 'test/bench/precision', `statements-${language}.tsv`);
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [labels = '', text = ''] = line.split('\t');
    if (labels.startsWith(QUESTION)) {
      themeOf(labels.slice(QUESTION.length)).questions.push(text);
      continue;
    }
    const [first = '', ...others] = labels.split(',');
    if (first === NO_THEME) oneOffs.push({ text, themes: others });
    else themeOf(first).statements.push({ text, themes: [first, ...others] });
  }
  return { themes, oneOffs };
}
