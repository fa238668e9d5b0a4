/** The port to a trained reader of candidates: the domain does not depend on a model. */
import type { CommandKind } from '../languages/fact-pack.ts';
import type { Clause } from '../speech/read-turn.ts';
import type { FactDomain } from './fact.ts';

export const FACT_KINDS = ['remember', 'instruction', 'preference', 'decision', 'change', 'plain'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** A part of a turn, in UTF-16 units of its NFC form, with what the light parse knows about it. */
export type CandidateSpan = Pick<Clause, 'mood' | 'isHedged' | 'followsThirdPerson' | 'fiction'> & {
  /** Its words with shorthand spelled out, so that a model learns `im` and `I'm` as one. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The request that its first words make, if any. */
  readonly asks?: CommandKind | undefined;
};

export type ReadCandidate = {
  /** The calibrated probability, 0 to 1, that it is a lasting statement of the user's own. */
  readonly probability: number;
  /** Reads the rest on demand: most candidates are not statements, and for those it is never needed. */
  readonly said: () => SaidByCandidate;
  /** Returns the probability that it replaces what held before. Often it alone decides that a candidate is no fact. */
  readonly replaces: () => number;
};

export type SaidByCandidate = {
  readonly kind: FactKind;
  /** The most likely domain first; a second one only if it is likely, too. */
  readonly domains: readonly [FactDomain, ...FactDomain[]];
};

export type FactReader = {
  /** The model's identity, stored with what it decided. */
  readonly identity: string;
  readonly read: (turn: string, spans: readonly CandidateSpan[]) => readonly ReadCandidate[];
};
