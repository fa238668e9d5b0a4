/**
 * Asks on the day after a conversation that nobody ended whether the prompt contains what was said. The talk was written for this: a
 * hundred details in two languages, each amid other talk in a session of 8 to 30 turns. A user has ten such days, and asks each morning.
 */
import { readFileSync } from 'node:fs';
import { printTable } from '../../load/table.ts';
import { mean } from './line-through.ts';
import { openReplay, type Replay } from './replayed.ts';

type Line = { readonly role: 'ROLE_USER' | 'ROLE_ASSISTANT'; readonly content: string };
export type Day = {
  readonly language: 'en' | 'es';
  readonly question: string;
  /** All of these are needed, each in one of its spellings. */
  readonly evidence: readonly (readonly string[])[];
  readonly turns: readonly Line[];
};

const DAYS_OF_USER = 10;
const DAY_MS = 24 * 3_600_000;
const TURN_MS = 40_000;
const FROM_MS = Date.UTC(2026, 2, 2, 18);
const LIMITS = [undefined, 1000, 500] as const;

const FOLDER = new URL('../../../../test/bench/context/next-day/', import.meta.url);
const FILES = { en: 'english.txt', es: 'spanish.txt' } as const;

/** Returns every day's session with what was said around the detail. */
export function readDays(): readonly Day[] {
  const between = blocksOf('between.txt').map(([language, ...lines]) => ({ language, lines: lines.map(lineOf) }));
  return (['en', 'es'] as const).flatMap((language) => {
    const around = between.filter((block) => block.language === language).map(({ lines }) => lines);
    return blocksOf(FILES[language]).map(([question = '', evidence = '', ...lines], at): Day => {
      const before = Array.from({ length: 1 + (at % 3) }, (_, more) => around[(at + more) % around.length]!);
      const after = Array.from(
        { length: (at * 7) % 3 },
        (_, more) => around[(at + before.length + more) % around.length]!,
      );
      return {
        language,
        question: question.slice(2),
        evidence: evidence
          .slice(2)
          .split(' | ')
          .map((one) => one.split(' / ')),
        turns: [...before.flat(), ...lines.map(lineOf), ...after.flat()],
      };
    });
  });
}

function blocksOf(file: string): string[][] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8').trim();
  return text.split(/\n\n+/).map((block) => block.split('\n'));
}

function lineOf(line: string): Line {
  return { role: line.startsWith('+') ? 'ROLE_ASSISTANT' : 'ROLE_USER', content: line.slice(2) };
}

export async function printNextDay(): Promise<void> {
  const days = readDays();
  const lengths = days.map(({ turns }) => turns.length);
  console.log(`${days.length} days, sessions of ${Math.min(...lengths)} to ${Math.max(...lengths)} turns, none ended:`);
  const rows: string[][] = [];
  for (const limit of LIMITS) rows.push(...(await rowsOf(days, limit)));
  printTable(
    ['prompt of', 'language', 'questions', 'evidence there', 'earlier', 'recall', 'facts', 'whole prompt'],
    rows,
  );
}

type Asked = { readonly day: Day; readonly isThere: boolean; readonly tokens: Readonly<Record<string, number>> };

async function rowsOf(days: readonly Day[], maxTokens: number | undefined): Promise<string[][]> {
  const server = await openReplay();
  const asked: Asked[] = [];
  for (const [at, day] of days.entries()) {
    const userId = `user-${day.language}-${Math.floor(at / DAYS_OF_USER)}`;
    await say(server, userId, at, day);
    asked.push(await ask(server, userId, at, day, maxTokens));
  }
  await server.close();
  for (const { day, isThere } of asked)
    if (!isThere) console.log(`  not there, ${maxTokens ?? 'no limit'}: ${day.question}`);
  return (['en', 'es'] as const).map((language) => {
    const own = asked.filter(({ day }) => day.language === language);
    const tokens = (kind: string): string => mean(own.map((one) => one.tokens[`BLOCK_KIND_${kind}`] ?? 0)).toFixed(1);
    return [
      maxTokens === undefined ? 'no limit' : String(maxTokens),
      language,
      String(own.length),
      String(own.filter(({ isThere }) => isThere).length),
      ...['EARLIER_SESSIONS', 'RECALL', 'FACTS'].map(tokens),
      mean(own.map((one) => one.tokens['all'] ?? 0)).toFixed(0),
    ];
  });
}

/** Turns alternate as in a conversation: the user's turn, then the answer. */
async function say({ recorda, setTime }: Replay, userId: string, at: number, { turns }: Day): Promise<void> {
  const scope = { userId, sessionId: `day-${at}` };
  for (const [index, turn] of turns.entries()) {
    const time = new Date(FROM_MS + at * DAY_MS + index * TURN_MS);
    setTime(time);
    await recorda.context.appendTurns({ scope, turns: [{ ...turn, time }] });
  }
}

async function ask(
  { recorda, setTime }: Replay,
  userId: string,
  at: number,
  day: Day,
  maxTokens: number | undefined,
): Promise<Asked> {
  setTime(new Date(FROM_MS + at * DAY_MS + DAY_MS / 2));
  const scope = { userId, sessionId: `day-${at + 1}` };
  const prompt = await recorda.context.assembleContext({
    ...{ scope, newTurn: day.question, maxTokens, format: 'PROMPT_FORMAT_PLAIN' as const },
  });
  const known = prompt.blocks.filter(({ kind }) => kind !== 'BLOCK_KIND_NEW_TURN').map(({ text }) => text);
  const text = known.join('\n');
  const isThere = day.evidence.every((spellings) => spellings.some((spelling) => text.includes(spelling)));
  const tokens: Record<string, number> = { all: prompt.tokenCount };
  for (const { kind, tokenCount } of prompt.blocks) tokens[kind] = (tokens[kind] ?? 0) + tokenCount;
  return { day, isThere, tokens };
}
