/**
 * Learns how questions about what was said are worded, and when turns and facts are near enough to a question to be sent: writes
 * server/policy/form-weights.ts and relevance-weights.ts, or with `memories` memory-form-weights.ts and memory-relevance-weights.ts. It
 * reads only the talks, questions, chats and lines of ./floor and ./talks, which were written for this, and the labelled sentences of
 * test/domain/facts as filler. The same input gives the same weights. `npm run train:floor`.
 *
 * The weights for memories and tails were last written before questions were read as they are now. Written again, they let through 31 of the 32 answers
 * that test/mcp/memory-floor.test.ts asks for, so `npm run train:floor` leaves them as they are.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { factDomainsFor } from '../../../server/domain/conversation/turn-domain.ts';
import { formReader } from '../../../server/domain/context/question-form.ts';
import { questionWords } from '../../../server/domain/context/question-words.ts';
import { relevanceMeasures, type ReadQuestion } from '../../../server/domain/context/relevance.ts';
import { extractFacts } from '../../../server/domain/facts/extract-facts.ts';
import type { Confidence, FactDomain } from '../../../server/domain/facts/fact.ts';
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { PROMPT, RECALL } from '../../../server/policy/context.ts';
import { packWeights } from '../../../server/policy/packed-weights.ts';
import { RELEVANCE_MEASURES } from '../../../server/policy/relevance.ts';
import { memoryIndex, type MemoryIndex } from '../../../server/retrieval/memory-index.ts';
import { readSentences } from '../../domain/read-sentences.ts';
import { ROOT } from '../../root.ts';
import {
  readAdvice,
  readChats,
  readQuestions,
  readTalks,
  readTalksOfDays,
  readUnconcerned,
  readUnconcernedInTalk,
  type Talk,
  type TalkOfDays,
  type TalkTurn,
} from './floor/read-floor.ts';
import { readOpenings, readTalksWithNeeds, TALKS_FOLDER, type Talk as TalkWithNeeds } from './talks/read-talks.ts';
import { fitForm, fitLogistic, type Example, type Question } from './floor/fit-logistic.ts';
import { FACT_READER } from '../../fact-reader.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
/** The numbers of turns of a talk that are known when it is asked about: a user may have hardly begun. */
const SIZES = [4, 8, 16, Infinity];
/** The numbers of turns of no talk in addition to those: a user may have been there for long. */
const FILLERS = [0, 300, 900];
const FILLER_SESSION = 20;
/** Courtesies with which sessions begin and end. */
const COURTESIES = [
  'Good morning! How are you today?',
  'Hi! I am fine, thanks, and you?',
  'Hey, how is it going?',
  'Hello! Nice to hear from you again.',
  'Wow, that sounds great!',
  'Thanks a lot, that helps. Have a nice day!',
  'Okay, good night, talk to you tomorrow.',
  'You are welcome, see you soon!',
  '¡Hola! ¿Cómo andás?',
  'Buenos días, todo bien, ¿y vos?',
  'Gracias, perfecto. ¡Nos vemos mañana!',
  'De nada, ¡hasta luego!',
];
/** One in this many of the filler's facts is used. */
const FACT_STEP = 12;
/** Each session is a day after the one before, and the last one was yesterday: "on Saturday" may be any of them. */
const SESSION_MS = 24 * 3600 * 1000;
/** Questions about the day of the first session. */
const OF_A_DAY: readonly ((day: Date) => string)[] = [
  (day) => `What did I do on ${day.getUTCDate()} ${month('en', day)}?`,
  (day) => `What happened in ${month('en', day)} ${day.getUTCFullYear()}?`,
  (day) => `Who was with me on ${month('en', day)} ${day.getUTCDate()}, ${day.getUTCFullYear()}?`,
  (day) => `what were we up to in ${month('en', day)}`,
  (day) => `¿Qué hice el ${day.getUTCDate()} de ${month('es', day)}?`,
  (day) => `¿Qué pasó en ${month('es', day)} de ${day.getUTCFullYear()}?`,
  (day) => `¿De qué se habló el ${day.getUTCDate()} de ${month('es', day)} de ${day.getUTCFullYear()}?`,
];
const month = (language: string, day: Date): string => day.toLocaleString(language, { month: 'long', timeZone: 'UTC' });
const NAMES = { user: 'Dana', assistant: 'Gina' } as const;

