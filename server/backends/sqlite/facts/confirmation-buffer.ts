/**
 * Buffers confirmations of facts in memory to write them together: they are many, and losing some in a crash only makes a fact seem a
 * little older. Every read takes the buffer into account.
 */
import { userKeyText, type UserKey } from '../../../domain/accounts.ts';
import type { Confirmation, Unwritten } from '../../../domain/facts/fact-intents.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { ConfirmationUpdate, Heard } from './heard-confirmations.ts';
import { CONFIRMATIONS } from '../../../policy/facts.ts';

type Numbered = Confirmation & { readonly number: number };

/** A confirmation, and the user who confirmed: a fact of another user is left as it is. */
export type UserConfirmation = UserKey & Confirmation;

/** A user's buffered confirmations: by fact, and in order of arrival, including superseded ones. */
type Waiting = { readonly whose: UserKey; readonly byFact: Map<string, Numbered>; inOrder: Numbered[] };

export type ConfirmationBuffer = ReturnType<typeof confirmationBuffer>;

/** Makes the buffer; `write` stores confirmations, and those that it fails to store wait for the next time. */
export function confirmationBuffer(
  write: (confirmations: readonly UserConfirmation[]) => Promise<void>,
  onFailure: (why: Error) => void,
) {
  let waiting = new Map<string, Waiting>();
  /** The facts whose confirmations were written last: their ids, by user. */
  let written: ReadonlyMap<string, readonly string[]> = new Map();
  let count = 0;
  let writes = 0;
  let lastNumber = 0;

  const note = ({ tenant, userId }: UserKey, { id, count: times, lastMs }: Confirmation): void => {
    const user = userKeyText({ tenant, userId });
    const ofUser = waiting.get(user) ?? { whose: { tenant, userId }, byFact: new Map<string, Numbered>(), inOrder: [] };
    waiting.set(user, ofUser);
    const { byFact, inOrder } = ofUser;
    const known = byFact.get(id);
    if (known === undefined) count += 1;
    lastNumber += 1;
    const last = { count: times + (known?.count ?? 0), lastMs: Math.max(lastMs, known?.lastMs ?? lastMs) };
    const numbered = { id, ...last, number: lastNumber };
    byFact.set(id, numbered);
    inOrder.push(numbered);
    const isMostlyOvertaken = inOrder.length > 2 * byFact.size;
    if (isMostlyOvertaken) ofUser.inOrder = inOrder.filter((one) => byFact.get(one.id) === one);
  };

  /** While they are being written they still count: a read in between sees them twice rather than not at all. */
  const writeAll = async (): Promise<void> => {
    const taken = waiting;
    const all = new Map([...taken].map(([user, { byFact }]) => [user, new Map(byFact)]));
    if (all.size === 0) return;
    try {
      await write(
        [...taken.values()].flatMap(({ whose, byFact }) => [...byFact.values()].map((one) => ({ ...whose, ...one }))),
      );
    } catch (error) {
      onFailure(error as Error);
      return;
    }
    writes += 1;
    written = new Map([...taken].map(([user, { byFact }]) => [user, [...byFact.keys()]]));
    // Confirmations that arrived meanwhile stay; written ones are removed.
    waiting = new Map();
    count = 0;
    for (const [user, { whose, byFact }] of taken) {
      for (const later of byFact.values()) {
        const left = later.count - (all.get(user)?.get(later.id)?.count ?? 0);
        if (left > 0) note(whose, { ...later, count: left });
      }
    }
  };
  let writing: Promise<void> = Promise.resolve();
  /** Flushes run one after another, so that nothing is written twice. */
  const flush = (): Promise<void> => (writing = writing.then(writeAll));

  return {
    confirm(scope: Scope, id: string, nowMs: number): void {
      note(scope, { id, count: 1, lastMs: nowMs });
      if (count >= CONFIRMATIONS.most) void flush();
    },
    /** The number of writes of confirmations: facts that were read before the last may lack some. */
    get writes() {
      return writes;
    },
    unwritten: (scope: Scope): Unwritten => [...(waiting.get(userKeyText(scope))?.byFact.values() ?? [])],
    /** Returns the waiting confirmations with a number above `after`, so all of them for 0. */
    updateAfter(scope: Scope, { after, since }: Heard): ConfirmationUpdate {
      const user = userKeyText(scope);
      const inOrder = waiting.get(user)?.inOrder ?? [];
      const changed = inOrder.slice(inOrder.findLastIndex(({ number }) => number <= after) + 1);
      const rewritten = since === writes ? [] : since === writes - 1 ? (written.get(user) ?? []) : undefined;
      return { writes, after, upTo: inOrder.at(-1)?.number ?? 0, changed, since, written: rewritten };
    },
    flush,
  };
}
