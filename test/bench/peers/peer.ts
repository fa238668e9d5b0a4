/**
 * The interface of a peer. Each runs in a process of its own, through its own client, as its users would run it.
 */

/** A text with its vector; no two texts are the same. */
export type BenchMemory = { readonly text: string; readonly category: string; readonly vector: Float32Array };

export type BenchQuery = {
  readonly user: string;
  readonly text: string;
  readonly vector: Float32Array;
  /** Restricts the search to memories of this category. */
  readonly category?: string | undefined;
};

export interface Peer {
  /** The name with its version. */
  readonly name: string;
  /** The boundary that a call crosses: `in process`, `gRPC`, `HTTP`. */
  readonly door: string;
  /** What an acknowledged add survives: `power cut`, `process end`, `nothing`. */
  readonly survives: string;
  /** The processes that hold the memories. */
  readonly pids: readonly number[];
  add(user: string, memory: BenchMemory): Promise<unknown>;
  addBatch(user: string, memories: readonly BenchMemory[]): Promise<unknown>;
  /** Returns the texts of the user's best memories, best first. */
  search(query: BenchQuery, topK: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type PeerSetup = {
  /** An empty folder, which is removed afterwards. */
  readonly folder: string;
  readonly dimensions: number;
  /** Returns the vector of a text of the benchmark, for peers that embed by themselves. */
  vectorOf(text: string): Float32Array;
};
