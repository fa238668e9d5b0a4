/**
 * Talks with questions about their turns, and lines that are about nothing that was said: written for the floor of relevance.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../root.ts';

export type TalkTurn = {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Questions that only this turn answers. */
  readonly questions: readonly string[];
  /** The words of the turn that each question needs, where they are known. */
  readonly needed?: ReadonlyMap<string, readonly string[]>;
};
export type Talk = { readonly name: string; readonly turns: readonly TalkTurn[] };
/** A talk of several days with an assistant: each is a session of its own. */
export type TalkOfDays = { readonly name: string; readonly days: readonly Day[] };
export type Day = {
  /** As YYYY-MM-DD. */
  readonly date: string;
  readonly turns: readonly TalkTurn[];
};

const rows = (file: string): readonly string[] =>
  readFileSync(join(ROOT, 'test/bench/context/floor', file), 'utf8')
    .split('\n')
    .filter(Boolean);

/** Reads `talk NAME`, then `u` or `a` with a turn, and `?` with a question about the last `u`, or an `a` right before it. */
export const readTalks = (): readonly Talk[] => readTurns('talks.tsv', 'talk');

/**
 * Reads talks of several days: `talk NAME`, then `s` with the date of each, `u` or `a` with a turn, `?` with a question and `!` with an order
 * that the last turn helps to answer.
 */
export function readTalksOfDays(): readonly TalkOfDays[] {
  const talks: { name: string; days: { date: string; turns: Said[] }[] }[] = [];
  for (const row of ['days-en.tsv', 'days-es.tsv'].flatMap(rows)) {
    const [kind, text = ''] = row.split('\t');
    const turns = talks.at(-1)?.days.at(-1)?.turns ?? [];
    if (kind === 'talk') talks.push({ name: text, days: [] });
    else if (kind === 's') talks.at(-1)!.days.push({ date: text, turns: [] });
    else if (kind === '?' || kind === '!') turns.at(-1)!.questions.push(text);
    else turns.push(said(kind, text));
  }
  return talks;
}

/** Reads everyday chats that need nothing of any other session: `chat NAME`, then `u` or `a` with a turn. */
export const readChats = (): readonly Talk[] => readTurns('chats.tsv', 'chat');

function readTurns(file: string, start: string): readonly Talk[] {
  const talks: { name: string; turns: Said[] }[] = [];
  for (const row of rows(file)) {
    const [kind, text = ''] = row.split('\t');
    const turns = talks.at(-1)?.turns ?? [];
    if (kind === start) talks.push({ name: text, turns: [] });
    else if (kind === '?') turns.at(-1)!.questions.push(text);
    else turns.push(said(kind, text));
  }
  return talks;
}

type Said = { role: TalkTurn['role']; text: string; questions: string[] };
const said = (kind: string | undefined, text: string): Said => ({
  role: kind === 'u' ? 'user' : 'assistant',
  text,
  questions: [],
});

/** Reads greetings, questions about the world, orders and new topics: some to learn from, others to judge by. */
export function readUnconcerned(what: 'train' | 'judge'): readonly string[] {
  return rows('unconcerned.tsv').flatMap((row) => {
    const [kind, text] = row.split('\t');
    return kind === what ? [text!] : [];
  });
}

/** Reads more lines to learn from, in the voices of the talks of several days. */
export function readUnconcernedInTalk(): readonly string[] {
  return rows('unconcerned-days.txt');
}

/** Reads requests that no turn answers, but that what is known of the user should shape. */
export function readAdvice(): readonly string[] {
  return rows('advice.txt');
}

/** Reads questions about what was said, whatever that was, which are used for their wording alone. */
export function readQuestions(): readonly string[] {
  return rows('questions.txt');
}
