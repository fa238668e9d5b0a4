/** The transport of a typed client: calls as bytes, over gRPC, HTTP or in process. */

/** Sends the attempts of one call to several servers. */
export type Route = {
  /** The user whose data the call concerns; undefined if it names none. */
  readonly user: string | undefined;
  /** The attempts so far whose server was unavailable. */
  readonly failures: { readonly address: string; readonly message: string }[];
  /** Whether the next attempt goes to another server, which is not known to be away, so that it need not wait. */
  movesOn: boolean;
};

/** The signal, deadline and headers of a call. */
export type TransportCall = {
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  /** The call's deadline, in milliseconds since 1970. */
  readonly deadlineMs: number;
  /** The caller's trace context, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same for all attempts of a call. */
  readonly route?: Route | undefined;
  /** Is told the revision of the call's user, if the server tells one. */
  readonly onRevision?: ((revision: string) => void) | undefined;
};

/**
 * Sends calls; `method` is like `recorda.v1.MemoryService/AddMemory`. Failures are always RecordaErrors. It repeats
 * nothing.
 */
export interface Transport {
  unary(method: string, request: Uint8Array, call: TransportCall): Promise<Uint8Array>;
  /** Starts when iterated; leaving the iteration cancels the call. It takes from the server only what is read. */
  stream(method: string, request: Uint8Array, call: TransportCall): AsyncIterable<Uint8Array>;
  /** Releases what it holds. Called once, when no call is under way. */
  close(): Promise<void>;
}
