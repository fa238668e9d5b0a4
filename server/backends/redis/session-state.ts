/** A session as decisions see it, and as a commit leaves it. */
import { randomUUID } from 'node:crypto';
import { NOTHING_REPORTED, type ReportedLevels } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Sized, type Usage } from '../../domain/decide/quota.ts';
import type { RequestId } from '../../domain/intents.ts';
import { REDIS } from '../../policy/backends.ts';
import type { RedisClient } from './connect-redis.ts';
import { ownerField, spelledAccount, sumsOf, reportedIn, type Account } from './account.ts';
import type { MessageRecord } from './message-form.ts';
import { sessionDigest, type UserKeys } from './redis-keys.ts';
import { readPrior, REQUEST_KEPT_MS, spelledRequest, type NewRequest, type Prior } from './repeats.ts';
import { runScript } from './run-script.ts';
import { SESSION_SCRIPTS } from './session-scripts.ts';

/** The entry of a message in the session's list. */
export type MessageEntry = Sized & {
  readonly version: number;
  readonly agentId: string;
  /** Absent if an earlier version wrote the message, within the hour. */
  readonly createMs?: number | undefined;
};

export type SessionState = {
  /** '' if Redis has no such session. */
  readonly revision: string;
  readonly usage: Usage;
  readonly expireMs: number;
  /** All messages are kept for expiries up to this time, so that not every write needs to touch them all. */
  readonly keptMs: number;
  /** The alert levels of its quota that were reported. */
  readonly reported: ReportedLevels;
  /** The entries in order of arrival. */
  readonly entries: readonly MessageEntry[];
  /** The remembered state of the request. */
  readonly prior: Prior;
};

/** Returns the session as of now: one that has expired and is not yet deleted is empty. */
export function aliveAt(state: SessionState, nowMs: number): SessionState {
  return state.expireMs > nowMs ? state : { ...state, usage: NO_USAGE, reported: NOTHING_REPORTED, entries: [] };
}

/** Returns the entry's text in the list, in which agents may have any name. */
function spelled({ id, sizeBytes, version, agentId, createMs }: MessageEntry): string {
  const text = `${id} ${sizeBytes} ${version} ${Buffer.from(agentId).toString('base64url')}`;
  return createMs === undefined ? text : `${text} ${createMs}`;
}

/** Returns entries in the order of eviction: the list is in order of arrival, which differs if some were put back. */
export function oldestFirst(entries: readonly MessageEntry[]): readonly MessageEntry[] {
  return entries.toSorted((one, other) => {
    const [created = 0, createdOther = 0] = [one.createMs, other.createMs];
    if (created !== createdOther || one.createMs === undefined) return created - createdOther;
    return one.id < other.id ? -1 : 1;
  });
}

function readEntries(texts: readonly string[]): readonly MessageEntry[] {
  // A session seldom has more than one agent.
  const agents = new Map<string, string>();
  return texts.map((text) => {
    const [id = '', sizeBytes, version, agent = '', created] = text.split(' ');
    let agentId = agents.get(agent);
    if (agentId === undefined) {
      agentId = Buffer.from(agent, 'base64url').toString();
      agents.set(agent, agentId);
    }
    const createMs = created === undefined ? undefined : Number(created);
    return { id, sizeBytes: Number(sizeBytes), version: Number(version), agentId, createMs };
  });
}

export async function readSession(
  redis: RedisClient,
  keys: UserKeys,
  sessionId: string,
  requestId?: RequestId,
): Promise<SessionState> {
  const session = sessionDigest({ sessionId });
  const asked = [keys.session(session), keys.messages(session), keys.request(requestId?.id ?? ''), keys.owners];
  const field = ownerField({ name: 'SHORT_TERM', place: sessionId });
  const answer = await runScript(redis, SESSION_SCRIPTS.READ_SESSION, asked, [field]);
  const [meta, list, request, account] = answer as [
    readonly (string | null)[],
    readonly string[],
    string | null,
    string | null,
  ];
  const [revision, count, bytes, expireMs, keptMs] = meta;
  return {
    revision: revision ?? '',
    usage: { count: Number(count ?? 0), bytes: Number(bytes ?? 0) },
    expireMs: Number(expireMs ?? 0),
    keptMs: Number(keptMs ?? 0),
    reported: reportedIn(account),
    entries: readEntries(list),
    prior: requestId === undefined ? undefined : readPrior(request),
  };
}

