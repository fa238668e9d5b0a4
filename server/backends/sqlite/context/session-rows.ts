/** The rows of sessions, for the writer and for readers. */
import type { Database } from 'better-sqlite3';
import { NO_NOTES, type SessionNotes } from '../../../domain/context/notes.ts';
import type { ShownSegment } from '../../../domain/context/segment.ts';
import {
  newSession,
  UNKNOWN_PRICING,
  type CountedWords,
  type Point,
  type PromptPricing,
  type SessionState,
  type WindowPolicy,
  type ToolCall,
  type TurnRole,
  type WindowTurn,
} from '../../../domain/context/turn.ts';
import { NO_USAGE, type TokenUsage } from '../../../domain/context/usage.ts';
import { turnEdges } from '../../../domain/conversation/topic-cut.ts';
import { POINT_WORTH } from '../../../policy/context.ts';
import { vectorOf } from '../records/rows.ts';
import { readText } from '../../stored-text.ts';

export type SessionRow = {
  readonly session_no: number;
  readonly next_turn: number;
  readonly next_segment: number;
  readonly target: number;
  readonly domain: string;
  readonly topic_turns: number;
  /** NULL for the server's default. */
  readonly window_policy: WindowPolicy | null;
  /** NULL for none. */
  readonly sealed_turn: number | null;
  readonly closed_turn: number | null;
  readonly paid_tokens: number | null;
  readonly pricing: string | null;
  readonly is_recall_off: number;
  readonly notes: string | null;
  readonly total_tokens: number;
  readonly update_ms: number;
  readonly usage: string | null;
};

/** The part of a turn that the prompt shows. */
export type ShownRow = {
  readonly id: string;
  readonly turn: number;
  readonly role: TurnRole;
  readonly calls: string | null;
  readonly call_id: string;
  readonly tokens: number;
  readonly create_ms: number;
  readonly content: string | Buffer;
};

type TurnRow = ShownRow & {
  readonly speaker: string;
  readonly said_ms: number;
  readonly continuity: number | null;
  readonly starts_topic: number;
  readonly domain: string;
  readonly digest: string;
  readonly vector: Buffer | null;
};

/** The JSON of `turns.digest`. */
export type StoredDigest = { readonly digest: WindowTurn['digest']; readonly stems: readonly string[] };

/** The digest in the form of versions up to schema 28. */
type OldDigest = {
  readonly topics: CountedWords;
  readonly gist: CountedWords;
  readonly decision?: CountedWords;
  readonly question?: CountedWords;
};

function storedState(row: SessionRow, defaultPolicy: WindowPolicy, window: SessionState['window']): SessionState {
  const fresh = newSession(defaultPolicy);
  return {
    ...windowRules(row, defaultPolicy),
    nextTurn: row.next_turn,
    nextSegment: row.next_segment,
    target: row.target,
    domain: row.domain,
    topicTurns: row.topic_turns,
    sealedTurn: row.sealed_turn ?? fresh.sealedTurn,
    closedTurn: row.closed_turn ?? fresh.closedTurn,
    paidTokens: row.paid_tokens ?? fresh.paidTokens,
    window,
  };
}

