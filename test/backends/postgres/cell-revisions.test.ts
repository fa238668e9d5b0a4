/** By which commit a user was last changed, as a server remembers it. */
import { expect } from 'chai';
import { cellRevisions } from '../../../server/backends/postgres/cell-revisions.ts';
import { readRevision } from '../../../server/domain/user-revision.ts';
import type { StoreChange } from '../../../server/backends/sqlite/engine/store-change.ts';

const of = (tenant: string, userId: string): StoreChange => ({
  cells: [{ tenant, userId, rows: [] }],
  shared: { sums: { totals: [], pools: [] }, alerts: [], audit: [] },
});
const ana = { tenant: 't', userId: 'ana' };
const ben = { tenant: 't', userId: 'ben' };

describe('revisions of users', () => {
  it('rise with what concerns the user: their own commits, those of their tenant and of the whole store', () => {
    const revisions = cellRevisions();
    revisions.begin(3);
    expect(revisions.of(ana)).to.equal(3);
    revisions.note(of('t', 'ana'), 5);
    revisions.note(of('u', 'ana'), 6);
    revisions.note(of('u', ''), 7);
    expect([revisions.of(ana), revisions.of(ben)]).to.deep.equal([5, 3]);
    revisions.note(of('t', ''), 8);
    expect([revisions.of(ana), revisions.of(ben)]).to.deep.equal([8, 8]);
    revisions.note(of('', ''), 9);
    expect([revisions.of(ana), revisions.of({ tenant: 'u', userId: 'ana' })]).to.deep.equal([9, 9]);
    // An own commit may be noted again, after a later one.
    revisions.note(of('t', 'ana'), 11);
    revisions.note(of('t', 'ana'), 10);
    expect(revisions.of(ana)).to.equal(11);
  });

  it('are never too low for users who were forgotten', () => {
    const revisions = cellRevisions(2);
    revisions.note(of('t', 'ana'), 1);
    revisions.note(of('t', 'ben'), 2);
    revisions.note(of('t', 'cleo'), 3);
    expect(revisions.of(ana)).to.equal(1);
    revisions.note(of('t', 'dan'), 4);
    expect([revisions.of(ben), revisions.of(ana)]).to.deep.equal([2, 2]);
    expect(revisions.of({ tenant: 't', userId: 'dan' })).to.equal(4);
  });

  it('are read only where they are whole numbers that a commit can have', () => {
    expect(['12', '', '-1', '1.5', 'x', '99999999999999999', '9999999999999999'].map(readRevision)).to.deep.equal([
      12,
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});
