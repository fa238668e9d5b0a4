/** What callers want of sessions, and what became of it. */
import type { SaidOutcome } from '../facts/fact-intents.ts';
import type { ListCursor, RequestId } from '../intents.ts';
import type { Scope } from '../memory.ts';
import type { EarlierSession } from './earlier-sessions.ts';
import type { Recalled } from './recall-block.ts';
import type { Relevance } from './materials.ts';
import type { OutputReport, SessionNotes } from './notes.ts';
import type { ResponseKey, ResponseKind } from './responses.ts';
import type { Segment, ShownSegment } from './segment.ts';
import type { SystemBlocks } from './system-prompt.ts';
import type { PromptPricing, ReadTurn, Shift, Turn, WindowPolicy } from './turn.ts';
import type { LearntFactor, TokenUsage } from './usage.ts';
import type { HeldTurn } from './window-blocks.ts';

export type AppendIntent = {
  /** The user and the session. */
  readonly scope: Scope;
  readonly turns: readonly ReadTurn[];
  /**
   * For each turn, the facts from before that it is about: those that `mentionsLeft` leaves are answered, to repeats
   * too.
   */
  readonly mentioned?: readonly (readonly string[])[] | undefined;
  /** Absent: as it was; at first what the store does by default. */
  readonly windowPolicy?: WindowPolicy | undefined;
  /** Absent: as it was. */
  readonly recallOff?: boolean | undefined;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
  readonly summaries?: readonly WrittenSummary[] | undefined;
  /** Whether only facts of this session may be confirmed, forgotten and replaced, as if the user had said nothing in others. */
  readonly isWithinSession?: boolean | undefined;
};

/** What a model wrote of turns that are about to leave; it holds for exactly those. */
export type WrittenSummary = {
  readonly turnIds: readonly string[];
  readonly keys: Segment['keys'];
  /** Counted with o200k_base, an upper bound. */
  readonly tokens: number;
};

/** A segment without its words. */
export type Sealed = Omit<Segment, 'keys'>;

export type WindowSize = { readonly turns: number; readonly tokens: number; readonly target: number };

/** What a turn did to what is known of its user. */
export type TurnFacts = {
  readonly facts: readonly (SaidOutcome & { readonly turn: number; readonly rule: string })[];
  readonly forgottenIds: readonly string[];
  /** Facts that it mentions: said again, which confirms them. */
  readonly mentionedIds: readonly string[];
  /** Facts for which there is no room. */
  readonly refused: number;
};

/** Remembered as it is for repeats: no content. */
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
  /** Older turns of the user that are no longer findable, to make room. */
  readonly droppedTurns: number;
  /** Sessions that had ended or were idle, and made room; the first of them. */
  readonly droppedSessionIds: readonly string[];
  readonly droppedSessions: number;
};

export type FlushIntent = {
  readonly scope: Scope;
  readonly ends: boolean;
  readonly nowMs: number;
  /** Only turns up to this one; absent: the whole window. */
  readonly upTo?: number | undefined;
  /** Only where nobody has appended since then; the window is summed up and stays, and the session counts as unused as before. */
  readonly idleBeforeMs?: number | undefined;
  readonly summaries?: readonly WrittenSummary[] | undefined;
};

/** Which sessions have turns that no summary stands for, and were not appended to since. */
export type IdleQuery = {
  readonly beforeMs: number;
  readonly limit: number;
  /** One user, beside this session; absent: anybody's. */
  readonly scope?: Scope | undefined;
};

export type Flushed = {
  readonly sealed: readonly Sealed[];
  readonly settled?: SettledTurns | undefined;
  readonly turnCount: number;
};

/** Turns that are summed up or found to need no summary, each once: by their first and last number. */
export type SettledTurns = { readonly first: number; readonly last: number };

export type SessionQuery = {
  readonly scope: Scope;
  /** What recall looks for; '': the window's last turn of the user. */
  readonly text: string;
  /** How many turns recall finds at most; 0: none. */
  readonly recalled: number;
  /** Whether recall finds the session's own window, too: a small prompt shows only a part of it. */
  readonly recallsWindow: boolean;
  /** The session's newest so many turns are shown by somebody else, and never found; absent: those of its window are shown. */
  readonly shownTurns?: number | undefined;
  /** Recall finds what scores at least this share of what the best does; absent: whatever comes next. */
  readonly leastShare?: number | undefined;
  /** Whether recall looks a second time, by what it found first. */
  readonly looksTwice: boolean;
  /** The version of the system prompt of `scope.agentId`; '': the current one. */
  readonly systemVersion: string;
  /** Whose learnt factor is wanted; '' for none. */
  readonly model: string;
  readonly nowMs: number;
};