export function sessionRows(db: Database) {
  const selectSession = db.prepare<[object], SessionRow>(
    `SELECT session_no, next_turn, next_segment, target, domain, topic_turns, window_policy, sealed_turn,
       closed_turn, paid_tokens, pricing, is_recall_off, notes, total_tokens, usage, update_ms
     FROM sessions WHERE user_no = @userNo AND session_id = @sessionId`,
  );
  const selectTurns = db.prepare<[object], TurnRow>(
    `SELECT turn, id, role, speaker, said_ms, create_ms, calls, call_id, tokens, continuity, starts_topic, domain, digest,
       vector, content
     FROM turns WHERE session_no = @sessionNo ORDER BY turn`,
  );
  const selectShown = db.prepare<[object], ShownRow>(
    `SELECT id, turn, role, calls, call_id, tokens, create_ms, content FROM turns
     WHERE session_no = @sessionNo AND turn > @after ORDER BY turn`,
  );
  const selectFirst = db
    .prepare<[object], number>('SELECT turn FROM turns WHERE session_no = @sessionNo ORDER BY turn LIMIT 1')
    .pluck();
  const selectId = db
    .prepare<[object], string>('SELECT id FROM turns WHERE session_no = @sessionNo AND turn = @turn')
    .pluck();
  const selectAsked = db
    .prepare<[object], string | Buffer>(
      `SELECT content FROM turns WHERE session_no = @sessionNo AND role = 'USER' ORDER BY turn DESC LIMIT 1`,
    )
    .pluck();
  const selectNewest = db
    .prepare<[object], readonly [segment: number, keys: string, saidMs: number]>(
      `SELECT segment, keys, coalesce(said_ms, create_ms) FROM segments WHERE session_no = @sessionNo AND first_turn < @beforeTurn AND last_turn > @closedTurn
       ORDER BY segment DESC LIMIT @limit + 0`,
    )
    .raw();

  const selectError = db.prepare<[object], string>('SELECT message FROM errors WHERE session_no = @sessionNo').pluck();

  return {
    find: (userNo: number, sessionId: string): SessionRow | undefined => selectSession.get({ userNo, sessionId }),

    /** Returns the state; that of a new session if it does not exist. */
    state(row: SessionRow | undefined, defaultPolicy: WindowPolicy): SessionState {
      if (row === undefined) return newSession(defaultPolicy);
      const turns = selectTurns.all({ sessionNo: row.session_no });
      return storedState(row, defaultPolicy, withEdges(turns.map(toWindowTurn)));
    },

    windowRules,

    notes: (row: SessionRow | undefined): SessionNotes =>
      typeof row?.notes === 'string' ? (JSON.parse(row.notes) as SessionNotes) : NO_NOTES,

    usage: (row: SessionRow | undefined): TokenUsage =>
      typeof row?.usage === 'string' ? (JSON.parse(row.usage) as TokenUsage) : NO_USAGE,

    lastError: (sessionNo: number): string => selectError.get({ sessionNo }) ?? '',

    /** Returns the window's first turn; Infinity if it is empty. */
    firstTurn: (sessionNo: number): number => selectFirst.get({ sessionNo }) ?? Infinity,

    /** Returns the id of one turn of the window; undefined if it is not there. */
    turnId: (sessionNo: number, turn: number): string | undefined => selectId.get({ sessionNo, turn }),

    /** Returns the window's turns after this one. */
    shown: (sessionNo: number, after: number) =>
      selectShown
        .all({ sessionNo, after })
        .map(({ id, turn, role, calls, call_id: toolCallId, tokens, create_ms, content }) => ({
          id,
          turn,
          role,
          tokens,
          createMs: create_ms,
          content: readText(content),
          toolCalls: toCalls(calls),
          toolCallId,
        })),

    /** Returns the user's last turn in the window; '' if it has none. */
    lastAsked: (sessionNo: number): string => readText(selectAsked.get({ sessionNo }) ?? ''),

    /** Returns the newest segments for turns before this one, oldest first, without those of a topic that the user asked to leave. */
    segments: (
      { session_no: sessionNo, closed_turn }: SessionRow,
      beforeTurn: number,
      limit: number,
    ): readonly ShownSegment[] =>
      selectNewest
        .all({ sessionNo, beforeTurn, closedTurn: closed_turn ?? 0, limit })
        .reverse()
        .map(([segment, keys, saidMs]) => ({ segment, keys: JSON.parse(keys) as ShownSegment['keys'], saidMs })),
  };
}

/** Returns how the window is cut, and at what prices. */
function windowRules(
  row: SessionRow | undefined,
  defaultPolicy: WindowPolicy,
): Pick<SessionState, 'policy' | 'pricing'> {
  return {
    policy: row?.window_policy ?? defaultPolicy,
    pricing: typeof row?.pricing === 'string' ? (JSON.parse(row.pricing) as PromptPricing) : UNKNOWN_PRICING,
  };
}

/** Adds the edges of the last turn that is compared, which cuts by topic look at. */
function withEdges(window: readonly WindowTurn[]): readonly WindowTurn[] {
  const at = window.findLastIndex(({ vector }) => vector !== undefined);
  return window.map((turn, index) => (index === at ? { ...turn, edges: turnEdges(turn.content) } : turn));
}

function toWindowTurn(row: TurnRow): WindowTurn {
  const { digest, stems } = JSON.parse(row.digest) as StoredDigest;
  return {
    turn: row.turn,
    id: row.id,
    role: row.role,
    speaker: row.speaker,
    timeMs: row.said_ms,
    createMs: row.create_ms,
    toolCalls: toCalls(row.calls),
    toolCallId: row.call_id,
    tokens: row.tokens,
    ...(row.continuity !== null && { continuity: row.continuity }),
    startsTopic: row.starts_topic === 1,
    domain: row.domain,
    digest: asPoints(digest),
    stems,
    facts: [],
    ...(row.vector !== null && { vector: vectorOf(row.vector) }),
    content: readText(row.content),
  };
}

function asPoints(digest: WindowTurn['digest'] | OldDigest): WindowTurn['digest'] {
  if ('points' in digest) return digest;
  const { topics, gist, decision, question } = digest;
  const { kinds, least } = POINT_WORTH;
  const points: Point[] = [
    ...(decision === undefined ? [] : [{ kind: 'DECISION' as const, worth: kinds.DECISION, ...decision }]),
    ...(question === undefined ? [] : [{ kind: 'QUESTION' as const, worth: kinds.QUESTION, ...question }]),
    ...(gist.words.length === 0 ? [] : [{ kind: 'TELLING' as const, worth: least, ...gist }]),
  ];
  return { topics, points };
}

/** Parses `turns.calls`. */
export function toCalls(calls: string | null): readonly ToolCall[] {
  return calls === null ? [] : (JSON.parse(calls) as ToolCall[]);
}
