/** Finds turns of a user's sessions that are about a question, for the recall part of a prompt. */
import type { Database } from 'better-sqlite3';
import type { SessionQuery, SessionView } from '../../../domain/context/intents.ts';
import type { QuestionReading } from '../../../domain/context/question-reading.ts';
import type { FarTurn, Recalled } from '../../../domain/context/recall-block.ts';
import {
  recallChance,
  recallRelevance,
  relevanceBesideShown,
  type ReadQuestion,
} from '../../../domain/context/relevance.ts';
import { namingTexts } from '../../../domain/context/named-people.ts';
import { withExchanges } from '../../../domain/context/exchanges.ts';
import { asksForState, preferNewer } from '../../../domain/context/newest-state.ts';
import { preferUsers } from '../../../domain/context/users-turns.ts';
import { withRevisions } from '../../../domain/context/revisions.ts';
import { lookAgain, type FoundTurn } from '../../../domain/context/second-look.ts';
import { wordsOf } from '../../../domain/context/tokens.ts';
import type { TurnRole } from '../../../domain/context/turn.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { SECOND_LOOK } from '../../../policy/context.ts';
import { LIMITS } from '../../../policy/limits.ts';
import { readText } from '../../stored-text.ts';
import type { Head } from '../indexes/owner-index.ts';
import type { userIndexes } from '../indexes/user-index.ts';
import { plannedTurns, type KeptTurn } from './planned-turns.ts';
import { withReplacingTurns } from './replacing-turns.ts';

type FoundRow = readonly [
  sessionId: string,
  namespace: string,
  turn: number,
  speaker: string,
  role: TurnRole,
  saidMs: number,
  recallMs: number,
  content: string | Buffer,
];

/** The fields of a turn that decide whether recall accepts it. */
type Recallable = KeptTurn & { readonly namespace: string; readonly recallMs: number };

/** The turns, best first, and how near they come to the question. */
type Found = Pick<SessionView, 'recalled' | 'planned' | 'far' | 'relevance' | 'chance'>;
const NOTHING: Found = { recalled: [], planned: new Set(), far: [], relevance: 'NOTHING', chance: 0 };

/** The turns that the prompt shows in any case, and how far back recall reaches. */
type Around = {
  /** The first turn of the session itself that the prompt shows. */
  readonly firstTurn: number;
  /** True if the session has hardly begun. */
  readonly isNew: boolean;
  /** The time by which expiry is decided, in milliseconds, as in `retrieve`. */
  readonly clockMs: number;
  /** The time before which turns have expired, in milliseconds since 1970. */
  readonly oldestMs: number;
};

