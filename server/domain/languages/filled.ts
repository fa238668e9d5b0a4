/** A pattern with what its `{name}`s stand for, which may have some themselves. */
export function filled(pattern: string, words: Readonly<Record<string, string>>): string {
  const put = pattern.replaceAll(PART, (whole, name: string) => words[name] ?? whole);
  return put === pattern ? put : filled(put, words);
}

/** `{name}` in a pattern. */
export const PART = /\{([a-z]+)\}/g;
