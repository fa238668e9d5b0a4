/** The trained reader: of each sentence of a turn, how likely it is a lasting statement of the user's own, and of what kind. */
import { featuresOf, type Embed } from './engine/features.ts';
import type { Sentence } from './engine/sentences.ts';
import { logitsOf, probabilityOf } from './engine/score.ts';
import type { Group, Table } from './engine/table.ts';

export type JudgedSentence = Sentence & {
  /** Calibrated, 0 to 1: of those of .7, seven of ten are the user's own, lasting and whole. */
  readonly probability: number;
};

export type Reader = {
  /** Stored with what it decided. */
  readonly identity: string;
  readonly read: (turn: string) => readonly JudgedSentence[];
};

/** `embed` must be the embedder that the table was trained with, the built-in one: see README.md. */
export function languageReader(table: Table, embed: Embed): Reader {
  const store = groupOf(table, 'store');
  return {
    identity: table.identity,
    read: (turn) =>
      featuresOf(turn, embed).map((features) => ({
        ...features.sentence,
        probability: probabilityOf(store.models[0]!.calibration, logitsOf(store, features)[0]!),
      })),
  };
}

function groupOf({ groups }: Table, name: string): Group {
  const group = groups.get(name);
  if (group === undefined) throw new Error(`the reader's table has no models for ${name}`);
  return group;
}