const encoder = staticEncoder(loadStaticTable());
/** Long-term memories are statements by themselves, as most turns of talks of one day are, and questions about them are read without vectors. */
const isForMemories = process.argv[2] === 'memories';
const embed = isForMemories ? undefined : (text: string): Float32Array => encoder.embed(text);
const talks = readTalks();
const withNeeds = isForMemories ? [] : readTalksWithNeeds();
const talksOfDays = isForMemories ? [] : [...readTalksOfDays(), ...withNeeds.map(talkOfDays)];
/** Lines that need nothing of a talk, though they may share its words. */
const linesOf = new Map(withNeeds.map((talk) => [talk.name, talk.lines]));
/** Lines with which people open a chat, which need nothing of any talk. */
const openings = isForMemories ? [] : readOpenings(TALKS_FOLDER);
const chats = readChats();
const lines = [...readUnconcerned('train'), ...(isForMemories ? [] : readUnconcernedInTalk())];
const advice = readAdvice();
const filler = readdirSync(join(ROOT, 'test/domain/facts/sentences'))
  // Those of changes are pairs of sentences.
  .filter((file) => file.startsWith('signals-'))
  .toSorted()
  .flatMap((file) => readSentences(join('facts/sentences', file)))
  .map(({ sentence }) => sentence);

/** One question in this many is worded as it would be amid a chat. */
const GOING_ON_EVERY = 3;
/** Each index is asked one in this many of the lines, and the next one others. */
const LINES_EVERY = 3;
const PARTS = 5;
/** A gram must be in this many questions. */
const LEAST_COUNT = isForMemories ? 3 : 6;
/** The turn that answers a question must be among this many found first: about as many as a prompt takes. */
const FOUND_AMONG = 12;
/** The number of other talks of several days that come before one. */
const OTHERS = 3;
/** Talks in which things are said in passing: a question about such a turn is seldom answered by a fact from it. */
const AMONG_FRIENDS = ['en-roommates', 'en-gamers', 'es-amigas', 'es-primos'];

/**
 * The number of times that asks of talks with needs count, and lines that need nothing of them in the search. There are fewer than of the
 * rest, and they are nearer to how people type: weights learnt without one writer's talks gave .978 as the area under the curve of that
 * writer's asks and lines, and .949 without all of them.
 */
const ASK_WEIGHT = 3;
const LINE_WEIGHT = 10;
/** The same for openings of chats. */
const OPENING_WEIGHT = 2;
/** Each index is asked one in this many of the openings, and the next one others. */
const OPENINGS_EVERY = 5;
const openingSet = new Set(openings);
/** The number of times that a question counts, by its origin. */
const weightOf = (from: string): number => (linesOf.has(from) ? ASK_WEIGHT : 1);
/** The number of times that a line counts which needs nothing, by its origin. */
function lineWeightOf(from: string): number {
  if (openingSet.has(from)) return OPENING_WEIGHT;
  return linesOf.has(from) ? LINE_WEIGHT : 1;
}

/** The wording of questions, with their origins. */
const forms: readonly Question[] = [
  ...withNeeds.flatMap(({ name, lines: own }) =>
    own.map((text) => ({ text, isNear: false, from: name, weight: ASK_WEIGHT })),
  ),
  ...talks.flatMap(({ name, turns }) =>
    turns.flatMap(({ questions }) => questions.map((text) => ({ text, isNear: true, from: name }))),
  ),
  ...talksOfDays.flatMap(({ name, days }) =>
    [...new Set(days.flatMap(({ turns }) => turns.flatMap(({ questions }) => questions)))].map((text) => ({
      ...{ text, isNear: true, from: name, weight: weightOf(name) },
    })),
  ),
  ...readQuestions().map((text) => ({ text, isNear: true, from: text })),
  ...lines.map((text) => ({ text, isNear: false, from: text })),
  ...openings.map((text) => ({ text, isNear: false, from: text, weight: OPENING_WEIGHT })),
  ...chats.flatMap(({ name, turns }) =>
    turns.flatMap(({ role, text }) => (role === 'user' ? [{ text, isNear: false, from: name }] : [])),
  ),
];
const sources = [...new Set(forms.map(({ from }) => from))].toSorted();
const partOf = new Map(sources.map((from, at) => [from, at % PARTS]));
const readersWithout = Array.from({ length: PARTS }, (_, part) =>
  formReader(
    fitForm(
      forms.filter(({ from }) => partOf.get(from) !== part),
      LEAST_COUNT,
      embed,
    ),
    embed,
  ),
);
/** The wording of a question is scored by weights that were learnt without its origin. */
const readWithout = (text: string, from: string): ReadQuestion => ({
  ...questionWords(text),
  use: 'PROMPT',
  form: readersWithout[partOf.get(from) ?? 0]!(text),
});

