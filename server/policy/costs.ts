/** What shared backends cost, in dollars; every rate is a setting. */
export type CostRates = {
  /** A GB and month of the vector store: long-term memory. */
  readonly vectorGbUsd: number;
  /** 1,000 nodes and a month of the graph: entities. */
  readonly graph1000NodesUsd: number;
  /** A GB and month of Redis: short-term and working memory. */
  readonly redisGbUsd: number;
  /** A GB and month of the server's disk: turns, facts, sessions and what else is kept beside memories. */
  readonly diskGbUsd: number;
};

/** The disk's is the list price of general purpose SSDs (gp3) of AWS in us-east-1. */
export const COST_RATES: CostRates = { vectorGbUsd: 0.4, graph1000NodesUsd: 5, redisGbUsd: 0.15, diskGbUsd: 0.08 };

/** Nodes that a rate of the graph is for. */
export const NODES_OF_RATE = 1000;

/** Days ahead that costs are projected, and how far that can be. */
export const HORIZON_DAYS = { byDefault: 30, most: 365 } as const;

/** For so long the daily samples of use are kept. */
export const SAMPLE_DAYS = 30;
