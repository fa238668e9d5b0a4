/** Requests that were applied, so that a repeat is answered alike. */
import { deflateSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { decideRepeat } from '../../../domain/decide/repeat.ts';
import type { RequestId } from '../../../domain/intents.ts';
import { readText } from '../../stored-text.ts';

type RequestRow = {
  readonly body_hash: string;
  readonly at_ms: number;
  readonly outcome: string;
  readonly snapshot: string | Buffer | null;
};

/** What a repeat is answered with. The snapshot is undefined where there was none, or once its memory is gone. */
export type Remembered<T> = { readonly outcome: T; readonly snapshot: string | undefined };

export type Requests = ReturnType<typeof requests>;

export function requests(db: Database) {
  const select = db.prepare<[object], RequestRow>(
    'SELECT body_hash, at_ms, outcome, snapshot FROM requests WHERE user_no = @userNo AND request_id = @id',
  );
  const replace = db.prepare(
    `INSERT OR REPLACE INTO requests (user_no, request_id, body_hash, memory_id, outcome, snapshot, at_ms)
     VALUES (@userNo, @id, @bodyHash, @memoryId, @outcome, @snapshot, @nowMs)`,
  );
  const scrub = db.prepare('UPDATE requests SET snapshot = NULL WHERE memory_id = @memoryId AND snapshot IS NOT NULL');

  return {
    /** The first outcome if this is a repeat. Throws REQUEST_ID_REUSED. */
    find<T>(userNo: number | undefined, requestId: RequestId | undefined, nowMs: number): Remembered<T> | undefined {
      if (requestId === undefined || userNo === undefined) return undefined;
      const row = select.get({ userNo, id: requestId.id });
      const prior = row && { bodyHash: row.body_hash, atMs: row.at_ms };
      const repeat = decideRepeat(prior, requestId, nowMs);
      if (!repeat.ok) throw repeat.error;
      if (!repeat.value || row === undefined) return undefined;
      const snapshot = row.snapshot === null ? undefined : readText(row.snapshot);
      return { outcome: JSON.parse(row.outcome) as T, snapshot };
    },

    remember(
      userNo: number,
      requestId: RequestId | undefined,
      nowMs: number,
      memoryId: string,
      outcome: object,
      snapshot?: string,
    ): void {
      if (requestId === undefined) return;
      replace.run({
        userNo,
        ...requestId,
        memoryId,
        outcome: JSON.stringify(outcome),
        snapshot: snapshot === undefined ? null : deflateSync(snapshot),
        nowMs,
      });
    },

    /** A removed memory's content stays nowhere. */
    forgetContent(memoryId: string): void {
      scrub.run({ memoryId });
    },
  };
}
