/** The options and results of `agent.facts`. */
import type { WriteOptions } from './agent-types.ts';
import type { CallOptions } from './typed-client.ts';

export type FactDomain = 'work' | 'preferences' | 'decisions' | 'personal' | 'projects';
export type FactConfidence = 'low' | 'medium' | 'high';
/** The origin of a fact: the user said it, or it follows from what the user said. */
export type FactSource = 'explicit' | 'inferred';
/** The state of a fact, computed when it is read: prompts include only active ones. */
export type FactState = 'active' | 'aged' | 'stale' | 'low_unconfirmed' | 'superseded' | 'forgotten';
/** The change that a statement made to the known facts. */
export type FactOperation = 'added' | 'confirmed' | 'superseded';

/** A fact about a user. */
export type Fact = {
  readonly id: string;
  readonly domain: FactDomain;
  /** A second domain that it is about; undefined if there is none. Filters by domain match either. */
  readonly alsoDomain: FactDomain | undefined;
  /** The person that it is about, if not the user: `aunt`, `sister Ana`; empty for the user. */
  readonly subject: string;
  /** The user's own words without the signal phrase; empty once it is forgotten. */
  readonly text: string;
  readonly confidence: FactConfidence;
  readonly source: FactSource;
  readonly state: FactState;
  readonly createTime: Date;
  /** The time at which it was last said or confirmed. */
  readonly lastConfirmedTime: Date;
  readonly confirmationCount: number;
  /** Whether the user should be asked if it still holds. */
  readonly needsConfirmation: boolean;
  /** The id of the fact that replaced it; empty if none did. */
  readonly supersededBy: string;
  /** The extraction rule that found it, or the identity of the trained reader that did; empty if an agent recorded it. */
  readonly rule: string;
  readonly agentId: string;
  readonly sessionId: string;
  /** The turn of the session in which it was said; 0 if not specified. */
  readonly turn: number;
  /** Whether it is pinned: it does not age, and only `contradict` or `restore` supersedes it. */
  readonly pinned: boolean;
  /** The time at which it becomes stale unless it is confirmed; undefined if it is pinned, superseded or forgotten. */
  readonly staleTime: Date | undefined;
};

/** A fact that a text states. */
export type ExtractedFact = Pick<
  Fact,
  'domain' | 'alsoDomain' | 'subject' | 'text' | 'confidence' | 'source' | 'rule'
> & {
  /** The span of the statement, in UTF-16 units of the text in Unicode form NFC. */
  readonly from: number;
  readonly to: number;
  /** The change that it would make to the known facts. */
  readonly operation: FactOperation;
  /** The ids of the facts that it would confirm or supersede. */
  readonly factIds: readonly string[];
};

/** The result of extracting facts from a text. */
export type Extraction = {
  readonly facts: readonly ExtractedFact[];
  /** The wish to have something forgotten, if the text has one. */
  readonly forget:
    | {
        readonly rule: string;
        readonly from: number;
        readonly to: number;
        /** The fact to forget, in the user's words; empty: the last one that was stated. */
        readonly target: string;
        /** The ids of the facts that it refers to. */
        readonly factIds: readonly string[];
      }
    | undefined;
  /** The ids of the facts that the text mentions and thereby confirms. */
  readonly mentionedIds: readonly string[];
};

/** Options of adding a fact. */
export type AddFactOptions = WriteOptions & {
  /** The domain; absent: determined from the words. */
  readonly domain?: FactDomain | undefined;
  /** A second domain, other than `domain`; absent: none. */
  readonly alsoDomain?: FactDomain | undefined;
  /** How certain it is; absent: high. */
  readonly confidence?: FactConfidence | undefined;
  /** The origin; absent: explicit. */
  readonly source?: FactSource | undefined;
  /** Whether to pin it; a fact that says the same already is pinned, too. */
  readonly pinned?: boolean | undefined;
  /** The turn of the session in which it was said, counted from 1. */
  readonly turn?: number | undefined;
};
/** Options of contradicting a fact. */
export type ContradictOptions = Pick<AddFactOptions, 'confidence' | 'source' | 'requestId' | 'signal' | 'timeoutMs'>;
/** The result of adding a fact. */
export type AddedFact = {
  /** The fact that now states it. */
  readonly fact: Fact;
  readonly operation: FactOperation;
  /** The ids of the facts that it superseded. */
  readonly supersededIds: readonly string[];
};

/** The result of restoring a fact. */
export type RestoredFact = {
  /** The fact as it is now. */
  readonly fact: Fact;
  /** The ids of the facts that it superseded. */
  readonly supersededIds: readonly string[];
};

/** Options of listing facts. */
export type ListFactsOptions = CallOptions & {
  /** The domains; absent: all. */
  readonly domains?: readonly FactDomain[] | undefined;
  /** The states; absent: active, aged and stale. */
  readonly states?: readonly FactState[] | undefined;
  /** Whether to list only pinned facts; absent: all. */
  readonly pinnedOnly?: boolean | undefined;
  /** Whether to list only facts that become stale within 14 days unless they are confirmed; absent: all. */
  readonly due?: boolean | undefined;
  /** The number of facts that are fetched at a time, 1 to 1,000; absent: 50. */
  readonly pageSize?: number | undefined;
};
/** Options of retrieving facts. */
export type RetrieveFactsOptions = CallOptions & {
  /** The domains; absent: all. */
  readonly domains?: readonly FactDomain[] | undefined;
  /** The most facts, 1 to 1,000; absent: 10. */
  readonly topK?: number | undefined;
  /** Whether to return only facts that prompts may include; absent: aged and stale ones, too. */
  readonly activeOnly?: boolean | undefined;
};
/** A fact that was found. */
export type FactHit = {
  readonly fact: Fact;
  /** The number that hits are ordered by within one query; 0 without a query. */
  readonly score: number;
  /** The calibrated similarity in meaning, 0 to 1. */
  readonly similarity: number;
};

/** An event in the history of a fact. */
export type FactEvent = {
  readonly kind: 'created' | 'confirmed' | 'superseded' | 'forgotten' | 'restored';
  readonly time: Date;
  /** The id of the fact that replaced it; empty if none did. */
  readonly otherId: string;
  /** The number of confirmations that were recorded together. */
  readonly count: number;
};
/** A fact with its history. */
export type FactHistory = {
  readonly fact: Fact;
  /** The events, oldest first. */
  readonly history: readonly FactEvent[];
  /** The facts that it superseded. */
  readonly predecessors: readonly Fact[];
};
