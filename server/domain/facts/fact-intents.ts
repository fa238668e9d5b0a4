/** The requests that callers make of facts, and their results. */
import type { ListCursor, RequestId } from '../intents.ts';
import type { Scope } from '../memory.ts';
import type { Confidence, Fact, FactDomain, FactProvenance, FactSource } from './fact.ts';
import type { FactState } from './fact-state.ts';
import type { ForgetRequest } from './forget-facts.ts';

/** A statement whose form was checked, but which was not compared with known facts. */
export type SaidFact = {
  readonly id: string;
  readonly domain: FactDomain;
  readonly alsoDomain?: FactDomain | undefined;
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  readonly slot?: string | undefined;
  readonly isPinned?: true | undefined;
  /** Set on a decision that takes back the last one of its conversation. */
  readonly corrects?: true | undefined;
  /** Set if it means nothing without what it takes back or replaces, and is kept only if there is such a fact. */
  readonly leans?: true | undefined;
  /** The reader's probability, 0 to 1, that it replaces something. */
  readonly replaces?: number | undefined;
  /** The rule that read it; '' if an agent wrote it. */
  readonly rule: string;
  /** The statement with its signal, as it was said: it may contain `also` and `instead of`. */
  readonly said: string;
  readonly provenance: FactProvenance;
};

export type SayIntent = {
  readonly scope: Scope;
  readonly facts: readonly SaidFact[];
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
  /** True if the facts are compared only with those of the scope's session; absent: with all of the user's. */
  readonly isWithinSession?: boolean | undefined;
};

export type FactOperation = 'ADDED' | 'CONFIRMED' | 'SUPERSEDED';

/** The result of a statement. It is kept for repeated requests and therefore holds no content. */
export type SaidOutcome = {
  /** The id of the fact that now says it. */
  readonly id: string;
  readonly operation: FactOperation;
  /** Ids of facts that no longer hold. */
  readonly closedIds: readonly string[];
};

/** Replaces one fact, named by its id, with another. */
export type ReplaceIntent = {
  readonly scope: Scope;
  readonly id: string;
  readonly by: SaidFact;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

/** Restores a fact in place of the one that superseded it. */
export type RestoreIntent = {
  readonly scope: Scope;
  readonly id: string;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

/** A statement of a turn that was appended earlier: it is valid only while the turn is kept, and from the time of that turn. */
export type LateFact = SaidFact & {
  /** The id of the turn. */
  readonly turnId: string;
};

/** Statements that are read later than they were said, in the order in which they were said. */
export type LateIntent = {
  /** Names the user only: each fact's turn says where it was said. */
  readonly scope: Scope;
  readonly facts: readonly LateFact[];
  /** True if everything is decided but nothing is written. */
  readonly dryRun: boolean;
  readonly nowMs: number;
};

export type LateOutcome = {
  /**
   * RAISED: a doubtful fact that says the same is no longer doubtful. OUTDATED: facts stated since then contradict it. FORGOTTEN:
   * something of its domain was forgotten since. GONE: its turn is no longer kept. REFUSED: there is no room.
   */
  readonly does: 'ADDED' | 'SUPERSEDED' | 'KNOWN' | 'RAISED' | 'OUTDATED' | 'FORGOTTEN' | 'GONE' | 'REFUSED';
  /** The id of the fact that now says it; '' if there is none. */
  readonly id: string;
  /** Ids of the facts that it replaced, or that contradict it. */
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

/** The number of confirmations of a fact since this was last written, and the time of the last. */
export type Confirmation = { readonly id: string; readonly count: number; readonly lastMs: number };

export type FactEventKind = 'CREATED' | 'CONFIRMED' | 'SUPERSEDED' | 'FORGOTTEN' | 'RESTORED';

/** An event in the history of a fact. */
export type FactEvent = {
  readonly kind: FactEventKind;
  readonly atMs: number;
  /** The fact that replaced it, or that it replaced. */
  readonly otherId: string;
  /** The number of confirmations that were written together. */
  readonly count: number;
};

/** Confirmations that are not written yet but already count. */
export type Unwritten = readonly Confirmation[];

export type FactRef = { readonly scope: Scope; readonly id: string };

/** Asks which facts the given texts mention. */
export type MentionQuery = {
  readonly scope: Scope;
  readonly texts: readonly string[];
  /** True if only facts of the scope's session count; absent: all of the user's do. */
  readonly isWithinSession?: boolean | undefined;
};

/** Asks which facts were read from the given turns of a user. */
export type ReadInQuery = {
  readonly scope: Scope;
  readonly turns: readonly { readonly sessionId: string; readonly turn: number }[];
};

export type FactListQuery = {
  readonly scope: Scope;
  /** Empty: all domains. */
  readonly domains: readonly FactDomain[];
  readonly states: readonly FactState[];
  readonly pinnedOnly: boolean;
  /** True if only facts that soon go stale are wanted. */
  readonly due: boolean;
  readonly pageSize: number;
  readonly after?: ListCursor | undefined;
  readonly nowMs: number;
};

export type FactPage = { readonly facts: readonly Fact[]; readonly next?: ListCursor | undefined };

export type FactQuery = {
  readonly scope: Scope;
  /** The text to search for; '': the facts that were confirmed last. */
  readonly text: string;
  /** Empty: all domains. */
  readonly domains: readonly FactDomain[];
  readonly topK: number;
  /** True if the facts are for a prompt. */
  readonly activeOnly: boolean;
  /** The probability from which facts concern the question; absent: RELEVANCE.facts. */
  readonly leastChance?: number | undefined;
  readonly nowMs: number;
};

export type FactHit = { readonly fact: Fact; readonly score: number; readonly similarity: number };

/** Asks for facts that a prompt may include: active ones, of the domains that the text is about. */
export type PromptFactQuery = Pick<FactQuery, 'topK' | 'leastChance' | 'nowMs'> & {
  /** Names the user and the session. */
  readonly scope: Scope;
  /** The text to search for; '': the window's last turn of the user or, without one, the facts that were confirmed last. */
  readonly text: string;
  /** Facts with less than this share of the best score are not near; absent: there is no such floor. */
  readonly leastShare?: number | undefined;
  /** The number of facts, best first, that are near whatever their share; absent: none. */
  readonly keptAnyway?: number | undefined;
  /** If at most so many were found, all are near enough. */
  readonly allOf?: number | undefined;
};

/** The reason why a prompt may include a fact: it is pinned, the question's plan concerns it, or the question's words found it. */
export type WhyFact = 'PINNED' | 'PLANNED' | 'NEAR';

/** A fact that a prompt may include. */
export type FactForPrompt = {
  /** It counts confirmations that are not written yet. */
  readonly fact: Fact;
  readonly why: WhyFact;
  /** True if it is about health or diet, and the question's plan touches it: leaving it out may harm the user. */
  readonly mayHarm: boolean;
  /** True if it is relevant to the question; pinned and planned facts always are. */
  readonly isNear: boolean;
};

/** A fact with its events. */
export type FactHistory = {
  readonly fact: Fact;
  readonly events: readonly FactEvent[];
  /** The facts that it replaced. */
  readonly predecessors: readonly Fact[];
};

/** Compares what a text says with the known facts; nothing is written. */
export type JudgeQuery = {
  readonly scope: Scope;
  readonly text: string;
  readonly facts: readonly SaidFact[];
  readonly forget?: ForgetRequest | undefined;
};

export type Judgement = {
  /** One outcome for each fact. */
  readonly outcomes: readonly { readonly operation: FactOperation; readonly ids: readonly string[] }[];
  readonly forgetIds: readonly string[];
  readonly mentionedIds: readonly string[];
};
