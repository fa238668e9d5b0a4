/** The weights of domain/conversation/topic-cut.ts: do not edit, `npm run train:language` writes them. */
export type TopicCutWeights = {
  readonly bias: number;
  readonly measures: readonly number[];
  readonly grams: Readonly<Record<string, number>>;
};

export const TOPIC_CUT_WEIGHTS: TopicCutWeights = { bias: 0, measures: [], grams: {} };
