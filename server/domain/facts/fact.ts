/** Facts: what is known about a user. */

export const FACT_DOMAINS = ['WORK', 'PREFERENCES', 'DECISIONS', 'PERSONAL', 'PROJECTS'] as const;
export type FactDomain = (typeof FACT_DOMAINS)[number];

export const CONFIDENCES = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** EXPLICIT: the user said so; INFERRED: it follows from a change that the user mentioned, or an agent wrote it. */
export type FactSource = 'EXPLICIT' | 'INFERRED';

/** The part of a fact that the rules read. */
export type KnownFact = {
  readonly id: string;
  readonly domain: FactDomain;
  /** A second domain that the fact belongs to. */
  readonly alsoDomain?: FactDomain | undefined;
  /** The user's own words without the signal, in their language; '' once the fact is forgotten. */
  readonly text: string;
  readonly confidence: Confidence;
  readonly source: FactSource;
  /** The slot that it fills, such as `name`: a fact with another value replaces it. */
  readonly slot?: string | undefined;
  readonly createTimeMs: number;
  readonly lastConfirmedTimeMs: number;
  /** The number of times that it was repeated or confirmed. */
  readonly confirmations: number;
  /** Set if the fact never ages and is never superseded, except by a request that names its id. */
  readonly isPinned?: true | undefined;
  readonly supersededBy?: string | undefined;
  readonly forgottenTimeMs?: number | undefined;
};

/** Returns the domains of a fact, the more likely one first. */
export function domainsOf({ domain, alsoDomain }: Pick<KnownFact, 'domain' | 'alsoDomain'>): readonly FactDomain[] {
  return alsoDomain === undefined || alsoDomain === domain ? [domain] : [domain, alsoDomain];
}

/** The agent, session and turn in which a fact was said; '' and 0 if unknown. */
export type FactProvenance = { readonly agentId: string; readonly sessionId: string; readonly turn: number };

export type Fact = KnownFact & {
  /** The rule that read it; '' if an agent wrote it. */
  readonly rule: string;
  readonly provenance: FactProvenance;
  readonly namespace: string;
};
