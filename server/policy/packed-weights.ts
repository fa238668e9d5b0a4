/** Packs learnt weights of words into lines: one to a line, thousands of them would be a long file that nobody reads. */

/** The longest line, so that it fits where it is written. */
const WIDTH = 138;
const BETWEEN = ';';

/** Returns the weights as lines of `word:weight;word:weight`. Throws for a word that contains what separates them. */
export function packWeights(weights: Iterable<readonly [word: string, weight: number]>): string {
  const lines: string[] = [''];
  for (const [word, weight] of weights) {
    if (/[;\n`$\\]/.test(word)) throw new Error(`${JSON.stringify(word)} cannot be packed.`);
    const entry = `${word}:${weight}`;
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = entry;
    else if (line.length + BETWEEN.length + entry.length > WIDTH) lines.push(entry);
    else lines[lines.length - 1] = `${line}${BETWEEN}${entry}`;
  }
  return lines.join('\n');
}

export function unpackWeights(packed: string): readonly (readonly [word: string, weight: number])[] {
  return packed
    .split(/[;\n]/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.lastIndexOf(':');
      return [entry.slice(0, end), Number(entry.slice(end + 1))] as const;
    });
}
