/** Finds the standing facts that a text may be about: those of its slot, and those that share most of its significant words. */
import type { Database } from 'better-sqlite3';
import type { SaidFact } from '../../../domain/facts/fact-intents.ts';
import { excludeEachOther, othersOfKind } from '../../../domain/facts/exclusive-words.ts';
import { domainsOf } from '../../../domain/facts/fact.ts';
import { swappedOut } from '../../../domain/languages/rules/fact-rules.ts';
import { countShared, factWords } from '../../../domain/facts/telling-words.ts';
import { GRAMMAR } from '../../../domain/languages/grammar.ts';
import { fold } from '../../../domain/text/fold.ts';
import {
  COMMON_WORD,
  CORRECTED_TURNS,
  FACTS_COMPARED,
  FACTS_CORRECTED,
  NEWEST_COMPARED,
} from '../../../policy/facts.ts';
import { FACT_COLUMNS, type FactRow } from './fact-rows.ts';
import type { LatestFacts } from './latest-facts.ts';

/**
 * Finds the fact that a statement corrects, among those that its conversation stated last: one with the words that it retracts by name,
 * one that it excludes, or else the decision that shares most words with it; the last if there are several.
 */
export function correctedFact(db: Database) {
  const select = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f
     WHERE f.user_no = @userNo AND f.closed_ms IS NULL AND f.namespace = @namespace
       AND f.session_id = @sessionId AND f.turn BETWEEN @fromTurn AND @turn
     ORDER BY f.confirm_ms DESC, f.fact_no DESC LIMIT @limit + 0`,
  );
  return (userNo: number, statement: SaidFact, namespace: string): FactRow | undefined => {
    const { corrects, leans, provenance, said } = statement;
    const { sessionId, turn } = provenance;
    if (corrects !== true || sessionId === '') return undefined;
    const fromTurn = turn - CORRECTED_TURNS;
    const rows = select.all({ userNo, namespace, sessionId, fromTurn, turn, limit: FACTS_CORRECTED });
    const folded = fold(said);
    const old = swappedOut(GRAMMAR.facts, folded.replace(/[\s.!]+$/u, ''));
    const named = rows.find(({ fact }) => old !== undefined && hasAll(factWords(fact), factWords(old)));
    const other = named ?? rows.find(({ fact }) => excludeEachOther(folded, fold(fact)));
    if (other !== undefined) return other;
    if ((old !== undefined && leans === true) || !domainsOf(statement).includes('DECISIONS')) return undefined;
    const words = factWords(said);
    const shared = ({ fact }: FactRow): number => countShared(words, factWords(fact));
    const decisions = rows.filter((row) => row.domain === 'DECISIONS' || row.also_domain === 'DECISIONS');
    return decisions.toSorted((left, right) => shared(right) - shared(left))[0];
  };
}

const hasAll = (words: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean =>
  wanted.size > 0 && countShared(wanted, words) === wanted.size;

export function factLookup(db: Database) {
  const ofSlot = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f
     WHERE f.user_no = @userNo AND f.slot = @slot AND f.slot <> '' AND f.closed_ms IS NULL AND f.namespace = @namespace
     LIMIT @limit + 0`,
  );
  // Skipping rows takes less time than counting them, and among many facts most words of everyday talk have `most`.
  const countWords = db
    .prepare<[object], readonly [word: string, count: number]>(
      `SELECT w.value, coalesce(
         (SELECT @most + 0 FROM fact_words WHERE user_no = @userNo AND word = w.value LIMIT 1 OFFSET @skipped + 0),
         (SELECT count(*) FROM fact_words WHERE user_no = @userNo AND word = w.value))
       FROM json_each(@words) w`,
    )
    .raw();
  // CROSS JOIN fixes the order, word by word: else the planner reads all of the user's words for each. For a word that very many facts
  // have, the newest facts are read.
  const ofWords = db
    .prepare<[object], number>(
      `SELECT fw.fact_no FROM json_each(@words) w
       CROSS JOIN fact_words fw ON fw.user_no = @userNo AND fw.word = w.value
         AND fw.fact_no >= coalesce((SELECT fact_no FROM fact_words WHERE user_no = @userNo AND word = w.value
                                     ORDER BY fact_no DESC LIMIT 1 OFFSET @most + 0), 0)
       GROUP BY fw.fact_no ORDER BY count(*) DESC, fw.fact_no DESC`,
    )
    .pluck();
  const byNumber = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.fact_no = @factNo AND f.namespace = @namespace`,
  );
  /** Returns the facts that share most words first, then the newest. */
  const sharing = (userNo: number, namespace: string, words: readonly string[], limit: number): readonly FactRow[] => {
    const rows: FactRow[] = [];
    if (words.length === 0) return rows;
    for (const factNo of ofWords.iterate({ userNo, words: JSON.stringify(words), most: COMMON_WORD.facts })) {
      const row = byNumber.get({ factNo, namespace });
      if (row !== undefined && rows.push(row) === limit) break;
    }
    return rows;
  };
  /** Returns rare words, which tell facts apart; frequent ones only if there are no others. */
  const rarest = (userNo: number, words: readonly string[]): readonly string[] => {
    const most = COMMON_WORD.facts + 1;
    const counted = countWords
      .all({ userNo, words: JSON.stringify(words), most, skipped: most - 1 })
      .map(([word, count]) => ({ word, count }))
      .filter(({ count }) => count > 0)
      .toSorted((left, right) => left.count - right.count);
    let rows = 0;
    return counted
      .filter(({ count }, index) => index < COMMON_WORD.looked || (rows += count) <= COMMON_WORD.rows)
      .map(({ word }) => word);
  };
  return (userNo: number, namespace: string, slot: string, ...texts: readonly string[]): readonly FactRow[] => {
    const words = rarest(userNo, [...new Set(texts.flatMap((text) => [...factWords(text)]))]);
    const limit = FACTS_COMPARED;
    const inSlot = slot === '' ? [] : ofSlot.all({ userNo, namespace, slot, limit });
    const rows = [...inSlot, ...sharing(userNo, namespace, words, limit)];
    return [...new Map(rows.map((row) => [row.fact_no, row])).values()];
  };
}

/**
 * Returns a function that finds the standing facts that a statement may repeat or replace. What sounds like a replacement may share no
 * word with the fact that it replaces: for that, the newest facts are found, too. A decision that takes another one back has that of its
 * own conversation, by `correctedFact`.
 */
export function factsAbout(lookUp: ReturnType<typeof factLookup>, latest: LatestFacts) {
  return (
    userNo: number,
    namespace: string,
    { slot = '', text, said, replaces = 0, corrects }: SaidFact,
  ): readonly FactRow[] => {
    const rows = lookUp(userNo, namespace, slot, text, said, othersOfKind(said));
    if (corrects === true || replaces < NEWEST_COMPARED.from) return rows;
    const known = new Set(rows.map((row) => row.fact_no));
    const newest = latest.newest(userNo, namespace, NEWEST_COMPARED.each);
    return [...rows, ...newest.filter((row) => !known.has(row.fact_no))];
  };
}
