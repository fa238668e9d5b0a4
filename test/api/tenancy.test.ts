/**
 * Tests of tenancy and rights, generated from the tables of calls: every method is called with every kind of
 * credential, for what is within its limits and for what is not, over every transport. Nothing that a credential may
 * not reach is in any answer (there is a canary for each place), an answer about it is the same as about what does not
 * exist, and nothing there is changed.
 */
import { expect } from 'chai';
import { openTenancy, TRIALS, type Tenancy } from '../keys/tenancy.ts';
import { inLanes } from '../lanes.ts';
import { scaled, testSeed } from '../scale.ts';

const SEED = testSeed();
const LANES = 8;
/**
 * `npm test` tries two, so that no run has none; in CI's lane of the transports each credential tries everything twice.
 */
const LITTLE = process.env['RECORDA_TEST_DOORS'] === undefined ? 2 : 32;
const ROUNDS = scaled(LITTLE, 640);
const ATTEMPTS = ROUNDS * TRIALS.length;
const TORTURE = scaled(0, 1) === 1 ? ' @torture' : '';

describe(`Tenancy over gRPC, over Connect in JSON and over MCP (seed ${SEED})${TORTURE}`, () => {
  let tenancy: Tenancy;

  before(async () => {
    tenancy = await openTenancy(SEED);
  });

  after(() => tenancy.close());

  it('can detect a leak: a caller with access to everything finds each canary', async () => {
    // This comes first, while all of them exist: what a credential tries on its own data deletes some.
    const { kept, seen } = await tenancy.canariesOf(tenancy.credentials.find(({ name }) => name === 'all users')!);
    expect(kept).to.have.length(24);
    expect(seen).to.deep.equal(kept);
  });

  it(`holds in ${ATTEMPTS} attempts: nothing leaks, not even what exists`, async () => {
    const faults: string[] = [];
    const tried = new Set<string>();
    let outside = 0;
    await inLanes(tenancy.attempts(ROUNDS), LANES, async (attempt) => {
      const { call, door, credential, isOutside } = attempt;
      tried.add(`${call} over ${door} by ${credential.name}`);
      outside += Number(isOutside);
      faults.push(...(await tenancy.faultsOf(attempt)));
    });
    expect(faults.slice(0, 20)).to.deep.equal([]);
    const { credentials } = tenancy;
    for (const { call, door } of TRIALS) {
      const by = credentials.filter(({ name }) => tried.has(`${call} over ${door} by ${name}`));
      expect(by, `${call} over ${door}`).to.have.length(Math.min(ROUNDS, credentials.length));
    }
    for (const { name } of credentials) {
      const what = TRIALS.filter(({ call, door }) => tried.has(`${call} over ${door} by ${name}`));
      expect(what, name).not.to.be.empty;
    }
    expect(outside).to.be.greaterThan(ATTEMPTS / 4);
  });

  it('leaves everything unchanged that no credential may reach', async () => {
    expect(await tenancy.changed()).to.deep.equal([]);
  });
});
