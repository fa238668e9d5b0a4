/** The conversations that cuts of topics are learnt from: written for it, and made from lines that were. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../runtime/package-root.ts';
import type { Embed } from '../engine/features.ts';
import { generatedChats, type ChatTopics } from './generate-chats.ts';
import { hashOfSet, type SetFile } from './sets.ts';
import { readDialogue, type ReadDialogue } from './train-cuts.ts';
import type { TrainingLanguage } from './turns.ts';

/** How many chats are made from each language's lines: about as many turns as each has of its own. */
const GENERATED: Readonly<Record<TrainingLanguage, number>> = { en: 240, es: 144 };
const KINDS = ['dialogues', 'chats'] as const;

export type DialogueSets = {
  /** Tasks and small talk as they were written. */
  readonly written: readonly ReadDialogue[];
  readonly generated: readonly ReadDialogue[];
  readonly files: readonly SetFile[];
};

type Line = { readonly turns: readonly { readonly text: string }[]; readonly cuts: readonly number[] };

export function readDialogueSets(embed: Embed): DialogueSets {
  const languages = Object.keys(GENERATED) as TrainingLanguage[];
  const paths: string[] = [];
  const read = (language: TrainingLanguage, name: string): string => {
    const path = `server/language/train/${language}/${name}`;
    paths.push(path);
    return readFileSync(packageFile(...path.split('/')), 'utf8').replaceAll('\r\n', '\n');
  };
  const written = KINDS.flatMap((kind) =>
    languages.flatMap((language) =>
      read(language, `${kind}.jsonl`)
        .split('\n')
        .filter((line) => line !== '')
        .map((line): ReadDialogue => {
          const { turns, cuts } = JSON.parse(line) as Line;
          return readDialogue({ turns: turns.map(({ text }) => text), cuts, kind, language }, embed);
        }),
    ),
  );
  const generated = languages.flatMap((language) => {
    const topics = JSON.parse(read(language, 'chat-topics.json')) as ChatTopics;
    return generatedChats(topics, GENERATED[language]).map((chat) =>
      readDialogue({ ...chat, kind: 'generated', language }, embed),
    );
  });
  return { written, generated, files: paths.toSorted().map((path) => ({ path, sha256: hashOfSet(path) })) };
}
