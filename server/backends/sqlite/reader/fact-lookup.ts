/** Finds the standing facts that a text may be about: of its slot, and those that share most of its telling words. */
import type { Database } from 'better-sqlite3';
import { factWords } from '../../../domain/facts/telling-words.ts';
import { COMMON_WORD, FACTS_COMPARED } from '../../../policy/facts.ts';
import { FACT_COLUMNS, type FactRow } from '../rows/fact-rows.ts';

export function factLookup(db: Database) {
  const ofSlot = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f
     WHERE f.user_no = @userNo AND f.slot = @slot AND f.slot <> '' AND f.closed_ms IS NULL AND f.namespace = @namespace
     LIMIT @limit`,
  );
  const countOf = db
    .prepare<[object], number>(
      `SELECT count(*) FROM (SELECT 1 FROM fact_words WHERE user_no = @userNo AND word = @word LIMIT @most)`,
    )
    .pluck();
  // CROSS: word by word. Left to itself, the planner reads all of the user's words for each. Of a word that very many facts have,
  // the newest of them.
  const ofWords = db.prepare<[object], FactRow>(
    `WITH found AS MATERIALIZED (
       SELECT f.fact_no AS found_no, count(*) AS shared FROM json_each(@words) w
       CROSS JOIN fact_words fw ON fw.user_no = @userNo AND fw.word = w.value
         AND fw.fact_no >= coalesce((SELECT fact_no FROM fact_words WHERE user_no = @userNo AND word = w.value
                                     ORDER BY fact_no DESC LIMIT 1 OFFSET @most), 0)
       CROSS JOIN facts f USING (fact_no)
       WHERE f.namespace = @namespace GROUP BY f.fact_no ORDER BY shared DESC, f.fact_no DESC LIMIT @limit)
     SELECT ${FACT_COLUMNS} FROM found CROSS JOIN facts f ON f.fact_no = found_no ORDER BY shared DESC, f.fact_no DESC`,
  );
  /** What few facts say tells which of them a text is about; what many say, where there is nothing else. */
  const rarest = (userNo: number, words: readonly string[]): readonly string[] => {
    const most = COMMON_WORD.facts + 1;
    const counted = words
      .map((word) => ({ word, count: countOf.get({ userNo, word, most }) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((left, right) => left.count - right.count);
    let rows = 0;
    return counted
      .filter(({ count }, place) => place < COMMON_WORD.looked || (rows += count) <= COMMON_WORD.rows)
      .map(({ word }) => word);
  };
  return (userNo: number, namespace: string, slot: string, ...texts: readonly string[]): readonly FactRow[] => {
    const words = rarest(userNo, [...new Set(texts.flatMap((text) => [...factWords(text)]))]);
    const limit = FACTS_COMPARED;
    const rows = [
      ...ofSlot.all({ userNo, namespace, slot, limit }),
      ...(words.length === 0
        ? []
        : ofWords.all({ userNo, namespace, words: JSON.stringify(words), most: COMMON_WORD.facts, limit })),
    ];
    return [...new Map(rows.map((row) => [row.fact_no, row])).values()];
  };
}
