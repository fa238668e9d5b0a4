/** Takes apart calls that write for several users together, for a holder that decides user by user. */
import type { Database } from 'better-sqlite3';
import { userKeyText, type UserKey } from '../../../domain/accounts.ts';
import type { StoreWrites } from '../writes.ts';

/** Calls whose parts are independent of each other, and answered by nothing. */
export const GATHERED = [
  'touch',
  'weigh',
  'noteCompared',
  'confirmFacts',
  'addUsage',
  'settleOutbox',
  'recordAudit',
  'recordNotes',
] as const satisfies readonly (keyof StoreWrites)[];

export type Gathered = (typeof GATHERED)[number];

type Parts = {
  readonly [K in Gathered]: (argument: Parameters<StoreWrites[K]>[0]) => readonly Parameters<StoreWrites[K]>[0][];
};

export function partsByUser(db: Database): (method: Gathered, argument: unknown) => readonly unknown[] {
  const OWNED = 'SELECT o.user_no FROM memories m JOIN owners o USING (owner_no)';
  const ofId = db.prepare<[string], number>(`${OWNED} WHERE m.id = ?`).pluck();
  const ofNumber = db.prepare<[number], number>(`${OWNED} WHERE m.memory_no = ?`).pluck();
  const ofChange = db.prepare<[string], number>('SELECT user_no FROM outbox WHERE id = ?').pluck();
  const byName = ({ tenant, userId }: UserKey): string => userKeyText({ tenant, userId });

  const parts: Parts = {
    touch: ({ accesses }) => grouped(accesses, ({ id }) => ofId.get(id)).map((part) => ({ accesses: part })),
    weigh: (weights) => grouped(weights, ({ memoryNo }) => ofNumber.get(memoryNo)),
    noteCompared: (memories) => grouped(memories, ({ memoryNo }) => ofNumber.get(memoryNo)),
    confirmFacts: ({ confirmations }) => grouped(confirmations, byName).map((part) => ({ confirmations: part })),
    addUsage: ({ sessions, ...rest }) =>
      grouped(sessions, ({ scope }) => byName(scope)).map((part) => ({ ...rest, sessions: part })),
    settleOutbox: ({ settled }) => grouped(settled, ({ id }) => ofChange.get(id)).map((part) => ({ settled: part })),
    // The records of the log stay in their order.
    recordAudit: ({ events }) => runs(events, byName).map((part) => ({ events: part })),
    recordNotes: ({ lines }) =>
      runs(lines.split('\n'), (line) => byName(JSON.parse(line) as UserKey)).map((part) => ({
        lines: part.join('\n'),
      })),
  };
  return (method, argument) => parts[method](argument as never);
}

/** Returns groups in which all have one user. */
function grouped<T>(all: readonly T[], userOf: (one: T) => unknown): readonly (readonly T[])[] {
  const groups = new Map<unknown, T[]>();
  for (const one of all) {
    const user = userOf(one);
    const group = groups.get(user);
    if (group === undefined) groups.set(user, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** Returns runs in which all have one user. */
function runs<T>(all: readonly T[], userOf: (one: T) => unknown): readonly (readonly T[])[] {
  const found: T[][] = [];
  let last: unknown;
  for (const one of all) {
    const user = userOf(one);
    if (found.length === 0 || user !== last) found.push([]);
    found.at(-1)?.push(one);
    last = user;
  }
  return found;
}
