/** The packs' words for asking, as patterns over folded text. */
import type { Language } from '../language.ts';
import type { QuestionFrames, QuestionPack, QuestionRow, Rewordings, RequestWords } from '../question-pack.ts';
import { lazy, lazyProperties } from '../../lazy.ts';
import { calculationRows } from './calculation-rules.ts';
import { domainsOfWords, type DomainsOf } from './domain-words.ts';
import { fleetingRows } from './fleeting-rules.ts';
import { everywhere, wholeForms, type RewriteRule } from './rewrites.ts';

/** `always` decides for any text, and `ifAsked` only for text that a question mark or a frame marks as a question. */
export type QuestionRule = Pick<QuestionRow, 'rule' | 'refusal'> & {
  readonly always: RegExp | undefined;
  readonly ifAsked: RegExp | undefined;
};

export type QuestionRules = {
  readonly frames: FrameRules;
  readonly contractions: readonly RewriteRule[];
  /** Rewrites of lower-case text that is not folded. */
  readonly unfolded: readonly RewriteRule[];
  /** One entry per language, sorted by tag, so that the keys of stored answers do not depend on the order of languages. */
  readonly rewordings: readonly RewordingRules[];
  /** Groups: the text before a choice, one side, the word between, and the other side. */
  readonly choice: RegExp;
  readonly tables: readonly QuestionRule[];
  readonly calculations: readonly QuestionRule[];
  readonly told: readonly QuestionRule[];
  readonly ofNow: RegExp;
  readonly lasting: readonly QuestionRule[];
  readonly fleeting: readonly QuestionRule[];
  /** Matches text that is not folded. */
  readonly ofAnother: RegExp;
  readonly tools: ToolWordSets;
  readonly ofPast: RegExp;
  /** Matches a question mark, or words with which a sentence that asks begins. */
  readonly asks: RegExp;
  /** Matches an order to tell or make something. */
  readonly orders: RegExp;
  readonly domainsOf: DomainsOf;
};

export type FrameRules = {
  /** Matches two questions in one. */
  readonly asksMore: RegExp;
  /** Matches the frame before a question. */
  readonly frame: RegExp;
  /** Matches the words after a question. */
  readonly closing: RegExp;
  /** The first group captures the question word. */
  readonly clefts: readonly RegExp[];
};

export type RewordingRules = {
  readonly tag: string;
  readonly spelled: readonly RewriteRule[];
  readonly written: readonly RewriteRule[];
  readonly ordering: readonly RewriteRule[];
  readonly telling: readonly RewriteRule[];
  readonly joining: readonly RewriteRule[];
  readonly articles: RegExp;
  readonly sameWords: ReadonlyMap<string, string>;
};

export type ToolWordSets = { readonly [Class in keyof QuestionPack['tools']]: ReadonlySet<string> };

/** Compiles each part on first use: each thread has its own patterns, and few threads read questions. */
export function questionRules(languages: readonly Language[]): QuestionRules {
  const packs = languages.map(({ questions }) => questions);
  const lasting = packs.map((pack) => pack.lasting);
  const requestsOf = (patternOf: (words: RequestWords) => string): string =>
    anyOf(packs, ({ requests }) => patternOf(requests));
  const opens = (): string => requestsOf((words) => words.opens);
  const calculations = lazy(() => calculationRows(packs.map((pack) => pack.calculations)));
  return lazyProperties<QuestionRules>({
    frames: () => frameRules(packs.map(({ frames }) => frames)),
    contractions: () => everywhere(packs.flatMap(({ frames }) => frames.contractions)),
    unfolded: () => everywhere(packs.flatMap(({ rewordings }) => rewordings.unfolded ?? [])),
    rewordings: () =>
      languages
        .map(({ tag, questions }) => rewordingRules(tag, questions.rewordings))
        .toSorted((one, other) => (one.tag < other.tag ? -1 : 1)),
    choice: () => choiceRule(packs.map(({ rewordings }) => rewordings.choice)),
    tables: () => rulesOf(calculations().tables),
    calculations: () => rulesOf(calculations().others),
    told: () => rulesOf(lasting.flatMap(({ told }) => told)),
    ofNow: () =>
      wholeWords(
        anyOf(lasting, ({ ofNow }) => ofNow),
        'u',
      ),
    lasting: () => rulesOf(lasting.flatMap(({ rows }) => rows)),
    fleeting: () => rulesOf(fleetingRows(packs.map(({ fleeting }) => fleeting))),
    ofAnother: () => wholeWords(anyOf(packs, ({ fleeting }) => fleeting.ofAnother) || '(?!)', 'iu'),
    tools: () => toolWords(packs.map(({ tools }) => tools)),
    ofPast: () => new RegExp(String.raw`\b(?:${anyOf(packs, ({ ofPast }) => ofPast)})\b`, 'u'),
    asks: () =>
      new RegExp(String.raw`[?¿]|(?:^|[.!;:\n])\W*(?:(?:${opens()})\W+)*(?:${requestsOf(({ asks }) => asks)})\b`, 'u'),
    orders: () =>
      new RegExp(
        String.raw`^\W*(?:(?:${opens()})\W+)*(?:${requestsOf(({ orders }) => orders)})\b|\b(?:${requestsOf(({ begs }) => begs)})\W*$`,
        'u',
      ),
    domainsOf: () => domainsOfWords(packs.map(({ domains }) => domains)),
  });
}

