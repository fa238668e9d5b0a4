/** Which databases are refused, by what they say about themselves. */
import { expect } from 'chai';
import { rightsFault, suitabilityFault, type DatabaseFacts } from '../../../server/backends/postgres/database-facts.ts';
import { refusalOf } from '../../../server/backends/postgres/postgres-errors.ts';

const GOOD: DatabaseFacts = {
  user: 'ana',
  database: 'memories',
  version: 140_005,
  shownVersion: '14.5',
  encoding: 'UTF8',
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  isStandby: false,
  isReadOnly: false,
  isNew: true,
  hasSchema: false,
  foreign: [],
  mayCreate: true,
  mayUse: null,
  mayCreateTables: null,
  lacking: [],
};

describe('a database for several servers', () => {
  it('is refused with what to do if it cannot hold what it confirms', () => {
    expect(suitabilityFault(GOOD)).to.equal(undefined);
    const faults: readonly (readonly [Partial<DatabaseFacts>, RegExp])[] = [
      [{ version: 130_022, shownVersion: '13.22' }, /version 13\.22; upgrade it to 14/],
      [{ encoding: 'SQL_ASCII' }, /encoding of memories is SQL_ASCII; create a database with .*UTF8/],
      [{ fsync: 'off' }, /fsync is off.*turn it on/],
      [{ fullPageWrites: 'off' }, /full_page_writes is off.*turn it on/],
      [{ synchronousCommit: 'off' }, /synchronous_commit is off.*turn it on/],
      [{ isStandby: true, isReadOnly: true }, /a standby.*name the primary/],
      [{ isReadOnly: true }, /read-only; set default_transaction_read_only to off/],
    ];
    for (const [facts, fault] of faults) expect(suitabilityFault({ ...GOOD, ...facts })).to.match(fault);
    for (const synchronousCommit of ['on', 'remote_write', 'remote_apply', 'local'])
      expect(suitabilityFault({ ...GOOD, synchronousCommit })).to.equal(undefined);
  });

  it('is refused with the right that its user lacks', () => {
    const [made, used] = [{ hasSchema: true, mayUse: true, mayCreateTables: true } as const, { isNew: false } as const];
    for (const facts of [GOOD, { ...GOOD, ...made, mayCreate: false }, { ...GOOD, ...made, ...used, mayCreate: false }])
      expect(rightsFault(facts)).to.equal(undefined);
    const faults: readonly (readonly [Partial<DatabaseFacts>, RegExp])[] = [
      [{ mayCreate: false }, /GRANT CREATE ON DATABASE "memories" TO "ana"/],
      [{ ...made, mayUse: false, ...used }, /GRANT USAGE ON SCHEMA recorda TO "ana"/],
      [{ ...made, mayCreateTables: false }, /GRANT CREATE ON SCHEMA recorda TO "ana"/],
      [
        { ...made, ...used, lacking: ['INSERT ON recorda.rows'] },
        /lacks INSERT ON recorda\.rows; run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA recorda TO "ana"/,
      ],
    ];
    for (const [facts, fault] of faults) expect(rightsFault({ ...GOOD, ...facts })).to.match(fault);
  });

  it('is refused at once if no repetition helps, with what to do', () => {
    const refused = (message: string, code?: string) =>
      refusalOf(Object.assign(new Error(message), code === undefined ? {} : { code }));
    expect(refused('password authentication failed for user "ana"', '28P01')?.message).to.match(/Check the user/);
    expect(refused('database "memories" does not exist', '3D000')?.message).to.match(/CREATE DATABASE/);
    expect(refused('The server does not support SSL connections')?.message).to.match(/Turn TLS on/);
    expect(refused('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')?.message).to.match(
      /RECORDA_STORE_CA_FILE/,
    );
    expect(refused('x', '28P01')).to.have.property('code', 'DATABASE_REFUSED');
    for (const [message, code] of [
      ['connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'],
      ['the database system is starting up', '57P03'],
    ] as const)
      expect(refused(message, code)).to.equal(undefined);
  });
});