type Session = {
  readonly name: string;
  readonly turns: readonly TalkTurn[];
  /** The talk that it belongs to, if not one of its own. */
  readonly talk?: string;
  readonly dayMs?: number;
};
type Speakers = Readonly<Record<TalkTurn['role'], string>>;

const sessionOf = ({ name, turns }: Talk): Session => ({ name, turns });
/** The last day of each talk was yesterday. */
function sessionsOf({ name, days }: TalkOfDays): readonly Session[] {
  const lastMs = Date.parse(days.at(-1)!.date);
  return days.map(({ date, turns }, at) => ({
    ...{ name: `${name}-${at}`, talk: name, turns },
    dayMs: NOW_MS - SESSION_MS - (lastMs - Date.parse(date)),
  }));
}
const fillers = (count: number): readonly Session[] =>
  Array.from({ length: Math.ceil(count / FILLER_SESSION) }, (_, session) => ({
    name: `filler-${session}`,
    turns: Array.from({ length: FILLER_SESSION }, (_, turn) => ({
      role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
      // Turns are taken from all over the sentences, in an order of their own.
      text:
        turn < 2
          ? COURTESIES[(session + turn) % COURTESIES.length]!
          : filler[((session * FILLER_SESSION + turn) * 37) % filler.length]!,
      questions: [],
    })),
  }));

const firstDayMs = (sessions: readonly Session[]): number => NOW_MS - sessions.length * SESSION_MS;

function recallIndex(sessions: readonly Session[], speakers: Speakers): MemoryIndex {
  const index = memoryIndex(encoder);
  const fromMs = firstDayMs(sessions);
  let at = 0;
  index.put(
    sessions.flatMap(({ name, turns, dayMs }, session) =>
      turns.map(({ role, text }, turn) => ({
        ...{ id: `${name}/${turn}`, text, speaker: speakers[role], sessionId: name, turn: turn + 1 },
        ...{ eventTimeMs: dayMs ?? fromMs + session * SESSION_MS, createTimeMs: (at += 1) },
        vector: encoder.embed(text),
      })),
    ),
  );
  return index;
}

/** Returns a user's question as somebody else would ask it: with a name for "I". */
function ofNamed(question: string): string {
  return question
    .replaceAll(/\b(?:my|our|My|Our)\b/g, `${NAMES.user}'s`)
    .replaceAll(/\b(?:I|we)\b/g, NAMES.user)
    .replaceAll(/\b(?:me|us)\b/g, NAMES.user);
}

/** Returns the question as it is asked amid a chat. */
function goingOn(question: string): string {
  const isSpanish = /[¿áéíóúñ]|^(qué|cómo)/iu.test(question);
  return `${isSpanish ? 'y' : 'and'} ${question[0]!.toLowerCase()}${question.slice(1)}`;
}

