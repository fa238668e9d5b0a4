/** What a query's vector becomes before it is compared with memories. Documents' vectors stay as they are. */
import { kernelRoom } from '../../kernel/kernel-room.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { LEAST_FIELD_SHARE } from '../../policy/embedding.ts';
import type { AdviceMap, FieldMap } from './static-table.ts';

/** Vectors that they return are not normalised. */
export interface QueryMaps {
  /**
   * What a request for advice looks for: not texts like itself but the preferences that should shape the answer. v + vM + the
   * values of the fields whose keys v is near to.
   */
  askedFor(vector: Float32Array): Float32Array;
  /**
   * What a query that names a theme looks for: what belongs to it, more than what has its words. v + the values of the topics
   * whose keys v is near to, times `strength`.
   */
  themed(vector: Float32Array, strength: number): Float32Array;
}

const NUMBER_BYTES = 4;
/** The kernel reads an address and a weight. */
const TERM_BYTES = 8;

/** The maps of a table, whose dimensions are a multiple of 16. They work in the kernel's memory of the thread that asks. */
export function queryMaps({ adviceMap, themeMap }: { adviceMap: AdviceMap; themeMap: FieldMap }): QueryMaps {
  const advice = fieldAdder(adviceMap);
  const theme = fieldAdder(themeMap);
  const matrix = lazy(() => place(adviceMap.matrix));
  return {
    askedFor(vector) {
      const rowBytes = vector.length * NUMBER_BYTES;
      const first = matrix();
      return advice(
        vector,
        1,
        Array.from(vector, (weight, row) => [first + row * rowBytes, weight]),
      );
    },
    themed: (vector, strength) => theme(vector, strength, []),
  };
}

/** The address of a column in the kernel's memory, and how much of it is added. */
type Term = readonly [address: number, weight: number];

/**
 * Adds to a vector the terms, and the values of the fields by how near it is to their keys, in softmax, times `strength`; those far
 * off add nothing.
 */
function fieldAdder({ keys, values }: FieldMap) {
  const rows = lazy(() => ({ keys: place(keys), values: place(values) }));
  const room = kernelRoom();
  return (vector: Float32Array, strength: number, others: readonly Term[]): Float32Array => {
    const size = vector.length;
    const rowBytes = size * NUMBER_BYTES;
    const fields = keys.length / size;
    const at = rows();
    // Of the vector, of the sum, of the dot products and of the terms.
    const own = room.of(2 * rowBytes + fields * NUMBER_BYTES + (1 + others.length + fields) * TERM_BYTES);
    const [sum, dots] = [own + rowBytes, own + 2 * rowBytes];
    const listed = dots + fields * NUMBER_BYTES;

    const { floats, functions } = kernelSpace();
    floats.set(vector, own / NUMBER_BYTES);
    functions.floatDots(at.keys, fields, size, own, dots);
    const shares = softmax(floats.subarray(dots / NUMBER_BYTES, listed / NUMBER_BYTES));

    const view = new DataView(floats.buffer, listed);
    let terms = 0;
    const add = (address: number, weight: number): void => {
      view.setUint32(terms * TERM_BYTES, address, true);
      view.setFloat32(terms * TERM_BYTES + NUMBER_BYTES, weight, true);
      terms++;
    };
    add(own, 1);
    for (const [address, weight] of others) add(address, weight);
    for (let field = 0; field < fields; field++) {
      const share = shares[field] as number;
      if (share >= LEAST_FIELD_SHARE) add(at.values + field * rowBytes, strength * share);
    }
    functions.weightedSum(listed, terms, 0, size, sum);
    return floats.slice(sum / NUMBER_BYTES, dots / NUMBER_BYTES);
  };
}

function softmax(values: Float32Array): Float64Array {
  const shares = new Float64Array(values.length);
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += shares[index] = Math.exp(values[index] as number);
  for (let index = 0; index < values.length; index++) shares[index] = (shares[index] as number) / sum;
  return shares;
}

/** Copies a column into the kernel's memory, for good; where it is. */
function place(column: Float32Array): number {
  const address = kernelSpace().take(column.byteLength);
  kernelSpace().floats.set(column, address / NUMBER_BYTES);
  return address;
}

/** Made when first asked for: a process may never ask. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
