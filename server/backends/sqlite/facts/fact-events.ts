/** The history of each fact, as rows of `fact_events`. */
import type { Database } from 'better-sqlite3';
import type { FactEventKind } from '../../../domain/facts/fact-intents.ts';
import { FACT_EVENTS } from '../../../policy/facts.ts';

export function factEvents(db: Database) {
  const insert = db.prepare(
    `INSERT INTO fact_events (fact_no, kind, at_ms, other_id, count) VALUES (@factNo, @kind, @atMs, @otherId, @count)`,
  );
  const trim = db.prepare(
    `DELETE FROM fact_events WHERE fact_no = @factNo AND kind = 'CONFIRMED' AND event_no <=
       (SELECT event_no FROM fact_events WHERE fact_no = @factNo ORDER BY event_no DESC LIMIT 1 OFFSET @kept + 0)`,
  );
  const remove = db.prepare('DELETE FROM fact_events WHERE fact_no = @factNo');

  return {
    /** Notes an event. Of confirmations, only the newest are kept; of other events, all. */
    note(factNo: number, kind: FactEventKind, atMs: number, otherId = '', count = 1): void {
      insert.run({ factNo, kind, atMs, otherId, count });
      if (kind === 'CONFIRMED') trim.run({ factNo, kept: FACT_EVENTS });
    },

    remove: (factNo: number): void => void remove.run({ factNo }),
  };
}
