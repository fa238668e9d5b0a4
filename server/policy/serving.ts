/** How the server serves over the network. */
import { KB, MB } from './limits.ts';

const SECOND = 1000;

export const SERVING = {
  /** Calls under way at once; one more is OVERLOADED. */
  callsInFlight: 512,
  /**
   * Overload by another sign: half of the event loop's wake-ups of a window come so late. A window has that many of them at least,
   * so that one long pause is none. New calls are OVERLOADED until a window is better.
   */
  loop: { windowMs: 500, lateMs: 200, wakeUps: 4, resolutionMs: 20 },
  /** What an OVERLOADED answer tells the caller to wait where too many calls are under way. */
  overloadedRetryMs: 100,
  /**
   * HTTP/2 streams per connection. More than may be in flight: beyond it a client queues without a word, and an answer that says
   * OVERLOADED is better.
   */
  streamsPerConnection: 2048,
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
