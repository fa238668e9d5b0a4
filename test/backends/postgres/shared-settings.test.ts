/** What RECORDA_STORE requires and excludes, and what all servers over one database must have in common. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { settingDifferences } from '../../../server/backends/postgres/postgres-servers.ts';
import { ConfigError, parseConfig } from '../../../server/config.ts';
import type { Setting } from '../../../server/settings/setting.ts';
import { SETTINGS } from '../../../server/settings/settings.ts';
import { ROOT } from '../../root.ts';

const [KEY, OTHER_KEY] = ['ab', 'cd'].map((byte) => byte.repeat(32)) as [string, string];

/** All that RECORDA_STORE requires. */
const SHARED = {
  RECORDA_STORE: 'postgres://ana:pa55@db.example.org/memories',
  RECORDA_WORKING: 'redis://u:secret@redis.example.org:6379/0',
  RECORDA_COLD: 'file:/mnt/cold',
  RECORDA_USER_KEYS: 'file:/mnt/keys',
  RECORDA_MASTER_KEY: KEY,
  RECORDA_RECEIPT_KEY: KEY,
};

function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
const namesOf = (faults: readonly string[]) => faults.map((fault) => fault.split(':')[0]);
const agreedOf = (env: Readonly<Record<string, string>>) =>
  parseConfig({ ...SHARED, ...env }).config.store?.agreed?.() ?? {};
const differences = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  settingDifferences(agreedOf(one), agreedOf(other));