function recallExamples(): readonly Example[] {
  const examples: Example[] = [];
  let asked = 0;
  const learn = (
    sessions: readonly Session[],
    speakers: Speakers,
    { rewrite = (text: string) => text, isAmidChats = false } = {},
  ): void => {
    const index = recallIndex(sessions, speakers);
    // The turns of a chat are shown anyway, so only those of others count.
    const ask = (text: string, isNear: boolean, from: string, gold?: ReadonlySet<string>): void => {
      const accepts = isNear ? undefined : (id: string) => !id.startsWith(`${from}/`);
      const { hits, nearness } = index.searchNear({
        ...{ text, topK: RECALL.leastHits, nowMs: NOW_MS, explain: false },
        ...(accepts === undefined ? {} : { accepts }),
      });
      if (nearness === undefined) return;
      // What was found is of no use without the turn that answers.
      if (gold !== undefined && !hits.slice(0, FOUND_AMONG).some(({ id }) => gold.has(id))) return;
      const measures = relevanceMeasures(readWithout(text, from), nearness);
      examples.push({ measures, isNear, from, weight: isNear ? weightOf(from) : lineWeightOf(from) });
    };
    for (const [{ text, talk }, gold] of goldOf(sessions)) ask(text, true, talk, gold);
    const told = new Set(sessions.flatMap(({ talk }) => talk ?? []));
    for (const talk of told) for (const line of linesOf.get(talk) ?? []) ask(line, false, talk);
    for (const { name, turns, talk } of sessions) {
      if (talk !== undefined) continue;
      const questions = turns.flatMap((turn) => turn.questions);
      for (const text of questions) ask(rewrite(text), true, name);
      if (!isAmidChats) continue;
      for (const text of questions.filter((_, at) => at % GOING_ON_EVERY === 0)) ask(goingOn(text), true, name);
    }
    for (const [at, text] of openings.entries()) if ((at + asked) % OPENINGS_EVERY === 0) ask(text, false, text);
    for (const text of OF_A_DAY) ask(rewrite(text(new Date(firstDayMs(sessions)))), true, String(text));
    for (const [at, line] of lines.entries()) if ((at + asked) % LINES_EVERY === 0) ask(line, false, line);
    for (const { name, turns } of chats)
      for (const [at, { role, text }] of turns.entries())
        if (role === 'user' && (at + asked) % LINES_EVERY === 0) ask(text, false, name);
    asked += 1;
    index.release();
  };
  const nobody = { user: '', assistant: '' };
  for (const talk of talks)
    for (const size of SIZES) learn([{ name: talk.name, turns: talk.turns.slice(0, size) }], nobody);
  const english = talks.filter(({ name }) => name.startsWith('en-')).map(sessionOf);
  const ofDays = talksOfDays.map(sessionsOf);
  for (const [at, sessions] of ofDays.entries()) {
    learn(sessions, nobody);
    learn(sessions.slice(0, 1), nobody);
    // Who talks about one thing this week talked about others before.
    learn([...ofDays.slice(at + 1, at + 1 + OTHERS).flat(), ...sessions], nobody);
  }
  for (const count of FILLERS) {
    learn([...talks.map(sessionOf), ...fillers(count)], nobody);
    learn([...english, ...fillers(count)], NAMES, { rewrite: ofNamed });
    learn([...english, ...fillers(count)], NAMES);
    learn([...talks, ...chats, ...fillers(count)].map(sessionOf), nobody, { isAmidChats: true });
  }
  return examples;
}

function talkOfDays({ name, days, asks }: TalkWithNeeds): TalkOfDays {
  /** Returns the asks that need words of the turn, with these. */
  const neededOf = (turn: string): ReadonlyMap<string, readonly string[]> =>
    new Map(
      asks.flatMap(({ text, needs }) => {
        const words = needs.flat().flatMap((place) => (place.turn === turn ? [place.words] : []));
        return words.length === 0 ? [] : [[text, words] as const];
      }),
    );
  return {
    name,
    days: days.map(({ date, turns }) => ({
      date,
      turns: turns.map(({ id, role, text }) => {
        const needed = neededOf(id);
        return { role, text, questions: [...needed.keys()], needed };
      }),
    })),
  };
}

/** Returns the questions of talks of several days, each with the ids of the turns that help to answer it. */
function goldOf(
  sessions: readonly Session[],
): readonly (readonly [{ readonly text: string; readonly talk: string }, ReadonlySet<string>])[] {
  const found = new Map<string, readonly [{ readonly text: string; readonly talk: string }, Set<string>]>();
  for (const { name, turns, talk } of sessions) {
    if (talk === undefined) continue;
    for (const [turn, { questions }] of turns.entries()) {
      for (const text of questions) {
        const key = JSON.stringify([talk, text]);
        const [, ids] = found.get(key) ?? found.set(key, [{ text, talk }, new Set()]).get(key)!;
        ids.add(`${name}/${turn}`);
      }
    }
  }
  return [...found.values()];
}

