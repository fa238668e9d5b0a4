/** Finds sessions by when they were last used, and facts by the significant words of either language. */
import type { Database } from 'better-sqlite3';
import { factWords } from '../../../domain/facts/telling-words.ts';

export const CONTEXT_UPKEEP = `
CREATE INDEX sessions_by_use ON sessions (update_ms);
DELETE FROM fact_words;
`;

/** Fills `fact_words` again. */
export function readFactWords(db: Database): void {
  const insert = db.prepare('INSERT INTO fact_words (user_no, word, fact_no) VALUES (@userNo, @word, @factNo)');
  const select = db.prepare<[], { readonly userNo: number; readonly factNo: number; readonly text: string }>(
    'SELECT user_no AS userNo, fact_no AS factNo, fact AS text FROM facts WHERE closed_ms IS NULL',
  );
  for (const { userNo, factNo, text } of select.all())
    for (const word of factWords(text)) insert.run({ userNo, word, factNo });
}
