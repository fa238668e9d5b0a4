/**
 * The confirmations that wait to be written, as a reader knows them. Each question carries those since the last one that the reader
 * answered: all confirmations of a user who confirms much would be larger than the question itself.
 */
import { userKeyText, type UserKey } from '../../../domain/accounts.ts';
import type { Confirmation, Unwritten } from '../../../domain/facts/fact-intents.ts';

/** A user's waiting confirmations after number `after`; all of them if that is 0. */
export type ConfirmationUpdate = {
  /**
   * The number of writes of confirmations: facts that were read before the last may lack some, and those that waited before wait no more.
   */
  readonly writes: number;
  readonly after: number;
  /** The number of the user's last confirmation; 0 if none waits. */
  readonly upTo: number;
  readonly changed: Unwritten;
  /** The value of `writes` when the reader last answered a question about the user; undefined if it never did. */
  readonly since: number | undefined;
  /** The facts whose confirmations were written since then; undefined if that is no longer known. */
  readonly written: readonly string[] | undefined;
};

/** A reader's knowledge of a user: all up to the confirmation of number `after`, 0 for none, and of writes up to `since`. */
export type Heard = Pick<ConfirmationUpdate, 'after' | 'since'>;

/** Makes the reader's side. */
export function heardConfirmations() {
  let writes = 0;
  const waiting = new Map<string, Map<string, Confirmation>>();
  /** Returns all that waits of the user, the update included. */
  return (whose: UserKey, update: ConfirmationUpdate) => {
    if (update.writes !== writes) waiting.clear();
    writes = update.writes;
    const key = userKeyText(whose);
    const unwritten = (update.after > 0 ? waiting.get(key) : undefined) ?? new Map<string, Confirmation>();
    for (const one of update.changed) unwritten.set(one.id, one);
    if (unwritten.size > 0) waiting.set(key, unwritten);
    const { since, written } = update;
    return { writes, since, written, unwritten: unwritten as ReadonlyMap<string, Confirmation> };
  };
}

/** Makes the asking side, which keeps what each reader knows. A reader that was restarted is another one, and knows nothing. */
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
    /** Must be called when the reader has answered a question with these. */
    note(reader: object, whose: UserKey, { writes, upTo }: ConfirmationUpdate): void {
      // An answer from before the last write comes too late: the next question carries everything again.
      if ((heard.get(reader)?.writes ?? writes) > writes) return;
      knownOf(reader, writes).users.set(userKeyText(whose), upTo);
    },
  };
}

/** Returns the confirmations by the ids of their facts. */
export function byFact(unwritten: Unwritten): ReadonlyMap<string, Confirmation> {
  return new Map(unwritten.map((one) => [one.id, one]));
}
