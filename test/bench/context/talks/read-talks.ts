/**
 * Reads talks of several days between a person and an assistant, with what that person asks on the day after the last one and what each
 * answer needs. Language models wrote them, one a file, each without having seen the server, its tests or its other data. A file has rows
 * of fields that tabs separate:
 *
 * - `talk NAME LANGUAGE`, then `day YYYY-MM-DD`, then `user TEXT` and `assistant TEXT`. The second turn of the first day is `1.2`.
 * - `question`, `order`, `list` or `plan`, with what is asked, then a `need` for each thing without which the answer is wrong: a turn and
 *   the part of it that says so, then other turns and parts that say the same.
 * - `line TEXT`: what the person might type that needs nothing of the talk.
 * - `lasting TURN PART SENTENCE [TURN]`: what is lasting about the user or their people, and the turn from which on it no longer holds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../root.ts';

export type Talk = {
  readonly name: string;
  /** The name of its file. */
  readonly writer: string;
  readonly language: string;
  readonly days: readonly { readonly date: string; readonly turns: readonly Turn[] }[];
  readonly asks: readonly Ask[];
  readonly lines: readonly string[];
  readonly lasting: readonly Lasting[];
};
export type Turn = { readonly id: string; readonly role: 'user' | 'assistant'; readonly text: string };
export const ASK_KINDS = ['question', 'list', 'order', 'plan'] as const;
export type AskKind = (typeof ASK_KINDS)[number];
/** Each need is met by any of its places. */
export type Ask = { readonly kind: AskKind; readonly text: string; readonly needs: readonly (readonly Place[])[] };
export type Place = { readonly turn: string; readonly words: string };
export type Lasting = Place & { readonly says: string; readonly outdatedBy?: string | undefined };

export const TALKS_FOLDER = join(ROOT, 'test/bench/context/talks');
/** The folder of talks and openings from which nothing is learnt. */
export const UNSEEN_FOLDER = join(TALKS_FOLDER, 'unseen');

/** Reads lines with which people open a chat and that need nothing said before, by other writers. */
export function readOpenings(folder: string): readonly string[] {
  return readFileSync(join(folder, 'openings.txt'), 'utf8').split('\n').filter(Boolean);
}

type Writable = {
  readonly days: { date: string; turns: Turn[] }[];
  readonly asks: { kind: AskKind; text: string; needs: Place[][] }[];
  readonly lines: string[];
  readonly lasting: Lasting[];
};

/** Throws if a row is of no known kind, or a place names words that its turn lacks. */
export function readTalksWithNeeds(folder = TALKS_FOLDER): readonly Talk[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
  return files.toSorted().flatMap((file) => {
    const talks: (Talk & Writable)[] = [];
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [at, row] of text.split('\n').entries()) {
      const [kind = '', ...fields] = row.split('\t');
      if (kind === 'talk') {
        const [name = '', language = ''] = fields;
        talks.push({
          name,
          writer: file.slice(0, -'.tsv'.length),
          language,
          days: [],
          asks: [],
          lines: [],
          lasting: [],
        });
      } else if (row !== '' && (talks.length === 0 || !addRow(talks.at(-1)!, kind, fields)))
        throw new Error(
          `${file}, line ${at + 1}: "${row.slice(0, 80)}" is no row of a talk, or its turn does not say so.`,
        );
    }
    return talks;
  });
}

/** Returns false if it could not be read. */
function addRow({ days, asks, lines, lasting }: Writable, kind: string, fields: readonly string[]): boolean {
  const [text = ''] = fields;
  const says = (turn = '', words = ''): boolean => {
    const [day, at] = turn.split('.').map(Number) as [number, number];
    return words !== '' && days[day - 1]?.turns[at - 1]?.text.includes(words) === true;
  };
  if (kind === 'day') days.push({ date: text, turns: [] });
  else if (kind === 'user' || kind === 'assistant') {
    const turns = days.at(-1)?.turns;
    if (turns === undefined) return false;
    turns.push({ id: `${days.length}.${turns.length + 1}`, role: kind, text });
  } else if (isAskKind(kind)) asks.push({ kind, text, needs: [] });
  else if (kind === 'need') {
    const places = fields.flatMap((turn, at) => (at % 2 === 0 ? [{ turn, words: fields[at + 1] ?? '' }] : []));
    asks.at(-1)?.needs.push(places);
    return asks.length > 0 && places.every(({ turn, words }) => says(turn, words));
  } else if (kind === 'line') lines.push(text);
  else if (kind === 'lasting') {
    const [turn = '', words = '', sentence = '', outdatedBy] = fields;
    lasting.push({ turn, words, says: sentence, outdatedBy });
    return says(turn, words);
  } else return false;
  return true;
}

const isAskKind = (kind: string): kind is AskKind => (ASK_KINDS as readonly string[]).includes(kind);
