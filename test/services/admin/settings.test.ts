/** Tests what a server tells its operators about its settings, its keys and its backends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { recordaOver, type Recorda } from '../../../client/recorda.ts';
import { serverReport } from '../../../server/commands/server-report.ts';
import { parseConfig } from '../../../server/config.ts';
import { pipelineTransport } from '../../../server/embedded/pipeline-transport.ts';
import { newKey } from '../../../server/keys/api-key.ts';
import { writeKeysFile, type KeyEntry } from '../../../server/keys/keys-file.ts';
import { openRecorda } from '../../../server/recorda.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');

describe('GetSettings and CheckBackends', () => {
  let folder: string;
  let keysFile: string;
  let recorda: Recorda;

  const entry = (partial: Partial<KeyEntry>): KeyEntry => {
    const { id, hash } = newKey();
    const createTime = '2026-01-01T00:00:00.000Z';
    return { id, hash, name: '', tenant: 'default', role: 'agent', users: [], createTime, ...partial };
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-settings-'));
    keysFile = join(folder, 'keys.json');
    writeKeysFile(keysFile, [
      entry({ name: 'guide', users: ['ana'], access: 'read', expireTime: '2030-01-01T00:00:00.000Z' }),
      entry({ name: 'of another tenant', tenant: 'other' }),
    ]);
    const dataDir = join(folder, 'data');
    const env = { RECORDA_API_KEYS_FILE: keysFile, RECORDA_MINT_KEY: SECRET, RECORDA_DATA_DIR: dataDir };
    const parsed = parseConfig(env, { port: '50999' }, { RECORDA_SERVER_NAME: 'eu-1' });
    const { pipeline, close } = await openRecorda({ dataDir, isBrief: true, report: serverReport(parsed) });
    recorda = recordaOver(pipelineTransport(pipeline, close));
  });
  after(async () => {
    await recorda.close();
    await rm(folder, { recursive: true });
  });

  it('return each setting with its value and where that came from, and no secret', async () => {
    const { settings } = await recorda.admin.getSettings({});
    const byName = new Map(settings.map((one) => [one.name, one]));
    const plain = { isSecret: false, isSet: true };
    expect(byName.get('RECORDA_PORT')).to.deep.include({ ...plain, value: '50999', origin: '--port' });
    expect(byName.get('RECORDA_SERVER_NAME')).to.deep.include({ ...plain, value: 'eu-1', origin: '.env' });
    const file = { ...plain, value: keysFile, origin: 'RECORDA_API_KEYS_FILE' };
    expect(byName.get('RECORDA_API_KEYS_FILE')).to.deep.include(file);
    expect(byName.get('RECORDA_UI')).to.deep.include({ ...plain, origin: 'default' });
    const secret = { value: '', isSecret: true, isSet: true, origin: 'RECORDA_MINT_KEY' };
    expect(byName.get('RECORDA_MINT_KEY')).to.deep.include(secret);
    expect(JSON.stringify(settings)).not.to.include(SECRET);
  });

  it('return the keys of the caller’s tenant without their secrets', async () => {
    const { keys } = await recorda.admin.getSettings({});
    expect(keys.map(({ keyId: _, ...key }) => key)).to.deep.equal([
      {
        name: 'guide',
        role: 'CALLER_ROLE_AGENT',
        access: 'CALLER_ACCESS_READ',
        userIds: ['ana'],
        certificate: '',
        createTime: new Date('2026-01-01'),
        expireTime: new Date('2030-01-01'),
      },
    ]);
  });

  it('report which backends answer, and why others do not', async () => {
    const checkOf = async (purpose: string) =>
      (await recorda.admin.checkBackends({})).checks.find((check) => check.purpose === purpose);
    const keys = await checkOf('API keys');
    expect(keys).to.include({ place: keysFile, isThere: true, report: '2 keys' });
    expect(keys?.statements).to.deep.equal([{ kind: 'BACKEND_STATEMENT_KIND_KEYS', values: { count: '2' } }]);
    await writeFile(keysFile, '{');
    const broken = await checkOf('API keys');
    expect(broken).to.deep.include({ isThere: false, statements: [] });
    expect(broken?.report).not.to.equal('');
  });

  it('report nothing about a store that is opened in process', async () => {
    const { pipeline, close } = await openRecorda({ dataDir: join(folder, 'alone'), isBrief: true });
    const alone = recordaOver(pipelineTransport(pipeline, close));
    expect(await alone.admin.getSettings({})).to.deep.equal({ settings: [], keys: [] });
    expect(await alone.admin.checkBackends({})).to.deep.equal({ checks: [] });
    await alone.close();
  });
});
