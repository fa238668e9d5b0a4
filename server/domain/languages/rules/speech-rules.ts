/** The packs' words for the light parse, as patterns over folded text. */
import type { FictionPack, FictionRow } from '../fiction-pack.ts';
import type { Rewrite, SpeechPack } from '../speech-pack.ts';
import { filled } from '../filled.ts';
import { lazyProperties } from '../../lazy.ts';
import { rawLines } from '../../text/raw-lines.ts';

export type SpeechRules = {
  readonly asking: {
    readonly politely: RegExp;
    readonly withMark: RegExp;
    readonly withoutMark: RegExp;
    readonly relative: RegExp;
    /** Matches text that is not folded. */
    readonly accented: RegExp;
    readonly ended: RegExp;
    readonly agreementTag: RegExp;
    readonly truthTag: RegExp;
  };
  readonly moods: {
    readonly hypothetical: RegExp;
    readonly but: RegExp;
    readonly hedgedEnd: RegExp;
    readonly reporting: RegExp;
    readonly reportingEnd: RegExp;
    /** Matches before the words of a clause, and looks at those that follow. */
    readonly ownReport: RegExp;
    /** Matches within the opening words of a clause. */
    readonly storyGoesOn: RegExp;
    readonly firstPerson: RegExp;
    readonly thirdPerson: RegExp;
  };
  readonly fiction: FictionRules;
  readonly clauses: {
    /** Matches the end of a clause. */
    readonly breaks: RegExp;
    /** `at` is sticky: it matches where a clause begins with a word of `first`, though nothing announces it. */
    readonly cuts: { readonly first: ReadonlySet<string>; readonly at: RegExp };
    readonly condition: RegExp;
    /** Matches the end of a clause in a sentence that begins with a condition. */
    readonly breaksAfterCondition: RegExp;
    readonly openings: RegExp;
    readonly abbreviations: RegExp;
  };
  readonly textTasks: { readonly begins: RegExp; readonly standing: RegExp; readonly refersBelow: RegExp };
  readonly texts: {
    /** A match begins a pasted text, which continues to the end. */
    readonly pastedBelow: readonly RegExp[];
    readonly introduced: RegExp;
    readonly labels: RegExp;
    /** Matches text that is not folded: a line with the name of its speaker, the group `who`. */
    readonly speakerLine: RegExp;
  };
  readonly spellings: ReadonlyMap<string, string>;
  /** Words by their first and last letter. */
  readonly telling: ReadonlyMap<string, readonly string[]>;
  readonly rewrites: readonly Rewrite[];
};

export type FictionRules = {
  readonly frames: readonly (Pick<FictionRow, 'id' | 'isMadeUp' | 'after'> & {
    readonly pattern: RegExp;
    readonly unless?: RegExp | undefined;
  })[];
  readonly back: RegExp;
};

/** Compiles each part when a turn is first read: each thread has its own patterns, and few threads read turns. */
export function speechRules(packs: readonly SpeechPack[]): SpeechRules {
  return lazyProperties<SpeechRules>({
    asking: () => askingRules(packs),
    moods: () => moodRules(packs),
    fiction: () => fictionRules(packs.map(({ fiction }) => fiction)),
    clauses: () => clauseRules(packs),
    textTasks: () => textTaskRules(packs),
    texts: () => textRules(packs),
    spellings: () => spellingsOf(packs),
    telling: () => tellingByEnds(packs),
    rewrites: () => packs.flatMap(({ rewrites }) => rewrites),
  });
}

/** Joins the alternatives that the packs have for one thing. */
const anyOf = (packs: readonly SpeechPack[], patternOf: (pack: SpeechPack) => string | undefined): string =>
  packs.flatMap((pack) => patternOf(pack) ?? []).join('|');

/** A pattern that matches nothing, for when no pack has an alternative. */
const NOTHING = '(?!)';

const wordsOf = (list: string): readonly string[] => list.split(' ').filter((word) => word !== '');

function askingRules(packs: readonly SpeechPack[]): SpeechRules['asking'] {
  const of = (name: keyof SpeechPack['asking']): string => anyOf(packs, ({ asking }) => asking[name]) || NOTHING;
  return {
    politely: new RegExp(`^(?:${of('politely')})`, 'u'),
    withMark: new RegExp(`^(?:${of('withMark')})`, 'u'),
    withoutMark: new RegExp(`^(?:${of('withoutMark')})`, 'u'),
    relative: new RegExp(String.raw`^(?:${of('relative')})\b`, 'u'),
    accented: new RegExp(String.raw`^\s*(?:${of('accented')})(?!\p{L})`, 'iu'),
    ended: new RegExp(String.raw`^(?:${of('ended')})(?![\p{L}'])`, 'u'),
    agreementTag: new RegExp(`^(?:${of('agreementTag')})$`, 'u'),
    truthTag: new RegExp(`^(?:${of('truthTag')})$`, 'u'),
  };
}

function moodRules(packs: readonly SpeechPack[]): SpeechRules['moods'] {
  const of = (name: keyof SpeechPack['moods']): string => anyOf(packs, ({ moods }) => moods[name]) || NOTHING;
  return {
    hypothetical: new RegExp(`^(?:${of('hypothetical')})`, 'u'),
    but: new RegExp(String.raw`^(?:${of('but')})\b`, 'u'),
    hedgedEnd: new RegExp(String.raw`[\s,](?:${of('hedgedEnd')})$`, 'u'),
    reporting: new RegExp(String.raw`\b(?:${of('reporting')})`, 'u'),
    reportingEnd: new RegExp(`, (?:${of('reportingEnd')})$`, 'u'),
    ownReport: new RegExp(String.raw`(?<![\p{L}'])(?:${of('ownReport')})(?![\p{L}'])`, 'u'),
    storyGoesOn: new RegExp(String.raw`(?<![\p{L}'])(?:${of('storyGoesOn')})(?![\p{L}'])`, 'u'),
    firstPerson: new RegExp(String.raw`^(?:${of('firstPerson')})\b`, 'u'),
    thirdPerson: new RegExp(String.raw`^(?:${of('thirdPerson')})\b(?!')(?! (?:${of('notThirdPerson')})\b)`, 'u'),
  };
}