/** Joins the alternatives that the packs have for one thing. */
const anyOf = <Pack>(packs: readonly Pack[], patternOf: (pack: Pack) => string | undefined): string =>
  packs.flatMap((pack) => patternOf(pack) ?? []).join('|');

const wholeWords = (words: string, flags: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, flags);

/** Merges rows with the same name into one rule, in the place of the first. */
function rulesOf(rows: readonly QuestionRow[]): readonly QuestionRule[] {
  return [...new Set(rows.map(({ rule }) => rule))].map((name) => {
    const compiled = (isIfAsked: boolean): RegExp | undefined => {
      const patterns = rows
        .filter(({ rule, ifAsked }) => rule === name && (ifAsked === true) === isIfAsked)
        .flatMap(({ when }) => when);
      return patterns.length === 0 ? undefined : new RegExp(patterns.map((source) => `(?:${source})`).join('|'), 'u');
    };
    return lazyProperties<QuestionRule>({
      rule: () => name,
      refusal: () => rows.find(({ rule, refusal }) => rule === name && refusal !== undefined)?.refusal,
      always: () => compiled(false),
      ifAsked: () => compiled(true),
    });
  });
}

function frameRules(packs: readonly QuestionFrames[]): FrameRules {
  const any = (patternOf: (pack: QuestionFrames) => string | undefined): string => anyOf(packs, patternOf);
  const joins = [
    String.raw`(?:${any((pack) => pack.joins)})(?= (?:${any(({ selves }) => selves)})\b)`,
    ...packs.flatMap(({ joinsBefore }) => joinsBefore ?? []),
  ].join('|');
  const before = String.raw`(?:${any(({ openings }) => openings)})(?![\p{L}'])[\s,:.!\u2014-]*`;
  const asking = String.raw`(?:${any((pack) => pack.asking)})(?![\p{L}'])(?: (?:${any(({ fillers }) => fillers)})(?![\p{L}]))*`;
  return {
    asksMore: new RegExp(
      String.raw`,? (?:${any(({ and }) => and)}) (?:(?:${any(({ prepositions }) => prepositions)}) )?(?:${any(({ asks }) => asks)})(?![\p{L}'])`,
      'u',
    ),
    frame: new RegExp(String.raw`^(?:${before}|${asking}[\s,:.]*(?:(?:${joins})\s*)?)`, 'u'),
    closing: new RegExp(String.raw`[\s,.?!\u2014-]+(?:${any(({ closings }) => closings)})?[\s,.?!]*$`, 'u'),
    clefts: packs.flatMap(({ cleft }) => (cleft === undefined ? [] : new RegExp(`^(?:${cleft})`, 'u'))),
  };
}

function rewordingRules(tag: string, pack: Rewordings): RewordingRules {
  const { parts } = pack;
  return {
    tag,
    spelled: everywhere(pack.spelled),
    written: everywhere(pack.written),
    ordering: wholeForms(parts, pack.ordering),
    telling: wholeForms(parts, pack.telling),
    joining: wholeForms(parts, pack.joining),
    articles: new RegExp(`^(?:${pack.articles})$`, 'u'),
    sameWords: sameWords(pack.sameWords),
  };
}

function choiceRule(packs: readonly Rewordings['choice'][]): RegExp {
  return new RegExp(`^(.*(?:${anyOf(packs, ({ verbs }) => verbs)})) (.+) (${anyOf(packs, ({ or }) => or)}) (.+)$`, 'u');
}

function sameWords(groups: string): ReadonlyMap<string, string> {
  return new Map(
    groups.split(';').flatMap((group) => {
      const [head = '', ...others] = group.split(' ');
      return others.map((other) => [other, head] as const);
    }),
  );
}

function toolWords(packs: readonly QuestionPack['tools'][]): ToolWordSets {
  const united = (name: keyof QuestionPack['tools']): ReadonlySet<string> =>
    new Set(packs.flatMap((pack) => pack[name].split(' ')));
  return {
    acting: united('acting'),
    actingAlone: united('actingAlone'),
    reading: united('reading'),
    ofNow: united('ofNow'),
    time: united('time'),
    unnaming: united('unnaming'),
  };
}
