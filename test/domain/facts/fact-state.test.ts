import { expect } from 'chai';
import type { KnownFact } from '../../../server/domain/facts/fact.ts';
import { factDeletedAtMs, factState, isInjectable, isRetrievable } from '../../../server/domain/facts/fact-state.ts';

const DAY = 24 * 3600 * 1000;
const CONFIRMED = 1_700_000_000_000;

const fact = (rest: Partial<KnownFact>): KnownFact => ({
  id: 'f',
  domain: 'WORK',
  text: 'trabajo en fintech',
  confidence: 'HIGH',
  source: 'EXPLICIT',
  createTimeMs: CONFIRMED,
  lastConfirmedTimeMs: CONFIRMED,
  confirmations: 0,
  ...rest,
});
const stateAfter = (days: number, rest: Partial<KnownFact>): string => factState(fact(rest), CONFIRMED + days * DAY);

describe('the state of a fact', () => {
  it('changes after its age, not at it', () => {
    expect(factState(fact({ confidence: 'MEDIUM' }), CONFIRMED + 90 * DAY)).to.equal('ACTIVE');
    expect(factState(fact({ confidence: 'MEDIUM' }), CONFIRMED + 90 * DAY + 1)).to.equal('AGED');
    expect(factState(fact({}), CONFIRMED + 180 * DAY)).to.equal('ACTIVE');
    expect(factState(fact({}), CONFIRMED + 180 * DAY + 1)).to.equal('STALE');
    expect(factState(fact({ confidence: 'LOW' }), CONFIRMED + 30 * DAY)).to.equal('ACTIVE');
    expect(factState(fact({ confidence: 'LOW' }), CONFIRMED + 30 * DAY + 1)).to.equal('LOW_UNCONFIRMED');
  });

  it('is the strictest that applies', () => {
    expect(stateAfter(200, { confidence: 'LOW' })).to.equal('LOW_UNCONFIRMED');
    expect(stateAfter(200, { confidence: 'MEDIUM' })).to.equal('STALE');
    expect(stateAfter(200, { supersededBy: 'g' })).to.equal('SUPERSEDED');
    expect(stateAfter(0, { supersededBy: 'g', forgottenTimeMs: 1 })).to.equal('FORGOTTEN');
  });

  it('is young by a clock that runs backwards', () => {
    expect(stateAfter(-400, { confidence: 'LOW' })).to.equal('ACTIVE');
  });

  it('ends 30 days after it became stale', () => {
    expect(factDeletedAtMs(fact({}))).to.equal(CONFIRMED + 210 * DAY);
  });

  it('says who may see the fact', () => {
    expect(isInjectable(fact({ confidence: 'MEDIUM' }), CONFIRMED + 91 * DAY)).to.equal(false);
    expect(isRetrievable(fact({ confidence: 'MEDIUM' }), CONFIRMED + 91 * DAY)).to.equal(true);
    expect(isRetrievable(fact({}), CONFIRMED + 181 * DAY)).to.equal(true);
    expect(isRetrievable(fact({ confidence: 'LOW' }), CONFIRMED + 31 * DAY)).to.equal(false);
    expect(isRetrievable(fact({ confidence: 'LOW' }), CONFIRMED)).to.equal(true);
    expect(isInjectable(fact({ confidence: 'LOW' }), CONFIRMED)).to.equal(false);
    expect(isInjectable(fact({ confidence: 'LOW', isPinned: true }), CONFIRMED)).to.equal(true);
    expect(isRetrievable(fact({ forgottenTimeMs: 1 }), CONFIRMED)).to.equal(false);
  });
});
