/** Applied requests, so that a repeat gets the same answer. */
import type { Database } from 'better-sqlite3';
import { decideRepeat } from '../../../domain/decide/repeat.ts';
import type { RequestId } from '../../../domain/intents.ts';
import { openAnswer, sealAnswer, storedRequest } from '../../sealed-answer.ts';
import { NO_USAGE, withRemoved, type Usage } from '../../../domain/decide/quota.ts';
import { REQUEST_ID_TTL_MS } from '../../../policy/lifecycle.ts';
import { isOver, oldestOver, type Account, type ContextAccounts } from './context-accounts.ts';
import type { ChooseDue } from './due-rows.ts';
import { readText } from '../../stored-text.ts';

type RequestRow = {
  readonly body_hash: string;
  readonly at_ms: number;
  readonly outcome: string;
  readonly snapshot: string | Buffer | null;
};

type SizedRow = { readonly requestNo: number; readonly userNo: number; readonly sizeBytes: number };

/** The data for the answer to a repeat. The snapshot is undefined if there was none. */
export type Remembered<T> = { readonly outcome: T; readonly snapshot: string | undefined };

export interface Requests {
  /** Returns the first outcome if this is a repeat. Throws REQUEST_ID_REUSED. */
  find<T>(userNo: number | undefined, requestId: RequestId | undefined, nowMs: number): Remembered<T> | undefined;
  /** Remembers an outcome, and the snapshot that a repeat is answered with. Does nothing without a request id. */
  remember(
    userNo: number,
    requestId: RequestId | undefined,
    nowMs: number,
    memoryId: string,
    outcome: object,
    snapshot?: string,
  ): void;
  /** Forgets a user's requests about memories whose ids match this pattern, and returns their number. */
  forgetOfType(userNo: number, pattern: string, nowMs: number): number;
  /** Deletes expired requests, at most `limit`, and returns their number. */
  sweep(nowMs: number, limit: number, choose: ChooseDue): number;
}

export function requests(db: Database, accounts: ContextAccounts): Requests {
  const select = db.prepare<[object], RequestRow>(
    'SELECT body_hash, at_ms, outcome, snapshot FROM requests WHERE user_no = @userNo AND request_id = @id',
  );
  const insert = db.prepare(
    `INSERT INTO requests (user_no, request_id, body_hash, memory_id, outcome, snapshot, at_ms, size_bytes)
     VALUES (@userNo, @id, @bodyHash, @memoryId, @outcome, @snapshot, @nowMs, @sizeBytes)`,
  );
  const removeOne = db
    .prepare<[object], number>('DELETE FROM requests WHERE user_no = @userNo AND request_id = @id RETURNING size_bytes')
    .pluck();
  const selectOldest = db.prepare<[object], SizedRow>(
    `SELECT request_no AS requestNo, user_no AS userNo, size_bytes AS sizeBytes FROM requests
     WHERE user_no = @userNo ORDER BY request_no LIMIT @limit + 0`,
  );
  // Their numbers are nearly in the order of their times: a clock may be set back.
  const selectExpired = db.prepare<[object], SizedRow>(
    `SELECT requestNo, userNo, sizeBytes FROM
       (SELECT request_no AS requestNo, user_no AS userNo, size_bytes AS sizeBytes, at_ms FROM requests
        ORDER BY request_no LIMIT @limit + 0)
     WHERE at_ms <= @beforeMs`,
  );
  const selectOfType = db.prepare<[object], SizedRow>(
    `SELECT request_no AS requestNo, user_no AS userNo, size_bytes AS sizeBytes FROM requests
     WHERE user_no = @userNo AND memory_id GLOB @pattern`,
  );
  const remove = db.prepare('DELETE FROM requests WHERE request_no = @requestNo');

  const removeAll = (due: readonly SizedRow[], nowMs: number): number => {
    const gone = new Map<number, Usage>();
    for (const { requestNo, userNo, sizeBytes } of due) {
      remove.run({ requestNo });
      gone.set(userNo, withRemoved(gone.get(userNo) ?? NO_USAGE, sizeBytes));
    }
    for (const [userNo, usage] of gone) accounts.change(userNo, 'REQUEST_ID', usage, nowMs);
    return due.length;
  };
  /** Removes the user's oldest requests to make room. */
  const roll = (userNo: number, account: Account, nowMs: number): void => {
    const due = oldestOver(account, (limit) => selectOldest.all({ userNo, limit }));
    removeAll(due, nowMs);
  };

  return {
    find<T>(userNo: number | undefined, requestId: RequestId | undefined, nowMs: number): Remembered<T> | undefined {
      if (requestId === undefined || userNo === undefined) return undefined;
      const row = select.get({ userNo, id: requestId.id });
      const prior = row && { bodyHash: row.body_hash, atMs: row.at_ms };
      // An earlier version stored the body's hash itself, and an unsealed snapshot.
      const isSealed = row?.body_hash !== requestId.bodyHash;
      const repeat = decideRepeat(prior, isSealed ? storedRequest(requestId) : requestId, nowMs);
      if (!repeat.ok) throw repeat.error;
      if (!repeat.value || row === undefined) return undefined;
      const snapshot = row.snapshot === null ? undefined : readSnapshot(row.snapshot, requestId, isSealed);
      return { outcome: JSON.parse(row.outcome) as T, snapshot };
    },

    remember(userNo, requestId, nowMs, memoryId, outcome, snapshot) {
      if (requestId === undefined) return;
      // An expired request with the same id is replaced.
      const stored = storedRequest(requestId);
      const before = removeOne.get({ userNo, id: stored.id });
      const text = JSON.stringify(outcome);
      const packed = snapshot === undefined ? null : sealAnswer(requestId, snapshot);
      // The size is that before compression, as for memories: random ids would compress differently.
      const sizeBytes = [stored.id, text, snapshot ?? ''].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      insert.run({ userNo, ...stored, memoryId, outcome: text, snapshot: packed, nowMs, sizeBytes });
      const grown = { count: before === undefined ? 1 : 0, bytes: sizeBytes - (before ?? 0) };
      const account = accounts.change(userNo, 'REQUEST_ID', grown, nowMs);
      if (isOver(account)) roll(userNo, account, nowMs);
    },

    forgetOfType: (userNo, pattern, nowMs) => removeAll(selectOfType.all({ userNo, pattern }), nowMs),

    sweep(nowMs, limit, choose) {
      const expired = selectExpired.all({ beforeMs: nowMs - REQUEST_ID_TTL_MS, limit });
      const due = choose(expired, ({ userNo }) => userNo);
      return removeAll(due, nowMs);
    },
  };
}

function readSnapshot(snapshot: string | Buffer, requestId: RequestId, isSealed: boolean): string {
  return isSealed && typeof snapshot !== 'string' ? openAnswer(requestId, snapshot) : readText(snapshot);
}
