/** The vectors of an index, one after the other, and the one hot loop over them. */
import { KERNEL_FROM_VECTORS } from '../policy/score-weights.ts';
import { dotKernel, kernelMemory, type DotKernel, type KernelMemory } from './dot-kernel.ts';
import { nextCapacity } from './growable.ts';

export interface Vectors {
  readonly bytes: number;
  set(slot: number, vector: Float32Array): void;
  move(from: number, to: number): void;
  /** The dot product of two of them; 0 where one slot is -1. */
  between(left: number, right: number): number;
  /** Of each of the first `count` with the query. */
  dots(query: Float32Array, count: number, out: Float32Array): void;
}

/** The kernel takes this many floats at a step: rows are padded to a multiple. */
const STEP = 16;
const PAGE_BYTES = 64 * 1024;
/** The kernel's memory starts with the query, then a stretch of results; vectors follow from a page of their own. */
const MAX_QUERY_BYTES = 32 * 1024;
const RESULT_ROWS = 8 * 1024;
const VECTORS_AT = PAGE_BYTES;

/** Small sets are plain arrays; a kernel's memory of its own, which reserves much address space, comes with more of them. */
export function vectors(dimensions: number): Vectors {
  const size = Math.ceil(dimensions / STEP) * STEP;
  let floats = new Float32Array(0);
  let kernel: { readonly memory: KernelMemory; readonly dots: DotKernel } | undefined;
  let kernelFails = size * 4 > MAX_QUERY_BYTES;

  function reserve(slot: number): void {
    if ((slot + 1) * size <= floats.length) return;
    const capacity = nextCapacity(floats.length / size, slot + 1);
    if (kernel === undefined && slot >= KERNEL_FROM_VECTORS && !kernelFails) kernel = openKernel();
    if (kernel === undefined) {
      const larger = new Float32Array(capacity * size);
      larger.set(floats);
      floats = larger;
      return;
    }
    const kept = kernel.memory.buffer.byteLength === VECTORS_AT ? floats : undefined;
    const missingBytes = VECTORS_AT + capacity * size * 4 - kernel.memory.buffer.byteLength;
    kernel.memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
    floats = new Float32Array(kernel.memory.buffer, VECTORS_AT);
    if (kept !== undefined) floats.set(kept);
  }

  /** Nothing where the machine has no address space left: plain arrays do the same, slower. */
  function openKernel(): typeof kernel {
    try {
      const memory = kernelMemory(VECTORS_AT / PAGE_BYTES);
      return { memory, dots: dotKernel(memory) };
    } catch {
      kernelFails = true;
      return undefined;
    }
  }

  return {
    get bytes() {
      return floats.byteLength;
    },
    set(slot, vector) {
      reserve(slot);
      floats.set(vector, slot * size);
    },
    move(from, to) {
      floats.copyWithin(to * size, from * size, (from + 1) * size);
    },
    between(left, right) {
      if (left < 0 || right < 0) return 0;
      let sum = 0;
      for (let index = 0, a = left * size, b = right * size; index < size; index++) {
        sum += (floats[a + index] as number) * (floats[b + index] as number);
      }
      return sum;
    },
    dots(query, count, out) {
      if (query.length !== dimensions) {
        throw new RangeError(`a query of ${query.length} dimensions to vectors of ${dimensions}`);
      }
      if (kernel === undefined) return plainDots(floats, size, query, count, out);
      const { buffer } = kernel.memory;
      const padded = new Float32Array(buffer, 0, size);
      padded.fill(0);
      padded.set(query);
      const results = new Float32Array(buffer, MAX_QUERY_BYTES, RESULT_ROWS);
      for (let row = 0; row < count; row += RESULT_ROWS) {
        const rows = Math.min(RESULT_ROWS, count - row);
        kernel.dots(VECTORS_AT + row * size * 4, 0, size, rows, MAX_QUERY_BYTES);
        out.set(rows === RESULT_ROWS ? results : results.subarray(0, rows), row);
      }
    },
  };
}

/** Four sums at a time: a single one would wait for itself. */
function plainDots(floats: Float32Array, size: number, query: Float32Array, count: number, out: Float32Array): void {
  const padded = query.length === size ? query : new Float32Array(size);
  if (padded !== query) padded.set(query);
  for (let row = 0, at = 0; row < count; row++, at += size) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let index = 0; index < size; index += 4) {
      a += (floats[at + index] as number) * (padded[index] as number);
      b += (floats[at + index + 1] as number) * (padded[index + 1] as number);
      c += (floats[at + index + 2] as number) * (padded[index + 2] as number);
      d += (floats[at + index + 3] as number) * (padded[index + 3] as number);
    }
    out[row] = a + b + c + d;
  }
}
