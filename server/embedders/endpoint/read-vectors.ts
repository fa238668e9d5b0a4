/** Reads the answer of an embeddings API: vectors as numbers or as base64 of little-endian floats, in any order, each with its index. */
import { unitVector } from '../unit-vector.ts';
import { EndpointError } from './endpoint-error.ts';

const FLOAT_BYTES = 4;

/** Returns normalised vectors in the order of the texts. Throws an EndpointError if the answer does not fit `count` texts. */
export function readVectors(answer: unknown, count: number, dimensions: number): readonly Float32Array[] {
  const list = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(list)) throw wrong('it has no list `data`');
  if (list.length !== count) throw wrong(`it has ${list.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  for (const [at, entry] of (list as unknown[]).entries()) {
    const { index = at, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined) {
      throw wrong('its indexes do not match the texts');
    }
    try {
      vectors[index] = unitVector(numbersOf(embedding), dimensions);
    } catch (error) {
      if (error instanceof RangeError) throw wrong(error.message);
      throw error;
    }
  }
  return vectors as Float32Array[];
}

function numbersOf(embedding: unknown): ArrayLike<number> {
  if (Array.isArray(embedding) && embedding.every((value) => typeof value === 'number')) return embedding;
  if (typeof embedding !== 'string') throw wrong('a vector is neither numbers nor base64');
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.byteLength % FLOAT_BYTES !== 0) throw wrong('a vector in base64 is cut short');
  const floats = new Float32Array(bytes.byteLength / FLOAT_BYTES);
  for (let index = 0; index < floats.length; index++) floats[index] = bytes.readFloatLE(index * FLOAT_BYTES);
  return floats;
}

function wrong(what: string): EndpointError {
  return new EndpointError({ kind: 'ANSWER', what });
}
