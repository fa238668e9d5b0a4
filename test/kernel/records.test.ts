/** Tests the interface of the kernel: calls of a few arguments, and records for what belongs together. */
import { expect } from 'chai';
import { kernelSpace } from '../../server/kernel/kernel-memory.ts';
import { record } from '../../server/kernel/records.ts';

/** The most arguments that nobody mixes up. */
const MOST_ARGUMENTS = 6;

describe('the interface of the kernel', () => {
  it('has no function of many arguments', () => {
    const arities = Object.entries<unknown>({ ...kernelSpace().functions }).flatMap(([name, run]) =>
      typeof run === 'function' ? [{ name, length: run.length }] : [],
    );
    expect(arities.length).to.be.greaterThan(20);
    for (const { name, length } of arities) expect(length, name).to.be.at.most(MOST_ARGUMENTS);
  });

  it('writes the fields of a record by their names, in the order of the kernel', () => {
    const at = record('sum', { right: 6, left: 5, columns: 4, terms: 3, product: 0.25, start: 0.5 });
    const { buffer } = kernelSpace().floats;
    expect([...new Float32Array(buffer, at, 2)]).to.deep.equal([0.5, 0.25]);
    expect([...new Int32Array(buffer, at + 8, 4)]).to.deep.equal([3, 4, 5, 6]);
    const period = record('period', { from: 1, to: 2, day: 3, fade: 4, hurry: 5 });
    expect([...new Float64Array(buffer, period, 5)]).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('keeps records out of each other and of all other memory', () => {
    const period = record('period', { from: 1, to: 2, day: 3, fade: 4, hurry: 5 });
    const sum = record('sum', { start: 0, product: 0, terms: 0, columns: 0, left: 0, right: 0 });
    const taken = kernelSpace().take(64);
    new Uint8Array(kernelSpace().floats.buffer, taken, 64).fill(255);
    expect([...new Float64Array(kernelSpace().floats.buffer, period, 5)]).to.deep.equal([1, 2, 3, 4, 5]);
    expect([...new Int32Array(kernelSpace().floats.buffer, sum, 6)]).to.deep.equal([0, 0, 0, 0, 0, 0]);
    kernelSpace().giveBack(taken, 64);
  });
});
