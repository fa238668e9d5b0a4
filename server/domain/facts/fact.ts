/** What is known of a user. */

export const FACT_DOMAINS = ['WORK', 'PREFERENCES', 'DECISIONS', 'PERSONAL', 'PROJECTS'] as const;
export type FactDomain = (typeof FACT_DOMAINS)[number];

export const CONFIDENCES = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** EXPLICIT: the user said so; INFERRED: it follows from what the user said has changed, or an agent wrote it. */
export type FactSource = 'EXPLICIT' | 'INFERRED';

/** What the rules look at. */
export type KnownFact = {
  readonly id: string;
  readonly domain: FactDomain;
  /** A second one that it is about as well. */
  readonly alsoDomain?: FactDomain | undefined;
  /** The user's own words without the signal, in their language; '' once it is forgotten. */
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  /** What there is one of, such as `name`: another value replaces it. */
  readonly slot?: string | undefined;
  readonly createTimeMs: number;
  readonly lastConfirmedTimeMs: number;
  /** Times that it was said again or confirmed. */
  readonly confirmations: number;
  /** Never too old, and in nobody's way: only by its id another fact takes its place. */
  readonly isPinned?: true | undefined;
  readonly supersededBy?: string | undefined;
  readonly forgottenTimeMs?: number | undefined;
};

/** The domains of a fact, the likelier first. */
export function domainsOf({ domain, alsoDomain }: Pick<KnownFact, 'domain' | 'alsoDomain'>): readonly FactDomain[] {
  return alsoDomain === undefined || alsoDomain === domain ? [domain] : [domain, alsoDomain];
}

/** Where a fact was said; '' and 0 where nobody said. */
export type FactProvenance = { readonly agentId: string; readonly sessionId: string; readonly turn: number };

export type Fact = KnownFact & {
  /** Which rule read it; '' where an agent wrote it. */
  readonly rule: string;
  readonly provenance: FactProvenance;
  readonly namespace: string;
};
