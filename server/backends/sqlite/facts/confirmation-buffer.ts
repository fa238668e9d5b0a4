/**
 * Confirmations of facts wait in memory to be written together: they are many, and one more or less of them after a crash only makes
 * a fact a little older. What waits counts for every read.
 */
import { userKeyText } from '../../../domain/accounts.ts';
import type { Confirmation, Unwritten } from '../../../domain/facts/fact-intents.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { ConfirmationNews, Heard } from './heard-confirmations.ts';
import { CONFIRMATIONS } from '../../../policy/facts.ts';

type Numbered = Confirmation & { readonly number: number };

/** What waits of a user: of each fact, and in the order in which it came, with what is overtaken by now. */
type Waiting = { readonly byFact: Map<string, Numbered>; inOrder: Numbered[] };

export type ConfirmationBuffer = ReturnType<typeof confirmationBuffer>;

/** `write` puts them on disk; what it fails to waits for the next time. */
export function confirmationBuffer(
  write: (confirmations: Unwritten) => Promise<void>,
  onFailure: (why: Error) => void,
) {
  let waiting = new Map<string, Waiting>();
  /** The facts whose confirmations were written last: their ids, by user. */
  let written: ReadonlyMap<string, readonly string[]> = new Map();
  let count = 0;
  let writes = 0;
  let lastNumber = 0;

  const note = (user: string, { id, count: times, lastMs }: Confirmation): void => {
    const ofUser = waiting.get(user) ?? { byFact: new Map<string, Numbered>(), inOrder: [] };
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

  /** While these are written they still count: a read between sees them twice rather than not at all. */
  const writeAll = async (): Promise<void> => {
    const taken = waiting;
    const all = new Map([...taken.values()].flatMap(({ byFact }) => [...byFact]));
    if (all.size === 0) return;
    try {
      await write([...all.values()]);
    } catch (error) {
      onFailure(error as Error);
      return;
    }
    writes += 1;
    written = new Map([...taken].map(([user, { byFact }]) => [user, [...byFact.keys()]]));
    // What came meanwhile stays; what was written goes.
    waiting = new Map();
    count = 0;
    for (const [user, { byFact }] of taken) {
      for (const later of byFact.values()) {
        const left = later.count - (all.get(later.id)?.count ?? 0);
        if (left > 0) note(user, { ...later, count: left });
      }
    }
  };
  let writing: Promise<void> = Promise.resolve();
  /** One after the other, lest anything be written twice. */
  const flush = (): Promise<void> => (writing = writing.then(writeAll));

  return {
    confirm(scope: Scope, id: string, nowMs: number): void {
      note(userKeyText(scope), { id, count: 1, lastMs: nowMs });
      if (count >= CONFIRMATIONS.most) void flush();
    },
    /** How often confirmations were written: what was read of facts before may lack them. */
    get writes() {
      return writes;
    },
    unwritten: (scope: Scope): Unwritten => [...(waiting.get(userKeyText(scope))?.byFact.values() ?? [])],
    /** Returns the waiting confirmations with a number above `after`, so all of them for 0. */
    news(scope: Scope, { after, since }: Heard): ConfirmationNews {
      const user = userKeyText(scope);
      const inOrder = waiting.get(user)?.inOrder ?? [];
      const changed = inOrder.slice(inOrder.findLastIndex(({ number }) => number <= after) + 1);
      const rewritten = since === writes ? [] : since === writes - 1 ? (written.get(user) ?? []) : undefined;
      return { writes, after, upTo: inOrder.at(-1)?.number ?? 0, changed, since, written: rewritten };
    },
    flush,
  };
}
