/** A way to say that the conversation moves on, and how tables of them are written. */

export type TopicRule = { readonly kind: 'SHIFT' | 'FLUSH'; readonly rule: string; readonly pattern: RegExp };

/** Parts of patterns by name, written `{name}`. */
export type Parts = Readonly<Record<string, string>>;

/** Patterns that begin where a phrase must. */
export function topicRules(
  parts: Parts,
  list: readonly (readonly [kind: TopicRule['kind'], rule: string, pattern: string])[],
): readonly TopicRule[] {
  return list.map(([kind, rule, source]) => ({
    kind,
    rule,
    pattern: new RegExp(`^(?:${source.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => parts[name] ?? '')})`, 'u'),
  }));
}
