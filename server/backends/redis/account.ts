/** The counters of a session or an agent in Redis. */
import type { OwnerUse, UserKey } from '../../domain/accounts.ts';
import { NOTHING_REPORTED, type ReportedLevels } from '../../domain/decide/alerts.ts';
import type { Usage } from '../../domain/decide/quota.ts';
import { digest } from './redis-keys.ts';

/** The quotas of stores in Redis. */
export type RedisName = 'SHORT_TERM' | 'WORKING';

export type Account = {
  readonly name: RedisName;
  /** The session's or the agent's id. */
  readonly place: string;
  readonly count: number;
  readonly bytes: number;
  /** The alert levels of its quota that were reported. */
  readonly reported: ReportedLevels;
  /** The time when it ends unless it changes. */
  readonly endMs: number;
  /** Its contribution to the user's sums, and to the tenant's. */
  readonly sums: Sums;
};

/** Sums by fields, see `sumField`. */
export type Sums = Readonly<Record<string, number>>;

/** Returns the field for the sum of all, or of what one agent wrote. */
export function sumField(name: RedisName, measure: 'count' | 'bytes', agentId: string): string {
  return agentId === '' ? `${name}:${measure}` : `${name}:${measure}:${agentId}`;
}

/** Returns the field of an owner, which begins with the name, so that scripts know which owners end by themselves. */
export function ownerField({ name, place }: Pick<Account, 'name' | 'place'>): string {
  return `${name} ${digest(place)}`;
}

export function sumsOf(
  name: RedisName,
  sizes: Iterable<{ readonly agentId: string; readonly sizeBytes: number }>,
): Sums {
  const ofAgents = new Map<string, { count: number; bytes: number }>();
  const all = { count: 0, bytes: 0 };
  for (const { agentId, sizeBytes } of sizes) {
    let one = ofAgents.get(agentId);
    if (one === undefined) {
      one = { count: 0, bytes: 0 };
      ofAgents.set(agentId, one);
    }
    for (const sum of [one, all]) {
      sum.count += 1;
      sum.bytes += sizeBytes;
    }
  }
  ofAgents.set('', all);
  return Object.fromEntries(
    [...ofAgents].flatMap(([agentId, { count, bytes }]) => [
      [sumField(name, 'count', agentId), count],
      [sumField(name, 'bytes', agentId), bytes],
    ]),
  );
}

/** Returns the account's text in Redis; '' if it is empty. */
export function spelledAccount(account: Account): string {
  return account.count === 0 ? '' : spelled(account);
}

/** Returns an account's text, with `reported` in the form of 0.1. The order of the fields must stay: scripts compare accounts as texts. */
export function spelled(account: Account): string {
  return JSON.stringify(renamed(account, 'reported', 'told'));
}

export function readAccount(text: string | null): Account | undefined {
  return text === null ? undefined : (renamed(JSON.parse(text) as object, 'told', 'reported') as Account);
}

function renamed(fields: object, from: string, to: string): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === from ? to : name, value]));
}

export function reportedIn(text: string | null): ReportedLevels {
  return readAccount(text)?.reported ?? NOTHING_REPORTED;
}

export function ownerUse({ tenant, userId }: UserKey, { name, place, count, bytes }: Account): OwnerUse {
  return { tenant, userId, name, place, count, bytes };
}

/** A user's sums as of a revision, and when the first owner ends: the result of a commit. */
export type Balance = { readonly revision: number; readonly sums: Sums; readonly endMs: string };

export function readBalance(answer: unknown): Balance {
  const [pairs, endMs] = answer as readonly [readonly string[], string];
  const sums: Record<string, number> = {};
  for (let at = 0; at < pairs.length; at += 2) sums[pairs[at] ?? ''] = Number(pairs[at + 1]);
  const { revision = 0, ...rest } = sums;
  return { revision, sums: rest, endMs };
}

export function usageIn(sums: Sums, name: RedisName, agentId: string): Usage {
  return {
    count: sums[sumField(name, 'count', agentId)] ?? 0,
    bytes: sums[sumField(name, 'bytes', agentId)] ?? 0,
  };
}
