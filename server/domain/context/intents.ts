/** What callers want of sessions, and what became of it. */
import type { SaidOutcome } from '../facts/fact-intents.ts';
import type { RequestId } from '../intents.ts';
import type { Scope } from '../memory.ts';
import type { Recalled } from './recall-block.ts';
import type { OutputReport, SessionNotes } from './notes.ts';
import type { ResponseKey, ResponseKind } from './responses.ts';
import type { Segment, ShownSegment } from './segment.ts';
import type { SystemBlocks } from './system-prompt.ts';
import type { ReadTurn, Shift } from './turn.ts';
import type { LearntFactor, TokenUsage } from './usage.ts';
import type { ShownTurn } from './window-blocks.ts';

export type AppendIntent = {
  /** Of user and session. */
  readonly scope: Scope;
  readonly turns: readonly ReadTurn[];
  /** Of each turn, the facts that it is about of those that stood before: those that `mentionsLeft` leaves are answered, to repeats too. */
  readonly mentioned?: readonly (readonly string[])[] | undefined;
  /** Absent: as it was. */
  readonly recallOff?: boolean | undefined;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
  readonly summaries?: readonly WrittenSummary[] | undefined;
};

/** What a model wrote of turns that are about to leave; it holds for exactly those. */
export type WrittenSummary = {
  readonly turnIds: readonly string[];
  readonly keys: Segment['keys'];
  /** Of o200k_base, an upper bound. */
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
  readonly window: WindowSize;
};

export type FlushIntent = {
  readonly scope: Scope;
  readonly ends: boolean;
  readonly nowMs: number;
  /** Only turns up to this one; absent: the whole window. */
  readonly upTo?: number | undefined;
  readonly summaries?: readonly WrittenSummary[] | undefined;
};

export type Flushed = { readonly sealed: readonly Sealed[]; readonly turnCount: number };

export type SessionQuery = {
  readonly scope: Scope;
  /** What recall looks for; '': the window's last turn of the user. */
  readonly text: string;
  /** How many turns recall finds at most; 0: none. */
  readonly recalled: number;
  /** Of the system prompt of `scope.agentId`; '': the current one. */
  readonly systemVersion: string;
  /** Whose learnt factor is wanted; '' for none. */
  readonly model: string;
  readonly nowMs: number;
};

/** A session as of one moment. */
export type SessionView = {
  /** The newest ones, oldest first. */
  readonly segments: readonly ShownSegment[];
  readonly window: readonly ShownTurn[];
  readonly system: SystemPrompt | undefined;
  /** Best first. */
  readonly recalled: readonly Recalled[];
  readonly notes: SessionNotes;
  /** Why the last answer failed; '' where it did not. */
  readonly lastError: string;
  /** Of all turns, sealed or not; of o200k_base. */
  readonly totalTokens: number;
  readonly learnt: LearntFactor | undefined;
};

/** How an answer of the model went; `error` is what a retry is told. */
export type OutputIntent = {
  readonly scope: Scope;
  readonly report: OutputReport;
  readonly error: string;
  readonly nowMs: number;
};

/** What prompts of sessions came to since it was last written. */
export type UsageIntent = { readonly sessions: readonly { readonly scope: Scope; readonly usage: TokenUsage }[] };

/** What may answer a question, or a call. */
export type FindResponse = {
  readonly scope: Scope;
  readonly key: ResponseKey;
  readonly locale: string;
  /** Of the question, where one that means the same will do. */
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

/** Of an answer: whether all that it rests on is as it was. */
export type FactsHold = {
  readonly scope: Scope;
  /** Empty: on all that is known of the user. */
  readonly factIds: readonly string[];
  readonly storedMs: number;
};

/** Of a user: facts that hold no more. Others may have come, also where there are none. */
export type FactsChanged = { readonly scope: Scope; readonly closedIds: readonly string[]; readonly nowMs: number };

export type SystemPrompt = SystemBlocks & {
  readonly version: string;
  /** Of the compiled text, of o200k_base. */
  readonly tokens: number;
  readonly createMs: number;
};

export type SystemPromptRef = { readonly tenant: string; readonly agentId: string; readonly version: string };

export type PutSystemPrompt = {
  readonly tenant: string;
  readonly agentId: string;
  readonly prompt: SystemPrompt;
};
