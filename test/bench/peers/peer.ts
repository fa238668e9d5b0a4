/** What the bench asks of a peer. Each runs in a process of its own, through its own client, as its users would. */

/** A text with its vector; no two texts are the same. */
export type BenchMemory = { readonly text: string; readonly category: string; readonly vector: Float32Array };

export type BenchQuery = {
  readonly user: string;
  readonly text: string;
  readonly vector: Float32Array;
  /** Only memories of this category. */
  readonly category?: string | undefined;
};

export interface Peer {
  /** With its version. */
  readonly name: string;
  /** What a call crosses: `in process`, `gRPC`, `HTTP`. */
  readonly door: string;
  /** What an answered add survives: `power cut`, `process end`, `nothing`. */
  readonly survives: string;
  /** The processes that hold the memories. */
  readonly pids: readonly number[];
  add(user: string, memory: BenchMemory): Promise<unknown>;
  addBatch(user: string, memories: readonly BenchMemory[]): Promise<unknown>;
  /** The texts of the best memories of the user, best first. */
  search(query: BenchQuery, topK: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type PeerSetup = {
  /** Empty, and removed afterwards. */
  readonly folder: string;
  readonly dimensions: number;
  /** For peers that embed by themselves: the vector of a text of the bench. */
  vectorOf(text: string): Float32Array;
};
