/** Reads a session as of one moment: its window, its summaries, its agent's prompt, and what was found of before. */
import type { Database } from 'better-sqlite3';
import type { SessionQuery, SessionView } from '../../../domain/context/intents.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import type { TurnRole } from '../../../domain/context/turn.ts';
import type { LearntFactor } from '../../../domain/context/usage.ts';
import { lastAsked } from '../../../domain/context/window-blocks.ts';
import type { Scope } from '../../../domain/memory.ts';
import { SEGMENT } from '../../../policy/context.ts';
import { LIMITS } from '../../../policy/limits.ts';
import { factsOfResponses, responseReader } from '../rows/response-rows.ts';
import { sessionRows } from '../rows/session-rows.ts';
import { readText } from '../../stored-text.ts';
import { systemPromptRows } from '../rows/system-prompt-rows.ts';
import type { ReaderApi } from '../threads/thread-api.ts';
import type { userIndexes } from '../indexes/user-index.ts';

type FoundRow = readonly [
  id: string,
  sessionId: string,
  namespace: string,
  turn: number,
  speaker: string,
  role: TurnRole,
  saidMs: number,
  recallMs: number,
  content: string | Buffer,
];

export function readContext(
  db: Database,
  indexes: ReturnType<typeof userIndexes>,
): Pick<ReaderApi, 'session' | 'sessionState' | 'systemPrompt' | 'sessionUsage' | 'findResponse' | 'factsHold'> {
  const rows = sessionRows(db);
  const prompts = systemPromptRows(db);
  const findResponse = responseReader(db);
  const factsHold = factsOfResponses(db);
  const selectUser = db
    .prepare<[object], number>('SELECT user_no FROM users WHERE tenant = @tenant AND user_id = @userId')
    .pluck();
  const selectFound = db
    .prepare<[string], FoundRow>(
      'SELECT id, session_id, namespace, turn, speaker, role, said_ms, recall_ms, content FROM memories WHERE id = ?',
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
    const found = new Map<string, FoundRow>();
    const accepts = (id: string): boolean => {
      const row = selectFound.get(id);
      if (row === undefined) return false;
      const [, , namespace, , , , , recallMs] = row;
      if (recallMs < oldestMs || (scope.namespace !== '' && namespace !== scope.namespace)) return false;
      found.set(id, row);
      return true;
    };
    const asked = { text: text.slice(0, LIMITS.queryBytes), topK, accepts, nowMs, explain: false };
    const hits = indexes.search('RECALL', scope, clockMs, ({ index }) => index.search(asked)) ?? [];
    return hits.map(({ id }) => toRecalled(found.get(id)!));
  };

  return {
    session: ({ query, clockMs, oldestMs }) =>
      db.transaction((): SessionView => {
        const row = find(query.scope);
        const window = row === undefined ? [] : rows.shown(row.session_no);
        return {
          segments: row === undefined ? [] : rows.segments(row.session_no, SEGMENT.shown),
          window,
          system: prompts.find({
            tenant: query.scope.tenant,
            agentId: query.scope.agentId,
            version: query.systemVersion,
          }),
          notes: rows.notes(row),
          lastError: row === undefined ? '' : rows.lastError(row.session_no),
          totalTokens: row?.total_tokens ?? 0,
          learnt: query.model === '' ? undefined : selectFactor.get({ tenant: query.scope.tenant, model: query.model }),
          recalled: recall(query, query.text === '' ? lastAsked(window) : query.text, clockMs, oldestMs),
        };
      })(),

    sessionState: (scope) => db.transaction(() => rows.state(find(scope)))(),

    systemPrompt: (ref) => prompts.find(ref),

    findResponse: (query) => db.transaction(() => findResponse(query))(),

    factsHold,

    sessionUsage(scope) {
      const row = find(scope);
      return row && rows.usage(row);
    },
  };
}

function toRecalled([id, sessionId, , turn, speaker, role, timeMs, , content]: FoundRow): Recalled {
  const who = speaker === '' ? role.toLowerCase() : speaker;
  return { id, sessionId, turn, speaker: who, content: readText(content), timeMs };
}
