/** Checks the cases of every client by themselves; test/with-backends runs them. */
import { expect } from 'chai';
import { readCases } from './cases/case-file.ts';
import { mismatches } from './cases/match.ts';
import { VERBS } from './cases/verbs.ts';

const { cases, matching } = readCases();

describe('The cases of every client', () => {
  it('have names of their own, and call every verb', () => {
    expect(new Set(cases.map(({ name }) => name)).size).to.equal(cases.length);
    const called = new Set(cases.flatMap(({ steps }) => steps.map(({ call }) => call)));
    expect(Object.keys(VERBS).filter((verb) => !called.has(verb))).to.deep.equal([]);
  });

  it('expect something in every step but those that prepare others', () => {
    const silent = cases.filter(({ steps }) => steps.every((step) => !('expect' in step || 'error' in step)));
    expect(silent.map(({ name }) => name)).to.deep.equal([]);
  });

  it('are read by patterns that can fail', () => {
    expect(matching.filter(({ matches }) => !matches)).to.have.length.above(10);
    for (const { pattern, value, matches } of matching)
      expect(mismatches(pattern, value).length === 0, JSON.stringify({ pattern, value })).to.equal(matches);
  });
});
