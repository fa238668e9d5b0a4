/** What callers want of facts, and what became of it. */
import type { ListCursor, RequestId } from '../intents.ts';
import type { Scope } from '../memory.ts';
import type { Confidence, Fact, FactDomain, FactProvenance, FactSource } from './fact.ts';
import type { FactState } from './fact-state.ts';
import type { ForgetRequest } from './forget-facts.ts';

/** A statement, checked for form but not against what is known. */
export type SaidFact = {
  readonly id: string;
  readonly domain: FactDomain;
  readonly alsoDomain?: FactDomain | undefined;
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  readonly slot?: string | undefined;
  readonly isPinned?: true | undefined;
  /** A decision that takes back the last one of its conversation. */
  readonly corrects?: true | undefined;
  /** It says nothing without the decision that it takes back, and is kept only where there is one. */
  readonly leans?: true | undefined;
  /** Which rule read it; '' where an agent wrote it. */
  readonly rule: string;
  /** With its signal, as it was said: `also` and `instead of` stand there. */
  readonly said: string;
  readonly provenance: FactProvenance;
};

export type SayIntent = {
  readonly scope: Scope;
  readonly facts: readonly SaidFact[];
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
  /** Whether they are compared with facts of the session of `scope` alone; absent: with all of the user's. */
  readonly isWithinSession?: boolean | undefined;
};

export type FactOperation = 'ADDED' | 'CONFIRMED' | 'SUPERSEDED';

/** Remembered as it is for repeats: no content. */
export type SaidOutcome = {
  /** The fact that now says it. */
  readonly id: string;
  readonly operation: FactOperation;
  /** Facts that no longer hold. */
  readonly closedIds: readonly string[];
};

/** One fact in place of another, which is given. */
export type ReplaceIntent = {
  readonly scope: Scope;
  readonly id: string;
  readonly by: SaidFact;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

/** A fact that stands again in place of what took its place. */
export type RestoreIntent = {
  readonly scope: Scope;
  readonly id: string;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

/** A statement of a turn that was appended before: it counts only while the turn is kept, and from when that came. */
export type LateFact = SaidFact & {
  /** The id of the turn. */
  readonly turnId: string;
};

/** Statements that are read later than they were said, in the order in which they were said. */
export type LateIntent = {
  /** The user alone: the turn of each fact says where it was said. */
  readonly scope: Scope;
  readonly facts: readonly LateFact[];
  /** Decides all of it, and leaves everything as it was. */
  readonly dryRun: boolean;
  readonly nowMs: number;
};

export type LateOutcome = {
  /**
   * RAISED: a fact that was doubtful says so, and is doubtful no more. OUTDATED: others stand in its way that were said since. FORGOTTEN:
   * something of its domain was forgotten since. GONE: its turn is no longer kept. REFUSED: there is no room.
   */
  readonly does: 'ADDED' | 'SUPERSEDED' | 'KNOWN' | 'RAISED' | 'OUTDATED' | 'FORGOTTEN' | 'GONE' | 'REFUSED';
  /** The fact that says so now; '' where none does. */
  readonly id: string;
  /** Those that it took the place of, or that stand in its way. */
  readonly otherIds: readonly string[];
};

export type ForgetIntent = {
  readonly scope: Scope;
  readonly id: string;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

export type PinIntent = {
  readonly scope: Scope;
  readonly id: string;
  readonly isPinned: boolean;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

/** How often a fact was confirmed since this was last written, and when last. */
export type Confirmation = { readonly id: string; readonly count: number; readonly lastMs: number };

export type FactEventKind = 'CREATED' | 'CONFIRMED' | 'SUPERSEDED' | 'FORGOTTEN' | 'RESTORED';

/** Something that happened to a fact. */
export type FactEvent = {
  readonly kind: FactEventKind;
  readonly atMs: number;
  /** The fact that took its place, or whose place it took. */
  readonly otherId: string;
  /** Confirmations that were written together. */
  readonly count: number;
};

/** Confirmations that are not written yet: they count at once. */
export type Unwritten = readonly Confirmation[];

export type FactRef = { readonly scope: Scope; readonly id: string };

/** Asks which facts some texts mention. */
export type MentionQuery = {
  readonly scope: Scope;
  readonly texts: readonly string[];
  /** Whether only facts of the session of `scope` count; absent: any of the user's do. */
  readonly isWithinSession?: boolean | undefined;
};

/** Which facts were read in some turns of a user. */
export type ReadInQuery = {
  readonly scope: Scope;
  readonly turns: readonly { readonly sessionId: string; readonly turn: number }[];
};

export type FactListQuery = {
  readonly scope: Scope;
  /** Empty: all. */
  readonly domains: readonly FactDomain[];
  readonly states: readonly FactState[];
  readonly pinnedOnly: boolean;
  /** Only those that go stale soon. */
  readonly due: boolean;
  readonly pageSize: number;
  readonly after?: ListCursor | undefined;
  readonly nowMs: number;
};

export type FactPage = { readonly facts: readonly Fact[]; readonly next?: ListCursor | undefined };

export type FactQuery = {
  readonly scope: Scope;
  /** '': those that were confirmed last. */
  readonly text: string;
  /** Empty: all. */
  readonly domains: readonly FactDomain[];
  readonly topK: number;
  /** Whether they are to go into a prompt. */
  readonly activeOnly: boolean;
  readonly nowMs: number;
};

export type FactHit = { readonly fact: Fact; readonly score: number; readonly similarity: number };

/** What a prompt may have: active facts, of the domains that the text is about. */
export type PromptFactQuery = Pick<FactQuery, 'topK' | 'nowMs'> & {
  /** The user and the session. */
  readonly scope: Scope;
  /** '': the window's last turn of the user; where there is none, those that were confirmed last. */
  readonly text: string;
};

/** Why a prompt may have a fact: it is pinned, what the question plans touches it, or it was found by the question's words. */
export type WhyFact = 'PINNED' | 'PLANNED' | 'NEAR';

/** A fact that a prompt may have, with confirmations that are not written yet. */
export type FactForPrompt = Fact & {
  readonly why: WhyFact;
  /** Whether it has to do with what was asked; what is pinned or planned always has. */
  readonly isNear: boolean;
};

/** A fact with what happened to it. */
export type FactHistory = {
  readonly fact: Fact;
  readonly events: readonly FactEvent[];
  /** Those whose place it took. */
  readonly predecessors: readonly Fact[];
};

/** What a text says, to be compared with what is known; nothing is written. */
export type JudgeQuery = {
  readonly scope: Scope;
  readonly text: string;
  readonly facts: readonly SaidFact[];
  readonly forget?: ForgetRequest | undefined;
};

export type Judgement = {
  /** One for each fact. */
  readonly outcomes: readonly { readonly operation: FactOperation; readonly ids: readonly string[] }[];
  readonly forgetIds: readonly string[];
  readonly mentionedIds: readonly string[];
};
