import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { kernelSpace } from '../../server/kernel/kernel-memory.ts';
import { vectors, type Vectors } from '../../server/retrieval/vectors.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { floatsAt, inKernel } from './in-kernel.ts';

/** The largest error that fixed-point numbers may cause in a dot product: half a step in each number of both vectors. */
const worstError = (dimensions: number): number => (Math.sqrt(dimensions) / 32_639) * (1 + 1e-3);

const random = seededRandom(7);

function randomVector(dimensions: number): Float32Array {
  return normalised(Float32Array.from({ length: dimensions }, () => random() - 0.5));
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(exactDot(vector, vector));
  return vector.map((value) => value / length);
}

function exactDot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

function filled(list: readonly Float32Array[], dimensions: number): Vectors {
  const rows = vectors(dimensions);
  for (const [slot, vector] of list.entries()) rows.set(slot, vector);
  return rows;
}

/** Returns the coarse dot products, except for the given slots, which get whole ones. */
function dotsOf(rows: Vectors, query: Float32Array, count: number, whole: readonly number[]): Float32Array {
  const out = inKernel(new Float32Array(count));
  rows.dots([query], count, [out]);
  const slots = { address: inKernel(Int32Array.from(whole)), count: whole.length };
  rows.refine(0, slots, undefined, { address: inKernel(new Uint8Array(count)), mark: 1 }, out);
  return floatsAt(out, count);
}

function wholeDotsOf(rows: Vectors, query: Float32Array, count: number): Float32Array {
  return dotsOf(
    rows,
    query,
    count,
    Array.from({ length: count }, (_, slot) => slot),
  );
}

