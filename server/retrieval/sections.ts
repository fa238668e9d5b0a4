/**
 * Lists of numbers and of texts, one after the other in one run of bytes: each as its length in bytes, then its bytes, padded to
 * a multiple of 8. Read in the order they were written; numbers are views of the bytes, nothing is copied. In the byte order of
 * the machine: what is packed does not travel.
 */
type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;
type Kind<T extends Numbers> = new (buffer: ArrayBuffer, byteOffset: number, length: number) => T;

const ALIGNMENT = 8;
const LENGTH_BYTES = 8;

export interface SectionWriter {
  numbers(values: Numbers): void;
  texts(values: readonly string[]): void;
  /** All of it. */
  bytes(): Uint8Array;
}

export function sectionWriter(): SectionWriter {
  const parts: Uint8Array[] = [];
  let length = 0;

  function numbers(values: Numbers): void {
    parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    length += LENGTH_BYTES + padded(values.byteLength);
  }

  return {
    numbers,
    texts(values) {
      numbers(Int32Array.from(values, (value) => value.length));
      numbers(Buffer.from(values.join('')));
    },
    bytes() {
      const all = new Uint8Array(length);
      const lengths = new Float64Array(all.buffer);
      let at = 0;
      for (const part of parts) {
        lengths[at / LENGTH_BYTES] = part.byteLength;
        all.set(part, at + LENGTH_BYTES);
        at += LENGTH_BYTES + padded(part.byteLength);
      }
      return all;
    },
  };
}

export interface SectionReader {
  numbers<T extends Numbers>(kind: Kind<T> & { readonly BYTES_PER_ELEMENT: number }): T;
  texts(): string[];
  /** The same, not cut apart. */
  joinedTexts(): JoinedTexts;
}

/** Texts one after the other, and the length of each. */
export type JoinedTexts = { readonly text: string; readonly lengths: Int32Array };

/** `bytes` starts at a multiple of 8 of its buffer. */
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
