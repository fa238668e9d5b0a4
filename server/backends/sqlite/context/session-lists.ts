/** Lists sessions, and the turns of one: those of its window from `turns`, those that left it from `memories`. */
import type { Database } from 'better-sqlite3';
import type {
  ListedSegment,
  ListedSession,
  ListedTurn,
  SessionListQuery,
  TurnListQuery,
} from '../../../domain/context/intents.ts';
import { renderSegment, type Segment } from '../../../domain/context/segment.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { ListCursor } from '../../../domain/intents.ts';
import { readText } from '../../stored-text.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import { withinAnswer } from '../engine/within-answer.ts';
import { LIMITS } from '../../../policy/limits.ts';
import { toCalls } from './session-rows.ts';

type Page<Key extends string, T> = { readonly [K in Key]: Slices<readonly T[]> } & {
  readonly next?: ListCursor | undefined;
};

export type SessionLists = {
  sessionPage(query: SessionListQuery): Page<'sessions', ListedSession>;
  /** Returns a page. Turns before `oldestMs` have expired, except those of the window. */
  turnPage(argument: { readonly query: TurnListQuery; readonly oldestMs: number }): Page<'turns', ListedTurn> & {
    readonly segments: readonly ListedSegment[];
  };
};

type SessionRow = Omit<ListedSession, 'recallOff' | 'endMs'> & {
  readonly isRecallOff: number;
  readonly endMs: number | null;
};

type TurnRow = Omit<ListedTurn, 'content' | 'toolCalls' | 'inWindow'> & {
  readonly id: string;
  readonly inWindow: number;
  readonly calls: string | null;
  readonly sizeBytes: number;
};

type SegmentRow = Omit<Segment, 'keys'> & { readonly keys: string };

/** The cursor before all others, in order of descending update times and of ascending or descending turns. */
const NEWEST = { createTimeMs: Number.MAX_SAFE_INTEGER, id: '' };
const FIRST_TURN = { turn: 0, createMs: 0, id: '' };
const LAST_TURN = { turn: Number.MAX_SAFE_INTEGER, createMs: 0, id: '' };

/** A turn's position in its session: numbers are used again only if a session was dropped and begun again. */
type TurnPosition = Pick<TurnRow, 'turn' | 'createMs' | 'id'>;

export function sessionLists(db: Database): SessionLists {
  const selectSessions = db.prepare<[object], SessionRow>(
    `SELECT s.session_id AS sessionId, s.next_turn - 1 AS turnCount, s.next_segment - 1 AS segmentCount,
       (SELECT count(*) FROM turns t WHERE t.session_no = s.session_no) AS windowTurnCount,
       s.total_tokens AS totalTokens, s.update_ms AS updateMs, s.ended_ms AS endMs, s.is_recall_off AS isRecallOff
     FROM users u JOIN sessions s INDEXED BY sessions_of_user ON s.user_no = u.user_no
     WHERE u.tenant = @tenant AND u.user_id = @userId
       AND (s.update_ms < @createTimeMs OR (s.update_ms = @createTimeMs AND s.session_id > @id))
     ORDER BY s.update_ms DESC, s.session_id LIMIT @limit + 0`,
  );
  const segmentsOf = pageSegments(db);
  const selectTurns = { up: turnsInOrder(db, 'ASC'), down: turnsInOrder(db, 'DESC') };
  const selectWindowText = db
    .prepare<[object], string | Buffer>(
      `SELECT t.content FROM users u JOIN sessions s USING (user_no) JOIN turns t USING (session_no)
       WHERE u.tenant = @tenant AND u.user_id = @userId AND s.session_id = @sessionId AND t.turn = @turn`,
    )
    .pluck();
  const selectRecallText = db.prepare<[object], string | Buffer>('SELECT content FROM memories WHERE id = @id').pluck();

  const toListed = (row: TurnRow, { tenant, userId, sessionId }: Scope): ListedTurn => {
    const { id, inWindow, calls, sizeBytes: _, createMs, ...rest } = row;
    const text =
      inWindow === 1
        ? selectWindowText.get({ tenant, userId, sessionId, turn: row.turn })
        : selectRecallText.get({ id });
    return { ...rest, createMs, content: readText(text ?? ''), toolCalls: toCalls(calls), inWindow: inWindow === 1 };
  };

  return {
    sessionPage({ scope: { tenant, userId }, pageSize, after = NEWEST }) {
      const { createTimeMs, id } = after;
      const rows = selectSessions.all({ tenant, userId, createTimeMs, id, limit: pageSize + 1 });
      const page = rows.slice(0, pageSize);
      const last = page.at(-1);
      return {
        sessions: inSlices(cut(page.map(toSession), () => 0)),
        ...(rows.length > pageSize && last && { next: { createTimeMs: last.updateMs, id: last.sessionId } }),
      };
    },

    turnPage: ({ query, oldestMs }) =>
      db.transaction(() => {
        const { scope, pageSize, descending, after } = query;
        const { tenant, userId, sessionId, namespace } = scope;
        const start = after === undefined ? (descending ? LAST_TURN : FIRST_TURN) : positionOf(after);
        const asked = { tenant, userId, sessionId, namespace, oldestMs, limit: pageSize + 1, ...start };
        const rows = selectTurns[descending ? 'down' : 'up'].all(asked);
        const shown = withinAnswer(rows.slice(0, pageSize));
        const last = shown.at(-1);
        const next = rows.length > shown.length ? last : undefined;
        const page = shown.map((row) => toListed(row, scope));
        return {
          turns: inSlices(cut(page, ({ content }) => content.length)),
          segments: segmentsOf(query, start, next),
          ...(next && { next: cursorOf(next) }),
        };
      })(),
  };
}

