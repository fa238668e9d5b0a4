/** How a typed client reaches the pipeline: by bytes, over gRPC or in process. */

/** What accompanies one call. */
export type TransportCall = {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** When the call must be over: milliseconds since 1970. */
  readonly deadlineMs: number;
  /** Lower-case names; the caller's trace context. */
  readonly headers: Readonly<Record<string, string>>;
};

/** `method` is like `recorda.v1.MemoryService/AddMemory`. Failures are RecordaErrors, always. Nothing is repeated here. */
export interface Transport {
  unary(method: string, request: Uint8Array, call: TransportCall): Promise<Uint8Array>;
  /** Starts when iterated; leaving the iteration cancels the call. Takes from the server only what is read. */
  stream(method: string, request: Uint8Array, call: TransportCall): AsyncIterable<Uint8Array>;
  /** Releases what is held. Called once, when no call is under way. */
  close(): Promise<void>;
}
