/** The settings with which the driver connects, as it understands them. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { clientSettings, type PostgresAddress } from '../../../server/backends/postgres/connect-postgres.ts';
import { temporaryFolder } from '../sqlite/temporary-store.ts';

type Understood = { readonly [name in 'host' | 'user' | 'password' | 'database' | 'ssl']: unknown };

function understood(address: PostgresAddress): Understood {
  return (new pg.Client(clientSettings(address)) as unknown as { readonly connectionParameters: Understood })
    .connectionParameters;
}

describe('the address of a PostgreSQL', () => {
  let folder: string;
  let caFile: string;
  before(async () => {
    folder = await temporaryFolder();
    caFile = join(folder, 'ca.pem');
    await writeFile(caFile, 'certificates');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('takes a password that is given beside the URL, whatever it contains', () => {
    for (const url of ['postgres://u@h/d', 'postgres://u:other@h/d', 'postgres:///d?user=u&host=h'])
      for (const password of ['pw', 'a b+c&d=e#f?g/h%41@:', 'Schlüssel'])
        expect(understood({ url, password })).to.include({ user: 'u', host: 'h', database: 'd', password });
  });

  it('keeps a password of the URL', () => {
    expect(understood({ url: 'postgres://u:p%40w@h/d' })).to.include({ password: 'p@w', host: 'h' });
    expect(understood({ url: 'postgres://u:p@w,x@h/d' })).to.include({ password: 'p@w,x', host: 'h' });
  });

  it('trusts the certificates that are given beside the URL, in each mode that verifies', () => {
    for (const mode of ['', '?sslmode=require', '?sslmode=verify-ca', '?sslmode=verify-full'])
      expect(understood({ url: `postgres://u@h/d${mode}`, caFile }).ssl).to.deep.equal({ ca: 'certificates' });
  });

  it('refuses a URL that says something else about TLS than the certificates', () => {
    for (const more of [
      'sslmode=disable',
      'sslmode=no-verify',
      'ssl=0',
      'sslrootcert=/other.pem',
      'sslnegotiation=direct',
    ])
      expect(() => clientSettings({ url: `postgres://u@h/d?${more}`, caFile }), more).to.throw(
        `sets ${more.split('=')[0]}, which excludes`,
      );
  });

  it('says what to do if the certificates are missing, or it is no URL', () => {
    expect(() => clientSettings({ url: 'postgres://u@h/d', caFile: join(folder, 'none.pem') })).to.throw(
      /cannot be read: ENOENT.* Name a PEM file/,
    );
    for (const url of ['postgres://u:secret@a:1,b:2/d', 'postgres://u:secret@a,b/d', 'postgres://u:secret@/d?host=a,b'])
      expect(() => clientSettings({ url }), url).to.throw(/^The address of PostgreSQL names several hosts(?!.*secret)/);
    for (const url of ['h:5432/d', 'mysql://u:secret@h/d', 'postgres://u:secret@h:port/d'])
      expect(() => clientSettings({ url })).to.throw(/^The address of PostgreSQL is no URL(?!.*secret)/);
  });
});
