/** The training data of the reader, whatever file it comes from. */
import type { FactDomain } from '../../domain/facts/fact.ts';
import type { FactKind } from '../../domain/facts/fact-reader.ts';

/** A statement of a turn. */
export type LabelledFact = {
  /** The words of the statement within the turn; undefined if the label does not say. */
  readonly text?: string | undefined;
  readonly kind?: FactKind | undefined;
  readonly domains?: readonly FactDomain[] | undefined;
  readonly action?: 'create' | 'supersede' | 'confirm' | 'forget' | 'none' | undefined;
  /** The earlier fact that it replaces, repeats or asks to forget. */
  readonly known?: string | undefined;
};

export type TrainingTurn = {
  readonly turn: string;
  /** The tag of its language. */
  readonly language: string;
  /** Lasting statements of the user's own; empty if there are none. */
  readonly facts: readonly LabelledFact[];
  /** The group that is held out together: translations of each other, sentences by one author. */
  readonly group: string;
  /** The project's own sentences count fully, generated ones less. */
  readonly weight: number;
  readonly source: 'sentences' | 'turns' | 'generated';
  /** True for run-on, dictated and terse talk, which teaches what is stored, and not what is replaced. */
  readonly isHurried?: boolean;
};
