/** Reads a session as of one moment: its window, its summaries, its agent's prompt, and what was found of before. */
import type { Database } from 'better-sqlite3';
import type {
  SessionQuery,
  SessionView,
  FactsHold,
  FindResponse,
  FoundResponse,
  IdleQuery,
  RecalledTurn,
  RecalledTurnQuery,
  SystemPrompt,
  SystemPromptOwner,
  SystemPromptRef,
} from '../../../domain/context/intents.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import {
  readQuestion,
  recallChance,
  recallRelevance,
  relevanceBesideShown,
} from '../../../domain/context/relevance.ts';
import { wordsOf } from '../../../domain/context/tokens.ts';
import type { TurnRole, WindowPolicy, SessionState } from '../../../domain/context/turn.ts';
import type { LearntFactor, TokenUsage } from '../../../domain/context/usage.ts';
import { lookAgain } from '../../../domain/context/second-look.ts';
import type { HeldTurn } from '../../../domain/context/window-blocks.ts';
import type { Scope } from '../../../domain/memory.ts';
import { EARLIER_SESSIONS, SECOND_LOOK, SEGMENT } from '../../../policy/context.ts';
import { LIMITS } from '../../../policy/limits.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import { factsOfResponses, responseReader } from './response-rows.ts';
import { sessionLists, type SessionLists } from './session-lists.ts';
import { recalledTurns } from './recalled-turns.ts';
import { sessionRows } from './session-rows.ts';
import { readText } from '../../stored-text.ts';
import { systemPromptRows } from './system-prompt-rows.ts';
import { earlierSessions } from './earlier-sessions.ts';
import { idleSessions } from './idle-sessions.ts';
import { sessionStamps } from './session-stamps.ts';
import type { Head } from '../indexes/owner-index.ts';
import type { userIndexes } from '../indexes/user-index.ts';
import type { EarlierSession } from '../../../domain/context/earlier-sessions.ts';
import type { Relevance } from '../../../domain/context/materials.ts';
import type { Usage } from '../../../domain/decide/quota.ts';

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

/** What recall looks at of a turn before it takes it. */
type Recallable = { readonly turn: Recalled; readonly namespace: string; readonly recallMs: number };

/** Best first, and how near they come to the question. */
type Found = Pick<SessionView, 'recalled' | 'relevance' | 'chance'>;
const NOTHING: Found = { recalled: [], relevance: 'NOTHING', chance: 0 };

/** Describes a session, whatever is asked of it. */
export type StillView = Omit<SessionView, 'recalled' | 'relevance' | 'chance' | 'earlierSessions'>;

/** Tells what the asker still holds of an earlier answer about the same session, system prompt and model. */
export type HeldAnswer = {
  readonly stamp: number;
  /** The last turn of its window. */
  readonly lastTurn: Pick<HeldTurn, 'id' | 'turn'> | undefined;
};

/** `still` is absent where it is what the asker has: what `has` named. */
export type SeenSession = {
  readonly stamp: number;
  readonly still: StillView | undefined;
  /** The window begins with what the asker has of it from this turn on; absent where it has nothing of it. */
  readonly heldFrom: number | undefined;
  readonly recalled: readonly Recalled[];
  readonly relevance: Relevance;
  readonly chance: number;
  readonly earlierSessions: readonly EarlierSession[];
};

export type ContextReads = SessionLists & {
  /** Turns of before `oldestMs` have expired; `clockMs` as in `retrieve`. */
  session(argument: {
    readonly query: SessionQuery;
    readonly has: HeldAnswer | undefined;
    readonly clockMs: number;
    readonly oldestMs: number;
    readonly defaultPolicy: WindowPolicy;
  }): SeenSession;
  sessionState(argument: { readonly scope: Scope; readonly defaultPolicy: WindowPolicy }): SessionState;
  idleSessions(query: IdleQuery): readonly Scope[];
  /** Turns of before `oldestMs` have expired. */
  recalledTurns(argument: { readonly query: RecalledTurnQuery; readonly oldestMs: number }): readonly RecalledTurn[];
  systemPrompt(ref: SystemPromptRef): SystemPrompt | undefined;
  systemPromptUse(owner: SystemPromptOwner): Usage;
  /** Undefined for a session without turns. */
  sessionUsage(scope: Scope): TokenUsage | undefined;
  findResponse(query: FindResponse): FoundResponse | undefined;
  /** Whether the facts still hold that an answer rests on which is kept elsewhere. */
  factsHold(query: FactsHold): boolean;
};

