/**
 * Lists of numbers and of texts, one after the other in one run of bytes: each as its length in bytes, then its bytes, padded to a
 * multiple of 8. They are read in the order they were written; numbers are views of the bytes, without copying. The byte order is that of
 * the machine, so packs are not portable.
 */
type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;
type Kind<T extends Numbers> = new (buffer: ArrayBuffer, byteOffset: number, length: number) => T;

const ALIGNMENT = 8;
const LENGTH_BYTES = 8;
const PADDING = new Uint8Array(ALIGNMENT);
/** The number of texts joined between two yields. */
const TEXTS_AT_ONCE = 2048;

/** Work that yields at intervals, so that its caller can decide whether to go on with it now. */
export type SlicedWork<T> = Generator<undefined, T>;

export function inOneGo<T>(slices: SlicedWork<T>): T {
  let step = slices.next();
  while (step.done !== true) step = slices.next();
  return step.value;
}

/** Bytes in several buffers: joining them would take as long as making them. */
export type Parts = readonly Uint8Array[];

export interface SectionWriter {
  numbers(values: Numbers): void;
  /** Writes numbers that come in several buffers. */
  run(parts: Parts): void;
  texts(count: number, textAt: (index: number) => string): SlicedWork<void>;
  parts(): Parts;
}

export function sectionWriter(): SectionWriter {
  const written: Uint8Array[] = [];

  function run(parts: Parts): void {
    const length = lengthOf(parts);
    written.push(new Uint8Array(Float64Array.of(length).buffer), ...parts);
    if (length % ALIGNMENT > 0) written.push(PADDING.subarray(length % ALIGNMENT));
  }

  function numbers(values: Numbers): void {
    run([new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]);
  }

  return {
    numbers,
    run,
    *texts(count, textAt) {
      const lengths = new Int32Array(count);
      const parts: Uint8Array[] = [];
      for (let from = 0; from < count; from += TEXTS_AT_ONCE) {
        const some = Array.from({ length: Math.min(TEXTS_AT_ONCE, count - from) }, (_, at) => textAt(from + at));
        for (const [at, text] of some.entries()) lengths[from + at] = text.length;
        parts.push(Buffer.from(some.join('')));
        yield;
      }
      numbers(lengths);
      run(parts);
    },
    parts: () => written,
  };
}

export function lengthOf(parts: Parts): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Returns the bytes from `start` up to `end`, joined. */
export function bytesOf(parts: Parts, start = 0, end = lengthOf(parts)): Uint8Array {
  const bytes = new Uint8Array(Math.min(end, lengthOf(parts)) - start);
  let at = -start;
  for (const part of parts) {
    if (at >= bytes.length) break;
    const from = Math.max(0, -at);
    if (from < part.length) bytes.set(part.subarray(from, bytes.length - at), at + from);
    at += part.length;
  }
  return bytes;
}

export interface SectionReader {
  numbers<T extends Numbers>(kind: Kind<T> & { readonly BYTES_PER_ELEMENT: number }): T;
  texts(): string[];
  /** Reads texts without splitting them. */
  joinedTexts(): JoinedTexts;
}

/** Texts one after the other, and the length of each. */
export type JoinedTexts = { readonly text: string; readonly lengths: Int32Array };

/** Reads sections; `bytes` must start at a multiple of 8 of its buffer. */
export function sectionReader({ buffer, byteOffset }: Uint8Array<ArrayBuffer>): SectionReader {
  let at = byteOffset;

  function next(): { readonly start: number; readonly length: number } {
    const length = new Float64Array(buffer, at, 1)[0] as number;
    const start = at + LENGTH_BYTES;
    at = start + padded(length);
    return { start, length };
  }

  const numbers: SectionReader['numbers'] = (kind) => {
    const { start, length } = next();
    return new kind(buffer, start, length / kind.BYTES_PER_ELEMENT);
  };

  function joinedTexts(): JoinedTexts {
    const lengths = numbers(Int32Array);
    const { start, length } = next();
    return { text: Buffer.from(buffer, start, length).toString(), lengths };
  }

  return {
    numbers,
    joinedTexts,
    texts() {
      const { text, lengths } = joinedTexts();
      let from = 0;
      return Array.from(lengths, (count) => text.slice(from, (from += count)));
    },
  };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
