/** Summaries that a language model may write. */
export const SUMMARIZER = {
  /** A model gets so long; then the rules write the summary. */
  timeoutMs: 3000,
  /** Of one turn, so much is sent. */
  turnUnits: 2000,
  /** What the model may write, in its own tokens: the five keys and their JSON. */
  answerTokens: 200,
  /** Answers that are longer are not read. */
  answerUnits: 4000,
} as const;
