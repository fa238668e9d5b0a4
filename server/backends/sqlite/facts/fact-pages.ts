/** Reads facts by id or create time, whatever their state. */
import type { Database } from 'better-sqlite3';
import type { FactEvent, FactHistory, FactListQuery, FactPage, Unwritten } from '../../../domain/facts/fact-intents.ts';
import { factState, isDue } from '../../../domain/facts/fact-state.ts';
import type { Fact } from '../../../domain/facts/fact.ts';
import type { ListCursor } from '../../../domain/intents.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { FACTS_COMPARED } from '../../../policy/facts.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import { isOfDomains } from './fact-search.ts';
import { byFact } from './heard-confirmations.ts';
import { withUnwritten } from './unwritten-confirmations.ts';

type EventRow = {
  readonly kind: FactEvent['kind'];
  readonly at_ms: number;
  readonly other_id: string;
  readonly count: number;
};

export function factPages(db: Database) {
  const OF_USER = `FROM facts f WHERE f.user_no = @userNo AND (@namespace = '' OR f.namespace = @namespace)`;
  const selectOne = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} ${OF_USER} AND f.id = @id`);
  const selectPredecessors = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.superseded_by = @id ORDER BY f.create_ms LIMIT @limit + 0`,
  );
  const selectEvents = db.prepare<[object], EventRow>(
    'SELECT kind, at_ms, other_id, count FROM fact_events WHERE fact_no = @factNo ORDER BY at_ms, event_no',
  );
  const PAGE = `(f.create_ms, f.id) > (@createMs, @afterId) ORDER BY f.create_ms, f.id LIMIT @limit + 0`;
  const selectPage = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} ${OF_USER} AND ${PAGE}`);
  const selectPinnedPage = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.is_pinned = 1 AND ${PAGE}`,
  );

  return {
    one(userNo: number, namespace: string, id: string, unwritten: Unwritten): FactHistory | undefined {
      const row = selectOne.get({ userNo, namespace, id });
      if (row === undefined) return undefined;
      const events = selectEvents.all({ factNo: row.fact_no }).map(toEvent);
      const waiting = byFact(unwritten);
      // A fact that was closed is confirmed no more.
      const { lastMs, count = 0 } = (row.closed_ms === null ? waiting.get(id) : undefined) ?? {};
      return {
        fact: withUnwritten(toFact(row), waiting),
        events: lastMs === undefined ? events : [...events, { kind: 'CONFIRMED', atMs: lastMs, otherId: '', count }],
        predecessors: selectPredecessors.all({ userNo, namespace, id, limit: FACTS_COMPARED }).map(toFact),
      };
    },

    page(userNo: number, query: FactListQuery, unwritten: Unwritten): FactPage {
      const { scope, domains, states, pinnedOnly, due, pageSize, after, nowMs } = query;
      const waiting = byFact(unwritten);
      const createMs = after?.createTimeMs ?? Number.MIN_SAFE_INTEGER;
      const { namespace } = scope;
      const limit = SQLITE.listScanRows;
      const select = pinnedOnly ? selectPinnedPage : selectPage;
      const rows = select.all({ userNo, namespace, createMs, afterId: after?.id ?? '', limit });
      const facts: Fact[] = [];
      for (const row of rows) {
        const fact = withUnwritten(toFact(row), waiting);
        if (domains.length > 0 && !isOfDomains(fact, domains)) continue;
        if (!states.includes(factState(fact, nowMs))) continue;
        if (due && !isDue(fact, nowMs)) continue;
        if (facts.length === pageSize) return { facts, next: cursorOf(facts.at(-1)) };
        facts.push(fact);
      }
      return rows.length < limit ? { facts } : { facts, next: cursorOf(toFact(rows.at(-1) as FactRow)) };
    },
  };
}

function cursorOf(fact: Fact | undefined): ListCursor | undefined {
  return fact && { createTimeMs: fact.createTimeMs, id: fact.id };
}

function toEvent({ kind, at_ms: atMs, other_id: otherId, count }: EventRow): FactEvent {
  return { kind, atMs, otherId, count };
}