export function readContext(db: Database, indexes: ReturnType<typeof userIndexes>): ContextReads {
  const inTransaction = readTransaction(db);
  const rows = sessionRows(db);
  const prompts = systemPromptRows(db);
  const stamps = sessionStamps(db);
  const findResponse = responseReader(db);
  const factsHold = factsOfResponses(db);
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const selectFound = db
    .prepare<[string], FoundRow>(
      'SELECT session_id, namespace, turn, speaker, role, said_ms, recall_ms, content FROM memories WHERE id = ?',
    )
    .raw();
  const selectFactor = db.prepare<[object], LearntFactor>(
    'SELECT factor, samples FROM token_factors WHERE tenant = @tenant AND model = @model',
  );
  const selectIdle = idleSessions(db);
  const selectEarlier = earlierSessions(db, rows);
  const find = ({ tenant, userId, sessionId }: Scope) => {
    const userNo = selectUser.get({ tenant, userId });
    return userNo === undefined ? undefined : rows.find(userNo, sessionId);
  };

  /** Turns of the session itself from `firstTurn` on are shown anyhow. */
  const recall = (
    query: SessionQuery,
    text: string,
    { firstTurn, isNew }: { readonly firstTurn: number; readonly isNew: boolean },
    clockMs: number,
    oldestMs: number,
  ): Found => {
    const { scope, recalled: topK, recallsWindow, looksTwice, shownTurns, leastShare = 0, nowMs } = query;
    if (topK === 0 || text.trim() === '') return NOTHING;
    const found = indexes.search('RECALL', scope, clockMs, ({ index, once }): Found => {
      // The index asks for the best first.
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
      const { hits, nearness, likenessToFirst } = index.searchNear({
        text: text.slice(0, LIMITS.queryBytes),
        topK,
        accepts,
        nowMs,
        explain: false,
      });
      const question = readQuestion(text);
      const near = recallRelevance(question, nearness, isNew);
      // A tail weighs by its own chance what its host does not show.
      const relevance = shownTurns === undefined ? relevanceBesideShown(question, near, nearerShown) : near;
      const chance = recallChance(question, nearness);
      const bestScore = hits[0]?.score ?? 0;
      const isFarFrom = (score: number): boolean => bestScore > 0 && score < leastShare * bestScore;
      if (!looksTwice || relevance === 'NOTHING') {
        const found = hits.filter(({ score }) => !isFarFrom(score)).map(({ id }) => turnOf(id));
        return { recalled: found, relevance, chance };
      }
      const likeness = likenessToFirst(SECOND_LOOK.first);
      const found = hits
        .map(({ id, score }, at) => ({ turn: turnOf(id), score, likeness: likeness[at]! }))
        .filter(({ score }) => !isFarFrom(score));
      return { recalled: lookAgain(found), relevance, chance };
    });
    return found ?? NOTHING;
  };
  const readRecallable = (id: string): Head<Recallable> | undefined => {
    const row = selectFound.get(id);
    if (row === undefined) return undefined;
    const [sessionId, namespace, turn, speaker, role, timeMs, recallMs, stored] = row;
    const content = readText(stored);
    const who = speaker === '' ? role.toLowerCase() : speaker;
    return {
      of: {
        turn: {
          id,
          sessionId,
          turn,
          speaker: who,
          role,
          content,
          words: wordsOf(content.trim()),
          timeMs,
          appendedMs: recallMs,
        },
        ...{ namespace, recallMs },
      },
      bytes: SQLITE.filteredRecordBytes + 2 * content.length,
    };
  };

  /** Sends only the turns of the window that the asker does not have: those that were appended. */
  const stillView = (
    { scope, systemVersion, model }: SessionQuery,
    defaultPolicy: WindowPolicy,
    held: HeldAnswer['lastTurn'],
  ): {
    readonly still: StillView;
    readonly isHeld: boolean;
    readonly firstTurn: number;
    readonly lastAsked: string;
  } => {
    const { tenant, agentId } = scope;
    const row = find(scope);
    const isHeld = row !== undefined && held !== undefined && rows.turnId(row.session_no, held.turn) === held.id;
    const window = row === undefined ? [] : rows.shown(row.session_no, isHeld ? held.turn : 0);
    const firstTurn = row === undefined ? Infinity : rows.firstTurn(row.session_no);
    const still = {
      segments: row === undefined ? [] : rows.segments(row, firstTurn, SEGMENT.shown),
      window,
      nextTurn: row?.next_turn ?? 1,
      ...rows.windowRules(row, defaultPolicy),
      system: prompts.find({ tenant, agentId, version: systemVersion }),
      notes: rows.notes(row),
      lastError: row === undefined ? '' : rows.lastError(row.session_no),
      totalTokens: row?.total_tokens ?? 0,
      learnt: model === '' ? undefined : selectFactor.get({ tenant, model }),
    };
    return { still, isHeld, firstTurn, lastAsked: row === undefined ? '' : rows.lastAsked(row.session_no) };
  };

  return {
    session: ({ query, has, clockMs, oldestMs, defaultPolicy }) =>
      inTransaction((): SeenSession => {
        const known = stamps.holding(has?.stamp);
        const seen = known === undefined ? stillView(query, defaultPolicy, has?.lastTurn) : undefined;
        const session = known ?? { ...seen!, nextTurn: seen!.still.nextTurn };
        const { lastAsked: asked, firstTurn, nextTurn } = session;
        const firstShown = query.shownTurns === undefined ? firstTurn : nextTurn - query.shownTurns;
        const text = query.text === '' ? asked : query.text;
        const isNew = query.shownTurns === undefined && nextTurn <= EARLIER_SESSIONS.newTurns + 1;
        return {
          stamp: known === undefined ? stamps.give({ lastAsked: asked, firstTurn, nextTurn }) : has!.stamp,
          still: seen?.still,
          heldFrom: seen?.isHeld === true ? firstTurn : undefined,
          ...recall(query, text, { firstTurn: firstShown, isNew }, clockMs, oldestMs),
          earlierSessions: selectEarlier(query.scope, text, oldestMs, defaultPolicy, isNew),
        };
      }),

    sessionState: ({ scope, defaultPolicy }) => inTransaction(() => rows.state(find(scope), defaultPolicy)),

    idleSessions: (query) => inTransaction(() => selectIdle(query)),

    systemPrompt: (ref) => prompts.find(ref),

    systemPromptUse: (owner) => prompts.use(owner),

    findResponse: (query) => inTransaction(() => findResponse(query)),

    factsHold,

    ...sessionLists(db),
    recalledTurns: recalledTurns(db),

    sessionUsage(scope) {
      const row = find(scope);
      return row && rows.usage(row);
    },
  };
}
