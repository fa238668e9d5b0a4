/** Questions of our own, each with rewordings and with questions that look similar but ask for something else. */
import { readSentences } from '../read-sentences.ts';

export const REWORDING_SETS = ['dev', 'second', 'third', 'fourth'] as const;

type Group = { readonly asked: string; readonly same: readonly string[]; readonly others: readonly string[] };

export function readRewordings(language: 'en' | 'es', set: (typeof REWORDING_SETS)[number]): readonly Group[] {
  const groups: { asked: string; same: string[]; others: string[] }[] = [];
  for (const { label, sentence } of readSentences(`conversation/sentences/rewordings-${language}-${set}.tsv`)) {
    if (label === 'asked') groups.push({ asked: sentence, same: [], others: [] });
    else groups.at(-1)![label === 'same' ? 'same' : 'others'].push(sentence);
  }
  return groups;
}