describe('the settings of several servers over PostgreSQL', () => {
  it('are complete, or every one that is missing is named with what to do', () => {
    expect(faultsOf(SHARED)).to.deep.equal([]);
    const faults = faultsOf({ RECORDA_STORE: SHARED.RECORDA_STORE });
    expect(namesOf(faults)).to.have.members([
      'RECORDA_WORKING',
      'RECORDA_COLD',
      'RECORDA_USER_KEYS',
      'RECORDA_MASTER_KEY',
      'RECORDA_RECEIPT_KEY',
    ]);
    for (const fault of faults) expect(fault).to.match(/: RECORDA_STORE requires it: .*\. (Give|Name) /);
  });

  it('seal rows at all servers or at none, and only where there is a database', () => {
    expect(parseConfig(SHARED).config.store?.rows).to.equal('auto');
    const sealed = { RECORDA_STORE_ROWS: 'sealed' };
    expect(parseConfig({ ...SHARED, ...sealed }).config.store?.rows).to.equal('sealed');
    expect(differences({}, sealed)).to.deep.equal(['RECORDA_STORE_ROWS is auto here and sealed there']);
    expect(faultsOf(sealed)).to.deep.equal(['RECORDA_STORE_ROWS: has no effect without RECORDA_STORE']);
    expect(faultsOf({ ...SHARED, RECORDA_STORE_ROWS: 'yes' })[0]).to.include('must be auto, readable or sealed');
  });

  it('need a key for minted tokens only where callers have keys or tokens', () => {
    expect(namesOf(faultsOf({ ...SHARED, RECORDA_API_KEYS_FILE: 'keys.json' }))).to.deep.equal(['RECORDA_MINT_KEY']);
    expect(faultsOf({ ...SHARED, RECORDA_API_KEYS_FILE: 'keys.json', RECORDA_MINT_KEY: KEY })).to.deep.equal([]);
  });

  it('may name a key service in place of a master key', () => {
    const { RECORDA_MASTER_KEY: _, ...others } = SHARED;
    const service = {
      RECORDA_KEY_SERVICE: 'vault:https://vault.example.org/transit/r',
      RECORDA_KEY_SERVICE_TOKEN: 't',
    };
    expect(faultsOf({ ...others, ...service })).to.deep.equal([]);
  });

  it('exclude what belongs to one data folder', () => {
    for (const [env, more] of [
      ['RECORDA_AUDIT_HEAD_FILE', { RECORDA_AUDIT_HEAD_FILE: '/mnt/head' }],
      ['RECORDA_STANDBY', { RECORDA_STANDBY: 'file:/mnt/standby' }],
      [
        'RECORDA_LONG_TERM',
        { RECORDA_LONG_TERM: 'azure-search://a.search.windows.net/b1', RECORDA_AZURE_SEARCH_KEY: 'k' },
      ],
    ] as const) {
      const [fault = '', ...rest] = faultsOf({ ...SHARED, ...more });
      expect(fault).to.match(new RegExp(`^${env}: cannot be used with RECORDA_STORE: `));
      expect(rest).to.deep.equal([]);
    }
  });

  it('are compared without their secrets', () => {
    const text = JSON.stringify(agreedOf({}));
    for (const secret of ['pa55', 'secret', KEY]) expect(text).not.to.include(secret);
    expect(differences({}, {})).to.deep.equal([]);
    expect(differences({}, { RECORDA_WORKING: 'redis://other:password@redis.example.org:6379/0' })).to.deep.equal([]);
    expect(differences({ RECORDA_SERVER_NAME: 'a' }, { RECORDA_SERVER_NAME: 'b', RECORDA_PORT: '1' })).to.deep.equal(
      [],
    );
  });

  it('differ where the same call would have another answer', () => {
    expect(differences({}, { RECORDA_RECALL_DAYS: '30' })).to.deep.equal([
      'RECORDA_RECALL_DAYS is 90 here and 30 there',
    ]);
    expect(differences({ RECORDA_GRAPH: 'bolt://a:7687' }, {})).to.deep.equal([
      'RECORDA_GRAPH is bolt://a:7687 here and not set there',
    ]);
    const moved = differences({}, { RECORDA_WORKING: 'redis://u:secret@other.example.org:6379/0' });
    expect(moved).to.deep.equal([
      'RECORDA_WORKING is redis://redis.example.org:6379/0 here and redis://other.example.org:6379/0 there',
    ]);
    expect(differences({}, { RECORDA_RECEIPT_KEY: OTHER_KEY }).join()).to.match(/^RECORDA_RECEIPT_KEY is key \w+ here/);
  });

  it('let the master key be rotated server by server, but no server write with a key that another one lacks', () => {
    const keys = (...list: readonly string[]) => ({ RECORDA_MASTER_KEY: list.join(',') });
    const steps = [keys(KEY), keys(KEY, OTHER_KEY), keys(OTHER_KEY, KEY), keys(OTHER_KEY)];
    for (const [index, before] of steps.entries()) {
      const after = steps[index + 1] ?? before;
      expect(differences(before, after)).to.deep.equal([]);
      expect(differences(after, before)).to.deep.equal([]);
    }
    for (const [here, there] of [
      [keys(OTHER_KEY, KEY), keys(KEY)],
      [keys(KEY), keys(OTHER_KEY, KEY)],
      [keys(OTHER_KEY), keys(KEY, OTHER_KEY)],
    ] as const)
      expect(differences(here, there).join()).to.match(
        /^RECORDA_MASTER_KEY is key .+ here and key .+ there, and each needs the first key of the other$/,
      );
    expect(differences(keys(OTHER_KEY), keys(KEY))).to.have.length(1);
  });

  it('follow the file of master keys, which is read again while a server runs', () => {
    const { RECORDA_MASTER_KEY: _, ...others } = SHARED;
    let text = KEY;
    const env = { ...others, RECORDA_MASTER_KEY_FILE: 'master' };
    const agreed = parseConfig(env, {}, {}, () => text).config.store?.agreed;
    const before = agreed?.() ?? {};
    text = `${OTHER_KEY}\n${KEY}\n`;
    expect(agreed?.()['RECORDA_MASTER_KEY']).to.have.length(2);
    expect(settingDifferences(agreed?.() ?? {}, agreedOf({ RECORDA_MASTER_KEY: OTHER_KEY }))).to.deep.equal([]);
    text = 'half a key';
    expect(agreed?.()).to.deep.equal(before);
  });

  it('are told in the README, as far as they are required or excluded', () => {
    const readme = readFileSync(join(ROOT, 'server/backends/postgres/README.md'), 'utf8');
    const rules = Object.values<Setting<unknown>>(SETTINGS);
    const told = rules.filter(({ shared: { is } }) => is === 'NEEDED' || is === 'REFUSED');
    expect(told).to.have.length(9);
    for (const { env } of told) expect(readme).to.include(`\`${env}\``);
  });

  it('name only settings that there are', () => {
    const named = Object.values<Setting<unknown>>(SETTINGS).flatMap(({ shared }) =>
      shared.is === 'NEEDED' ? [...(shared.beside ?? []), ...(shared.or === undefined ? [] : [shared.or])] : [],
    );
    expect(named).not.to.be.empty;
    expect(SETTINGS).to.include.keys(named);
  });

  it('have an address that can be read', () => {
    for (const url of ['mysql://u:pa55@h/d', 'h:5432/d', 'postgres://u:pa55@h:port/d']) {
      const [fault = ''] = faultsOf({ ...SHARED, RECORDA_STORE: url });
      expect(fault)
        .to.match(/^RECORDA_STORE: must be like postgres:/)
        .and.not.include('pa55');
    }
    for (const url of [
      'postgres://u:pa55@one:5432,two:5432/d',
      'postgres://u:pa55@one,two/d',
      'postgres://u:pa55@one/d?target_session_attrs=read-write',
    ])
      for (const env of ['RECORDA_STORE', 'RECORDA_STORE_READ']) {
        const [fault = ''] = faultsOf({ ...SHARED, [env]: url });
        expect(fault)
          .to.match(
            new RegExp(`^${env}: names several hosts or target_session_attrs.*name one host that leads to the primary`),
          )
          .and.not.include('pa55');
      }
    expect(namesOf(faultsOf({ RECORDA_STORE_CA_FILE: 'ca.pem' }))).to.deep.equal(['RECORDA_STORE_CA_FILE']);
  });
});