export function recallSearch(db: Database, indexes: ReturnType<typeof userIndexes>, questions: QuestionReading) {
  const findPlanned = plannedTurns(questions.plans);
  const readRecallable = recallableReader(db);
  const withReplacing = withReplacingTurns(db);

  return (query: SessionQuery, text: string, { firstTurn, isNew, clockMs, oldestMs }: Around): Found => {
    const { scope, recalled: topK, recallsWindow, looksTwice, shownTurns, nowMs } = query;
    if (topK === 0 || text.trim() === '') return NOTHING;
    const found = indexes.search('RECALL', scope, clockMs, ({ index, once }): Found => {
      // The index calls this for the best first.
      let isFirst = true;
      let nearerShown = 0;
      const accepts = (id: string): boolean => {
        const known = once(id, readRecallable);
        if (known === undefined || known.recallMs < oldestMs) return false;
        const isShown = known.turn.sessionId === scope.sessionId && known.turn.turn >= firstTurn;
        if (isShown && !recallsWindow) {
          if (isFirst) nearerShown += 1;
          return false;
        }
        const isAccepted = scope.namespace === '' || known.namespace === scope.namespace;
        if (isAccepted) isFirst = false;
        return isAccepted;
      };
      const turnOf = (id: string): Recalled => once(id, readRecallable)!.turn;
      const acceptedTurn = (id: string): Recalled | undefined => (accepts(id) ? turnOf(id) : undefined);
      const { hits, nearness, likenessToFirst } = index.searchNear({
        text: text.slice(0, LIMITS.queryBytes),
        topK,
        accepts,
        nowMs,
        explain: false,
      });
      const completed = (found: readonly Recalled[]): readonly Recalled[] => {
        const exchanges = withExchanges(found, index.neighboursOf, acceptedTurn);
        const revised = withRevisions(exchanges, index.sharingRareWords, acceptedTurn);
        return withReplacing(scope, revised, acceptedTurn);
      };
      const question = questions.read(text, shownTurns === undefined ? 'PROMPT' : 'TAIL');
      const alone = recallRelevance(question, nearness, isNew);
      const keptOf = (id: string): KeptTurn | undefined => (accepts(id) ? once(id, readRecallable) : undefined);
      // A statement plans nothing, though it may resemble a plan: "I cooked dinner tonight".
      const planned = question.tells ? [] : findPlanned(text, index, keptOf, nowMs);
      // A tail counts by its own chance, whatever its host shows.
      const beside = shownTurns === undefined ? relevanceBesideShown(question, alone, nearerShown) : alone;
      // An order to plan something usually needs several things that are known of the user, so it gets the full room.
      const relevance = planned.length > 0 && question.orders && beside !== 'NOTHING' ? 'ALL' : beside;
      const chance = recallChance(question, nearness);
      const turns = hits.map(({ id }) => turnOf(id));
      const isInWindow = ({ sessionId, turn }: Recalled): boolean => sessionId === scope.sessionId && turn >= firstTurn;
      const withFar = (recalled: readonly Recalled[], of = relevance): Found => {
        const near = new Set(recalled);
        const far = turns.filter((turn) => !near.has(turn) && !isInWindow(turn)).map(farTurn);
        return { recalled, planned: new Set(planned.map(({ id }) => id)), far, relevance: of, chance };
      };
      if (relevance === 'NOTHING' && planned.length > 0) return withFar(completed(planned), 'LITTLE');
      const withPlanned = (best: readonly Recalled[]): readonly Recalled[] => [...new Set([...planned, ...best])];
      if (relevance === 'NOTHING' && nearerShown === 0 && shownTurns === undefined) {
        const naming = namingTexts(text, question, turns, ({ content }) => content);
        if (naming.length > 0) return withFar(completed(naming), 'LITTLE');
      }
      const likeness = looksTwice ? likenessToFirst(SECOND_LOOK.first) : [];
      const measured = hits.map(({ score }, at) => ({ turn: turns[at]!, score, likeness: likeness[at] ?? 0 }));
      const best = nearTurns(query, text, question, measured);
      return withFar(relevance === 'NOTHING' ? best : completed(withPlanned(best)));
    });
    return found ?? NOTHING;
  };
}

/** Returns the turns that are near enough, best first. */
function nearTurns(
  { leastShare = 0, keptAnyway = 0, looksTwice }: SessionQuery,
  text: string,
  question: ReadQuestion,
  found: readonly FoundTurn[],
): readonly Recalled[] {
  const leastScore = leastShare * Math.max(0, found[0]?.score ?? 0);
  const kept = found.filter(({ score }, at) => at < keptAnyway || score >= leastScore);
  const ordered = preferUsers(question, kept);
  const near = asksForState(text, question, kept) ? preferNewer(ordered) : ordered;
  return looksTwice ? lookAgain(near) : near.map(({ turn }) => turn);
}

function farTurn({ sessionId, turn, words }: Recalled): FarTurn {
  return { sessionId, turn, words };
}

/** Reads a turn by its id, and returns the bytes that caching it takes. */
function recallableReader(db: Database) {
  const select = db
    .prepare<[string], FoundRow>(
      'SELECT session_id, namespace, turn, speaker, role, said_ms, recall_ms, content FROM memories WHERE id = ?',
    )
    .raw();
  return (id: string): Head<Recallable> | undefined => {
    const row = select.get(id);
    if (row === undefined) return undefined;
    const [sessionId, namespace, turn, speaker, role, timeMs, recallMs, stored] = row;
    const content = readText(stored);
    const who = speaker === '' ? role.toLowerCase() : speaker;
    const words = wordsOf(content.trim());
    return {
      of: {
        turn: { id, sessionId, turn, speaker: who, role, content, words, timeMs, appendedMs: recallMs },
        namespace,
        recallMs,
      },
      bytes: SQLITE.filteredRecordBytes + 2 * content.length,
    };
  };
}
