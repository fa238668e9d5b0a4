/** What the reader is trained on, whatever file it comes from. */

export const KINDS = ['remember', 'instruction', 'preference', 'decision', 'change', 'plain'] as const;
export const DOMAINS = ['WORK', 'PREFERENCES', 'DECISIONS', 'PERSONAL', 'PROJECTS'] as const;
export type Kind = (typeof KINDS)[number];
export type Domain = (typeof DOMAINS)[number];
export type TrainingLanguage = 'en' | 'es';

/** A statement of a turn. */
export type LabelledFact = {
  /** A part of the turn; undefined where nobody said which. */
  readonly text?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly domains?: readonly Domain[] | undefined;
};

export type TrainingTurn = {
  readonly turn: string;
  readonly language: TrainingLanguage;
  /** Lasting statements of the user's own; empty where there are none. */
  readonly facts: readonly LabelledFact[];
  /** What is held out together: twins of two languages, sentences of one hand. */
  readonly group: string;
  /** Sentences of the project count whole, generated ones less. */
  readonly weight: number;
  readonly source: 'sentences' | 'turns' | 'generated';
};