/** Facts of low confidence are in no prompt. */
const isForPrompts = ({ confidence }: { readonly confidence: Confidence }): boolean => confidence !== 'LOW';

type KnownFact = { readonly text: string; readonly domain: FactDomain };

function factExamples(): readonly Example[] {
  const examples: Example[] = [];
  let asked = 0;
  const learn = (known: readonly Talk[], others: readonly KnownFact[]): void => {
    const index = memoryIndex(encoder);
    const domains = new Map<string, FactDomain>();
    const put = ({ text, domain }: KnownFact): string => {
      const id = `f${domains.size}`;
      domains.set(id, domain);
      const vector = encoder.embed(text);
      index.put([{ id, text, speaker: '', sessionId: '', createTimeMs: domains.size, vector }]);
      return id;
    };
    const ask = (text: string, isNear: boolean, from: string, gold: readonly string[] = []): void => {
      const wanted = factDomainsFor(text);
      const accepts = (id: string): boolean => wanted.includes(domains.get(id)!);
      if (isNear && gold.length > 0 && !gold.some(accepts)) return;
      const { hits, nearness } = index.searchNear({
        ...{ text, topK: PROMPT.factsFound, accepts, nowMs: NOW_MS, explain: false },
      });
      if (nearness === undefined) return;
      if (gold.length > 0 && !hits.some(({ id }) => gold.includes(id))) return;
      examples.push({ measures: relevanceMeasures(readWithout(text, from), nearness), isNear, from });
    };
    const golds = known.flatMap(({ name, turns }) =>
      turns.flatMap(({ role, text, questions, needed }) => {
        const facts = role === 'user' ? extractFacts(text, FACT_READER).filter(isForPrompts) : [];
        const said = facts.map((fact) => ({ ...fact, id: put(fact) }));
        return questions.flatMap((question) => {
          const places = needed?.get(question)?.map((words) => [text.indexOf(words), words.length] as const);
          const golds = said.filter(
            ({ from, to }) => places?.some(([at, length]) => from < at + length && at < to) ?? true,
          );
          return golds.length === 0 ? [] : [{ question, name, ids: golds.map(({ id }) => id) }];
        });
      }),
    );
    others.forEach(put);
    if (domains.size === 0) return;
    for (const { question, name, ids } of golds) ask(question, true, name, ids);
    for (const line of advice) ask(line, true, line);
    for (const { name } of known) for (const line of linesOf.get(name) ?? []) ask(line, false, name);
    for (const [at, text] of openings.entries()) if ((at + asked) % OPENINGS_EVERY === 0) ask(text, false, text);
    for (const [at, line] of lines.entries()) if ((at + asked) % LINES_EVERY === 0) ask(line, false, line);
    // Questions of chats are left out: with them among what is not near, questions that a fact answers lost that fact.
    for (const { name, turns } of chats)
      for (const [at, { role, text }] of turns.entries())
        if (role === 'user' && questionWords(text).tells && (at + asked) % LINES_EVERY === 0) ask(text, false, name);
    asked += 1;
    index.release();
  };
  const others = filler
    .filter((_, at) => at % FACT_STEP === 0)
    .flatMap((sentence) => extractFacts(sentence, FACT_READER).filter(isForPrompts));
  const told = [
    ...talks.filter(({ name }) => !AMONG_FRIENDS.includes(name)),
    ...talksOfDays.map(({ name, days }) => ({ name, turns: days.flatMap(({ turns }) => turns) })),
  ];
  for (const talk of told) learn([talk], []);
  for (const talk of told) learn([talk], others.slice(0, 40));
  learn(told, []);
  learn(told, others);
  return examples;
}

/** Returns the probability of each example by weights that were learnt without its origin. */
function crossValidated(examples: readonly Example[]): readonly number[] {
  const chances = examples.map(() => 0);
  for (let part = 0; part < PARTS; part += 1) {
    const isOfPart = ({ from }: Example): boolean => (partOf.get(from) ?? 0) === part;
    const weights = fitLogistic(examples.filter((example) => !isOfPart(example)));
    examples.forEach((example, at) => {
      if (!isOfPart(example)) return;
      const { measures } = example;
      const sum = RELEVANCE_MEASURES.reduce((all, measure) => all + weights[measure] * measures[measure], weights.bias);
      chances[at] = 1 / (1 + Math.exp(-sum));
    });
  }
  return chances;
}

