/** Tests which rows need the key of a user. */
import { expect } from 'chai';
import { hasTexts } from '../../../server/backends/postgres/row-seal.ts';
import { ERASED_BY_NAME } from '../../../server/backends/postgres/schema.ts';
import { TABLES } from '../../../server/backends/sqlite/schema.ts';

describe('sealed rows', () => {
  it('that an erasure names can be deleted without a key, since nothing in their own keys is sealed', () => {
    const named = TABLES.filter(({ table }) => ERASED_BY_NAME.includes(table));
    const sealed = named.filter(({ table, copied }) => {
      const columns = typeof copied === 'object' ? copied.key : [];
      return hasTexts({ table, key: JSON.stringify(columns.map(() => 'a text')), image: null });
    });
    expect(named).to.have.length(ERASED_BY_NAME.length).and.not.to.be.empty;
    expect(sealed.map(({ table }) => table)).to.deep.equal([]);
  });
});
