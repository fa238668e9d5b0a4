/** The packs' phrases that change the topic, as patterns over folded text. */
import type { TopicPack, TopicRow } from '../topic-pack.ts';
import { lazy, lazyProperties } from '../../lazy.ts';
import { filled } from '../filled.ts';
import { byBeginning } from '../../text/beginnings.ts';

export type TopicRule = Pick<TopicRow, 'id' | 'kind' | 'notAfterDenial'> & { readonly pattern: RegExp };

export type TopicRules = {
  /** Matches opening words before a phrase. */
  readonly opening: RegExp;
  readonly all: readonly TopicRule[];
  /** Returns the rules that may match a text with this beginning, in their order. */
  readonly beginningLike: (text: string) => readonly TopicRule[];
  readonly goesOn: { readonly phrase: RegExp; readonly words: RegExp };
  readonly denial: RegExp;
  /** Matches text that is not folded. */
  readonly others: RegExp;
};

export function topicRules(packs: readonly TopicPack[]): TopicRules {
  const anyOf = (patternOf: (pack: TopicPack) => string | undefined): string =>
    packs.flatMap((pack) => patternOf(pack) ?? []).join('|');
  const all = lazy(() =>
    packs.flatMap(({ tables }) => tables.flatMap(({ parts, rows }) => rows.map((row) => ruleOf(row, parts)))),
  );
  return lazyProperties<TopicRules>({
    opening: () =>
      new RegExp(
        String.raw`^[\s\u00a1\p{S}]*(?:(?:${anyOf(({ openings }) => openings)})(?![\p{L}'])[\s,.!\u2014-]*)`,
        'u',
      ),
    all,
    beginningLike: () => byBeginning(all()),
    goesOn: () => ({
      phrase: new RegExp(String.raw`(?:${anyOf(({ goesOn }) => goesOn.phrase)})[\s,:]*$`, 'u'),
      words: wholeWords(anyOf(({ goesOn }) => goesOn.words)),
    }),
    denial: () => wholeWords(anyOf(({ denials }) => denials)),
    others: () => new RegExp(`^(?:${anyOf(({ others }) => others) || '(?!)'})`, 'iu'),
  });
}

const wholeWords = (words: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'u');

function ruleOf({ id, kind, when, notAfterDenial }: TopicRow, parts: Readonly<Record<string, string>>): TopicRule {
  return { id, kind, notAfterDenial, pattern: new RegExp(`^(?:${filled(when, parts)})`, 'u') };
}
