/** Chooses the facts that a prompt may show: pinned ones, those that the question's plan touches, those that are near the question. */
import type { Database } from 'better-sqlite3';
import { factDomainsFor } from '../../../domain/conversation/turn-domain.ts';
import type { FactForPrompt, PromptFactQuery } from '../../../domain/facts/fact-intents.ts';
import { namingTexts } from '../../../domain/context/named-people.ts';
import type { QuestionReading } from '../../../domain/context/question-reading.ts';
import { asksOfUserAlone, namesSubject, subjectOf } from '../../../domain/facts/fact-subject.ts';
import type { Fact } from '../../../domain/facts/fact.ts';
import type { Scope } from '../../../domain/memory.ts';
import { PLAN_LIKENESS } from '../../../policy/plans.ts';
import { sessionRows } from '../context/session-rows.ts';
import { FACT_COLUMNS, toFact, type FactRow } from './fact-rows.ts';
import type { FactSearch } from './fact-search.ts';
import { withUnwritten, type Confirmed } from './unwritten-confirmations.ts';

export function promptFacts(db: Database, search: FactSearch, questions: QuestionReading) {
  const selectPinned = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f WHERE f.user_no = @userNo AND (@namespace = '' OR f.namespace = @namespace)
       AND f.is_pinned = 1 AND f.closed_ms IS NULL ORDER BY f.confirm_ms DESC LIMIT @limit + 0`,
  );
  const sessions = sessionRows(db);
  const lastAsked = (userNo: number, { sessionId }: Scope): string => {
    const row = sessions.find(userNo, sessionId);
    return row === undefined ? '' : sessions.lastAsked(row.session_no);
  };

  return (userNo: number, query: PromptFactQuery, clockMs: number, confirmed: Confirmed): readonly FactForPrompt[] => {
    const text = query.text === '' ? lastAsked(userNo, query.scope) : query.text;
    const whatFor = { ...query, text, domains: factDomainsFor(text), activeOnly: true };
    const asking = { userNo, query: whatFor, clockMs, confirmed };
    const { hits, areNear } = search.find(asking, { showsBody: true });
    const { namespace } = query.scope;
    // Pinned facts are shown whatever the question.
    const pinned = selectPinned
      .all({ userNo, namespace, limit: query.topK })
      .map((row) => withUnwritten(toFact(row), confirmed.unwritten));
    const ofPlan = search.planned(asking);
    const isPlanned = new Set(ofPlan.map(({ fact }) => fact.id));
    const isOfBody = new Set(ofPlan.filter((planned) => planned.isOfBody).map(({ fact }) => fact.id));
    const ranked = new Map([...ofPlan, ...hits].map(({ fact }) => [fact.id, fact]));
    const ofUserAlone = asksOfUserAlone(text);
    const isOfOthers = (fact: Fact): boolean => {
      const subject = ofUserAlone ? subjectOf(fact.text) : undefined;
      return subject !== undefined && !namesSubject(text, subject);
    };
    const likeness = new Map(hits.map(({ fact, similarity }) => [fact.id, similarity]));
    const { leastShare = 0, keptAnyway = 0, allOf = 0 } = query;
    const leastScore = leastShare * Math.max(0, hits[0]?.score ?? 0);
    const far = new Set(
      hits
        .slice(hits.length <= allOf ? allOf : keptAnyway)
        .filter(({ score }) => score < leastScore)
        .map(({ fact }) => fact.id),
    );
    const naming = areNear ? [] : namingTexts(text, questions.read(text), hits, ({ fact }) => fact.text);
    const isNamed = new Set(naming.map(({ fact }) => fact.id));
    const loose = [...ranked.values()].filter((fact) => fact.isPinned !== true);
    return [...pinned, ...loose].map((fact): FactForPrompt => {
      const why = fact.isPinned ? 'PINNED' : isPlanned.has(fact.id) ? 'PLANNED' : 'NEAR';
      // A plan hardly names what it touches, and is a little like anything: facts of other kinds must be nearer.
      const isNear =
        areNear &&
        !far.has(fact.id) &&
        !isOfOthers(fact) &&
        (ofPlan.length === 0 || likeness.get(fact.id)! >= PLAN_LIKENESS.others);
      return { fact, why, mayHarm: isOfBody.has(fact.id), isNear: why !== 'NEAR' || isNear || isNamed.has(fact.id) };
    });
  };
}
