/** Pairs of memories of which it is known whether they say the same. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../server/runtime/package-root.ts';

export type Pair = {
  /** `same`, or how the two differ. */
  readonly kind: string;
  readonly left: string;
  readonly right: string;
};

/** Returns for each group every two texts that say the same, and each of these with every other text. */
export function readGroups(half: 'dev' | 'unseen'): readonly Pair[] {
  const rows = readRows(`${half}.tsv`);
  return rows.flatMap(([group, kind, text = ''], at) =>
    kind !== 'same'
      ? []
      : rows
          .slice(at + 1)
          .filter((row) => row[0] === group)
          .map(([, of = '', right = '']) => ({ kind: of, left: text, right })),
  );
}

/** Returns pairs of which none says the same. */
export function readOthers(): readonly Pair[] {
  return readRows('others.tsv').map(([left = '', right = '']) => ({ kind: 'other', left, right }));
}

function readRows(name: string): readonly (readonly string[])[] {
  return readFileSync(packageFile('test', 'bench', 'duplicates', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}