function fictionRules(packs: readonly FictionPack[]): FictionRules {
  return {
    frames: packs.flatMap(({ parts, rows }) =>
      rows.map(({ id, when, unless, isMadeUp, after }) => ({
        id,
        isMadeUp,
        after,
        pattern: new RegExp(`^(?:${filled(when, parts)})`, 'u'),
        unless: unless === undefined ? undefined : new RegExp(unless, 'u'),
      })),
    ),
    back: new RegExp(String.raw`^(?:${packs.map(({ back }) => back).join('|')})(?![\p{L}'])`, 'u'),
  };
}

function clauseRules(packs: readonly SpeechPack[]): SpeechRules['clauses'] {
  const of = (name: Exclude<keyof SpeechPack['clauses'], 'cuts'>): string =>
    anyOf(packs, ({ clauses }) => clauses[name]);
  const cuts = packs.flatMap(({ clauses }) => clauses.cuts ?? []);
  const openings = `${of('openings')}|${anyOf(packs, ({ moods }) => moods.ownReport)}`;
  const breaks = rawLines`
    [,:()\u2014]+(?=\s|$|[(])| - |\s+(?=(?:${of('joins')})\s+(?:${of('starts')}))
  `;
  return {
    breaks: new RegExp(breaks, 'gu'),
    cuts: {
      first: new Set(cuts.flatMap(({ first }) => wordsOf(first))),
      at: new RegExp(cuts.map(({ at }) => at).join('|') || NOTHING, 'uy'),
    },
    condition: new RegExp(String.raw`^(?:${of('conditions')})\b`, 'u'),
    breaksAfterCondition: new RegExp(
      String.raw`${breaks}|(?<!\b(?:${of('subjects')}))\s+(?=(?:${of('orders')}))`,
      'gu',
    ),
    openings: new RegExp(
      String.raw`^[\s\u00a1\p{S}\p{Po}]*(?:${openings})(?![\p{L}\p{N}'])[\s,:.!\u2014-]*|^[\s\u00a1\p{S}]+`,
      'u',
    ),
    abbreviations: new RegExp(String.raw`\b(?:${of('abbreviations')})$`, 'u'),
  };
}

function textTaskRules(packs: readonly SpeechPack[]): SpeechRules['textTasks'] {
  const of = (name: keyof SpeechPack['textTasks']): string => anyOf(packs, ({ textTasks }) => textTasks[name]);
  return {
    begins: new RegExp(`^(?:${of('begins')})`, 'u'),
    standing: new RegExp(`^(?:${of('standing')})`, 'u'),
    refersBelow: new RegExp(String.raw`\b(?:${of('refersBelow')})`, 'u'),
  };
}

function textRules(packs: readonly SpeechPack[]): SpeechRules['texts'] {
  const mail = (name: keyof SpeechPack['texts']['mail']): string => anyOf(packs, ({ texts }) => texts.mail[name]);
  const [headers, later] = [mail('headers'), mail('laterHeaders')];
  return {
    pastedBelow: [
      new RegExp(String.raw`(?:^|\n)[ \t]*(?:-{2,}|_{2,}|={2,})[^\n]*(?:${mail('forwarded')})[\s\S]*$`, 'u'),
      new RegExp(String.raw`(?:^|\n)[^\n]{0,80}\b(?:${mail('wrote')}):[ \t]*\n[\s\S]*$`, 'u'),
      new RegExp(String.raw`(?:^|\n)(?:${headers}): [^\n]+\n(?:(?:${headers}|${later}): [^\n]*\n)[\s\S]*$`, 'u'),
    ],
    introduced: new RegExp(
      String.raw`\b(?:${anyOf(packs, ({ texts }) => texts.introduced)})\b[^.!?\n]{0,80}:(?=\s|$)`,
      'gu',
    ),
    labels: new RegExp(`^(?:${anyOf(packs, ({ texts }) => texts.labels)})$`, 'u'),
    speakerLine: new RegExp(
      rawLines`
        ^[ \t]*(?:[\[(]?\d{1,2}[:.]\d{2}[^\])\p{L}]{0,12}[\])]?[ \t\-]*)?(?<who>\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*){0,2}|
        ${anyOf(packs, ({ texts }) => texts.speakers)}) ?:(?=\s)
      `,
      'u',
    ),
  };
}

function spellingsOf(packs: readonly SpeechPack[]): SpeechRules['spellings'] {
  return new Map(
    packs.flatMap(({ spellings }) =>
      wordsOf(spellings).map((entry): [string, string] => {
        const [typed = '', meant = ''] = entry.split(':');
        return [typed, meant.replaceAll('_', ' ')];
      }),
    ),
  );
}

function tellingByEnds(packs: readonly SpeechPack[]): SpeechRules['telling'] {
  const words = new Map<string, string[]>();
  for (const telling of packs.flatMap((pack) => wordsOf(pack.telling))) {
    const ends = telling.charAt(0) + telling.charAt(telling.length - 1);
    words.set(ends, [...(words.get(ends) ?? []), telling]);
  }
  return words;
}
