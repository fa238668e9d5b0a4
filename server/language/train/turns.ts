/** What the reader is trained on, whatever file it comes from. */
import type { FactDomain } from '../../domain/facts/fact.ts';
import type { FactKind } from '../../domain/facts/fact-reader.ts';

/** A statement of a turn. */
export type LabelledFact = {
  /** A part of the turn; undefined where nobody said which. */
  readonly text?: string | undefined;
  readonly kind?: FactKind | undefined;
  readonly domains?: readonly FactDomain[] | undefined;
  readonly action?: 'create' | 'supersede' | 'confirm' | 'forget' | 'none' | undefined;
  /** The earlier fact that it replaces, says again or asks to forget. */
  readonly known?: string | undefined;
};

export type TrainingTurn = {
  readonly turn: string;
  /** The tag of its language. */
  readonly language: string;
  /** Lasting statements of the user's own; empty where there are none. */
  readonly facts: readonly LabelledFact[];
  /** What is held out together: twins of two languages, sentences of one hand. */
  readonly group: string;
  /** Sentences of the project count whole, generated ones less. */
  readonly weight: number;
  readonly source: 'sentences' | 'turns' | 'generated';
};
