/** A session as decisions see it, and as one commit leaves it. */
import { randomUUID } from 'node:crypto';
import { NOTHING_TOLD, type Told } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Sized, type Usage } from '../../domain/decide/quota.ts';
import type { PriorRequest } from '../../domain/decide/repeat.ts';
import type { RequestId } from '../../domain/intents.ts';
import { REDIS } from '../../policy/redis.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/retention.ts';
import type { RedisClient } from './connect-redis.ts';
import { ownerField, spelledAccount, sumsOf, toldOf, type Account } from './account.ts';
import { runScript } from './run-script.ts';
import { SESSION_SCRIPTS } from './session-scripts.ts';
import { sessionDigest, type UserKeys } from './redis-keys.ts';
import { storedRequest } from '../sealed-answer.ts';

/** What the list of a session tells of a message. */
export type MessageEntry = Sized & { readonly version: number; readonly agentId: string };

export type SessionState = {
  /** '' where Redis has no such session. */
  readonly revision: string;
  readonly usage: Usage;
  readonly expireMs: number;
  /** Its messages are kept for expiries up to this one: not every write needs to touch them all. */
  readonly keptMs: number;
  /** What was told of its quota. */
  readonly told: Told;
  /** The oldest first. */
  readonly entries: readonly MessageEntry[];
  /** What is remembered of the request that was asked about. */
  readonly prior: (PriorRequest & { readonly outcome: unknown }) | undefined;
};

/** One that has expired and is not yet gone is empty. */
export function aliveAt(state: SessionState, nowMs: number): SessionState {
  return state.expireMs > nowMs ? state : { ...state, usage: NO_USAGE, told: NOTHING_TOLD, entries: [] };
}

/** Agents may be called anything. */
const spelled = ({ id, sizeBytes, version, agentId }: MessageEntry): string =>
  `${id} ${sizeBytes} ${version} ${Buffer.from(agentId).toString('base64url')}`;

function readEntries(texts: readonly string[]): readonly MessageEntry[] {
  // Seldom more than one agent in a session.
  const agents = new Map<string, string>();
  return texts.map((text) => {
    const [id = '', sizeBytes, version, agent = ''] = text.split(' ');
    let agentId = agents.get(agent);
    if (agentId === undefined) {
      agentId = Buffer.from(agent, 'base64url').toString();
      agents.set(agent, agentId);
    }
    return { id, sizeBytes: Number(sizeBytes), version: Number(version), agentId };
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
    told: toldOf(account),
    entries: readEntries(list),
    prior: requestId === undefined || request === null ? undefined : (JSON.parse(request) as SessionState['prior']),
  };
}

export type Commit = {
  /** The server's time of the write. */
  readonly nowMs: number;
  readonly usage: Usage;
  readonly expireMs: number;
  /** What is told of the quota then. */
  readonly told: Told;
  /** What goes from the front of the list, and what goes from within. */
  readonly popped?: number;
  readonly deleted?: readonly string[];
  readonly removed?: MessageEntry;
  /** The message that is written: new, or in the place of an earlier version of it. */
  readonly written?: {
    readonly entry: MessageEntry;
    /** Absent: it is new. */
    readonly place?: number;
    readonly fields: readonly (readonly [string, string | Buffer])[];
  };
  /** Remembered of the request; content is sealed. */
  readonly request?: { readonly requestId: RequestId; readonly nowMs: number; readonly outcome: object } | undefined;
};

/** The messages that there are after a commit, the written one last. */
function entriesAfter({ entries }: SessionState, { deleted = [], written }: Commit): readonly MessageEntry[] {
  const gone = new Set([...deleted, ...(written === undefined ? [] : [written.entry.id])]);
  return [...entries.filter(({ id }) => !gone.has(id)), ...(written === undefined ? [] : [written.entry])];
}

/**
 * Makes a commit of what was decided on a state. Applying it answers the user's balance, or nothing where others came first: then
 * nothing has changed, and it is to be decided anew. However often it is applied, it has one effect.
 */
export function commitOf(keys: UserKeys, sessionId: string, state: SessionState, commit: Commit) {
  const { nowMs, usage, expireMs, told, popped = 0, deleted = [], removed, written, request } = commit;
  const session = sessionDigest({ sessionId });
  const after = entriesAfter(state, commit);
  const account: Account = {
    ...{ name: 'SHORT_TERM', place: sessionId, ...usage, told, endMs: expireMs },
    sums: sumsOf('SHORT_TERM', after),
  };
  const commitId = randomUUID();
  const isKept = expireMs <= state.keptMs;
  const keptMs = isKept ? state.keptMs : expireMs + REDIS.keptLongerMs;
  const stay = isKept ? [] : after.map(({ id }) => id).filter((id) => id !== written?.entry.id);
  const list = [
    ...(popped > 0 ? ['LPOP', popped, ''] : []),
    ...(removed === undefined ? [] : ['LREM', spelled(removed), '']),
    ...listed(written),
  ];
  const scriptKeys = [
    keys.session(session),
    keys.messages(session),
    keys.commit(commitId),
    keys.request(request?.requestId.id ?? ''),
    ...[keys.owners, keys.sums, keys.ends],
    ...[...deleted, ...(written === undefined ? [] : [written.entry.id]), ...stay].map(keys.message),
  ];
  const remembered = request && {
    bodyHash: storedRequest(request.requestId).bodyHash,
    atMs: request.nowMs,
    outcome: request.outcome,
  };
  const fields = written?.fields ?? [];
  const args = [
    ...[state.revision, commitId, usage.count, usage.bytes, expireMs],
    ...[expireMs - nowMs, REDIS.commitMarkMs, REQUEST_ID_TTL_MS + REDIS.expirySlackMs],
    remembered === undefined ? '' : JSON.stringify(remembered),
    ...[deleted.length, fields.length],
    ...[ownerField(account), spelledAccount(account), REDIS.revisionMs, keptMs, keptMs - nowMs],
    ...fields.flat(),
    ...list,
  ];
  return (redis: RedisClient): Promise<unknown> => runScript(redis, SESSION_SCRIPTS.COMMIT, scriptKeys, args);
}

function listed(written: Commit['written']): readonly (string | number)[] {
  if (written === undefined) return [];
  const { entry, place } = written;
  return place === undefined ? ['RPUSH', spelled(entry), ''] : ['LSET', place, spelled(entry)];
}