/** Selects turns of the window and turns that left it, in one order. */
function turnsInOrder(db: Database, order: 'ASC' | 'DESC') {
  const isBeyond = order === 'ASC' ? '>' : '<';
  return db.prepare<[object], TurnRow>(
    `WITH whose AS (
         SELECT user_no, (SELECT owner_no FROM owners o WHERE o.user_no = u.user_no AND o.type = 'RECALL' AND o.session_id = '')
           AS recall_no FROM users u WHERE u.tenant = @tenant AND u.user_id = @userId
       ), session AS (
         SELECT session_no FROM sessions WHERE user_no = (SELECT user_no FROM whose) AND session_id = @sessionId
       )
       SELECT t.turn, t.create_ms AS createMs, t.id, t.role, t.speaker, t.said_ms AS timeMs, t.agent_id AS agentId, t.namespace,
         t.calls, t.call_id AS toolCallId, t.size_bytes + length(coalesce(t.calls, '')) AS sizeBytes, 1 AS inWindow
       FROM turns t
       WHERE t.session_no = (SELECT session_no FROM session) AND t.turn ${isBeyond}= @turn
         AND (t.turn, t.create_ms, t.id) ${isBeyond} (@turn, @createMs, @id)
         AND (@namespace = '' OR t.namespace = @namespace)
       UNION ALL
       SELECT m.turn, m.create_ms, m.id, m.role, m.speaker, m.said_ms, m.agent_id, m.namespace, NULL, '', m.size_bytes, 0
       FROM memories m INDEXED BY recall_of_session
       WHERE m.owner_no = (SELECT recall_no FROM whose) AND m.session_id = @sessionId AND m.turn ${isBeyond}= @turn
         AND (m.turn, m.create_ms, m.id) ${isBeyond} (@turn, @createMs, @id)
         AND m.recall_ms >= @oldestMs AND (@namespace = '' OR m.namespace = @namespace)
         AND NOT EXISTS (SELECT 1 FROM turns w
                         WHERE w.session_no = (SELECT session_no FROM session) AND w.turn = m.turn AND w.id = m.id)
       ORDER BY 1 ${order}, 2 ${order}, 3 ${order} LIMIT @limit + 0`,
  );
}

/** Reads the segments that end between the beginning of a page and its last turn, or, for the last page, all that remain. */
function pageSegments(db: Database) {
  const selectSegments = db.prepare<[object], SegmentRow>(
    `SELECT g.segment, g.first_turn AS firstTurn, g.last_turn AS lastTurn, g.keys, g.tokens, g.hash, g.create_ms AS createMs
     FROM users u JOIN sessions s USING (user_no) JOIN segments g USING (session_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND s.session_id = @sessionId
       AND g.last_turn BETWEEN @first AND @last AND (@namespace = '' OR g.namespace = @namespace)
     ORDER BY g.segment DESC LIMIT @limit + 0`,
  );

  return (
    { scope, descending }: TurnListQuery,
    start: TurnPosition,
    end: TurnPosition | undefined,
  ): readonly ListedSegment[] => {
    const { tenant, userId, sessionId, namespace } = scope;
    const [first, last] = descending
      ? [end?.turn ?? FIRST_TURN.turn, start.turn - 1]
      : [start.turn + 1, end?.turn ?? LAST_TURN.turn];
    const rows = selectSegments.all({ tenant, userId, sessionId, namespace, first, last, limit: LIMITS.pageSize });
    const found = rows.map(({ keys, ...rest }) => ({
      ...rest,
      text: renderSegment(JSON.parse(keys) as Segment['keys']),
    }));
    return descending ? found : found.reverse();
  };
}

function toSession({ isRecallOff, endMs, ...rest }: SessionRow): ListedSession {
  return { ...rest, recallOff: isRecallOff === 1, ...(endMs !== null && { endMs }) };
}

function cursorOf({ turn, createMs, id }: TurnPosition): ListCursor {
  return { createTimeMs: createMs, id, keys: [[0, turn]] };
}

function positionOf({ createTimeMs: createMs, id, keys }: ListCursor): TurnPosition {
  return { turn: Number(keys?.[0]?.[1] ?? 0), createMs, id };
}
