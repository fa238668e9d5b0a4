/** The quality of a ranking: recall at 5, 10, 20 (the share of the relevant found), MRR, nDCG at 10. */
export type Metrics = {
  readonly count: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly recall20: number;
  readonly mrr: number;
  readonly ndcg10: number;
};

export function rankingMetrics(ranked: readonly string[], gold: readonly string[]): Metrics {
  const relevant = new Set(gold);
  const recall = (depth: number): number =>
    ranked.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
  const first = ranked.findIndex((id) => relevant.has(id));
  const gain = (index: number): number => 1 / Math.log2(index + 2);
  let dcg = 0;
  for (const [rank, id] of ranked.slice(0, 10).entries()) if (relevant.has(id)) dcg += gain(rank);
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, relevant.size); rank++) ideal += gain(rank);
  return {
    count: 1,
    recall5: recall(5),
    recall10: recall(10),
    recall20: recall(20),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    ndcg10: dcg / ideal,
  };
}

export function meanMetrics(all: readonly Metrics[]): Metrics {
  const mean = (of: (metrics: Metrics) => number): number => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return {
    count: all.length,
    recall5: mean((one) => one.recall5),
    recall10: mean((one) => one.recall10),
    recall20: mean((one) => one.recall20),
    mrr: mean((one) => one.mrr),
    ndcg10: mean((one) => one.ndcg10),
  };
}

/**
 * Returns the standard error of the mean: the sample's deviation over the root of its size; 0 for a single
 * value.
 */
export function standardError(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
