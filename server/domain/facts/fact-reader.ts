/** A port to a trained reader of candidates: the domain knows no model. */
import type { Clause } from '../speech/read-turn.ts';
import type { FactDomain } from './fact.ts';

export const FACT_KINDS = ['remember', 'instruction', 'preference', 'decision', 'change', 'plain'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** REMEMBER asks to remember; INSTRUCTION says how the assistant is to behave from now on; DECISION says what was chosen. */
export type Asks = 'REMEMBER' | 'INSTRUCTION' | 'DECISION';

/** A part of a turn, in UTF-16 units of its NFC form, with what the light parse knows of it. */
export type CandidateSpan = Pick<Clause, 'mood' | 'isHedged' | 'followsThirdPerson' | 'fiction'> & {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The request that its first words make, if they make one. */
  readonly asks?: Asks | undefined;
};

export type ReadCandidate = {
  /** Calibrated, 0 to 1: how likely it is a lasting statement of the user's own. */
  readonly probability: number;
  /** Read when asked for: most candidates are no statement, and nobody asks. */
  readonly said: () => SaidByCandidate;
};

export type SaidByCandidate = {
  readonly kind: FactKind;
  /** The likeliest first; a second only where it is likely, too. */
  readonly domains: readonly [FactDomain, ...FactDomain[]];
  /** How likely it replaces what was so before. */
  readonly replaces: number;
};

export type FactReader = {
  /** The model's identity, stored with what it decided. */
  readonly identity: string;
  readonly read: (turn: string, spans: readonly CandidateSpan[]) => readonly ReadCandidate[];
};
