/**
 * Measures the precision of the top five: how many of the first five memories are relevant to the question. A hundred users'
 * memories, written by hand in English and Spanish and labelled (test/bench/precision), are added through the public API to a
 * real server, and 200 questions with five or more relevant memories each are asked over gRPC; once as people write, once without
 * memories that name their theme: hardly any of those shares a stem with its question. For comparison it measures words alone and
 * the built-in vectors alone; all-MiniLM-L6-v2 alone finds as people write 61.4 % in English and 33.0 % in Spanish.
 *
 * `npm run bench -- precision [--show] [--out FILE]`: `--show` prints the five that each of the worst queries got, `--out` writes
 * every query's top five as JSON Lines.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, wire, type Recorda } from '../../client/index.ts';
import { formatMs, printTable } from '../load/table.ts';
import { startServer } from '../server-process.ts';
import { ABLATIONS, rankWith } from './retrieval-ablations.ts';
import {
  assembleUsers,
  corpusOfUsers,
  type User,
  type UserMemory,
  type UserQuery,
} from './precision/assemble-users.ts';
import { readLabelledSet } from './precision/labelled-set.ts';

const SEED = 20_261_122;
const TOP = 5;
const WORST = 10;

type Answer = {
  readonly user: User;
  readonly query: UserQuery;
  readonly top: readonly UserMemory[];
  readonly precision: number;
  readonly ms: number;
};

const { values } = parseArgs({ options: { show: { type: 'boolean' }, out: { type: 'string' } } });
const sets = { en: readLabelledSet('en'), es: readLabelledSet('es') };
const written = assembleUsers(sets, SEED);
const alluded = assembleUsers(sets, SEED, 0);
const answers = await askAll(written);
printPrecision('as people write', written, answers);
printPrecision('allusions alone', alluded, await askAll(alluded));
printThemes(answers);
printWorst(answers, values.show ?? false);
if (values.out !== undefined) await writeFile(values.out, answers.map(line).join(''));

async function askAll(users: readonly User[]): Promise<readonly Answer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recorda-precision-'));
  const server = await startServer({ dataDir: folder });
  const recorda = connect(server.address);
  const memoriesOf = new Map<User, ReadonlyMap<string, UserMemory>>();
  for (const user of users) memoriesOf.set(user, await addAll(recorda, user));
  const answers: Answer[] = [];
  for (const [user, memories] of memoriesOf) {
    for (const query of user.queries) answers.push(await ask(recorda, user, query, memories));
  }
  await recorda.close();
  await server.stop();
  await rm(folder, { recursive: true });
  return answers;
}

async function addAll(recorda: Recorda, { userId, memories }: User): Promise<ReadonlyMap<string, UserMemory>> {
  const { results } = await recorda.memory.batchAddMemories({
    requests: memories.map(({ text, speaker, sessionId, turn, eventTime }) => {
      const value = { content: text, speaker, turn, eventTime };
      return { memory: { scope: { userId, sessionId }, payload: { $case: 'text' as const, value } } };
    }),
  });
  return new Map(
    results.map(({ result }, at) => {
      const memory = memories[at];
      if (result?.$case !== 'added' || memory === undefined)
        throw new Error(`Memory ${at} of ${userId} was not added.`);
      return [result.value.memory?.id ?? '', memory];
    }),
  );
}

async function ask(
  recorda: Recorda,
  user: User,
  query: UserQuery,
  memories: ReadonlyMap<string, UserMemory>,
): Promise<Answer> {
  const start = performance.now();
  const { results } = await recorda.memory.retrieveMemories({
    scope: { userId: user.userId },
    query: query.text,
    types: [wire.MemoryType.LONG_TERM],
    topK: TOP,
  });
  const ms = performance.now() - start;
  const top = results.flatMap(({ memory }) => memories.get(memory?.id ?? '') ?? []);
  return { user, query, top, precision: precisionOf(query, top), ms };
}

/** Returns the precision among five, however few were returned: a missing answer counts as wrong. */
function precisionOf({ theme }: UserQuery, top: readonly UserMemory[]): number {
  return top.filter(({ themes }) => themes.includes(theme)).length / TOP;
}

function printPrecision(name: string, users: readonly User[], answers: readonly Answer[]): void {
  const groups: readonly (readonly [string, (answer: Answer) => boolean])[] = [
    ['all', () => true],
    ['English', ({ query }) => query.language === 'en'],
    ['Spanish', ({ query }) => query.language === 'es'],
    ['users of one language', ({ user }) => user.languages.length === 1],
    ['users of both languages', ({ user }) => user.languages.length > 1],
    ['loose notes', ({ user }) => user.style === 'notes'],
    ['chats', ({ user }) => user.style === 'chat'],
  ];
  const memories = users.reduce((sum, user) => sum + user.memories.length, 0);
  console.log(`${name}: ${users.length} users, ${memories} memories, ${answers.length} questions`);
  const alone = ['BM25 only', 'dense only'].map((ablation): [string, readonly Answer[]] => [
    ablation,
    rankAlone(ablation, users),
  ]);
  printTable(
    ['precision of the top five', 'n', 'P@5', 'first'],
    [...groups.map(([group, belongs]): [string, readonly Answer[]] => [group, answers.filter(belongs)]), ...alone].map(
      ([group, ofGroup]) => row(group, ofGroup),
    ),
  );
  const times = answers.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const quantile = (share: number): string => formatMs(times[Math.floor(times.length * share)] ?? 0);
  console.log(`a question over gRPC: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms\n`);
}

/** Returns what a part of the score finds on the ranking index alone. */
function rankAlone(ablation: string, users: readonly User[]): readonly Answer[] {
  const ranked = rankWith(ABLATIONS[ablation] ?? {}, corpusOfUsers(users), TOP);
  return users.flatMap((user) =>
    user.queries.map((query) => {
      const top = (ranked.get(query.id) ?? []).flatMap((id) => user.memories[Number(id.split(' ').at(-1))] ?? []);
      return { user, query, top, precision: precisionOf(query, top), ms: 0 };
    }),
  );
}

function printThemes(answers: readonly Answer[]): void {
  const themes = [...new Set(answers.map(({ query }) => query.theme))];
  const rows = themes.map((theme) => answers.filter(({ query }) => query.theme === theme));
  const sorted = rows.toSorted((left, right) => mean(left) - mean(right));
  printTable(
    ['theme', 'n', 'P@5', 'first'],
    sorted.map((ofTheme) => row(ofTheme[0]?.query.theme ?? '', ofTheme)),
  );
  console.log('');
}

function printWorst(answers: readonly Answer[], show: boolean): void {
  const worst = answers.toSorted((left, right) => left.precision - right.precision).slice(0, WORST);
  console.log(`the ${WORST} worst`);
  for (const { query, precision, top } of worst) {
    console.log(`${precision.toFixed(1)}  ${query.id} (${query.language}): ${query.text}`);
    if (!show) continue;
    for (const { text, themes } of top) console.log(`     ${themes.includes(query.theme) ? '+' : ' '} ${text}`);
  }
}

function row(name: string, answers: readonly Answer[]): string[] {
  const first = answers.filter(({ query, top }) => top[0]?.themes.includes(query.theme)).length / answers.length;
  return [name, String(answers.length), (100 * mean(answers)).toFixed(1), (100 * first).toFixed(1)];
}

function mean(answers: readonly Answer[]): number {
  return answers.reduce((sum, { precision }) => sum + precision, 0) / answers.length;
}

function line({ user, query, top, precision }: Answer): string {
  const { userId, style, languages } = user;
  return `${JSON.stringify({ ...query, userId, style, languages, precision, top })}\n`;
}
