/** What every call passes, whichever the door. Both doors speak bytes: what one refuses, the other does. */

/** What a door knows of a call. */
export type DoorCall = {
  /** From the credential. */
  readonly tenant: string;
  /** Aborts when the caller gives up. The pipeline itself ends the call at its deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970; absent: the default deadline from now. */
  readonly deadlineMs?: number | undefined;
  /** The caller's trace, as the `traceparent` and `tracestate` headers spell it. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
};

/** The one way in. `method` is like `recorda.v1.MemoryService/AddMemory`. Failures are RecordaErrors, always. */
export interface Pipeline {
  unary(method: string, request: Uint8Array, call: DoorCall): Promise<Uint8Array>;
  /** Leaving the iteration cancels the call. Pulls one message at a time: a reader that never reads queues nothing. */
  stream(method: string, request: Uint8Array, call: DoorCall): AsyncIterable<Uint8Array>;
}
