import { expect } from 'chai';
import { validate, version } from 'uuid';
import { uuids } from '../../server/runtime/uuids.ts';

const DASHED = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

describe('uuids', () => {
  const COUNT = 10_000;
  let made: readonly string[];
  before(() => {
    made = Array.from({ length: COUNT }, uuids());
  });

  it('are of version 7 and of now', () => {
    for (const uuid of made) {
      const dashed = uuid.replace(DASHED, '$1-$2-$3-$4-$5');
      expect(validate(dashed), dashed).to.equal(true);
      expect(version(dashed)).to.equal(7);
    }
    const ms = Number.parseInt(made.at(-1)!.slice(0, 12), 16);
    expect(Date.now() - ms).to.be.within(-1, 60_000);
  });

  it('each come after the one before', () => {
    expect(made.toSorted()).to.deep.equal(made);
    expect(new Set(made)).to.have.property('size', COUNT);
  });

  it('have 62 bits that differ by chance', () => {
    const ends = new Set(made.map((uuid) => uuid.slice(-13)));
    expect(ends.size).to.equal(COUNT);
    const another = uuids()();
    expect(ends.has(another.slice(-13))).to.equal(false);
  });
});
