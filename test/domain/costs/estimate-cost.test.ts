import { expect } from 'chai';
import fc from 'fast-check';
import type { Sample } from '../../../server/domain/accounts.ts';
import { estimateCost } from '../../../server/domain/costs/estimate-cost.ts';
import { slopeOf, type Point } from '../../../server/domain/costs/least-squares.ts';
import { COST_RATES as rates } from '../../../server/policy/limits.ts';
import { GB } from '../../../server/policy/units.ts';

const TODAY = 20_000;
const sample = (day: number, gigabytes: number): Sample => ({
  day,
  vectorBytes: gigabytes * GB,
  graphNodes: 0,
  redisBytes: 0,
  diskBytes: 0,
});
const estimate = (gigabytes: number, samples: readonly Sample[], horizonDays = 30) =>
  estimateCost({ vectorBytes: gigabytes * GB, graphNodes: 2000, redisBytes: 0, diskBytes: GB / 2 }, samples, {
    rates,
    today: TODAY,
    horizonDays,
  });

describe('the slope of a line by least squares', () => {
  it('is the line’s own where the points lie on one', () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(whole, whole, fc.uniqueArray(whole, { minLength: 2, maxLength: 40 }), (slope, shift, xs) => {
        expect(slopeOf(xs.map((x) => ({ x, y: slope * x + shift })))).to.be.closeTo(slope, 1e-6);
      }),
    );
  });

  it('is that of the textbook’s formula', () => {
    const points: fc.Arbitrary<Point[]> = fc.array(
      fc.record({ x: fc.integer({ min: 0, max: 30 }), y: fc.integer({ min: 0, max: 10_000 }) }),
      { minLength: 2, maxLength: 30 },
    );
    fc.assert(
      fc.property(points, (all) => {
        const n = all.length;
        const sum = (of: (point: Point) => number) => all.reduce((total, point) => total + of(point), 0);
        const below = n * sum(({ x }) => x * x) - sum(({ x }) => x) ** 2;
        fc.pre(below !== 0);
        const above = n * sum(({ x, y }) => x * y) - sum(({ x }) => x) * sum(({ y }) => y);
        expect(slopeOf(all)).to.be.closeTo(above / below, 1e-6);
      }),
    );
  });

  it('leaves no line that is nearer to the points', () => {
    const points = [1, 4, 2, 8, 5, 7].map((y, x) => ({ x, y }));
    const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length;
    const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
    const distance = (slope: number) =>
      points.reduce((total, { x, y }) => total + (y - middleY - slope * (x - middleX)) ** 2, 0);
    const best = slopeOf(points);
    for (const other of [best - 0.01, best + 0.01]) expect(distance(other)).to.be.above(distance(best));
  });

  it('is 0 by default', () => {
    expect(slopeOf([])).to.equal(0);
    expect(slopeOf([{ x: 1, y: 5 }])).to.equal(0);
    expect(slopeOf([1, 2].map((y) => ({ x: 3, y })))).to.equal(0);
  });
});

describe('the estimate of costs', () => {
  it('costs $0.40 for a GB of vectors, $5 for 1,000 nodes, $0.08 for a GB of disk', () => {
    const { lines, monthlyUsd } = estimate(1, []);
    expect(lines.map((line) => line.monthlyUsd)).to.deep.equal([0.4, 10, 0, 0.04]);
    expect(monthlyUsd).to.be.closeTo(10.44, 1e-9);
  });

  it('goes on as the samples do: a GB a day is 30 more in 30 days', () => {
    const samples = Array.from({ length: 10 }, (_, ago) => sample(TODAY - ago, 10 - ago));
    const { lines, sampledDays } = estimate(10, samples);
    expect(sampledDays).to.equal(10);
    expect(lines[0]?.projectedQuantity).to.be.closeTo(40, 1e-6);
    expect(lines[0]?.projectedMonthlyUsd).to.be.closeTo(16, 1e-6);
    expect(estimate(10, samples, 365).lines[0]?.projectedQuantity).to.be.closeTo(375, 1e-6);
  });

  it('takes a day without a sample to be like the one before, and looks back no further than 30 days', () => {
    // The missing days count as 1, so the samples are 1, 1, 1, 1, 2, whose slope, calculated by hand, is 0.2.
    const { lines, sampledDays } = estimate(2, [sample(TODAY - 4, 1), sample(TODAY, 2)]);
    expect(sampledDays).to.equal(5);
    expect(lines[0]?.projectedQuantity).to.be.closeTo(2 + 0.2 * 30, 1e-6);
    const old = estimate(2, [sample(TODAY - 31, 1000), sample(TODAY - 1, 2)]);
    expect(old.sampledDays).to.equal(2);
    expect(old.lines[0]?.projectedQuantity).to.equal(2);
  });

  it('never falls below nothing', () => {
    const samples = [sample(TODAY - 1, 100), sample(TODAY, 1)];
    expect(estimate(1, samples).lines[0]).to.include({ projectedQuantity: 0, projectedMonthlyUsd: 0 });
  });
});
