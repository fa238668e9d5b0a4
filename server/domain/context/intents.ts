/** The requests that callers make of sessions, and their results. */
import type { SaidOutcome } from '../facts/fact-intents.ts';
import type { ListCursor, RequestId } from '../intents.ts';
import type { Scope } from '../memory.ts';
import type { EarlierSession } from './earlier-sessions.ts';
import type { FarTurn, Recalled } from './recall-block.ts';
import type { Relevance } from './materials.ts';
import type { OutputReport, SessionNotes } from './notes.ts';
import type { ResponseKey, ResponseKind } from './responses.ts';
import type { Segment, ShownSegment } from './segment.ts';
import type { SystemBlocks } from './system-prompt.ts';
import type { PromptPricing, ReadTurn, Shift, Turn, WindowPolicy } from './turn.ts';
import type { LearntFactor, TokenUsage } from './usage.ts';
import type { HeldTurn } from './window-blocks.ts';

export type AppendIntent = {
  /** Names the user and the session. */
  readonly scope: Scope;
  readonly turns: readonly ReadTurn[];
  /** The earlier facts that each turn is about. The answer names those that `mentionsLeft` keeps, also when the request is repeated. */
  readonly mentioned?: readonly (readonly string[])[] | undefined;
  /** Absent: unchanged; a new session gets the store's default. */
  readonly windowPolicy?: WindowPolicy | undefined;
  /** Absent: unchanged. */
  readonly recallOff?: boolean | undefined;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
  readonly summaries?: readonly WrittenSummary[] | undefined;
  /** True if only facts of this session may be confirmed, forgotten and replaced, as if the user had said nothing in others. */
  readonly isWithinSession?: boolean | undefined;
};

/** A model's summary of turns that are about to leave the window; it is valid for exactly those turns. */
export type WrittenSummary = {
  readonly turnIds: readonly string[];
  readonly keys: Segment['keys'];
  /** Tokens counted with o200k_base, an upper bound. */
  readonly tokens: number;
};

/** A segment without its text. */
export type Sealed = Omit<Segment, 'keys'>;

export type WindowSize = { readonly turns: number; readonly tokens: number; readonly target: number };

/** The effect of a turn on what is known about its user. */
export type TurnFacts = {
  readonly facts: readonly (SaidOutcome & { readonly turn: number; readonly rule: string })[];
  readonly forgottenIds: readonly string[];
  /** Ids of facts that it mentions: they were said again, which confirms them. */
  readonly mentionedIds: readonly string[];
  /** The number of facts for which there was no room. */
  readonly refused: number;
};

/** The answer to an append. It is kept for repeated requests and therefore holds no content. */
export type Appended = TurnFacts & {
  readonly turns: readonly {
    readonly turn: number;
    readonly tokens: number;
    readonly continuity?: number | undefined;
    readonly shift?: Shift | undefined;
  }[];
  readonly sealed: readonly Sealed[];
  readonly settled?: SettledTurns | undefined;
  readonly window: WindowSize;
  /** The number of older turns of the user that are no longer findable, removed to make room. */
  readonly droppedTurns: number;
  /** Ids of the first sessions, ended or idle, that were removed to make room. */
  readonly droppedSessionIds: readonly string[];
  readonly droppedSessions: number;
};

export type FlushIntent = {
  readonly scope: Scope;
  readonly ends: boolean;
  readonly nowMs: number;
  /** Flushes only turns up to this one; absent: the whole window. */
  readonly upTo?: number | undefined;
  /**
   * Applies only if nobody has appended since this time; the window is then summarised but kept, and the session still counts as
   * unused.
   */
  readonly idleBeforeMs?: number | undefined;
  readonly summaries?: readonly WrittenSummary[] | undefined;
};

/** Selects sessions with turns that no summary covers, and to which nothing was appended since. */
export type IdleQuery = {
  readonly beforeMs: number;
  readonly limit: number;
  /** Limits the query to this user's sessions other than this one; absent: sessions of any user. */
  readonly scope?: Scope | undefined;
};

