/** Replaces the `{name}`s in a pattern; replacements may contain `{name}`s themselves. */
export function filled(pattern: string, words: Readonly<Record<string, string>>): string {
  const put = pattern.replaceAll(PART, (whole, name: string) => words[name] ?? whole);
  return put === pattern ? put : filled(put, words);
}

/** Matches `{name}` in a pattern. */
export const PART = /\{([a-z]+)\}/g;
