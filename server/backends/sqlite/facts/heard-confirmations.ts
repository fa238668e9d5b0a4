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
};

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
    return { writes, unwritten: unwritten as ReadonlyMap<string, Confirmation> };
  };
}

/** The asking side: what each reader has heard by now. A reader that was started anew is another one, and has heard nothing. */
export function heardByReaders() {
  type Heard = { readonly writes: number; readonly users: Map<string, number> };
  const heard = new WeakMap<object, Heard>();
  return {
    /** The number of the last confirmation of the user's that the reader knows, of those that were not written by then. */
    upTo(reader: object, whose: UserKey, writes: number): number {
      const known = heard.get(reader);
      return known?.writes === writes ? (known.users.get(userKeyText(whose)) ?? 0) : 0;
    },
    /** Call when the reader has answered a question with these. */
    note(reader: object, whose: UserKey, { writes, upTo }: ConfirmationNews): void {
      if (upTo === 0) return;
      const before = heard.get(reader);
      const known = before?.writes === writes ? before : { writes, users: new Map<string, number>() };
      heard.set(reader, known);
      known.users.set(userKeyText(whose), upTo);
    },
  };
}

/** By the ids of their facts. */
export function byFact(unwritten: Unwritten): ReadonlyMap<string, Confirmation> {
  return new Map(unwritten.map((one) => [one.id, one]));
}