export type Flushed = {
  readonly sealed: readonly Sealed[];
  readonly settled?: SettledTurns | undefined;
  readonly turnCount: number;
};

/** The range of turns, by first and last number, that were summarised or found to need no summary, each once. */
export type SettledTurns = { readonly first: number; readonly last: number };

export type SessionQuery = {
  readonly scope: Scope;
  /** The text that recall searches for; '': the window's last turn of the user. */
  readonly text: string;
  /** The most turns that recall returns; 0: none. */
  readonly recalled: number;
  /** True if recall also searches the session's own window, of which a small prompt shows only a part. */
  readonly recallsWindow: boolean;
  /** The number of the session's newest turns that the host shows itself and recall skips; absent: the turns of the window are skipped. */
  readonly shownTurns?: number | undefined;
  /** Recall returns only turns with at least this share of the best score; absent: there is no such floor. */
  readonly leastShare?: number | undefined;
  /** The number of turns, best first, that are returned whatever their share; absent: none. */
  readonly keptAnyway?: number | undefined;
  /** True if recall searches a second time with the turns it found first. */
  readonly looksTwice: boolean;
  /** The version of the system prompt of `scope.agentId`; '': the current one. */
  readonly systemVersion: string;
  /** The model whose learnt factor is wanted; '' for none. */
  readonly model: string;
  readonly nowMs: number;
};

/** A session at one moment. */
export type SessionView = {
  /** The newest segments, the oldest first. */
  readonly segments: readonly ShownSegment[];
  readonly window: readonly HeldTurn[];
  /** The number that the session's next turn will get. */
  readonly nextTurn: number;
  readonly policy: WindowPolicy;
  readonly pricing: PromptPricing;
  readonly system: SystemPrompt | undefined;
  /** Recalled turns, best first. */
  readonly recalled: readonly Recalled[];
  /** The ids of recalled turns about health and diet that the question's plan touches. */
  readonly planned: ReadonlySet<string>;
  /** Turns that were found, but are too far from the question beside the best ones. */
  readonly far: readonly FarTurn[];
  /** Summaries of the user's last other sessions, the newest first. */
  readonly earlierSessions: readonly EarlierSession[];
  /** The relevance of the recalled turns to the question. */
  readonly relevance: Relevance;
  /** The probability that the recalled turns answer the question, 0 to 1. */
  readonly chance: number;
  readonly notes: SessionNotes;
  /** The reason why the last answer failed; '' if it did not. */
  readonly lastError: string;
  /** Tokens of all turns, sealed or not, counted with o200k_base. */
  readonly totalTokens: number;
  readonly learnt: LearntFactor | undefined;
};

/** Lists a user's sessions, the most recently used first. */
export type SessionListQuery = {
  readonly scope: Scope;
  readonly pageSize: number;
  /** Starts after the session with this id and time of last use. */
  readonly after?: ListCursor | undefined;
};

/** A session without the content of its turns. */
export type ListedSession = {
  readonly sessionId: string;
  readonly turnCount: number;
  readonly windowTurnCount: number;
  readonly segmentCount: number;
  /** Tokens of all its turns, counted with o200k_base. */
  readonly totalTokens: number;
  readonly updateMs: number;
  /** Absent while the session is open. */
  readonly endMs?: number | undefined;
  readonly recallOff: boolean;
};

export type SessionListPage = { readonly sessions: readonly ListedSession[]; readonly next?: ListCursor | undefined };

/** Lists a session's turns by number, within a namespace if the scope names one. */
export type TurnListQuery = {
  readonly scope: Scope;
  readonly pageSize: number;
  readonly descending: boolean;
  readonly after?: ListCursor | undefined;
};

/** A turn as it is stored. Its tool calls are kept only while it is in the window. */
export type ListedTurn = Turn & {
  readonly turn: number;
  readonly inWindow: boolean;
  readonly agentId: string;
  readonly namespace: string;
  readonly createMs: number;
};

/** A segment with its text, as renderSegment writes it. */
export type ListedSegment = Sealed & { readonly text: string };

