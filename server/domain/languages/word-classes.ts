/** The words that the trained reader knows, in all languages of a grammar. */
import type { ReaderPack } from './reader-pack.ts';

/** The packs of all languages merged into one: people mix languages, and the reader does not ask which one it is. */
export type WordClasses = { readonly [Class in keyof ReaderPack]: ReadonlySet<string> };

export function wordClasses(packs: readonly ReaderPack[]): WordClasses {
  const united = (name: keyof ReaderPack): ReadonlySet<string> => new Set(packs.flatMap((pack) => pack[name]));
  return {
    self: united('self'),
    addressee: united('addressee'),
    others: united('others'),
    pointing: united('pointing'),
    pointingAtEnd: united('pointingAtEnd'),
    now: united('now'),
    recent: united('recent'),
    lasting: united('lasting'),
    past: united('past'),
    pastEndings: united('pastEndings'),
    definite: united('definite'),
    unsure: united('unsure'),
    openers: united('openers'),
  };
}
