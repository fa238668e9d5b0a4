/**
 * Assembles a hundred users from the labelled set; the same for the same seed. Of the statements of a user on a theme a share names
 * it and the rest alludes to it.
 */
import { seededRandom } from '../../load/sentences.ts';
import type { Corpus, CorpusMemory } from '../corpus.ts';
import { LANGUAGES, type LabelledSet, type Language, type Statement } from './labelled-set.ts';

const USERS = 100;
const NAMES = ['Alex', 'Robin', 'Noa', 'Ariel', 'Kim', 'Andrea', 'Sasha', 'Dani', 'Cruz', 'Milan', 'Jules', 'Eden'];
/** Two of five users write English, two Spanish, and one both. */
const LANGUAGES_OF: readonly (readonly Language[])[] = [['en'], ['es'], ['en'], ['es'], ['en', 'es']];
const QUERIES_PER_USER = 2;
const THEMES = [8, 12] as const;
const STATEMENTS_PER_THEME = [5, 8] as const;
const ONE_OFFS = [10, 20] as const;
/** In a chat people stay with a subject for this many turns, and end it after this many. */
const RUN_TURNS = [1, 3] as const;
const SESSION_TURNS = 8;
const FIRST_SESSION_MS = Date.UTC(2026, 0, 5, 18);
const SESSION_GAP_DAYS = [1, 9] as const;
const DAY_MS = 86_400_000;
const TURN_MS = 40_000;

/** Loose facts in any order, or turns of dated sessions with their speaker. */
export type Style = 'notes' | 'chat';
export type UserMemory = {
  readonly text: string;
  readonly themes: readonly string[];
  readonly speaker: string;
  readonly sessionId: string;
  readonly turn?: number;
  readonly eventTime?: Date;
};
/** Every memory of its user that is labelled with its theme is relevant: five or more. */
export type UserQuery = {
  readonly id: string;
  readonly language: Language;
  readonly theme: string;
  readonly text: string;
};
export type User = {
  readonly userId: string;
  readonly languages: readonly Language[];
  readonly style: Style;
  readonly memories: readonly UserMemory[];
  readonly queries: readonly UserQuery[];
};

type Choose = {
  within(range: readonly [number, number]): number;
  among<T>(values: readonly T[], count: number): readonly T[];
};

/**
 * The share in text as people write: about half of a question's relevant memories share a stem with it, if memories and question
 * are in one language. In LoCoMo, where people chat and others ask, that holds for 52 % of the turns and 47 % of the facts of
 * questions with four or more of them.
 */
const NAMING_SHARE = 0.75;

export function assembleUsers(
  sets: Readonly<Record<Language, LabelledSet>>,
  seed: number,
  namingShare = NAMING_SHARE,
): readonly User[] {
  const choose = chooser(seededRandom(seed));
  const decks = Object.fromEntries(LANGUAGES.map((language) => [language, questionDeck(sets[language], choose)]));
  return Array.from({ length: USERS }, (_, at) => {
    const userId = `user-${at}`;
    const name = NAMES[at % NAMES.length] ?? '';
    const languages = LANGUAGES_OF[at % LANGUAGES_OF.length] ?? [];
    const queries = Array.from({ length: QUERIES_PER_USER }, (_, number): UserQuery => {
      const language = languages[number % languages.length] ?? 'en';
      const { theme = '', text = '' } = decks[language]?.shift() ?? {};
      return { id: `${userId}/${theme}`, language, theme, text: text.replaceAll('{me}', name) };
    });
    const asked = new Set(queries.map(({ theme }) => theme));
    const others = [...sets.en.themes.keys()].filter((theme) => !asked.has(theme));
    const themes = [...asked, ...choose.among(others, choose.within(THEMES) - asked.size)];
    const told = themes.map((theme) => {
      const count = choose.within(STATEMENTS_PER_THEME);
      const naming = Math.round(count * namingShare);
      const named = tell(sets, languages, (set) => set.themes.get(theme)?.named ?? [], naming, choose);
      const alluding = tell(sets, languages, (set) => set.themes.get(theme)?.alluding ?? [], count - naming, choose);
      return choose.among([...named, ...alluding], count);
    });
    const oneOffs = tell(sets, languages, (set) => set.oneOffs, choose.within(ONE_OFFS), choose);
    const style = Math.floor(at / LANGUAGES_OF.length) % 2 === 0 ? 'notes' : 'chat';
    const write = style === 'notes' ? notes : chat;
    return { userId, languages, style, memories: write(told, oneOffs, name, choose), queries };
  });
}

