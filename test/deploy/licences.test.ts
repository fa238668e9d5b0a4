import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isPermissive, licencesOf, licenceTable, type Lock } from '../../release/licences.ts';
import { ROOT } from '../root.ts';

describe('The licences of dependencies', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

  it('are all listed, as the lock has them', () => {
    const listed = readFileSync(join(ROOT, 'release/licences.tsv'), 'utf8');
    expect(listed === licenceTable(licencesOf(lock)), '`npm run licences` writes it anew').to.equal(true);
    expect(listed).to.match(/^better-sqlite3\t\S+\tMIT\tshipped$/m);
    expect(listed).to.match(/^mocha\t\S+\tMIT\tbuild and tests$/m);
  });

  it('are permissive for whatever is shipped', () => {
    const shipped = licencesOf(lock).filter(({ isShipped }) => isShipped);
    expect(shipped.length).to.be.greaterThan(100);
    expect(shipped.filter(({ licence }) => !isPermissive(licence))).to.deep.equal([]);
  });

  it('are told from those that are not, and never left out', () => {
    expect(isPermissive('(MIT OR GPL-3.0)')).to.equal(true);
    expect(isPermissive('(MIT AND GPL-3.0)')).to.equal(false);
    expect(isPermissive('AGPL-3.0')).to.equal(false);
    const unnamed: Lock = { packages: { 'node_modules/a/node_modules/@b/c': { version: '1.0.0' } } };
    expect(() => licencesOf(unnamed)).to.throw('@b/c 1.0.0 has no licence');
    const twice: Lock = {
      packages: {
        '': { version: '0.1.0' },
        'node_modules/b': { version: '1.0.0', license: 'MIT', dev: true },
        'node_modules/a/node_modules/b': { version: '1.0.0', license: 'MIT' },
      },
    };
    expect(licencesOf(twice)).to.deep.equal([{ name: 'b', version: '1.0.0', licence: 'MIT', isShipped: true }]);
  });
});
