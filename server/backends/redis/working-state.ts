/** An owner of working memory, a user and agent, as decisions see it, and as a commit leaves it. */
import { randomUUID } from 'node:crypto';
import type { ReportedLevels } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Usage } from '../../domain/decide/quota.ts';
import type { RequestId } from '../../domain/intents.ts';
import type { Scope } from '../../domain/memory.ts';
import type { ReadSet } from '../../domain/writes/read-set.ts';
import { REDIS } from '../../policy/backends.ts';
import { ownerField, readAccount, spelledAccount, sumField, reportedIn, type Account } from './account.ts';
import type { RedisClient } from './connect-redis.ts';
import { digest, keysOf, type UserKeys } from './redis-keys.ts';
import { readPrior, REQUEST_KEPT_MS, spelledRequest, type NewRequest, type Prior } from './repeats.ts';
import { runScript } from './run-script.ts';
import { agentDigest, cursorOf, readEntry, spelledAccesses, spelledEntry, type WorkingRecord } from './working-form.ts';
import { WORKING_SCRIPTS } from './working-scripts.ts';

export type OwnerState = {
  /** '' if Redis has no such owner. */
  readonly revision: string;
  readonly usage: Usage;
  /** The alert levels of its quota that were reported. */
  readonly reported: ReportedLevels;
  /** The time when it ends unless it changes. */
  readonly endMs: number;
  /** The owner's entry that the write asked for. */
  readonly entry: WorkingRecord | undefined;
  /** All entries, the least recently used first, if room may be needed. */
  readonly all: readonly WorkingRecord[];
  /** The remembered state of the request. */
  readonly prior: Prior;
};

export type OwnerQuestion = {
  /** Asks for the entry at a key's place, or with this id. */
  readonly cursor?: string | undefined;
  readonly id?: string | undefined;
  /** Asks for all entries if the owner has more bytes than this. */
  readonly fullBytes: number;
  readonly requestId?: RequestId | undefined;
};

/** Asks for all entries. */
export const ALL_ENTRIES: OwnerQuestion = { fullBytes: -1 };

/** Returns the question for the read set of one write, with all entries if the owner has more bytes than `fullBytes`. */
export function questionOf({ keys, memories, requests }: ReadSet, fullBytes = Infinity): OwnerQuestion {
  const [key] = keys;
  const cursor = key && cursorOf(key as Pick<WorkingRecord, 'scope' | 'payload'>);
  return { cursor, id: memories[0]?.id, requestId: requests[0]?.requestId, fullBytes };
}

export function ownerKeys(scope: Scope) {
  const keys = keysOf(scope);
  const agent = agentDigest(scope);
  return { ...keys, revision: keys.working(agent), places: keys.places(agent), uses: keys.uses(agent) };
}

const fieldOf = ({ agentId }: Scope): string => ownerField({ name: 'WORKING', place: agentId });

type Nullable = string | null;

export async function readOwner(redis: RedisClient, scope: Scope, question: OwnerQuestion): Promise<OwnerState> {
  const { cursor = '', id = '', fullBytes, requestId } = question;
  const { revision, places, uses, entries, accesses, owners, request } = ownerKeys(scope);
  const keys = [revision, places, uses, entries, accesses, owners, request(requestId?.id ?? '')];
  const answer = await runScript(redis, WORKING_SCRIPTS.READ_OWNER, keys, [fieldOf(scope), cursor, id, fullBytes]);
  const [known, account, prior, text, counted, all] = answer as [
    Nullable,
    Nullable,
    Nullable,
    Nullable,
    Nullable,
    Nullable[],
  ];
  const { count, bytes, endMs } = readAccount(account) ?? { ...NO_USAGE, endMs: 0 };
  const entry = readEntry(text, counted);
  return {
    revision: known ?? '',
    usage: { count, bytes },
    reported: reportedIn(account),
    endMs,
    entry: entry?.scope.agentId === scope.agentId ? entry : undefined,
    all: all.map((other) => readEntry(other, null)).filter((other) => other !== undefined),
    prior: requestId === undefined ? undefined : readPrior(prior),
  };
}

/** The changes of an owner by a write. Unless `usage` is set, there is nothing to commit. */
export type OwnerDraft = {
  usage: Usage | undefined;
  readonly removed: WorkingRecord[];
  written: WorkingRecord | undefined;
  /** True if the written entry takes over counts from elsewhere. */
  keepsAccesses: boolean;
  request: NewRequest | undefined;
};

export function ownerDraft(): OwnerDraft {
  return { usage: undefined, removed: [], written: undefined, keepsAccesses: false, request: undefined };
}

export type OwnerCommit = Omit<OwnerDraft, 'usage'> & {
  /** The server's time of the write, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly usage: Usage;
  /** The alert levels of the quota that are reported with it. */
  readonly reported: ReportedLevels;
};

/** Makes a commit as commitOf in session-state.ts does. */
export function commitOfOwner(scope: Scope, state: OwnerState, commit: OwnerCommit) {
  const { usage, reported, removed, written, nowMs, request, keepsAccesses } = commit;
  const keys = ownerKeys(scope);
  const commitId = randomUUID();
  const account: Account = {
    name: 'WORKING',
    place: scope.agentId,
    ...usage,
    reported,
    endMs: nowMs + REDIS.workingIdleMs,
    sums: sumsOfAgent(scope.agentId, usage),
  };
  const scriptKeys = [
    keys.revision,
    keys.places,
    keys.uses,
    keys.entries,
    keys.accesses,
    keys.owners,
    keys.sums,
    keys.ends,
    keys.commit(commitId),
    keys.request(request?.requestId.id ?? ''),
    ...removed.map(({ id }) => keys.values(id)),
  ];
  const args = [
    state.revision,
    commitId,
    REDIS.commitMarkMs,
    REQUEST_KEPT_MS,
    REDIS.revisionMs,
    spelledRequest(request, nowMs),
    fieldOf(scope),
    spelledAccount(account),
    account.endMs,
    ...(written === undefined ? ['', '', ''] : [written.id, cursorOf(written), spelledEntry(written)]),
    keepsAccesses ? spelledAccesses(written) : '',
    ...removed.flatMap((record) => [record.id, cursorOf(record)]),
  ];
  return (redis: RedisClient): Promise<unknown> => runScript(redis, WORKING_SCRIPTS.COMMIT_ENTRIES, scriptKeys, args);
}

/** Returns the value that an earlier version kept for a repeat; null if the entry is deleted. */
export function keptValue(
  redis: RedisClient,
  keys: Pick<UserKeys, 'values'>,
  id: string,
  requestId: string,
): Promise<string | null> {
  return redis.hget(keys.values(id), digest(requestId));
}

function sumsOfAgent(agentId: string, { count, bytes }: Usage): Account['sums'] {
  return Object.fromEntries(
    [...new Set(['', agentId])].flatMap((agent) => [
      [sumField('WORKING', 'count', agent), count],
      [sumField('WORKING', 'bytes', agent), bytes],
    ]),
  );
}
