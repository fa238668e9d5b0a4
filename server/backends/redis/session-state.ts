/** A session as decisions see it, and as one commit leaves it. */
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

/** What the list of a session says about a message. */
export type MessageEntry = Sized & {
  readonly version: number;
  readonly agentId: string;
  /** Absent where an earlier version wrote it, within the hour. */
  readonly createMs?: number | undefined;
};

export type SessionState = {
  /** '' where Redis has no such session. */
  readonly revision: string;
  readonly usage: Usage;
  readonly expireMs: number;
  /** Its messages are kept for expiries up to this one: not every write needs to touch them all. */
  readonly keptMs: number;
  /** The alert levels of its quota that were reported. */
  readonly reported: ReportedLevels;
  /** In the order in which they came. */
  readonly entries: readonly MessageEntry[];
  /** What is remembered of the request that was asked about. */
  readonly prior: Prior;
};

/** One that has expired and is not yet gone is empty. */
export function aliveAt(state: SessionState, nowMs: number): SessionState {
  return state.expireMs > nowMs ? state : { ...state, usage: NO_USAGE, reported: NOTHING_REPORTED, entries: [] };
}

/** Agents may be called anything. */
function spelled({ id, sizeBytes, version, agentId, createMs }: MessageEntry): string {
  const text = `${id} ${sizeBytes} ${version} ${Buffer.from(agentId).toString('base64url')}`;
  return createMs === undefined ? text : `${text} ${createMs}`;
}

/** In the order in which they make room: the list has them in the order in which they came, which is another where some were put back. */
export function oldestFirst(entries: readonly MessageEntry[]): readonly MessageEntry[] {
  return entries.toSorted((one, other) => {
    const [created = 0, createdOther = 0] = [one.createMs, other.createMs];
    if (created !== createdOther || one.createMs === undefined) return created - createdOther;
    return one.id < other.id ? -1 : 1;
  });
}

function readEntries(texts: readonly string[]): readonly MessageEntry[] {
  // Seldom more than one agent in a session.
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

/** What a write makes of a session. Where `usage` is not set there is nothing to commit. */
export type SessionDraft = {
  usage: Usage | undefined;
  expireMs: number;
  /** Messages that go. */
  readonly gone: string[];
  /** The message that is written: new, or in the place of an earlier version of it. */
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
  /** The server's time of the write. */
  readonly nowMs: number;
  readonly usage: Usage;
  /** The alert levels of the quota that are reported then. */
  readonly reported: ReportedLevels;
};

/** Which messages there are after a commit, which go, and how the list becomes so. */
function entriesAfter(state: SessionState, { nowMs, gone, written }: SessionCommit) {
  const alive = aliveAt(state, nowMs).entries;
  const goes = new Set([...gone, ...state.entries.slice(0, state.entries.length - alive.length).map(({ id }) => id)]);
  const deleted = state.entries.filter(({ id }) => goes.has(id));
  const after = state.entries.filter(({ id }) => !goes.has(id));
  // The oldest go first, but for one that is deleted by its id.
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
 * Makes a commit of what was decided on a state. Applying it answers the user's balance, or nothing where others came first: then
 * nothing has changed, and it is to be decided anew. However often it is applied, it has one effect.
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