type Question = { readonly theme: string; readonly text: string };

/**
 * Returns every theme's first question, then every theme's second...: no question occurs twice and every theme occurs about equally
 * often.
 */
function questionDeck({ themes }: LabelledSet, choose: Choose): Question[] {
  const rounds = Math.max(...[...themes.values()].map(({ questions }) => questions.length));
  return Array.from({ length: rounds }, (_, round) => {
    const questions = [...themes].map(([theme, { questions }]) => ({ theme, text: questions[round] ?? '' }));
    return choose.among(questions, questions.length);
  }).flat();
}

/** Adds some statements of one kind; users who write both languages write each in one of them. */
function tell(
  sets: Readonly<Record<Language, LabelledSet>>,
  languages: readonly Language[],
  of: (set: LabelledSet) => readonly Statement[],
  count: number,
  choose: Choose,
): readonly Statement[] {
  const known = languages.map((language) => of(sets[language]));
  const places = Array.from({ length: Math.min(...known.map(({ length }) => length)) }, (_, at) => at);
  return choose.among(places, count).flatMap((at) => {
    const [statements = []] = choose.among(known, 1);
    return statements[at] ?? [];
  });
}

function notes(
  told: readonly (readonly Statement[])[],
  oneOffs: readonly Statement[],
  name: string,
  choose: Choose,
): readonly UserMemory[] {
  const statements = [...told.flat(), ...oneOffs];
  return choose
    .among(statements, statements.length)
    .map(({ text, themes }) => ({ text: text.replaceAll('{me}', name), themes, speaker: '', sessionId: '' }));
}

function chat(
  told: readonly (readonly Statement[])[],
  oneOffs: readonly Statement[],
  name: string,
  choose: Choose,
): readonly UserMemory[] {
  const runs = [...told.flatMap((statements) => cut(statements, choose)), ...oneOffs.map((statement) => [statement])];
  const turns = choose.among(runs, runs.length).flat();
  let startMs = FIRST_SESSION_MS;
  return turns.map(({ text, themes }, at) => {
    const turn = at % SESSION_TURNS;
    if (turn === 0) startMs += choose.within(SESSION_GAP_DAYS) * DAY_MS;
    return {
      text: text.replaceAll('{me}', name),
      themes,
      // Statements that name their user were noted by the agent.
      speaker: text.includes('{me}') ? '' : name,
      sessionId: `session-${Math.floor(at / SESSION_TURNS)}`,
      turn,
      eventTime: new Date(startMs + turn * TURN_MS),
    };
  });
}

function cut(statements: readonly Statement[], choose: Choose): readonly (readonly Statement[])[] {
  if (statements.length === 0) return [];
  const turns = choose.within(RUN_TURNS);
  return [statements.slice(0, turns), ...cut(statements.slice(turns), choose)];
}

function chooser(random: () => number): Choose {
  return {
    within: ([least, most]) => least + Math.floor(random() * (most - least + 1)),
    among(values, count) {
      const left = [...values];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(Math.floor(random() * left.length), 1),
      ).flat();
    },
  };
}

/** Returns the users as namespaces of one corpus; gold are the memories that are labelled with a question's theme. */
export function corpusOfUsers(users: readonly User[]): Corpus {
  const memoriesOf = ({ userId, memories }: User): readonly CorpusMemory[] =>
    memories.map(({ text, speaker, sessionId, turn, eventTime }, at) => ({
      id: `${userId} ${at}`,
      namespace: userId,
      text,
      speaker,
      sessionId,
      turn,
      eventTimeMs: eventTime?.getTime(),
    }));
  return {
    name: 'users',
    namespaces: new Map(users.map((user) => [user.userId, [...memoriesOf(user)]])),
    queries: users.flatMap(({ userId, memories, queries }) =>
      queries.map(({ id, text, theme }) => ({
        qid: id,
        namespace: userId,
        query: text,
        category: 0,
        gold: memories.flatMap(({ themes }, at) => (themes.includes(theme) ? [`${userId} ${at}`] : [])),
      })),
    ),
  };
}