/** The changes of a session by a write. Unless `usage` is set, there is nothing to commit. */
export type SessionDraft = {
  usage: Usage | undefined;
  expireMs: number;
  /** The ids of messages to delete. */
  readonly gone: string[];
  /** The message that is written: new, or a later version of an existing one. */
  written: Written | undefined;
  request: NewRequest | undefined;
};

type Written = {
  readonly record: MessageRecord;
  readonly fields: readonly (readonly [string, string | Buffer])[];
};

export function sessionDraft(): SessionDraft {
  return { usage: undefined, expireMs: 0, gone: [], written: undefined, request: undefined };
}

export type SessionCommit = Omit<SessionDraft, 'usage'> & {
  /** The server's time of the write, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly usage: Usage;
  /** The alert levels of the quota that are reported with it. */
  readonly reported: ReportedLevels;
};

/** Returns the messages after a commit, those that it deletes, and the changes of the list. */
function entriesAfter(state: SessionState, { nowMs, gone, written }: SessionCommit) {
  const alive = aliveAt(state, nowMs).entries;
  const goes = new Set([...gone, ...state.entries.slice(0, state.entries.length - alive.length).map(({ id }) => id)]);
  const deleted = state.entries.filter(({ id }) => goes.has(id));
  const after = state.entries.filter(({ id }) => !goes.has(id));
  // The oldest are deleted first, except one that is deleted by its id.
  const stays = state.entries.findIndex(({ id }) => !goes.has(id));
  const popped = stays < 0 ? deleted.length : stays;
  const list: (string | number)[] = popped > 0 ? ['LPOP', popped, ''] : [];
  for (const entry of deleted.slice(popped)) list.push('LREM', spelled(entry), '');
  if (written !== undefined) {
    const { id, sizeBytes, version, scope, createTimeMs } = written.record;
    const entry = { id, sizeBytes, version, agentId: scope.agentId, createMs: createTimeMs };
    const at = after.findIndex((other) => other.id === id);
    if (at < 0) list.push('RPUSH', spelled(entry), '');
    else list.push('LSET', at, spelled(entry));
    after.splice(at < 0 ? after.length : at, 1, entry);
  }
  return { deleted, after, list };
}

/**
 * Makes a commit of a decision on a state. Applying it returns the user's balance, or nothing if other writes came first: then nothing
 * has changed, and the write must be decided again. However often it is applied, it has one effect.
 */
export function commitOf(keys: UserKeys, sessionId: string, state: SessionState, commit: SessionCommit) {
  const { nowMs, usage, expireMs, reported, written, request } = commit;
  const session = sessionDigest({ sessionId });
  const { deleted, after, list } = entriesAfter(state, commit);
  const account: Account = {
    name: 'SHORT_TERM',
    place: sessionId,
    ...usage,
    reported,
    endMs: expireMs,
    sums: sumsOf('SHORT_TERM', after),
  };
  const commitId = randomUUID();
  const isKept = expireMs <= state.keptMs;
  const keptMs = isKept ? state.keptMs : expireMs + REDIS.keptLongerMs;
  const writtenId = written?.record.id;
  const stay = isKept ? [] : after.map(({ id }) => id).filter((id) => id !== writtenId);
  const scriptKeys = [
    keys.session(session),
    keys.messages(session),
    keys.commit(commitId),
    keys.request(request?.requestId.id ?? ''),
    keys.owners,
    keys.sums,
    keys.ends,
    ...[...deleted.map(({ id }) => id), ...(writtenId === undefined ? [] : [writtenId]), ...stay].map(keys.message),
  ];
  const fields = written?.fields ?? [];
  const args = [
    state.revision,
    commitId,
    usage.count,
    usage.bytes,
    expireMs,
    expireMs - nowMs,
    REDIS.commitMarkMs,
    REQUEST_KEPT_MS,
    spelledRequest(request, nowMs),
    deleted.length,
    fields.length,
    ownerField(account),
    spelledAccount(account),
    REDIS.revisionMs,
    keptMs,
    keptMs - nowMs,
    ...fields.flat(),
    ...list,
  ];
  return (redis: RedisClient): Promise<unknown> => runScript(redis, SESSION_SCRIPTS.COMMIT, scriptKeys, args);
}
