/** Reads alerts and samples of use. */
import type { Database } from 'better-sqlite3';
import {
  PROMPT_COST,
  type Alert,
  type Sample,
  type AlertBounds,
  type AlertQuery,
  type UserKey,
} from '../../../domain/accounts.ts';

const COLUMNS =
  'sequence, tenant, user_id AS userId, place, name, measure, level, current, max, at_ms AS atMs, resolved_ms AS resolvedMs';
const WANTED = `tenant = @tenant AND (@level IS NULL OR level = @level) AND (@name IS NULL OR name = @name)
  AND (@isCost IS NULL OR (name = '${PROMPT_COST}') = @isCost)`;

export type AlertReads = {
  alerts(argument: AlertQuery): readonly Alert[];
  /** Reads the alerts of all tenants. */
  alertsAfter(argument: { readonly after: number; readonly limit: number }): readonly Alert[];
  alertBounds(argument: Record<string, never>): AlertBounds;
  samples(argument: UserKey): readonly Sample[];
};

export function readAlerts(db: Database): AlertReads {
  const select = (whose: string, place: string) =>
    db.prepare<[object], Alert>(`SELECT ${COLUMNS} FROM alerts WHERE ${whose}${WANTED} AND ${place} LIMIT @limit + 0`);
  const [NEWEST, OLDEST] = ['sequence < @start ORDER BY sequence DESC', 'sequence > @start ORDER BY sequence'];
  const ofUser = 'user_id = @userId AND ';
  const statements = {
    NEWEST_FIRST: { user: select(ofUser, NEWEST), tenant: select('', NEWEST) },
    OLDEST_FIRST: { user: select(ofUser, OLDEST), tenant: select('', OLDEST) },
  };
  const after = db.prepare<[object], Alert>(
    `SELECT ${COLUMNS} FROM alerts WHERE sequence > @after ORDER BY sequence LIMIT @limit + 0`,
  );
  const bounds = db.prepare<[], { readonly oldest: number | null; readonly newest: number }>(
    `SELECT (SELECT min(sequence) FROM alerts) AS oldest,
       coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'alerts'), 0) AS newest`,
  );
  const delivered = db.prepare<[], number>('SELECT sequence FROM alert_delivery').pluck();
  const samples = db.prepare<[object], Sample>(
    `SELECT day, vector_bytes AS vectorBytes, graph_nodes AS graphNodes, session_bytes AS redisBytes, disk_bytes AS diskBytes FROM samples
     WHERE tenant = @tenant AND user_id = @userId ORDER BY day`,
  );

  return {
    alerts: ({ level = null, name = null, ...query }) => {
      const { tenant, userId, limit, order, kind } = query;
      const isCost = kind === undefined ? null : Number(kind === PROMPT_COST);
      const start = query.order === 'NEWEST_FIRST' ? (query.before ?? Number.MAX_SAFE_INTEGER) : query.after;
      const statement = statements[order][userId === '' ? 'tenant' : 'user'];
      return statement.all({ tenant, userId, level, name, isCost, start, limit });
    },

    alertsAfter: (cursor) => after.all(cursor),

    alertBounds() {
      const { oldest = null, newest = 0 } = bounds.get() ?? {};
      return { oldest: oldest ?? newest + 1, newest, delivered: delivered.get() ?? 0 };
    },

    samples: (whose) => samples.all(whose),
  };
}