describe('vectors in the kernel', () => {
  it('tell how like each is to the sum of the first', () => {
    for (const dimensions of [3, 256, 300]) {
      const list = [...Array.from({ length: 20 }, () => randomVector(dimensions)), new Float32Array(dimensions)];
      const rows = filled(list, dimensions);
      const slots = [4, 20, 17, 0, 9, 11];
      for (const first of [1, 3, 5, 50]) {
        const sum = new Float32Array(dimensions).map((_, at) =>
          slots.slice(0, first).reduce((all, slot) => all + list[slot]![at]!, 0),
        );
        const found = rows.likeness(slots, first);
        const wanted = slots.map((slot) => exactDot(list[slot]!, normalised(sum)));
        expect(found).to.have.length(slots.length);
        wanted.forEach((value, at) => expect(found[at]).to.be.closeTo(value, 4 * worstError(dimensions)));
      }
      expect([...rows.likeness([20, 4], 1)], 'a sum of no length').to.deep.equal([0, 0]);
      expect(rows.likeness([], 5)).to.have.length(0);
      rows.release();
    }
  });

  for (const dimensions of [1, 3, 16, 256, 300, 1536, 3072]) {
    it(`have the dot products of their floats, within the bound, in ${dimensions} dimensions`, () => {
      for (const count of [1, 31, 32, 33, 203]) {
        const list = Array.from({ length: count }, () => randomVector(dimensions));
        const query = randomVector(dimensions);
        const rows = filled(list, dimensions);
        const found = wholeDotsOf(rows, query, count);
        for (const [slot, vector] of list.entries()) {
          expect(found[slot]).to.be.closeTo(exactDot(vector, query), worstError(dimensions));
          expect(rows.between(slot, 0)).to.be.closeTo(
            exactDot(vector, list[0] as Float32Array),
            worstError(dimensions),
          );
        }
        rows.release();
      }
    });
  }

  it('are off by no more than they say where they are coarse, and by something', () => {
    for (const dimensions of [1, 3, 256, 768, 1536, 3072]) {
      // If all numbers are equal, so are the parts that the coarse bytes leave out: a query of the same kind misses all of them.
      const even = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
      const list = [even, ...Array.from({ length: 500 }, () => randomVector(dimensions))];
      const rows = filled(list, dimensions);
      for (const query of [even, randomVector(dimensions)]) {
        const [coarse, whole] = [dotsOf(rows, query, list.length, []), wholeDotsOf(rows, query, list.length)];
        const errors = list.map((_, slot) => Math.abs((coarse[slot] ?? NaN) - (whole[slot] ?? NaN)));
        expect(Math.max(...errors)).to.be.within(1e-5, rows.errorBound);
      }
      expect(rows.errorBound).to.be.lessThan(0.02);
      // A query that equals the part left out has the largest possible error.
      const [first] = list as [Float32Array];
      const alone = filled([first], dimensions);
      const kept = new Float32Array(dimensions).map((_, at) => {
        const unit = new Float32Array(dimensions);
        unit[at] = 1;
        return (dotsOf(alone, unit, 1, [0])[0] ?? NaN) - (dotsOf(alone, unit, 1, [])[0] ?? NaN);
      });
      expect(Math.sqrt(exactDot(kept, kept))).to.be.closeTo(alone.errorBound, 1e-4);
      for (const each of [rows, alone]) each.release();
    }
  });

  it('say of those that are left by how much they are off, when others are cleared, replaced and moved', () => {
    const spread = normalised(new Float32Array(64).map((_, at) => 1 + at / 640));
    const nothing = new Float32Array(64);
    const rows = filled([nothing, spread], 64);
    const most = rows.errorBound;
    expect(most).to.be.greaterThan(1e-4);
    rows.clear(1);
    expect(rows.errorBound).to.equal(0);
    rows.set(1, spread);
    expect(rows.errorBound).to.equal(most);
    rows.move(1, 0);
    expect(rows.errorBound).to.equal(most);
    rows.set(0, nothing);
    expect(rows.errorBound).to.equal(0);
    rows.release();
  });

  it('are made whole once, with those beside them', () => {
    const list = Array.from({ length: 40 }, () => randomVector(256));
    const rows = filled(list, 256);
    const query = randomVector(256);
    const [coarse, whole] = [dotsOf(rows, query, 40, []), wholeDotsOf(rows, query, 40)];
    const out = inKernel(new Float32Array(40));
    rows.dots([query], 40, [out]);
    const around = {
      before: inKernel(Int32Array.from(list, (_, slot) => slot - 1)),
      after: inKernel(Int32Array.from(list, (_, slot) => (slot === 39 ? -1 : slot + 1))),
    };
    const done = { address: inKernel(new Uint8Array(40)), mark: 7 };
    const slots = { address: inKernel(Int32Array.of(0, 20, 21, 39)), count: 4 };
    for (let time = 0; time < 2; time++) rows.refine(0, slots, around, done, out);
    const expected = coarse.map((dot, slot) => ([0, 1, 19, 20, 21, 22, 38, 39].includes(slot) ? whole[slot]! : dot));
    expect(floatsAt(out, 40)).to.deep.equal(expected);
    rows.release();
  });

  it('come back from what was copied out, to the last bit', () => {
    for (const dimensions of [3, 256, 300]) {
      const list = [...Array.from({ length: 77 }, () => randomVector(dimensions)), new Float32Array(dimensions)];
      const [rows, again] = [filled(list, dimensions), vectors(dimensions)];
      const query = randomVector(dimensions);
      again.restore(rows.copyOut(Int32Array.from(list, (_, slot) => slot)));
      expect(wholeDotsOf(again, query, 78)).to.deep.equal(wholeDotsOf(rows, query, 78));
      expect(dotsOf(again, query, 78, [])).to.deep.equal(dotsOf(rows, query, 78, []));
      expect(again.errorBound).to.equal(rows.errorBound);
      for (const each of [rows, again]) each.release();
    }
  });

  it('answer several queries at once as one by one', () => {
    const list = Array.from({ length: 5000 }, () => randomVector(48));
    const queries = Array.from({ length: 4 }, () => randomVector(48));
    const rows = filled(list, 48);
    const outs = queries.map(() => inKernel(new Float32Array(list.length)));
    rows.dots(queries, list.length, outs);
    for (const [index, query] of queries.entries()) {
      const found = floatsAt(outs[index] ?? 0, list.length);
      expect(found).to.deep.equal(dotsOf(rows, query, list.length, []));
    }
    rows.release();
  });

  it('do not overflow where all of a vector is in one number, or beyond 1 by rounding', () => {
    const one = new Float32Array(256);
    one[0] = 1.000_01;
    const minus = one.map((value) => -value);
    const rows = filled([one, minus, new Float32Array(256)], 256);
    expect([...wholeDotsOf(rows, one, 3)].map((dot) => Math.round(dot * 1e3) / 1e3)).to.deep.equal([1, -1, 0]);
    rows.release();
  });

  it('rank texts as their floats do: the same first five, unless those are closer than 0.0001', () => {
    const encoder = staticEncoder(loadStaticTable());
    const texts = Array.from({ length: 10_000 }, () => sentence(random));
    const list = texts.map((text) => encoder.embed(text));
    const rows = filled(list, encoder.identity.dimensions);
    for (let round = 0; round < 20; round++) {
      const query = encoder.embed(sentence(random));
      const exact = list.map((vector) => exactDot(vector, query));
      const found = wholeDotsOf(rows, query, list.length);
      const best = (values: ArrayLike<number>): number[] =>
        Array.from(values, (_, slot) => slot)
          .sort((left, right) => (values[right] ?? 0) - (values[left] ?? 0))
          .slice(0, 5);
      for (const [index, slot] of best(found).entries()) {
        expect(exact[slot]).to.be.closeTo(exact[best(exact)[index] ?? -1] ?? 0, 1e-4);
      }
    }
    rows.release();
  });

  it('stay apart from those of other indexes, while all of them grow, change and move', () => {
    const all = Array.from({ length: 5 }, () => ({ rows: vectors(48), list: [] as Float32Array[] }));
    for (let round = 0; round < 1500; round++) {
      const { rows, list } = all[Math.floor(random() * all.length)] as (typeof all)[number];
      const slot = Math.floor(random() * (list.length + 1));
      const vector = randomVector(48);
      if (random() < 0.2 && slot < list.length - 1) {
        rows.move(list.length - 1, slot);
        list[slot] = list.at(-1) as Float32Array;
      } else {
        rows.set(slot, vector);
        list[slot] = vector;
      }
    }
    const query = randomVector(48);
    for (const { rows, list } of all) {
      const found = wholeDotsOf(rows, query, list.length);
      for (const [slot, vector] of list.entries()) {
        expect(found[slot]).to.be.closeTo(exactDot(vector, query), worstError(48));
      }
      rows.release();
    }
  });

  it('give their memory back', () => {
    const list = Array.from({ length: 5000 }, () => randomVector(256));
    filled(list, 256).release();
    const bytes = kernelSpace().floats.byteLength;
    for (let round = 0; round < 10; round++) {
      const rows = filled(list, 256);
      // Two bytes per number, the row's sums and error terms, and a quarter of spare capacity.
      expect(rows.bytes).to.be.within(5000 * 520, 1.27 * 5000 * 520);
      rows.release();
      expect(rows.bytes).to.equal(0);
    }
    expect(kernelSpace().floats.byteLength).to.equal(bytes);
  });

  it('say nothing of slots that were empty before they were made', () => {
    const rows = filled([randomVector(48)], 48);
    const out = inKernel(new Float32Array(200).fill(7));
    rows.dots([randomVector(48)], 200, [out]);
    expect([...floatsAt(out, 200).subarray(32)]).to.deep.equal(new Array<number>(168).fill(7));
    rows.release();
  });

  it('refuse a vector of other dimensions', () => {
    const rows = filled([randomVector(256)], 256);
    expect(() => rows.set(1, randomVector(384))).to.throw(RangeError, '384');
    expect(() => dotsOf(rows, randomVector(128), 1, [])).to.throw(RangeError, '128');
    rows.release();
  });
});
