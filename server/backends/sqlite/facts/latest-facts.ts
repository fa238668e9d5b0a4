/** Reads the facts that were said or confirmed last. */
import type { Database } from 'better-sqlite3';
import type { FactHit, FactQuery } from '../../../domain/facts/fact-intents.ts';
import { FACT_DOMAINS, type Fact } from '../../../domain/facts/fact.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import { withUnwritten, type Confirmed } from './unwritten-confirmations.ts';

/** SQLite's limit for all rows. */
const ALL = -1;

export type LatestFacts = ReturnType<typeof latestFacts>;

export function latestFacts(db: Database) {
  const OF_USER = `FROM facts f WHERE f.user_no = @userNo AND (@namespace = '' OR f.namespace = @namespace)`;
  const selectLast = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.closed_ms IS NULL AND f.domain = @domain
     ORDER BY f.confirm_ms DESC LIMIT @limit + 0`,
  );
  const selectLastAlso = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} ${OF_USER} AND f.closed_ms IS NULL AND f.also_domain = @domain
     ORDER BY f.confirm_ms DESC LIMIT @limit + 0`,
  );

  return {
    /** Reads the facts of the wanted domains, as hits of a question without words. */
    wanted(
      userNo: number,
      { scope: { namespace }, domains, topK }: FactQuery,
      isWanted: (fact: Fact) => boolean,
      unwritten: Confirmed['unwritten'],
    ): readonly FactHit[] {
      // Those that wait to be confirmed are written as older than they are.
      const most = topK + unwritten.size;
      const firstWanted = (rows: Iterable<FactRow>): readonly Fact[] => {
        const found: Fact[] = [];
        for (const row of rows) {
          if (found.length === most) break;
          const fact = withUnwritten(toFact(row), unwritten);
          if (isWanted(fact)) found.push(fact);
        }
        return found;
      };
      return (domains.length === 0 ? FACT_DOMAINS : domains)
        .flatMap((domain) => {
          const asked = { userNo, namespace, domain, limit: ALL };
          return [...firstWanted(selectLast.iterate(asked)), ...firstWanted(selectLastAlso.iterate(asked))];
        })
        .filter(isFirst)
        .toSorted(byLastConfirmed)
        .slice(0, topK)
        .map((fact) => ({ fact, score: 0, similarity: 0 }));
    },

    /** Returns the standing facts of exactly this namespace that were said or confirmed last: at most `each` of every domain. */
    newest: (userNo: number, namespace: string, each: number): readonly FactRow[] =>
      FACT_DOMAINS.flatMap((domain) => selectLast.all({ userNo, namespace, domain, limit: each })).filter(
        (row) => row.namespace === namespace,
      ),

    /** Returns the very last of all standing facts. */
    last: (userNo: number, namespace: string): Fact | undefined =>
      FACT_DOMAINS.flatMap((domain) => selectLast.all({ userNo, namespace, domain, limit: 1 }))
        .map(toFact)
        .toSorted(byLastConfirmed)[0],
  };
}

function byLastConfirmed(left: Fact, right: Fact): number {
  return right.lastConfirmedTimeMs - left.lastConfirmedTimeMs || (left.id < right.id ? 1 : -1);
}

function isFirst({ id }: Fact, at: number, all: readonly Fact[]): boolean {
  return all.findIndex((fact) => fact.id === id) === at;
}
