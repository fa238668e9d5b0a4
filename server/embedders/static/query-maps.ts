/** Moves a query's vector before it is compared with memories. Documents' vectors stay as they are. */
import { lazy } from '../../domain/lazy.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';
import { addressAt, type Address } from '../../kernel/address.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { record } from '../../kernel/records.ts';
import { LEAST_FIELD_SHARE } from '../../policy/embedding.ts';
import type { AdviceMap, ByteRows, FieldMap } from './static-table.ts';

/** The returned vectors are not normalised. */
export interface QueryMaps {
  /**
   * Moves a request for advice: not towards texts like itself but towards the preferences that should shape the answer. v + vM + the
   * values of the fields whose keys v is near to.
   */
  askedFor(vector: Float32Array): Float32Array;
  /**
   * Moves a query that names a theme towards memories that belong to it, more than to those that have its words. v + the values of the
   * topics whose keys v is near to, times `strength`.
   */
  themed(vector: Float32Array, strength: number): Float32Array;
}

const NUMBER_BYTES = 4;
const FIXED_BYTES = 2;
/** The number of floats that the kernel's softmax takes at once. */
const LANES = 4;
/** The bytes of an address and a weight, which the kernel reads. */
const TERM_BYTES = 8;

/** Makes the maps of a table, whose dimensions are a multiple of 16. They work in the kernel's memory of the calling thread. */
export function queryMaps({ adviceMap, themeMap }: { adviceMap: AdviceMap; themeMap: FieldMap }): QueryMaps {
  const advice = fieldAdder(adviceMap);
  const theme = fieldAdder(themeMap);
  const matrix = lazy(() => placed(adviceMap.matrix));
  return {
    askedFor: (vector) => advice(vector, 1, matrix()),
    themed: (vector, strength) => theme(vector, strength),
  };
}

/** The permanent addresses of rows in the kernel's memory. */
type Placed = {
  readonly bytes: number;
  readonly scales: number;
};

/**
 * Adds to a vector the values of the fields by how near it is to their keys, in softmax, times `strength`; distant ones add nothing. Also
 * adds each row of a matrix, if there is one, times the vector's number at its index.
 */
function fieldAdder({ keys, values }: FieldMap) {
  const rows = lazy(() => ({ keys: placed(keys), values: placed(values) }));
  const scratch = scratchBuffer();
  const fields = keys.scales.length;
  const sharesBytes = Math.ceil(fields / LANES) * LANES * NUMBER_BYTES;
  return (vector: Float32Array, strength: number, matrix?: Placed): Float32Array => {
    const size = vector.length;
    const at = rows();
    // The room is for the sum, the vector in fixed point, the fields' shares and the rows that are added.
    const own = scratch.of(size * (NUMBER_BYTES + FIXED_BYTES) + sharesBytes + (size + fields) * TERM_BYTES);
    const fixed = addressAt(own, size * NUMBER_BYTES);
    const shares = addressAt(fixed, size * FIXED_BYTES);
    const listed = addressAt(shares, sharesBytes);

    const { floats, functions } = kernelSpace();
    floats.set(vector, own / NUMBER_BYTES);
    functions.toFixedPoint(own, size, fixed);
    functions.byteDots(record('byteRows', { ...at.keys, size }), fields, fixed, shares);
    functions.softmax(shares, fields);
    const list = (terms: number, weights: Address, count: number, least: number, times: number, of: Placed): number =>
      terms +
      functions.listRows(
        weights,
        count,
        least,
        times,
        record('byteRows', { ...of, size }),
        addressAt(listed, terms * TERM_BYTES),
      );
    const ofMatrix = matrix === undefined ? 0 : list(0, own, size, -Infinity, 1, matrix);
    const terms = list(ofMatrix, shares, fields, LEAST_FIELD_SHARE, strength, at.values);
    functions.addRows(listed, terms, size, own);
    return floats.slice(own / NUMBER_BYTES, fixed / NUMBER_BYTES);
  };
}

function placed({ bytes, scales }: ByteRows): Placed {
  const space = kernelSpace();
  const [bytesAt, scalesAt] = [space.take(bytes.length), space.take(scales.byteLength)];
  new Int8Array(space.floats.buffer).set(bytes, bytesAt);
  space.floats.set(scales, scalesAt / NUMBER_BYTES);
  return { bytes: bytesAt, scales: scalesAt };
}
