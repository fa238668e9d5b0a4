/** The conversations from which cuts of topics are learnt: written for this purpose, or generated from lines that were. */
import { existsSync, readFileSync } from 'node:fs';
import { packageFile } from '../../runtime/package-root.ts';
import type { Embed } from '../engine/features.ts';
import { generatedChats, type ChatTopics } from './generate-chats.ts';
import { hashOfSet, TRAINED, type SetFile } from './sets.ts';
import { readDialogue, type ReadDialogue } from './train-cuts.ts';

const KINDS = ['dialogues', 'chats'] as const;

export type DialogueSets = {
  /** Task dialogues and small talk as they were written. */
  readonly written: readonly ReadDialogue[];
  readonly generated: readonly ReadDialogue[];
  readonly files: readonly SetFile[];
};

type Line = { readonly turns: readonly { readonly text: string }[]; readonly cuts: readonly number[] };

export function readDialogueSets(embed: Embed): DialogueSets {
  const paths: string[] = [];
  // A language need not have any: cuts are learnt from those that do.
  const read = (language: string, name: string): string | undefined => {
    const path = `server/language/train/${language}/${name}`;
    const file = packageFile(...path.split('/'));
    if (!existsSync(file)) return undefined;
    paths.push(path);
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  };
  const written = KINDS.flatMap((kind) =>
    TRAINED.flatMap((language) =>
      (read(language, `${kind}.jsonl`) ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): ReadDialogue => {
          const { turns, cuts } = JSON.parse(line) as Line;
          return readDialogue({ turns: turns.map(({ text }) => text), cuts, kind, language }, embed);
        }),
    ),
  );
  const generated = TRAINED.flatMap((language) => {
    const topics = read(language, 'chat-topics.json');
    const chats = topics === undefined ? [] : generatedChats(JSON.parse(topics) as ChatTopics);
    return chats.map((chat) => readDialogue({ ...chat, kind: 'generated', language }, embed));
  });
  return { written, generated, files: paths.toSorted().map((path) => ({ path, sha256: hashOfSet(path) })) };
}
