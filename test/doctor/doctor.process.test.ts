import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DISK } from '../../server/policy/backends.ts';
import { parseConfig } from '../../server/config.ts';
import { runChecks } from '../../server/doctor/check.ts';
import { checksOf } from '../../server/doctor/checks.ts';
import { startExecutable } from '../commands/executable.ts';

describe('recorda doctor', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-doctor-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function doctor(env: Readonly<Record<string, string>> = {}) {
    const { exit, stdout, stderr } = startExecutable({ args: ['doctor'], cwd: folder, env });
    return { code: await exit, stdout: stdout(), stderr: stderr() };
  }

  it('finds what is there, with version and round trip, and says what another server would not share', async () => {
    const { code, stdout } = await doctor();
    expect(stdout).to.match(/^✓ +[\d.]+ ms {2}data folder +\.recorda +SQLite \d+\.\d+\.\d+, [\d.]+ GB free$/m);
    expect(stdout).to.match(/^✓ +[\d.]+ ms {2}embedder +static +recorda-static-en-es \d+, 256 dimensions$/m);
    expect(stdout).to.include('On this server only').and.include('request ids').and.include('outbox');
    expect(code).to.equal(0);
  });

  it('finds what is not there, all at once, without telling passwords', async () => {
    await writeFile(join(folder, 'keys.json'), '{}');
    const { code, stdout } = await doctor({
      RECORDA_SHORT_TERM: 'redis://ana:pa55@127.0.0.1:1/0',
      RECORDA_API_KEYS_FILE: 'keys.json',
    });
    expect(stdout).to.match(/^✗ +short_term +redis:\/\/127\.0\.0\.1:1\/0 +Redis does not answer: .*ECONNREFUSED/m);
    expect(stdout).to.match(/^✗ +API keys +keys\.json +keys\.json is not a file of API keys/m);
    expect(stdout).not.to.include('pa55');
    expect(code).to.equal(5);
  });

  it('finds whether the second embedder has its model', async () => {
    const { config } = parseConfig({ RECORDA_SECOND_EMBEDDER: `onnx:${folder}` });
    const [found] = await runChecks(
      checksOf(config).filter(({ role }) => role === 'second embedder'),
      DISK.doctorMs,
    );
    expect(found).to.include({ isThere: false, where: folder });
    expect(found?.said).to.contain(`${folder} contains no model.onnx or onnx/model.onnx`);
  });

  it('finds whether the keys of users are where they are to be', async () => {
    const set = { RECORDA_COLD: 'file:backups', RECORDA_USER_KEYS: 'file:keys' };
    expect((await doctor()).stdout).to.match(/^✓ .*user keys +\.recorda.user-keys +in the data folder$/m);
    expect((await doctor(set)).stdout).to.match(/^✓ .*user keys +keys +files: written and deleted$/m);
    await mkdir(join(folder, 'backups/users/a'), { recursive: true });
    await writeFile(join(folder, 'backups/users/a/b.obj'), '');
    const missing = await doctor(set);
    expect(missing.stdout).to.match(
      /^✗ +user keys +keys +archive and backups contain data that was encrypted with keys/m,
    );
    expect(missing.code).to.equal(5);
    await mkdir(join(folder, 'backups/keys'));
    await writeFile(join(folder, 'backups/keys/a.obj'), '');
    expect((await doctor(set)).stdout).to.match(/^✓ .*user keys .*there are keys beside the backups as well/m);
    const one = await doctor({ ...set, RECORDA_USER_KEYS: 'file:backups/keys' });
    expect(one.stderr).to.include('RECORDA_USER_KEYS: must not be the place of archive and backups');
  });
});
