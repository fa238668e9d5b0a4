/**
 * Confirmations of facts wait in memory to be written together: they are many, and one more or less of them after a crash only makes
 * a fact a little older. What waits counts for every read.
 */
import { userKeyText } from '../../../domain/accounts.ts';
import type { Confirmation, Unwritten } from '../../../domain/facts/fact-intents.ts';
import type { Scope } from '../../../domain/memory.ts';
import { CONFIRMATIONS } from '../../../policy/facts.ts';

export type ConfirmationBuffer = ReturnType<typeof confirmationBuffer>;

/** `write` puts them on disk; what it fails to waits for the next time. */
export function confirmationBuffer(
  write: (confirmations: Unwritten) => Promise<void>,
  onFailure: (why: Error) => void,
) {
  let waiting = new Map<string, Map<string, Confirmation>>();
  let count = 0;
  let writes = 0;

  const note = (user: string, { id, count: times, lastMs }: Confirmation): void => {
    const ofUser = waiting.get(user) ?? new Map<string, Confirmation>();
    const known = ofUser.get(id);
    if (known === undefined) count += 1;
    ofUser.set(id, { id, count: times + (known?.count ?? 0), lastMs: Math.max(lastMs, known?.lastMs ?? lastMs) });
    waiting.set(user, ofUser);
  };

  /** While these are written they still count: a read between sees them twice rather than not at all. */
  const writeAll = async (): Promise<void> => {
    const taken = waiting;
    const all = new Map([...taken.values()].flatMap((ofUser) => [...ofUser]));
    if (all.size === 0) return;
    try {
      await write([...all.values()]);
    } catch (error) {
      onFailure(error as Error);
      return;
    }
    writes += 1;
    // What came meanwhile stays; what was written goes.
    waiting = new Map();
    count = 0;
    for (const [user, ofUser] of taken) {
      for (const later of ofUser.values()) {
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
    unwritten: (scope: Scope): Unwritten => [...(waiting.get(userKeyText(scope))?.values() ?? [])],
    flush,
  };
}
