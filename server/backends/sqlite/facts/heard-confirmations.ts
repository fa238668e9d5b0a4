/**
 * Confirmations that wait to be written, as a reader knows them. With each question it is told of those since the last one that it
 * answered: all that waits of a user who confirms much would be more than the question itself.
 */
import { userKeyText, type UserKey } from '../../../domain/accounts.ts';
import type { Confirmation, Unwritten } from '../../../domain/facts/fact-intents.ts';

/** What waits of a user and was confirmed after the confirmation of number `after`; all that waits where that is 0. */
export type ConfirmationNews = {
  /** How often confirmations were written: what was read of facts before may lack them, and what waited before waits no more. */
  readonly writes: number;
  readonly after: number;
  /** The number of the user's last confirmation; 0 where nothing waits. */
  readonly upTo: number;
  readonly changed: Unwritten;
  /** The value of `writes` when the reader last answered a question about the user; undefined if it never did. */
  readonly since: number | undefined;
  /** The facts whose confirmations were written since then; undefined where that is not known any more. */
  readonly written: readonly string[] | undefined;
};

/** What a reader knows of a user: all up to the confirmation of number `after`, 0 for none, and of writes up to `since`. */
export type Heard = Pick<ConfirmationNews, 'after' | 'since'>;

/** The side of the reader. */
export function heardConfirmations() {
  let writes = 0;
  const waiting = new Map<string, Map<string, Confirmation>>();
  /** Answers all that waits of the user, the news among it. */
  return (whose: UserKey, news: ConfirmationNews) => {
    if (news.writes !== writes) waiting.clear();
    writes = news.writes;
    const key = userKeyText(whose);
    const unwritten = (news.after > 0 ? waiting.get(key) : undefined) ?? new Map<string, Confirmation>();
    for (const one of news.changed) unwritten.set(one.id, one);
    if (unwritten.size > 0) waiting.set(key, unwritten);
    const { since, written } = news;
    return { writes, since, written, unwritten: unwritten as ReadonlyMap<string, Confirmation> };
  };
}

/** The asking side: what each reader has heard by now. A reader that was started anew is another one, and has heard nothing. */
export function heardByReaders() {
  /** The number of the last confirmation that it knows, by user, now and before the last write. */
  type Known = { readonly writes: number; readonly users: Map<string, number>; readonly before: ReadonlySet<string> };
  const NONE: ReadonlySet<string> = new Set();
  const heard = new WeakMap<object, Known>();
  const knownOf = (reader: object, writes: number): Known => {
    const last = heard.get(reader);
    if (last?.writes === writes) return last;
    const before = last?.writes === writes - 1 ? new Set(last.users.keys()) : NONE;
    const known = { writes, users: new Map<string, number>(), before };
    heard.set(reader, known);
    return known;
  };
  return {
    of(reader: object, whose: UserKey, writes: number): Heard {
      const { users, before } = knownOf(reader, writes);
      const user = userKeyText(whose);
      const after = users.get(user);
      if (after !== undefined) return { after, since: writes };
      return { after: 0, since: before.has(user) ? writes - 1 : undefined };
    },
    /** Call when the reader has answered a question with these. */
    note(reader: object, whose: UserKey, { writes, upTo }: ConfirmationNews): void {
      // Answers of before the last write come too late: the next question tells all anew.
      if ((heard.get(reader)?.writes ?? writes) > writes) return;
      knownOf(reader, writes).users.set(userKeyText(whose), upTo);
    },
  };
}

/** By the ids of their facts. */
export function byFact(unwritten: Unwritten): ReadonlyMap<string, Confirmation> {
  return new Map(unwritten.map((one) => [one.id, one]));
}