function table(name: string, examples: readonly Example[]): string {
  const weights = fitLogistic(examples);
  const chances = crossValidated(examples);
  const chatNames = new Set(chats.map((chat) => chat.name));
  const kinds: Readonly<Record<string, (example: Example) => boolean>> = {
    near: ({ isNear }) => isNear,
    'lines not': ({ isNear, from }) => !isNear && !chatNames.has(from),
    'turns of chats not': ({ from }) => chatNames.has(from),
  };
  console.log(`${name}: per cent that pass, judged by weights that were learnt from other talks, chats and lines`);
  for (const from of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const shares = Object.entries(kinds).flatMap(([kind, isOf]) => {
      const those = examples.flatMap((example, at) => (isOf(example) ? [chances[at]!] : []));
      if (those.length === 0) return [];
      const passing = those.filter((chance) => chance >= from);
      return `${kind} ${((100 * passing.length) / those.length).toFixed(1)} of ${those.length}`;
    });
    console.log(`  from ${from}: ${shares.join(', ')}`);
  }
  const rows = (['bias', ...RELEVANCE_MEASURES] as const).map(
    (measure) => `  ${measure}: ${Number(weights[measure].toFixed(2))},`,
  );
  return `export const ${name}: RelevanceWeights = {\n${rows.join('\n')}\n};\n`;
}

const MADE_FROM = `do not edit, \`npm run train:floor\` writes them
 * (test/bench/context/train-floor.ts) from talks, questions and lines of our own in English and Spanish (test/bench/context/floor).`;
const form = fitForm(forms, LEAST_COUNT, embed);
const formTable = `{
  bias: ${form.bias},
  grams: unpackWeights(\`
${packWeights(form.grams)}
\`),${
  form.vector === undefined
    ? ''
    : `
  embedder: '${encoder.identity.name} ${encoder.identity.version}',
  vector: [${form.vector.join(', ')}],`
}
};
`;
const write = (name: string, text: string): void => writeFileSync(join(ROOT, 'server/policy', name), text);

if (isForMemories) {
  write(
    'memory-form-weights.ts',
    `/**
 * The weights of domain/context/question-form.ts for tails and long-term memories: ${MADE_FROM}
 */
import type { FormWeights } from './form-weights.ts';
import { unpackWeights } from './packed-weights.ts';

export const MEMORY_FORM_WEIGHTS: FormWeights = ${formTable}`,
  );
  write(
    'memory-relevance-weights.ts',
    `/**
 * The weights of domain/context/relevance.ts for tails and long-term memories: ${MADE_FROM}
 */
import type { RelevanceWeights } from './relevance-weights.ts';

${table('MEMORY_WEIGHTS', recallExamples())}`,
  );
} else {
  write(
    'form-weights.ts',
    `/**
 * The weights of domain/context/question-form.ts: ${MADE_FROM}
 */

import { unpackWeights } from './packed-weights.ts';

/** The weights of a model of question forms, one for each gram. */
export type FormWeights = {
  readonly bias: number;
  readonly grams: readonly (readonly [gram: string, weight: number])[];
  /** The name and version of the embedder whose vectors \`vector\` is for. */
  readonly embedder?: string;
  /** One for each dimension of a question's vector by that embedder; without them the vector is not read. */
  readonly vector?: readonly number[];
};

/** \`<\` and \`>\` are the bounds, \`_\` is any word; of a gram over 0 more questions about what was said have it. */
export const FORM_WEIGHTS: FormWeights = ${formTable}`,
  );
  write(
    'relevance-weights.ts',
    `/**
 * The weights of domain/context/relevance.ts: ${MADE_FROM}
 */
import type { RelevanceMeasure } from './relevance.ts';

export type RelevanceWeights = Readonly<Record<RelevanceMeasure | 'bias', number>>;

/** Weights for turns of conversations. */
${table('RECALL_WEIGHTS', recallExamples())}
/** Weights for facts. */
${table('FACT_WEIGHTS', factExamples())}`,
  );
}
