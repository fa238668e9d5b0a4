/** A pattern with what its `{name}`s stand for, which may have some themselves. */
export function filled(pattern: string, words: Readonly<Record<string, string>>): string {
  const put = pattern.replaceAll(PART, (whole, name: string) => words[name] ?? whole);
  return put === pattern ? put : filled(put, words);
}

const PART = /\{([a-z]+)\}/g;

/** The names in it that stand for nothing. */
export function unknownParts(pattern: string, words: Readonly<Record<string, string>>): readonly string[] {
  return [...pattern.matchAll(/(?<!\\[pP])\{([a-z]+)\}/g)]
    .map(([, name]) => name!)
    .filter((name) => words[name] === undefined);
}
