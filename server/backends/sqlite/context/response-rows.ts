/** The rows of stored answers. An answer is deleted when it expires, or when a fact that it depends on no longer holds. */
import type { Database } from 'better-sqlite3';
import type { FactsHold, FindResponse, FoundResponse, StoreResponse } from '../../../domain/context/intents.ts';
import { matchOf } from '../../../domain/context/responses.ts';
import { sameIntent } from '../../../domain/context/same-intent.ts';
import { RESPONSES } from '../../../policy/context.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import { vectorBytes, vectorOf } from '../records/rows.ts';
import type { ChooseDue } from '../records/due-rows.ts';

type Row = {
  readonly question: string;
  readonly answer: string;
  readonly vector: Buffer | null;
  readonly create_ms: number;
};

/**
 * True for answers that hold: no fact that they depend on was replaced, forgotten or deleted; if they depend on all, none was added
 * either.
 */
const HOLDS = `r.expire_ms > @nowMs AND CASE WHEN r.fact_ids IS NULL
  THEN NOT EXISTS (SELECT 1 FROM facts f WHERE f.user_no = r.user_no AND f.create_ms >= r.create_ms)
    AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.user_no = r.user_no AND f.closed_ms >= r.create_ms)
  ELSE NOT EXISTS (SELECT 1 FROM json_each(r.fact_ids) w LEFT JOIN facts f ON f.id = w.value AND f.user_no = r.user_no
    WHERE f.id IS NULL OR f.closed_ms IS NOT NULL) END`;

export function responseReader(db: Database) {
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const OF_USER = `FROM responses r WHERE r.user_no = @userNo AND r.namespace = @namespace AND r.locale = @locale`;
  const selectSame = db.prepare<[object], Row>(
    `SELECT r.question, r.answer, r.vector, r.create_ms ${OF_USER} AND r.normalised = @normalised AND ${HOLDS}`,
  );
  const selectAll = db.prepare<[object], Row & { readonly vector: Buffer }>(
    `SELECT r.question, r.answer, r.vector, r.create_ms ${OF_USER} AND r.kind = 'FACT' AND r.vector IS NOT NULL AND ${HOLDS}
     ORDER BY r.create_ms DESC LIMIT @limit + 0`,
  );

  return ({ scope, key, locale, vector, embedderName, nowMs }: FindResponse): FoundResponse | undefined => {
    const userNo = selectUser.get({ tenant: scope.tenant, userId: scope.userId });
    if (userNo === undefined) return undefined;
    const of = { userNo, namespace: scope.namespace, locale, nowMs };
    const same = selectSame.get({ ...of, normalised: key.normalised });
    if (same !== undefined) return found(same, matchOf(key, same.question), 1);
    if (key.kind !== 'FACT' || vector === undefined) return undefined;
    const candidates = selectAll
      .all({ ...of, limit: RESPONSES.most })
      .map((row) => ({ question: row.question, vector: vectorOf(row.vector), row }));
    const near = sameIntent(key.question, vector, candidates, embedderName);
    return near && found(near.candidate.row, 'SAME_INTENT', near.similarity);
  };
}

/** Applies HOLDS to an answer that is stored elsewhere: unknown facts are those of another server. */
export function factsOfResponses(db: Database): (query: FactsHold) => boolean {
  const unchanged = db
    .prepare<[object], number>(
      `SELECT NOT EXISTS (SELECT 1 FROM facts f JOIN users u USING (user_no) WHERE u.tenant = @tenant AND u.user_id = @userId
         AND (f.create_ms >= @storedMs OR f.closed_ms >= @storedMs))`,
    )
    .pluck();
  const standing = db
    .prepare<[object], number>(
      `SELECT NOT EXISTS (SELECT 1 FROM json_each(@ids) w JOIN facts f ON f.id = w.value JOIN users u USING (user_no)
         WHERE u.tenant = @tenant AND u.user_id = @userId AND f.closed_ms IS NOT NULL)`,
    )
    .pluck();
  return ({ scope: { tenant, userId }, factIds, storedMs }) =>
    (factIds.length === 0
      ? unchanged.get({ tenant, userId, storedMs })
      : standing.get({ tenant, userId, ids: JSON.stringify(factIds) })) === 1;
}

function found({ question, answer, create_ms: storedMs }: Row, match: FoundResponse['match'], similarity: number) {
  return { match, question, answer, storedMs, similarity };
}

export function responseWriter(db: Database, quotaAccounts: QuotaAccounts, noteTextRemoved: () => void) {
  const put = db.prepare(
    `INSERT OR REPLACE INTO responses (user_no, namespace, locale, kind, normalised, question, answer, vector, fact_ids,
       create_ms, expire_ms)
     VALUES (@userNo, @namespace, @locale, @kind, @normalised, @question, @answer, @vector, @factIds, @nowMs, @expireMs)`,
  );
  const trim = db.prepare(
    `DELETE FROM responses WHERE response_no IN
       (SELECT response_no FROM responses WHERE user_no = @userNo ORDER BY create_ms DESC LIMIT -1 OFFSET @most + 0)`,
  );
  const selectExpired = db.prepare<[object], { readonly responseNo: number; readonly userNo: number }>(
    `SELECT response_no AS responseNo, user_no AS userNo FROM responses
     WHERE expire_ms <= @nowMs ORDER BY expire_ms LIMIT @limit + 0`,
  );
  const remove = db.prepare('DELETE FROM responses WHERE response_no = @responseNo');
  return {
    store({ scope, key, locale, answer, vector, factIds, nowMs, expireMs }: StoreResponse): void {
      const userNo = quotaAccounts.user(scope);
      const { kind, normalised, question } = key;
      put.run({
        userNo,
        namespace: scope.namespace,
        locale,
        kind,
        normalised,
        question,
        answer,
        vector: vectorBytes(vector),
        factIds: factIds.length === 0 ? null : JSON.stringify(factIds),
        nowMs,
        expireMs,
      });
      trim.run({ userNo, most: RESPONSES.most });
      noteTextRemoved();
    },

    sweep(nowMs: number, limit: number, choose: ChooseDue): number {
      const expired = choose(selectExpired.all({ nowMs, limit }), ({ userNo }) => userNo);
      for (const { responseNo } of expired) remove.run({ responseNo });
      if (expired.length > 0) noteTextRemoved();
      return expired.length;
    },
  };
}
