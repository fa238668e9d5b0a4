/** A session as decisions see it, and as one commit leaves it. */
import { randomUUID } from 'node:crypto';
import { NO_USAGE, type Sized, type Usage } from '../../domain/decide/quota.ts';
import type { PriorRequest } from '../../domain/decide/repeat.ts';
import type { RequestId } from '../../domain/intents.ts';
import { REDIS } from '../../policy/redis.ts';
import { REQUEST_ID_TTL_MS, SHORT_TERM_TTL_MS } from '../../policy/retention.ts';
import type { RedisClient } from './connect-redis.ts';
import { runScript, SCRIPTS } from './scripts.ts';
import type { UserKeys } from './session-keys.ts';

/** What the list of a session tells of a message. */
export type MessageEntry = Sized & { readonly version: number };

export type SessionState = {
  /** '' where Redis has no such session. */
  readonly revision: string;
  readonly usage: Usage;
  readonly expireMs: number;
  /** The oldest first. */
  readonly entries: readonly MessageEntry[];
  /** What is remembered of the request that was asked about. */
  readonly prior: (PriorRequest & { readonly outcome: unknown }) | undefined;
};

/** One that has expired and is not yet gone is empty. */
export function aliveAt(state: SessionState, nowMs: number): SessionState {
  return state.expireMs > nowMs ? state : { ...state, usage: NO_USAGE, entries: [] };
}

const spelled = ({ id, sizeBytes, version }: MessageEntry): string => `${id} ${sizeBytes} ${version}`;

function readEntry(text: string): MessageEntry {
  const [id = '', sizeBytes, version] = text.split(' ');
  return { id, sizeBytes: Number(sizeBytes), version: Number(version) };
}

export async function readSession(
  redis: RedisClient,
  keys: UserKeys,
  session: string,
  requestId?: RequestId,
): Promise<SessionState> {
  const asked = [keys.session(session), keys.messages(session), keys.request(requestId?.id ?? '')];
  const answer = await runScript(redis, SCRIPTS.READ_SESSION, asked);
  const [meta, list, request] = answer as [readonly (string | null)[], readonly string[], string | null];
  const [revision, count, bytes, expireMs] = meta;
  return {
    revision: revision ?? '',
    usage: { count: Number(count ?? 0), bytes: Number(bytes ?? 0) },
    expireMs: Number(expireMs ?? 0),
    entries: list.map(readEntry),
    prior: requestId === undefined || request === null ? undefined : (JSON.parse(request) as SessionState['prior']),
  };
}

export type Commit = {
  readonly usage: Usage;
  readonly expireMs: number;
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
  /** Remembered of the request; no content. */
  readonly request?: { readonly requestId: RequestId; readonly nowMs: number; readonly outcome: object } | undefined;
};

/**
 * Makes a commit of what was decided on a state. Applying it answers false where others came first: then nothing has changed, and it
 * is to be decided anew. However often it is applied, it has one effect.
 */
export function commitOf(keys: UserKeys, session: string, state: SessionState, commit: Commit) {
  const { usage, expireMs, popped = 0, deleted = [], removed, written, request } = commit;
  const commitId = randomUUID();
  const gone = new Set(deleted);
  const stay = state.entries.map(({ id }) => id).filter((id) => !gone.has(id) && id !== written?.entry.id);
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
    ...[...deleted, ...(written === undefined ? [] : [written.entry.id]), ...stay].map(keys.message),
  ];
  const remembered = request && {
    bodyHash: request.requestId.bodyHash,
    atMs: request.nowMs,
    outcome: request.outcome,
  };
  const fields = written?.fields ?? [];
  const args = [
    ...[state.revision, commitId, usage.count, usage.bytes, expireMs],
    ...[SHORT_TERM_TTL_MS + REDIS.expirySlackMs, REDIS.commitMarkMs, REQUEST_ID_TTL_MS + REDIS.expirySlackMs],
    remembered === undefined ? '' : JSON.stringify(remembered),
    ...[deleted.length, fields.length],
    ...fields.flat(),
    ...list,
  ];
  return async (redis: RedisClient): Promise<boolean> =>
    (await runScript(redis, SCRIPTS.COMMIT, scriptKeys, args)) === 1;
}

function listed(written: Commit['written']): readonly (string | number)[] {
  if (written === undefined) return [];
  const { entry, place } = written;
  return place === undefined ? ['RPUSH', spelled(entry), ''] : ['LSET', place, spelled(entry)];
}
