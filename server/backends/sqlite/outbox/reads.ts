/** Reads the outbox: changes that wait, changes that were sent, and changes that the index refused. */
import type { Outbox } from '../../../ports/outbox.ts';
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { userScope } from '../../../domain/scope.ts';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { OUTBOX } from '../../../policy/backends.ts';
import type {
  DeadReason,
  DueChange,
  OutboxChange,
  OutboxState,
  DeadLetter,
  SentChange,
} from '../../../ports/outbox.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { CURRENT_VECTOR, FULL_COLUMNS, toRecord, vectorOf, type FullRow } from '../records/rows.ts';

type ChangeRow = {
  readonly id: string;
  readonly tenant: string;
  readonly user_id: string;
  readonly sequence: number;
  readonly revision: number;
  readonly attempts: number;
  readonly changed_ms: number;
  readonly at_ms: number;
  readonly seen_ms: number | null;
  readonly reason: DeadReason | null;
  readonly version: number | null;
};

type MemoryRow = FullRow & { readonly vector: Buffer | null };

const CHANGES = `SELECT x.id, u.tenant, u.user_id, x.sequence, x.revision, x.attempts, x.changed_ms, x.at_ms, x.seen_ms,
    x.reason, m.version
  FROM outbox x JOIN users u USING (user_no) LEFT JOIN memories m ON m.id = x.id`;

type Argument<Method extends keyof Outbox> = Parameters<Outbox[Method]>[0];

export type OutboxReads = {
  dueChanges(argument: Argument<'due'>): {
    readonly changes: readonly DueChange[];
    readonly nextMs?: number | undefined;
  };
  indexErasures(argument: Record<string, never>): readonly UserKey[];
  sentChanges(argument: { readonly limit: number }): readonly SentChange[];
  outboxState(argument: Record<string, never>): OutboxState;
  deadLetters(argument: Argument<'deadLetters'>): readonly DeadLetter[];
};

export function readOutbox(db: Database, encoder: StaticEncoder): OutboxReads {
  const sql = statements(db);

  const changeOf = (row: ChangeRow, serverNo: number): OutboxChange => {
    return {
      id: row.id,
      scope: userScope({ tenant: row.tenant, userId: row.user_id }),
      sequence: row.sequence,
      revision: row.revision * OUTBOX.servers + serverNo,
      isRemoved: row.version === null,
    };
  };
  const server = (): number => sql.selectServer.get() ?? 0;

  return {
    dueChanges: ({ nowMs, limit, bytes }) =>
      sql.inTransaction(() => {
        const identity = sql.selectEmbedder.get();
        const embedder = identity === undefined ? '' : embedderKey(identity);
        const serverNo = server();
        const changes: DueChange[] = [];
        let taken = 0;
        for (const row of sql.selectDue.all({ nowMs, limit })) {
          if (taken >= bytes) break;
          const change = changeOf(row, serverNo);
          const memory = change.isRemoved ? undefined : sql.selectMemory.get({ id: row.id });
          const { attempts } = row;
          if (memory === undefined) {
            changes.push({ ...change, attempts });
            continue;
          }
          const record = toRecord(memory, { tenant: change.scope.tenant, userId: change.scope.userId, expireMs: null });
          const text = 'content' in record.payload ? record.payload.content : '';
          const vector = memory.vector === null ? encoder.embed(text) : vectorOf(memory.vector);
          taken += memory.size_bytes + vector.byteLength;
          changes.push({ ...change, attempts, document: { record, revision: change.revision, vector, embedder } });
        }
        const nextMs = changes.length > 0 ? undefined : (sql.selectNext.get() ?? undefined);
        return { changes, nextMs };
      }),

    sentChanges: ({ limit }) =>
      sql.inTransaction(() => {
        const serverNo = server();
        return sql.selectSent.all({ limit }).map((row) => ({
          ...changeOf(row, serverNo),
          sentMs: row.at_ms,
          ...(row.seen_ms !== null && { seenMs: row.seen_ms }),
        }));
      }),

    indexErasures: () => sql.selectErasures.all(),

    outboxState() {
      const states = new Map(sql.selectState.all().map((row) => [row.state, row]));
      const countOf = (state: string): number => states.get(state)?.count ?? 0;
      const found: OutboxState = {
        waiting: countOf('WAITING'),
        sent: countOf('SENT'),
        dead: countOf('DEAD'),
        oldestMs: states.get('WAITING')?.oldest,
      };
      return found;
    },

    // A letter may itself be the cursor after which the next page begins: its user does not narrow the page.
    deadLetters: ({ tenant, userId, after: { sequence, id }, limit }) =>
      sql.selectDead.all({ tenant, userId, limit, sequence, id }).map((row) => ({
        id: row.id,
        sequence: row.sequence,
        userId: row.user_id,
        isRemoved: row.version === null,
        reason: row.reason ?? 'REFUSED',
        attempts: row.attempts,
        changedMs: row.changed_ms,
        deadMs: row.at_ms,
      })),
  };
}

function statements(db: Database) {
  return {
    inTransaction: readTransaction(db),
    selectDue: db.prepare<[object], ChangeRow>(
      `${CHANGES} WHERE x.state = 'WAITING' AND x.at_ms <= @nowMs ORDER BY x.sequence, x.id LIMIT @limit + 0`,
    ),
    selectNext: db.prepare<[], number | null>(`SELECT min(at_ms) FROM outbox WHERE state = 'WAITING'`).pluck(),
    selectSent: db.prepare<[object], ChangeRow>(
      `${CHANGES} WHERE x.state = 'SENT' ORDER BY x.at_ms, x.id LIMIT @limit + 0`,
    ),
    selectDead: db.prepare<[object], ChangeRow>(
      `${CHANGES} WHERE x.state = 'DEAD' AND (x.sequence, x.id) > (@sequence, @id) AND u.tenant = @tenant
       AND (@userId = '' OR u.user_id = @userId)
     ORDER BY x.sequence, x.id LIMIT @limit + 0`,
    ),
    selectState: db.prepare<[], { state: string; count: number; oldest: number }>(
      'SELECT state, count(*) AS count, min(changed_ms) AS oldest FROM outbox GROUP BY state',
    ),
    selectErasures: db.prepare<[], UserKey>('SELECT tenant, user_id AS userId FROM index_erasures'),
    selectMemory: db.prepare<[object], MemoryRow>(
      `SELECT ${FULL_COLUMNS}, ${CURRENT_VECTOR} FROM memories m WHERE m.id = @id`,
    ),
    selectServer: db.prepare<[], number>('SELECT server_no FROM mirror').pluck(),
    selectEmbedder: db.prepare<[], EmbedderIdentity>(
      `SELECT name, version, dimensions FROM embedder WHERE state = 'CURRENT'`,
    ),
  };
}
