import { expect } from 'chai';
import { queryMaps } from '../../../server/embedders/static/query-maps.ts';
import type { ByteRows } from '../../../server/embedders/static/static-table.ts';
import { LEAST_FIELD_SHARE } from '../../../server/policy/embedding.ts';
import { seededRandom } from '../../load/sentences.ts';

const SIZE = 48;
const FIELDS = 37;
const random = seededRandom(11);
const floats = (count: number): Float32Array => Float32Array.from({ length: count }, () => random() - 0.5);

/** Returns random rows whose numbers range from -`most` to `most`. */
const byteRows = (count: number, most: number): ByteRows => ({
  bytes: Int8Array.from({ length: count * SIZE }, () => 255 * random() - 128),
  scales: Float32Array.from({ length: count }, () => ((0.9 + 0.1 * random()) * most) / 128),
});

const row = ({ bytes, scales }: ByteRows, at: number): Float32Array =>
  Float32Array.from(bytes.subarray(at * SIZE, (at + 1) * SIZE), (byte) => byte * (scales[at] ?? 0));
const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

describe('maps of queries', () => {
  // The keys differ enough for some fields to be far from a query.
  const fieldMap = () => ({ keys: byteRows(FIELDS, 6), values: byteRows(FIELDS, 0.5) });
  const themeMap = fieldMap();
  const adviceMap = { ...fieldMap(), matrix: byteRows(SIZE, 0.5) };
  const maps = queryMaps({ themeMap, adviceMap });

  /** Evaluates the formula as documented, in doubles. */
  function plain(vector: Float32Array, { keys, values }: typeof themeMap, strength: number, matrix?: ByteRows) {
    const near = Array.from({ length: FIELDS }, (_, field) => Math.exp(dot(vector, row(keys, field))));
    const sum = near.reduce((total, value) => total + value, 0);
    const shares = near.map((value) => (value / sum >= LEAST_FIELD_SHARE ? value / sum : 0));
    expect(shares.filter((share) => share > 0).length).to.be.within(1, FIELDS - 1);
    return Array.from(vector, (own, index) => {
      const fields = shares.reduce((total, share, field) => total + share * (row(values, field)[index] ?? 0), 0);
      const moved =
        matrix === undefined
          ? 0
          : dot(
              vector,
              Float32Array.from(vector, (_, at) => row(matrix, at)[index] ?? 0),
            );
      return own + moved + strength * fields;
    });
  }

  /** The vector's numbers are read in fixed point, with errors up to 1/65,534; with such keys a share is off by a few ten-thousandths. */
  function expectAlike(found: Float32Array, expected: readonly number[]): void {
    expect(found.length).to.equal(expected.length);
    for (const [index, value] of expected.entries()) expect(found[index]).to.be.closeTo(value, 5e-4);
  }

  it('add the values of the topics that a query is near to', () => {
    for (let round = 0; round < 20; round++) {
      const vector = floats(SIZE);
      expectAlike(maps.themed(vector, 0.7), plain(vector, themeMap, 0.7));
    }
  });

  it('add a matrix and the values of fields to a request for advice', () => {
    for (let round = 0; round < 20; round++) {
      const vector = floats(SIZE);
      expectAlike(maps.askedFor(vector), plain(vector, adviceMap, 1, adviceMap.matrix));
    }
  });

  it('give all to the nearest key where the exponential of its nearness is beyond a float', () => {
    const { keys, values } = themeMap;
    const far = { keys: { ...keys, scales: keys.scales.map((scale) => 1000 * scale) }, values };
    const vector = row(keys, 5).map((value) => value / 100);
    const nearest = row(values, 5);
    const found = queryMaps({ themeMap: far, adviceMap }).themed(vector, 1);
    for (const [index, value] of found.entries())
      expect(value).to.be.closeTo((vector[index] ?? 0) + (nearest[index] ?? 0), 1e-5);
  });

  it('leave the query as it is, and what they gave before', () => {
    const vector = floats(SIZE);
    const copy = vector.slice();
    const first = maps.themed(vector, 1);
    const kept = first.slice();
    maps.themed(floats(SIZE), 1);
    expect(vector).to.deep.equal(copy);
    expect(first).to.deep.equal(kept);
  });
});
