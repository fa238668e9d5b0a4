/** Reads how old memories are and how much they matter. Memories of erased users are never found. */
import type { Database } from 'better-sqlite3';
import type { Life } from '../../../domain/importance.ts';
import { portableVector, toPortable } from '../../../domain/portable.ts';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import { ARCHIVING } from '../../../policy/lifecycle.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import type {
  Candidate,
  PoolOver,
  WholeMemory,
  ExplainedLife,
  Uncompared,
  LifeToScore,
} from '../../../ports/lifecycle.ts';
import { CURRENT_VECTOR, FULL_COLUMNS, toRecord, type FullRow } from '../records/rows.ts';
import type { RetiredType } from '../../../policy/memory-types.ts';
import type { UserKey } from '../../../domain/accounts.ts';

type CandidateRow = Omit<Candidate, 'importance' | 'poolNo' | 'isPinned' | 'isApart'> & {
  readonly isPinned: number;
  readonly isApart: number;
  readonly importance: number | null;
  readonly poolNo: number | null;
};
type PoolRow = Omit<PoolOver, 'userId'> & { readonly userId: string | null };
type LifeRow = { readonly [Key in keyof Life]: Life[Key] | null } & {
  readonly memoryNo: number;
  readonly importance: number;
  readonly graduated: number;
};
type WholeRow = FullRow & {
  readonly memory_no: number;
  readonly vector: Buffer | null;
  readonly since_ms: number;
  readonly worth: number | null;
  readonly pool_no: number | null;
  readonly tenant: string;
  readonly user_id: string;
};

const CANDIDATE = `l.memory_no AS memoryNo, m.id, u.tenant, u.user_id AS userId, l.pool_no AS poolNo, l.agent_id AS agentId,
  l.since_ms AS sinceMs, l.worth AS importance, m.is_pinned AS isPinned, l.is_apart AS isApart`;
const JOINED = `lives l JOIN memories m USING (memory_no) JOIN owners o ON o.owner_no = l.owner_no
  JOIN users u ON u.user_no = o.user_no`;

/** Counts the links to a memory: entities and relationships of the same user that name it, and the neighbours of those entities. */
const LINKS = `(SELECT count(*) FROM evidence e JOIN memories n USING (memory_no) JOIN owners p ON p.owner_no = n.owner_no
     WHERE e.id = m.id AND p.user_no = o.user_no)
  + (SELECT count(*) FROM evidence e JOIN memories n USING (memory_no) JOIN owners p ON p.owner_no = n.owner_no
     JOIN edges g ON g.from_id = n.id OR g.to_id = n.id WHERE e.id = m.id AND p.user_no = o.user_no)`;
const LIFE = `l.memory_no AS memoryNo, m.update_ms AS updateMs, m.version, coalesce(a.count, 0) AS uses,
  coalesce(a.days, 0) AS useDays, a.last_ms AS lastUseMs, ${LINKS} AS links, m.importance AS stated, l.worth AS importance,
  l.is_graduated AS graduated`;
const LIVED = `${JOINED} LEFT JOIN accesses a ON a.memory_no = l.memory_no`;

export type RetentionReads = {
  retirable(argument: {
    readonly type: RetiredType;
    readonly cutoffMs: number;
    readonly after: Pick<Candidate, 'sinceMs' | 'memoryNo'> | undefined;
    readonly limit: number;
  }): readonly Candidate[];
  candidatesById(argument: { readonly ids: readonly string[] }): readonly Candidate[];
  whole(argument: {
    readonly whose: UserKey;
    readonly memories: readonly Pick<Candidate, 'memoryNo' | 'id'>[];
  }): readonly WholeMemory[];
  toScore(argument: { readonly afterNo: number; readonly limit: number }): readonly LifeToScore[];
  explain(argument: { readonly whose: UserKey; readonly id: string }): ExplainedLife | undefined;
  poolsOver(argument: { readonly cap: number; readonly afterNo: number }): readonly PoolOver[];
  candidates(argument: { readonly memoryNos: readonly number[] }): readonly Candidate[];
  lowest(argument: {
    readonly poolNo: number;
    readonly after: Pick<Candidate, 'importance' | 'memoryNo'> | undefined;
    readonly limit: number;
  }): readonly Candidate[];
  uncompared(argument: { readonly afterNo: number; readonly limit: number }): readonly Uncompared[];
};

