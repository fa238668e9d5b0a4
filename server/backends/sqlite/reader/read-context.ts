/** Reads a session as of one moment: its window, its summaries, its agent's prompt, and what was found of before. */
import type { Database } from 'better-sqlite3';
import type { SessionQuery } from '../../../domain/context/intents.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import { wordsOf } from '../../../domain/context/tokens.ts';
import type { TurnRole } from '../../../domain/context/turn.ts';
import type { LearntFactor } from '../../../domain/context/usage.ts';
import { lastAsked } from '../../../domain/context/window-blocks.ts';
import type { Scope } from '../../../domain/memory.ts';
import { SEGMENT } from '../../../policy/context.ts';
import { LIMITS } from '../../../policy/limits.ts';
import { SQLITE } from '../../../policy/sqlite.ts';
import { readTransaction } from '../rows/read-transaction.ts';
import { factsOfResponses, responseReader } from '../rows/response-rows.ts';
import { sessionRows } from '../rows/session-rows.ts';
import { readText } from '../../stored-text.ts';
import { systemPromptRows } from '../rows/system-prompt-rows.ts';
import { sessionStamps } from './session-stamps.ts';
import type { ReaderApi } from '../threads/thread-api.ts';
import type { ReaderApiOfSessions, SeenSession, StillView } from '../threads/thread-api-of-sessions.ts';
import type { Head } from '../indexes/owner-index.ts';
import type { userIndexes } from '../indexes/user-index.ts';

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

export function readContext(
  db: Database,
  indexes: ReturnType<typeof userIndexes>,
): ReaderApiOfSessions & Pick<ReaderApi, 'findResponse' | 'factsHold'> {
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
  const find = ({ tenant, userId, sessionId }: Scope) => {
    const userNo = selectUser.get({ tenant, userId });
    return userNo === undefined ? undefined : rows.find(userNo, sessionId);
  };

  const recall = (query: SessionQuery, text: string, clockMs: number, oldestMs: number): readonly Recalled[] => {
    const { scope, recalled: topK, nowMs } = query;
    if (topK === 0 || text.trim() === '') return [];
    const found = indexes.search('RECALL', scope, clockMs, ({ index, once }) => {
      const accepts = (id: string): boolean => {
        const known = once(id, readRecallable);
        if (known === undefined || known.recallMs < oldestMs) return false;
        return scope.namespace === '' || known.namespace === scope.namespace;
      };
      const hits = index.search({ text: text.slice(0, LIMITS.queryBytes), topK, accepts, nowMs, explain: false });
      return hits.map(({ id }) => once(id, readRecallable)!.turn);
    });
    return found ?? [];
  };
  const readRecallable = (id: string): Head<Recallable> | undefined => {
    const row = selectFound.get(id);
    if (row === undefined) return undefined;
    const [sessionId, namespace, turn, speaker, role, timeMs, recallMs, stored] = row;
    const content = readText(stored);
    const who = speaker === '' ? role.toLowerCase() : speaker;
    return {
      of: {
        turn: { id, sessionId, turn, speaker: who, content, words: wordsOf(content.trim()), timeMs },
        ...{ namespace, recallMs },
      },
      bytes: SQLITE.filteredRecordBytes + 2 * content.length,
    };
  };

  const stillView = ({ scope, systemVersion, model }: SessionQuery): StillView => {
    const { tenant, agentId } = scope;
    const row = find(scope);
    return {
      segments: row === undefined ? [] : rows.segments(row.session_no, SEGMENT.shown),
      window: row === undefined ? [] : rows.shown(row.session_no),
      system: prompts.find({ tenant, agentId, version: systemVersion }),
      notes: rows.notes(row),
      lastError: row === undefined ? '' : rows.lastError(row.session_no),
      totalTokens: row?.total_tokens ?? 0,
      learnt: model === '' ? undefined : selectFactor.get({ tenant, model }),
    };
  };

  return {
    session: ({ query, has, clockMs, oldestMs }) =>
      inTransaction((): SeenSession => {
        const known = stamps.holding(has);
        const still = known === undefined ? stillView(query) : undefined;
        const asked = known?.lastAsked ?? lastAsked(still!.window);
        return {
          stamp: known === undefined ? stamps.give(asked) : has!,
          still,
          recalled: recall(query, query.text === '' ? asked : query.text, clockMs, oldestMs),
        };
      }),

    sessionState: (scope) => inTransaction(() => rows.state(find(scope))),

    systemPrompt: (ref) => prompts.find(ref),

    findResponse: (query) => inTransaction(() => findResponse(query)),

    factsHold,

    sessionUsage(scope) {
      const row = find(scope);
      return row && rows.usage(row);
    },
  };
}
