/** What goes into `agent.facts` and what comes out. */
import type { WriteOptions } from './agent-types.ts';
import type { CallOptions } from './typed-client.ts';

export type FactDomain = 'work' | 'preferences' | 'decisions' | 'personal' | 'projects';
export type FactConfidence = 'low' | 'medium' | 'high';
/** Whether the user said so, or it follows from what was said. */
export type FactSource = 'explicit' | 'inferred';
/** How a fact stands, computed when it is read: only active ones go into prompts. */
export type FactState = 'active' | 'aged' | 'stale' | 'low_unconfirmed' | 'superseded' | 'forgotten';
/** What a statement did to what is known. */
export type FactOperation = 'added' | 'confirmed' | 'superseded';

/** One thing that is known of a user. */
export type Fact = {
  readonly id: string;
  readonly domain: FactDomain;
  /** A second thing that it is about; undefined where there is none. Filters by domain take either. */
  readonly alsoDomain: FactDomain | undefined;
  /** Whom it is about, where that is not the user: `aunt`, `sister Ana`; empty for the user. */
  readonly subject: string;
  /** The user's own words without the signal; empty once it is forgotten. */
  readonly text: string;
  readonly confidence: FactConfidence;
  readonly source: FactSource;
  readonly state: FactState;
  readonly createTime: Date;
  /** When it was last said or confirmed. */
  readonly lastConfirmedTime: Date;
  readonly confirmationCount: number;
  /** Whether the user should be asked if it still holds. */
  readonly needsConfirmation: boolean;
  /** The fact that took its place; empty if none did. */
  readonly supersededBy: string;
  /** The rule of extraction that found it, or the identity of the trained reader that did; empty where an agent wrote it. */
  readonly rule: string;
  readonly agentId: string;
  readonly sessionId: string;
  /** The turn of the session that it was said in; 0 if not said. */
  readonly turn: number;
  /** Whether it is pinned: it does not age, and only `contradict` or `restore` takes its place. */
  readonly pinned: boolean;
  /** When it goes stale unless it is confirmed; undefined where it is pinned, or stands no more. */
  readonly staleTime: Date | undefined;
};

/** A fact that a text states. */
export type ExtractedFact = Pick<
  Fact,
  'domain' | 'alsoDomain' | 'subject' | 'text' | 'confidence' | 'source' | 'rule'
> & {
  /** Where the statement stands, in UTF-16 units of the text in Unicode form NFC. */
  readonly from: number;
  readonly to: number;
  /** What it would do. */
  readonly operation: FactOperation;
  /** The facts that it would confirm or take the place of. */
  readonly factIds: readonly string[];
};

/** What a text says of its user. */
export type Extraction = {
  readonly facts: readonly ExtractedFact[];
  /** Where it asks to forget. */
  readonly forget:
    | {
        readonly rule: string;
        readonly from: number;
        readonly to: number;
        /** In the user's words; empty: what was said last. */
        readonly target: string;
        /** The facts that it means. */
        readonly factIds: readonly string[];
      }
    | undefined;
  /** Facts that it mentions, which confirms them. */
  readonly mentionedIds: readonly string[];
};

/** Options of adding a fact. */
export type AddFactOptions = WriteOptions & {
  /** Absent: by its words. */
  readonly domain?: FactDomain | undefined;
  /** A second thing that it is about, beside `domain`; absent: none. */
  readonly alsoDomain?: FactDomain | undefined;
  /** Absent: high. */
  readonly confidence?: FactConfidence | undefined;
  /** Absent: explicit. */
  readonly source?: FactSource | undefined;
  /** Pins it; a fact that says so already, too. */
  readonly pinned?: boolean | undefined;
  /** The turn of the session that it was said in, from 1. */
  readonly turn?: number | undefined;
};
/** Options of contradicting a fact. */
export type ContradictOptions = Pick<AddFactOptions, 'confidence' | 'source' | 'requestId' | 'signal' | 'timeoutMs'>;
/** What became of a fact. */
export type AddedFact = {
  /** The one that says so now. */
  readonly fact: Fact;
  readonly operation: FactOperation;
  /** Those whose place it took. */
  readonly supersededIds: readonly string[];
};

/** A fact that was brought back. */
export type RestoredFact = {
  /** As it stands now. */
  readonly fact: Fact;
  /** Those that gave way to it. */
  readonly supersededIds: readonly string[];
};

/** Options of listing facts. */
export type ListFactsOptions = CallOptions & {
  /** Absent: all. */
  readonly domains?: readonly FactDomain[] | undefined;
  /** Absent: active, aged and stale. */
  readonly states?: readonly FactState[] | undefined;
  /** Only pinned ones; absent: all. */
  readonly pinnedOnly?: boolean | undefined;
  /** Only those that go stale within 14 days unless they are confirmed; absent: all. */
  readonly due?: boolean | undefined;
  /** How many are fetched at a time, 1 to 1,000; absent: 50. */
  readonly pageSize?: number | undefined;
};
/** Options of retrieving facts. */
export type RetrieveFactsOptions = CallOptions & {
  /** Absent: all. */
  readonly domains?: readonly FactDomain[] | undefined;
  /** 1 to 1,000; absent: 10. */
  readonly topK?: number | undefined;
  /** Only what may go into prompts; absent: aged and stale ones, too. */
  readonly activeOnly?: boolean | undefined;
};
/** A fact that was found. */
export type FactHit = {
  readonly fact: Fact;
  /** What hits are ordered by, within one query; 0 without a query. */
  readonly score: number;
  /** How near in meaning, calibrated, 0 to 1. */
  readonly similarity: number;
};

/** Something that happened to a fact. */
export type FactEvent = {
  readonly kind: 'created' | 'confirmed' | 'superseded' | 'forgotten' | 'restored';
  readonly time: Date;
  /** The fact that took its place; empty if none did. */
  readonly otherId: string;
  /** How many confirmations were written together. */
  readonly count: number;
};
/** A fact and what happened to it. */
export type FactHistory = {
  readonly fact: Fact;
  /** Oldest first. */
  readonly history: readonly FactEvent[];
  /** Those whose place it took. */
  readonly predecessors: readonly Fact[];
};
