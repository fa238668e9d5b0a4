/** Sessions of invented users, and questions that only what was said in them answers: written for tails, in two languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../root.ts';

export type SaidBefore = { readonly role: 'user' | 'assistant'; readonly content: string };
/** `gold` lists the turns that contain the evidence, as `SESSION/TURN`. */
export type AskedLater = { readonly text: string; readonly gold: readonly string[] };
export type UserOfSessions = {
  readonly name: string;
  readonly sessions: ReadonlyMap<string, readonly SaidBefore[]>;
  readonly questions: readonly AskedLater[];
};

const rows = (file: string): readonly string[] =>
  readFileSync(join(ROOT, 'test/bench/context/tail', file), 'utf8')
    .split('\n')
    .filter(Boolean);

/** Reads questions to a model at work, about 40 tokens each, which are unrelated to the sessions. */
export function readOwnWork(language: string): readonly string[] {
  return rows('own-work.txt').flatMap((row) => {
    const [of, text] = row.split('\t');
    return of === language ? [text!] : [];
  });
}

/**
 * Reads `user NAME`, `session NAME`, then `u` or `a` with a turn and perhaps its label, `?` with a question about the last `u`, and `??`
 * with one about several turns, by their labels.
 */
export function readUsersOfSessions(): readonly UserOfSessions[] {
  const users: { name: string; sessions: Map<string, SaidBefore[]>; questions: AskedLater[] }[] = [];
  let session = '';
  let lastSaid = '';
  let labels = new Map<string, string>();
  for (const row of rows('sessions.tsv')) {
    const [kind, text = '', more = ''] = row.split('\t');
    if (kind === 'user') {
      users.push({ name: text, sessions: new Map(), questions: [] });
      labels = new Map();
      continue;
    }
    const { sessions, questions } = users.at(-1)!;
    if (kind === 'session') {
      session = text;
      sessions.set(session, []);
    } else if (kind === '?') questions.push({ text, gold: [lastSaid] });
    else if (kind === '??') questions.push({ text, gold: more.split(' ').map((label) => labels.get(label)!) });
    else {
      const turns = sessions.get(session)!;
      turns.push({ role: kind === 'u' ? 'user' : 'assistant', content: text });
      if (kind === 'u') lastSaid = `${session}/${turns.length}`;
      if (more !== '') labels.set(more, `${session}/${turns.length}`);
    }
  }
  return users;
}