export type TurnListPage = {
  readonly turns: readonly ListedTurn[];
  /** The segments that end within the page, also those whose turns are gone. */
  readonly segments: readonly ListedSegment[];
  readonly next?: ListCursor | undefined;
};

/** Lists a user's findable turns in the order in which they were appended. */
export type RecalledTurnQuery = {
  readonly scope: Scope;
  /** Limits the list to turns of the scope's session within these numbers; absent: all turns. */
  readonly between?: { readonly first: number; readonly last: number } | undefined;
  readonly after?: ListCursor | undefined;
  readonly limit: number;
};

/** The part of a findable turn that facts are read from. */
export type RecalledTurn = Pick<Turn, 'role' | 'content' | 'speaker'> & {
  readonly id: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly namespace: string;
  readonly turn: number;
  /** The time at which it was appended, in milliseconds since 1970. */
  readonly createMs: number;
};

/** Sets the pricing of the model that a session's prompts are built for from now on. */
export type PricingIntent = { readonly scope: Scope; readonly pricing: PromptPricing };

/** Reports whether a model's answer was valid; `error` is the text that a retry is given. */
export type OutputIntent = {
  readonly scope: Scope;
  readonly report: OutputReport;
  readonly error: string;
  readonly nowMs: number;
};

/** The usage of sessions' prompts since it was last written. */
export type UsageIntent = {
  readonly sessions: readonly { readonly scope: Scope; readonly usage: TokenUsage }[];
  /** True if an alert is to be raised, or resolved, for sessions whose prompts stay more expensive than the cached history. */
  readonly raisesAlerts: boolean;
  readonly nowMs: number;
};

/** Looks for a stored answer to a question or to a tool call. */
export type FindResponse = {
  readonly scope: Scope;
  readonly key: ResponseKey;
  readonly locale: string;
  /** The question's vector, if an answer to a question with the same meaning is acceptable. */
  readonly vector: Float32Array | undefined;
  readonly embedderName: string;
  readonly nowMs: number;
};

export type FoundResponse = {
  readonly match: 'EXACT' | 'SAME_INTENT';
  readonly question: string;
  readonly answer: string;
  readonly storedMs: number;
  readonly similarity: number;
};

export type StoreResponse = {
  readonly scope: Scope;
  readonly key: ResponseKey & { readonly kind: ResponseKind };
  readonly locale: string;
  readonly answer: string;
  readonly vector: Float32Array | undefined;
  /** Ids of the facts that the answer depends on; empty: it depends on all that is known about the user. */
  readonly factIds: readonly string[];
  readonly nowMs: number;
  readonly expireMs: number;
};

/** Asks whether all facts that an answer depends on are unchanged. */
export type FactsHold = {
  readonly scope: Scope;
  /** Ids of the facts that the answer depends on; empty: it depends on all that is known about the user. */
  readonly factIds: readonly string[];
  readonly storedMs: number;
};

/** Ids of a user's facts that no longer hold, and of those that hold again. New facts may have been added even if both are empty. */
export type FactsChanged = {
  readonly scope: Scope;
  readonly closedIds: readonly string[];
  readonly restoredIds: readonly string[];
  readonly nowMs: number;
};

export type SystemPrompt = SystemBlocks & {
  readonly version: string;
  /** Tokens of the compiled text, counted with o200k_base. */
  readonly tokens: number;
  readonly createMs: number;
};

export type SystemPromptRef = { readonly tenant: string; readonly agentId: string; readonly version: string };

/** The owner of versions: an agent, or the whole tenant if `agentId` is ''. */
export type SystemPromptOwner = Pick<SystemPromptRef, 'tenant' | 'agentId'>;

/** The prompt as it was stored, and the number of older versions removed to make room. */
export type KeptSystemPrompt = { readonly prompt: SystemPrompt; readonly dropped: number };

export type PutSystemPrompt = {
  readonly tenant: string;
  readonly agentId: string;
  readonly prompt: SystemPrompt;
};