/** A session as of one moment. */
export type SessionView = {
  /** The newest ones, oldest first. */
  readonly segments: readonly ShownSegment[];
  readonly window: readonly HeldTurn[];
  /** The number that the session's next turn gets. */
  readonly nextTurn: number;
  readonly policy: WindowPolicy;
  readonly pricing: PromptPricing;
  readonly system: SystemPrompt | undefined;
  /** Best first. */
  readonly recalled: readonly Recalled[];
  /** What the user's last other sessions came to, the newest first. */
  readonly earlierSessions: readonly EarlierSession[];
  /** How near what was found comes to the question. */
  readonly relevance: Relevance;
  /** The chance that it answers the question, 0 to 1. */
  readonly chance: number;
  readonly notes: SessionNotes;
  /** Why the last answer failed; '' where it did not. */
  readonly lastError: string;
  /** Tokens of all turns, sealed or not, counted with o200k_base. */
  readonly totalTokens: number;
  readonly learnt: LearntFactor | undefined;
};

/** A user's sessions, the one that was used last first. */
export type SessionListQuery = {
  readonly scope: Scope;
  readonly pageSize: number;
  /** Starts after the session of this id that was used then. */
  readonly after?: ListCursor | undefined;
};

/** A session without what was said in it. */
export type ListedSession = {
  readonly sessionId: string;
  readonly turnCount: number;
  readonly windowTurnCount: number;
  readonly segmentCount: number;
  /** Tokens of all its turns, counted with o200k_base. */
  readonly totalTokens: number;
  readonly updateMs: number;
  /** Absent while it is open. */
  readonly endMs?: number | undefined;
  readonly recallOff: boolean;
};

export type SessionListPage = { readonly sessions: readonly ListedSession[]; readonly next?: ListCursor | undefined };

/** A session's turns by their numbers; of a namespace only, where the scope names one. */
export type TurnListQuery = {
  readonly scope: Scope;
  readonly pageSize: number;
  readonly descending: boolean;
  readonly after?: ListCursor | undefined;
};

/** A turn as it is kept. Its tools' calls are kept while it stands in the window. */
export type ListedTurn = Turn & {
  readonly turn: number;
  readonly inWindow: boolean;
  readonly agentId: string;
  readonly namespace: string;
  readonly createMs: number;
};

export type TurnListPage = { readonly turns: readonly ListedTurn[]; readonly next?: ListCursor | undefined };

/** A user's turns that are findable, in the order in which they came. */
export type RecalledTurnQuery = {
  readonly scope: Scope;
  /** Turns of the session of `scope` between these numbers; absent: all. */
  readonly between?: { readonly first: number; readonly last: number } | undefined;
  readonly after?: ListCursor | undefined;
  readonly limit: number;
};

/** A turn that is findable, as far as facts are read of turns. */
export type RecalledTurn = Pick<Turn, 'role' | 'content' | 'speaker'> & {
  readonly id: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly namespace: string;
  readonly turn: number;
  /** When it came. */
  readonly createMs: number;
};

/** What a session's prompts are asked for from now on. */
export type PricingIntent = { readonly scope: Scope; readonly pricing: PromptPricing };

/** How an answer of the model went; `error` is what a retry is told. */
export type OutputIntent = {
  readonly scope: Scope;
  readonly report: OutputReport;
  readonly error: string;
  readonly nowMs: number;
};

/** What prompts of sessions came to since it was last written. */
export type UsageIntent = {
  readonly sessions: readonly { readonly scope: Scope; readonly usage: TokenUsage }[];
  /** Whether an alert is raised of sessions whose prompts stay costlier than the cached history, or resolved. */
  readonly raisesAlerts: boolean;
  readonly nowMs: number;
};

/** What may answer a question, or a call. */
export type FindResponse = {
  readonly scope: Scope;
  readonly key: ResponseKey;
  readonly locale: string;
  /** The question's vector, where an answer to one that means the same will do. */
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
  /** Empty: on all that is known of the user. */
  readonly factIds: readonly string[];
  readonly nowMs: number;
  readonly expireMs: number;
};

/** Asks whether all that an answer rests on is as it was. */
export type FactsHold = {
  readonly scope: Scope;
  /** Empty: on all that is known of the user. */
  readonly factIds: readonly string[];
  readonly storedMs: number;
};

/** Facts of a user that hold no more, and those that hold again. Others may have come, also where there are none. */
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

/** Whose versions: an agent's, or all of the tenant's where `agentId` is ''. */
export type SystemPromptOwner = Pick<SystemPromptRef, 'tenant' | 'agentId'>;

/** As it is kept, and how many older versions made room. */
export type KeptSystemPrompt = { readonly prompt: SystemPrompt; readonly dropped: number };

export type PutSystemPrompt = {
  readonly tenant: string;
  readonly agentId: string;
  readonly prompt: SystemPrompt;
};
