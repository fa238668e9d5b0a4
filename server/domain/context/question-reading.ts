/** Reads what a question asks for, in the store's reader threads: each has the built-in embedder, which both parts need. */
import type { PlanReader } from './plans.ts';
import type { QuestionReader } from './relevance.ts';

export type QuestionReading = {
  /** Made with its first use, since it embeds all of its rows. */
  readonly plans: () => PlanReader;
  readonly read: QuestionReader;
};
