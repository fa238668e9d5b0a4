import { expect } from 'chai';
import { TABLES } from '../../../../server/backends/sqlite/schema.ts';
import { NOT_SHIPPED, SHIPPED_TABLES } from '../../../../server/backends/sqlite/shipping/shipped-tables.ts';

describe('what is shipped of the store', () => {
  it('is every table but those that say why not', () => {
    const named = [...SHIPPED_TABLES.map(({ table }) => table), ...Object.keys(NOT_SHIPPED)];
    expect(named.toSorted()).to.deep.equal(TABLES.map(({ table }) => table).toSorted());
  });

  it('is sealed by a key of the user wherever rows are a user’s', () => {
    const users = TABLES.filter(({ of }) => of === 'user').map(({ table }) => table);
    const nobodys = SHIPPED_TABLES.filter(({ whose }) => whose.by === 'nobody').map(({ table }) => table);
    expect(users).to.include('memories');
    expect(nobodys.filter((table) => users.includes(table))).to.deep.equal([]);
  });
});
