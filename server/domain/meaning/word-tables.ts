/** The lists of meaning-words.ts, compiled for look-up. */
import { lazy } from '../lazy.ts';
import { LANGUAGES, type Language } from '../text/language.ts';
import { stemOf } from '../text/stems.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { MEANING_WORDS, type MeaningWords } from './meaning-words.ts';
import { ROLE_WORDS, type RoleWords } from './role-words.ts';

export type WordTables = {
  /** Keyed by words with their accents. */
  readonly accented: ReadonlyMap<string, string>;
  readonly phrases: readonly (readonly [from: string, to: string])[];
  /** Matches a line that has any of the phrases: most have none, and then none need be looked for by itself. */
  readonly anyPhrase: RegExp;
  /** Returns the stem of a word, or that of its group of synonyms. */
  meaningOf(word: string): string;
  /** Tells whether the word is in one of this language's lists. */
  isOwn(word: string): boolean;
  areOpposite(left: string, right: string): boolean;
  /** Phrases of the same form as `phrases`, applied after them. */
  readonly roundabout: RoleWords['phrases'];
  /** Pronouns of participants without a name; `'s` follows for an owner. */
  readonly participants: ReadonlyMap<string, string>;
  readonly links: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly having: ReadonlySet<string>;
  readonly stimulus: ReadonlySet<string>;
  /** Words by their meaning, as in sentences; the `movable` links are kept as written. */
  readonly movable: ReadonlySet<string>;
  readonly times: ReadonlySet<string>;
  readonly reporting: ReadonlySet<string>;
  readonly light: ReadonlySet<string>;
  readonly lightInQuestions: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly echoes: ReadonlySet<string>;
  readonly ifs: ReadonlySet<string>;
  /** The kind of answer that a question word asks for. */
  readonly questions: ReadonlyMap<string, string>;
  readonly clauseEnds: ReadonlySet<string>;
  readonly joining: ReadonlySet<string>;
  readonly copulas: ReadonlySet<string>;
  readonly pastCopulas: ReadonlySet<string>;
  readonly pluralCopulas: ReadonlySet<string>;
  readonly singleDeterminers: ReadonlySet<string>;
  readonly tenses: ReadonlyMap<string, 'EARLIER' | 'NOW' | 'LATER'>;
  readonly he: ReadonlySet<string>;
  readonly she: ReadonlySet<string>;
  /** Takes a word in lower case, with its accents. */
  isPast(word: string): boolean;
};

/** Tables are built on first use of their language: threads that compare no sentences build none. */
const TABLES = Object.fromEntries(LANGUAGES.map((language) => [language, lazy(() => tablesOf(language))])) as Record<
  Language,
  () => WordTables
>;

export function wordTables(language: Language): WordTables {
  return TABLES[language]();
}

function tablesOf(language: Language): WordTables {
  const words = MEANING_WORDS[language];
  const roles = ROLE_WORDS[language];
  const gendered = set(words.gendered);
  /** Returns the stem, with a mark for the gender if only the ending shows it: `hermana`. */
  const headOf = (word: string): string => {
    const stem = stemOf(word, language);
    return gendered.has(stem) ? `${stem}-${/as?$/.test(word) ? 'a' : 'o'}` : stem;
  };
  const groups = new Map<string, string>();
  for (const group of words.synonyms.split(';')) {
    const [head = '', ...others] = group.split(' ').map(headOf);
    for (const other of [head, ...others]) if (!groups.has(other)) groups.set(other, head);
  }
  const meaningOf = (word: string): string => {
    if (word.startsWith('#')) return word;
    const head = headOf(word);
    return groups.get(head) ?? head;
  };
  const opposites = new Set<string>();
  for (const pair of words.opposites.split(';')) {
    const [left = [], right = []] = pair.split('|').map((side) => side.split(' ').map(meaningOf));
    for (const one of left) for (const other of right) opposites.add(`${one} ${other}`).add(`${other} ${one}`);
  }
  const questions = words.questions.split(';').flatMap((kind) => {
    const [head = '', ...others] = kind.split('|');
    return [head, ...others].map((word) => [word, head] as const);
  });
  const pastForms = set(words.pastForms);
  const lists = [
    words.light,
    words.negations,
    words.copulas,
    words.synonyms,
    words.opposites,
    words.questions,
    words.numbers,
  ];
  const own = new Set([...STOP_WORDS[language], ...lists.flatMap((list) => list.split(/[ ;|:]/))]);
  return {
    accented: new Map(words.accented.split(';').map((entry) => entry.split('>') as [string, string])),
    ...phrasesOf(words),
    meaningOf,
    isOwn: (word) => own.has(word),
    areOpposite: (left, right) => opposites.has(`${left} ${right}`),
    roundabout: roles.phrases,
    participants: new Map(
      roles.participants.split(';').flatMap((entry) => {
        const [who = '', forms = ''] = entry.split('>');
        return [who.split(' ')[0] as string, ...forms.split(' ')].map((form) => [form, who] as const);
      }),
    ),
    links: set(roles.links),
    determiners: set(roles.determiners),
    having: set(roles.having),
    stimulus: set(roles.stimulus),
    movable: new Set(roles.movable.split(' ').flatMap((word) => [word, meaningOf(word)])),
    times: new Set(roles.times.split(' ').map(meaningOf)),
    reporting: new Set(roles.reporting.split(' ').map(meaningOf)),
    light: new Set([...STOP_WORDS[language], "'s", ...words.light.split(' ')]),
    lightInQuestions: set(words.lightInQuestions),
    negations: set(words.negations),
    echoes: set(words.echoedNegations),
    ifs: set(words.ifs),
    questions: new Map(questions),
    clauseEnds: set(words.clauseEnds),
    joining: set(words.joining),
    copulas: set(words.copulas),
    pastCopulas: set(words.pastCopulas),
    pluralCopulas: set(words.pluralCopulas),
    singleDeterminers: set(words.singleDeterminers),
    tenses: tensesOf(words),
    he: set(words.he),
    she: set(words.she),
    isPast: (word) => pastForms.has(word) || words.pastEndings.test(word),
  };
}

function phrasesOf({ phrases: list }: MeaningWords): Pick<WordTables, 'phrases' | 'anyPhrase'> {
  const phrases = list.split(';').map((entry) => {
    const [from = '', to = ''] = entry.split('>');
    return [` ${from} `, to === '' ? ' ' : ` ${to} `] as const;
  });
  const patterns = phrases.map(([from]) => from.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`));
  return { phrases, anyPhrase: new RegExp(patterns.join('|')) };
}

function tensesOf({ earlierForms, presentForms, futureForms }: MeaningWords): WordTables['tenses'] {
  return new Map([
    ...[...set(earlierForms)].map((word) => [word, 'EARLIER'] as const),
    ...[...set(presentForms)].map((word) => [word, 'NOW'] as const),
    ...[...set(futureForms)].map((word) => [word, 'LATER'] as const),
  ]);
}

function set(list: string): ReadonlySet<string> {
  return new Set(list === '' ? [] : list.split(' '));
}
