import { expect } from 'chai';
import fc from 'fast-check';
import {
  decideAlerts,
  NOTHING_REPORTED,
  percentUsed,
  type ReportedLevels,
} from '../../../server/domain/decide/alerts.ts';

const QUOTA = { count: 100, bytes: 1_000_000_000 };

/** Returns the alerts that a history of counts raises, with a quota of 100. */
function reportedIn(counts: readonly number[]): string[] {
  let reported: ReportedLevels = NOTHING_REPORTED;
  return counts.map((count) => {
    const decision = decideAlerts(reported, { count, bytes: 0 }, QUOTA);
    ({ reported } = decision);
    return decision.crossings.map(({ level }) => level).join();
  });
}

describe('decideAlerts', () => {
  it('warns above 80 and is critical above 95, not at them', () => {
    expect(reportedIn([80, 81, 95, 96])).to.deep.equal(['', 'WARNING', '', 'CRITICAL']);
  });

  it('tells a jump past both as critical alone', () => {
    expect(reportedIn([10, 100, 100])).to.deep.equal(['', 'CRITICAL', '']);
  });

  it('tells each again only after the use was five points below', () => {
    expect(reportedIn([81, 76, 81, 75, 81])).to.deep.equal(['WARNING', '', '', '', 'WARNING']);
    expect(reportedIn([96, 91, 96, 90, 96])).to.deep.equal(['CRITICAL', '', '', '', 'CRITICAL']);
    expect(reportedIn([96, 75, 81, 96])).to.deep.equal(['CRITICAL', '', 'WARNING', 'CRITICAL']);
    expect(reportedIn([96, 90, 76, 85, 96])).to.deep.equal(['CRITICAL', '', '', '', 'CRITICAL']);
  });

  it('looks at count and bytes apart', () => {
    const { crossings, reported } = decideAlerts(
      NOTHING_REPORTED,
      { count: 90, bytes: 99 },
      { count: 100, bytes: 100 },
    );
    expect(crossings).to.deep.equal([
      { measure: 'COUNT', level: 'WARNING', current: 90, max: 100 },
      { measure: 'BYTES', level: 'CRITICAL', current: 99, max: 100 },
    ]);
    expect(reported).to.deep.equal({ COUNT: 1, BYTES: 2 });
  });

  it('never tells a level twice without a fall of five points below it, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 60 }), (counts) => {
        const levels = reportedIn(counts);
        for (const [level, threshold] of [
          ['WARNING', 80],
          ['CRITICAL', 95],
        ] as const) {
          let isArmed = true;
          counts.forEach((count, index) => {
            if (levels[index] === level) {
              expect(isArmed).to.equal(true);
              expect(count).to.be.above(threshold);
            }
            if (count > threshold) isArmed = false;
            if (count <= threshold - 5) isArmed = true;
          });
        }
        // Every level that is passed is reported.
        counts.forEach((count, index) => {
          if (count > 95) expect(levels.slice(0, index + 1)).to.include('CRITICAL');
          else if (count > 80) expect(levels.slice(0, index + 1).join()).to.match(/WARNING|CRITICAL/);
        });
      }),
    );
  });

  it('takes any use of a quota of nothing for all of it', () => {
    expect([percentUsed(0, 0), percentUsed(5, 0), percentUsed(5, 20)]).to.deep.equal([0, 100, 25]);
  });
});
