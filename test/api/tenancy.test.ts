/**
 * Tenancy and rights, generated from the tables of calls: every method, asked with every kind of credential for what is within its limits and
 * for what is not, through every door. Nothing of what a credential may not reach is in any answer (a canary for each place), an answer about
 * it is the answer about what does not exist, and nothing there is changed.
 */
import { expect } from 'chai';
import { DOORS, openTenancy, type Attempt, type Credential, type Tenancy } from '../keys/tenancy.ts';
import { ALL_CALLS } from '../../server/methods/calls.ts';
import { inLanes } from '../lanes.ts';
import { scaled, testSeed } from '../scale.ts';

const SEED = testSeed();
const LANES = 8;
/** A few in `npm test`, so that no run goes without; as many as the promise says in CI's lane of the doors. */
const LITTLE = process.env['RECORDA_TEST_DOORS'] === undefined ? 1000 : 5000;
const ATTEMPTS = scaled(LITTLE, 100_000);
const TORTURE = scaled(0, 1) === 1 ? ' @torture' : '';

describe(`Tenancy over gRPC, over Connect in JSON and over MCP (seed ${SEED})${TORTURE}`, () => {
  let tenancy: Tenancy;

  before(async () => {
    tenancy = await openTenancy(SEED);
  });

  after(() => tenancy.close());

  it(`holds in ${ATTEMPTS} attempts: no leak, and no word of what exists`, async () => {
    const faults: string[] = [];
    const tried = new Map<string, number>();
    const note = ({ call, door, credential, isOutside }: Attempt): void => {
      for (const key of [`call ${call}`, `door ${door}`, `credential ${credential.name}`, `outside ${isOutside}`]) {
        tried.set(key, (tried.get(key) ?? 0) + 1);
      }
    };
    await inLanes(tenancy.attempts(ATTEMPTS), LANES, async (attempt) => {
      note(attempt);
      faults.push(...(await tenancy.faultsOf(attempt)));
    });
    expect(faults.slice(0, 20)).to.deep.equal([]);
    const untried = ALL_CALLS.filter(({ role, name }) => role !== 'operator' && !tried.has(`call ${name}`));
    // They are drawn: few attempts may pass over some.
    expect(untried.map(({ name }) => name)).to.have.length.at.most(scaled(15, 0));
    for (const door of DOORS) expect(tried.get(`door ${door}`) ?? 0, door).to.be.greaterThan(0);
    for (const { name } of tenancy.credentials) expect(tried.get(`credential ${name}`) ?? 0, name).to.be.greaterThan(0);
    expect(tried.get('outside true')!).to.be.greaterThan(ATTEMPTS / 4);
  });

  it('has left everything that no credential may reach as it was', async () => {
    expect(await tenancy.changed()).to.deep.equal([]);
  });

  it('would see a leak: the same calls by who may do everything bring canaries', async () => {
    const whole = tenancy.credentials.find(({ name }) => name === 'all users')! satisfies Credential;
    const seen = await tenancy.canariesSeenBy(whole);
    expect(seen).to.be.greaterThan(10);
  });
});
