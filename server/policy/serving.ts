/** How the server serves over the network. */
import { KB, MB } from './limits.ts';

const SECOND = 1000;

/** Work on the event loop pauses for other calls after so many milliseconds. */
export const TURN_MS = 5;

export const SERVING = {
  /** Calls that run at once, at most; RECORDA_CALLS_RUNNING changes it. */
  callsRunning: 512,
  /**
   * How many of them the server lets run while others wait (server/rpc/concurrency-limit.ts): at first, what keeps every thread of a
   * small machine busy; at least, so few that calls of 10 ms each end within 150 ms on one thread. A call is late when it ran for
   * four tenths of its time; then seven tenths of the limit are left, as TCP's CUBIC has it (RFC 9438).
   */
  concurrency: { least: 8, first: 32, lateShare: 0.4, decrease: 0.7, forgetMs: 10 * SECOND },
  /** Calls that wait until they may run; one more is OVERLOADED. RECORDA_CALLS_WAITING changes it. */
  callsWaiting: 2048,
  /** How often calls that wait are looked through for those whose deadline cannot be met any more. */
  admissionMs: 10,
  /**
   * What calls of a kind take, as an average: the weight of the newest, and of one that took less; half of it is left when none has been
   * answered for so long.
   */
  costs: { newestWeight: 0.1, lowerWeight: 0.5, halfLifeMs: 500 },
  /** A call that runs for longer, like a backup, no longer counts among those that run at once. */
  longCallMs: 2 * SECOND,
  /** What an OVERLOADED answer tells the caller to wait, at least and at most; between them, as long as the work that waits takes. */
  overloadedRetryMs: 100,
  overloadedRetryMostMs: 10 * SECOND,
  /**
   * Bytes of requests over `smallRequestBytes` that the server holds at once, as they arrive and until they are answered; one more is
   * OVERLOADED. RECORDA_REQUEST_BYTES_IN_FLIGHT changes it. Smaller ones are bounded by the calls that run and wait.
   */
  requestBytesInFlight: 128 * MB,
  smallRequestBytes: 64 * KB,
  /** What an OVERLOADED answer tells the caller of a large request to wait. */
  largeRequestRetryMs: 1 * SECOND,
  /** Compressed requests that are unpacked at once: how large each becomes is known only then. */
  unpackedAtOnce: 4,
  /** A request must have arrived so long after its headers, and how often those that have not are looked for. */
  requestArrivalMs: 60 * SECOND,
  arrivalCheckMs: 1 * SECOND,
  /** A new connection gets so long for TLS, and again so long for the first words of HTTP/2. */
  handshakeMs: 10 * SECOND,
  /** A connection without calls is closed gently after so long; RECORDA_CONNECTION_IDLE_MS changes it. */
  connectionIdleMs: 1800 * SECOND,
  /**
   * HTTP/2 streams per connection. More than may run and wait: beyond it a client queues without a word, and an answer that says
   * OVERLOADED is better.
   */
  streamsPerConnection: 4096,
  /** Of calls that their callers gave up, on one connection. */
  resetsAtOnce: 10_000,
  resetsPerSecond: 2_000,
  /** A connection that is silent for so long is asked whether it is there, and closed when it does not answer. */
  keepaliveMs: 60 * SECOND,
  keepaliveTimeoutMs: 20 * SECOND,
  /** Bytes of answers that wait for a stream's reader, beyond the 16 messages that grpc-js lets wait. */
  streamQueueBytes: 1 * MB,
  /** A call that its client resets so shortly before the deadline was reset because of it. */
  deadlineSlackMs: 50,
  /** Where the pipeline has not ended a stream so long after its deadline, or nobody reads the answer, the stream is reset. */
  resetAfterMs: 100,
  /** An answer over so many bytes may wait for its reader; smaller ones are sent at once. */
  largeAnswerBytes: 64 * KB,
  /**
   * Of an error's two headers, since clients take 8 KB of headers in all: the message as it is percent-encoded, and the details
   * before base64.
   */
  errorMessageBytes: 1 * KB,
  errorDetailBytes: 2 * KB,
  errorNameBytes: 512,
  /** Of a field that is named as at fault: what surrounds its texts, and what the line that counts the rest may take. */
  errorFieldFrameBytes: 8,
  errorFieldRestBytes: 64,
  /** Texts from so many bytes on are worth a look at their letters before they are decoded. */
  longTextBytes: 1 * KB,
  /** What answers are written into is kept for the next one unless one was larger. */
  keptWriterBytes: 256 * KB,
  /** Of a traceparent or tracestate header. */
  traceHeaderBytes: 512,
  /** Calls under way get so long to end when the server is told to stop; RECORDA_SHUTDOWN_GRACE_MS changes it. */
  shutdownGraceMs: 10 * SECOND,
  /** After grace and closing, a server that still has not stopped is ended. */
  stopMarginMs: 10 * SECOND,
  /** How often health asks the stores. */
  statusIntervalMs: 1 * SECOND,
  /** After the grace, connections get so long to close by themselves. */
  closeMs: 1 * SECOND,
  /** How long `recorda health` waits for an answer. */
  healthCheckMs: 3 * SECOND,
} as const;