export function retentionReads(db: Database): RetentionReads {
  const sql = statements(db);

  const toWhole = (row: WholeRow): WholeMemory => {
    const whose = { tenant: row.tenant, userId: row.user_id };
    const identity = sql.selectEmbedder.get();
    const vector =
      row.vector === null || identity === undefined ? undefined : portableVector(embedderKey(identity), row.vector);
    return {
      ...whose,
      memoryNo: row.memory_no,
      memory: toPortable(toRecord(row, { ...whose, expireMs: null }), vector),
    };
  };

  return {
    retirable({ after, ...query }) {
      const cursor = after ?? { sinceMs: Number.MIN_SAFE_INTEGER, memoryNo: 0 };
      return sql.retirable.all({ ...query, sinceMs: cursor.sinceMs, memoryNo: cursor.memoryNo }).map(toCandidate);
    },
    candidates: ({ memoryNos }) =>
      memoryNos.flatMap((memoryNo) => {
        const row = sql.one.get({ memoryNo });
        return row === undefined ? [] : [toCandidate(row)];
      }),
    candidatesById: ({ ids }) =>
      ids.flatMap((id) => {
        const row = sql.byId.get({ id });
        return row === undefined ? [] : [toCandidate(row)];
      }),
    lowest: ({ poolNo, after, limit }) =>
      sql.lowest
        .all({ poolNo, importance: after?.importance ?? -1, memoryNo: after?.memoryNo ?? 0, limit })
        .map(toCandidate),
    whole: ({ whose: { tenant, userId }, memories }) =>
      db.transaction(() =>
        memories.flatMap(({ memoryNo, id }) => {
          const row = sql.whole.get({ memoryNo, id, tenant, userId });
          return row === undefined ? [] : [toWhole(row)];
        }),
      )(),
    uncompared: ({ afterNo, limit }) =>
      db.transaction(() =>
        sql.uncompared.all({ afterNo, limit }).map((row) => {
          const { id, since_ms: sinceMs, worth, pool_no: poolNo, agent_id: agentId } = row;
          const isPinned = row.is_pinned === 1;
          return {
            ...toWhole(row),
            id,
            agentId,
            sinceMs,
            isPinned,
            isApart: false,
            poolNo: poolNo ?? undefined,
            importance: worth ?? undefined,
          };
        }),
      )(),
    toScore: (query) => sql.toScore.all(query).map((row) => ({ memoryNo: row.memoryNo, ...lifeOf(row) })),
    explain({ whose: { tenant, userId }, id }) {
      const row = sql.explained.get({ tenant, userId, id });
      return row && lifeOf(row);
    },
    poolsOver: ({ cap, afterNo }) =>
      sql.poolsOver
        .all({ cap, afterNo, limit: ARCHIVING.candidatesAtOnce })
        .map(({ userId, ...pool }) => ({ ...pool, userId: userId ?? undefined })),
  };
}

function statements(db: Database) {
  const WHOLE = `SELECT ${FULL_COLUMNS}, ${CURRENT_VECTOR}, m.memory_no, l.since_ms, l.worth,
    l.pool_no, u.tenant, u.user_id FROM ${JOINED}`;

  return {
    retirable: db.prepare<[object], CandidateRow>(
      `SELECT ${CANDIDATE} FROM ${JOINED} WHERE l.type = @type AND m.is_pinned = 0 AND l.since_ms <= @cutoffMs
       AND (l.since_ms, l.memory_no) > (@sinceMs, @memoryNo) ORDER BY l.since_ms, l.memory_no LIMIT @limit + 0`,
    ),
    one: db.prepare<[object], CandidateRow>(`SELECT ${CANDIDATE} FROM ${JOINED} WHERE l.memory_no = @memoryNo`),
    byId: db.prepare<[object], CandidateRow>(`SELECT ${CANDIDATE} FROM ${JOINED} WHERE m.id = @id`),
    lowest: db.prepare<[object], CandidateRow>(
      `SELECT ${CANDIDATE} FROM ${JOINED} WHERE l.pool_no = @poolNo AND l.worth IS NOT NULL AND m.is_pinned = 0
       AND (l.worth, l.memory_no) > (@importance, @memoryNo) ORDER BY l.worth, l.memory_no LIMIT @limit + 0`,
    ),
    // The number of a memory that was removed may be that of a later one.
    whole: db.prepare<[object], WholeRow>(
      `${WHOLE} WHERE l.memory_no = @memoryNo AND m.id = @id AND u.tenant = @tenant AND u.user_id = @userId`,
    ),
    uncompared: db.prepare<[object], WholeRow>(
      `${WHOLE} WHERE l.memory_no > @afterNo AND l.is_compared = 0 AND l.is_apart = 0 AND l.worth IS NOT NULL ORDER BY l.memory_no LIMIT @limit + 0`,
    ),
    toScore: db.prepare<[object], LifeRow>(
      `SELECT ${LIFE} FROM ${LIVED} WHERE l.memory_no > @afterNo AND l.worth IS NOT NULL ORDER BY l.memory_no LIMIT @limit + 0`,
    ),
    explained: db.prepare<[object], LifeRow>(
      `SELECT ${LIFE} FROM ${LIVED} WHERE m.id = @id AND u.tenant = @tenant AND u.user_id = @userId AND l.worth IS NOT NULL`,
    ),
    // The plus sign makes SQLite use the index of counts, since few of many pools are over.
    poolsOver: db.prepare<[object], PoolRow>(
      `SELECT p.pool_no AS poolNo, p.tenant, p.agent_id AS agentId, p.count, u.user_id AS userId
     FROM pools p LEFT JOIN users u ON u.user_no = p.user_no
     WHERE p.count > @cap AND +p.pool_no > @afterNo ORDER BY +p.pool_no LIMIT @limit + 0`,
    ),
    selectEmbedder: db.prepare<[], EmbedderIdentity>(
      `SELECT name, version, dimensions FROM embedder WHERE state = 'CURRENT'`,
    ),
  };
}

function toCandidate({ importance, poolNo, isPinned, isApart, ...row }: CandidateRow): Candidate {
  return {
    ...row,
    isPinned: isPinned === 1,
    isApart: isApart === 1,
    importance: importance ?? undefined,
    poolNo: poolNo ?? undefined,
  };
}

function lifeOf(row: LifeRow): Life & { readonly importance: number; readonly hasGraduated: boolean } {
  const { updateMs, version, uses, useDays, lastUseMs, links, stated, importance, graduated } = row;
  return {
    updateMs: updateMs ?? 0,
    version: version ?? 1,
    uses: uses ?? 0,
    useDays: useDays ?? 0,
    lastUseMs: lastUseMs ?? undefined,
    links: links ?? 0,
    stated: stated ?? undefined,
    importance,
    hasGraduated: graduated === 1,
  };
}
