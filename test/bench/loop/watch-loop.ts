/**
 * Measures what occupies the main thread at a time, apart from decoding the message that caused it: the time from one turn of the
 * event loop to the next, on a core as the kernel counts it, so that other work of the machine does not count.
 */
import { readFileSync } from 'node:fs';
import { AdminServiceDefinition } from '../../../proto/gen/recorda/v1/admin.ts';
import { ContextServiceDefinition } from '../../../proto/gen/recorda/v1/context.ts';
import { MemoryServiceDefinition } from '../../../proto/gen/recorda/v1/memory.ts';

/** Turns of the loop are separated by a timer of this many milliseconds. */
const TICK_MS = 2;
const NANOSECONDS_PER_MS = 1e6;

/** Milliseconds on a core. */
export type LoopFigures = {
  /** Undefined if there were fewer than a hundred turns. */
  readonly p99Ms: number | undefined;
  readonly longestMs: number;
  /** The longest time that decoding one message took, in milliseconds. */
  readonly decodeMs: number;
};

export interface LoopWatch {
  /** Discards what was measured so far. */
  reset(): void;
  figures(): LoopFigures;
  stop(): void;
}

type Decoder = { decode(...given: readonly unknown[]): unknown };

/** Returns the CPU time of this thread so far. */
function onCoreMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / NANOSECONDS_PER_MS;
}

/** Watches the thread that calls it. It observes the decoders of requests of this process. */
export function watchLoop(): LoopWatch {
  let heldMs: number[] = [];
  let decodedMs = 0;
  let longestDecodeMs = 0;
  const undo: (() => void)[] = [];
  for (const { methods } of [MemoryServiceDefinition, ContextServiceDefinition, AdminServiceDefinition])
    for (const { requestType } of Object.values(methods)) timeDecoder(requestType as Decoder);

  function timeDecoder(codec: Decoder): void {
    const { decode } = codec;
    undo.push(() => (codec.decode = decode));
    codec.decode = (...given) => {
      const from = onCoreMs();
      try {
        return decode.apply(codec, [...given]);
      } finally {
        const ms = onCoreMs() - from;
        decodedMs += ms;
        longestDecodeMs = Math.max(longestDecodeMs, ms);
      }
    };
  }

  let last = onCoreMs();
  const sample = (): void => {
    const now = onCoreMs();
    heldMs.push(Math.max(now - last - decodedMs, 0));
    decodedMs = 0;
    last = now;
  };
  const timer = setInterval(sample, TICK_MS);

  return {
    reset() {
      sample();
      heldMs = [];
      longestDecodeMs = 0;
    },
    figures() {
      sample();
      const sorted = heldMs.toSorted((left, right) => left - right);
      return {
        p99Ms: sorted.length < 100 ? undefined : sorted[Math.floor(sorted.length * 0.99)],
        longestMs: sorted.at(-1) ?? 0,
        decodeMs: longestDecodeMs,
      };
    },
    stop() {
      clearInterval(timer);
      for (const put of undo) put();
    },
  };
}
