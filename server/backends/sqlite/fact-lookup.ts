/** Finds the standing facts that a text may be about: of its slot, and those that share most of its telling words. */
import type { Database } from 'better-sqlite3';
import { factWords } from '../../domain/facts/telling-words.ts';
import { FACTS_COMPARED } from '../../policy/facts.ts';
import { FACT_COLUMNS, type FactRow } from './fact-rows.ts';

export function factLookup(db: Database) {
  const ofSlot = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f
     WHERE f.user_no = @userNo AND f.slot = @slot AND f.slot <> '' AND f.closed_ms IS NULL AND f.namespace = @namespace
     LIMIT @limit`,
  );
  // CROSS: word by word. Left to itself, the planner reads all of the user's words for each.
  const ofWords = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS}, count(*) AS shared FROM json_each(@words) w
     CROSS JOIN fact_words fw ON fw.user_no = @userNo AND fw.word = w.value JOIN facts f USING (fact_no)
     WHERE f.namespace = @namespace GROUP BY f.fact_no ORDER BY shared DESC, f.fact_no DESC LIMIT @limit`,
  );
  return (userNo: number, namespace: string, slot: string, ...texts: readonly string[]): readonly FactRow[] => {
    const words = JSON.stringify([...new Set(texts.flatMap((text) => [...factWords(text)]))]);
    const limit = FACTS_COMPARED;
    const rows = [
      ...ofSlot.all({ userNo, namespace, slot, limit }),
      ...ofWords.all({ userNo, namespace, words, limit }),
    ];
    return [...new Map(rows.map((row) => [row.fact_no, row])).values()];
  };
}
