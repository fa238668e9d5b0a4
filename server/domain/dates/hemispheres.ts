/** Places that show in which hemisphere somebody lives, and so when their seasons are. They are folded single words, as in an index. */

const PLACES = {
  SOUTH: `argentina argentine argentinian argentino aires bariloche mendoza patagonia chile chilean chileno valparaiso uruguay
    montevideo paraguay asuncion brazil brasil australia australian sydney melbourne brisbane adelaide zealand zelanda auckland
    johannesburg johannesburgo sudafrica`,
  NORTH: `spain espana madrid barcelona sevilla valencia mexico canada toronto vancouver usa texas california boston chicago seattle
    york england london londres scotland ireland france paris germany berlin italy roma netherlands amsterdam switzerland sweden
    norway poland portugal lisbon lisboa japan tokyo china beijing`,
} as const;

export type Hemisphere = keyof typeof PLACES;

const WORDS: Readonly<Record<Hemisphere, readonly string[]>> = {
  SOUTH: PLACES.SOUTH.split(/\s+/),
  NORTH: PLACES.NORTH.split(/\s+/),
};

const IN_TEXT = {
  SOUTH: new RegExp(String.raw`\b(?:${WORDS.SOUTH.join('|')})\b`),
  NORTH: new RegExp(String.raw`\b(?:${WORDS.NORTH.join('|')})\b`),
};

/** Returns the hemisphere of the places that a folded text names; undefined if it names none, or some of each. */
export function hemisphereIn(folded: string): Hemisphere | undefined {
  const [south, north] = [IN_TEXT.SOUTH.test(folded), IN_TEXT.NORTH.test(folded)];
  if (south === north) return undefined;
  return south ? 'SOUTH' : 'NORTH';
}

/**
 * Tells whether more memories name places of the south than of the north; `frequency` returns the number of memories with a folded
 * word.
 */
export function areSouthern(frequency: (word: string) => number): boolean {
  const sum = (words: readonly string[]): number => words.reduce((all, word) => all + frequency(word), 0);
  const south = sum(WORDS.SOUTH);
  return south > 0 && south > sum(WORDS.NORTH);
}
