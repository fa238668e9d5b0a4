import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { errorOf } from '../api/doors.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { listening, startExecutable } from './executable.ts';

describe('recorda key', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-key-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const key = (...args: readonly string[]) => run(['key', ...args], { RECORDA_API_KEYS_FILE: 'keys.json' });
  async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
    const { exit, stdout, stderr } = startExecutable({ args, cwd: folder, env });
    return { code: await exit, stdout: stdout(), stderr: stderr() };
  }

  it('makes a key that a server beyond loopback takes and mints tokens for, until they are revoked', async () => {
    const { stdout } = await key('create', '--tenant', 'acme', '--all-users', '--name', 'the agent of acme');
    const apiKey = stdout.trim();
    const id = apiKey.split('_')[1]!;
    const server = startExecutable({
      args: ['serve', '--host', '0.0.0.0', '--port', '0', '--data-dir', 'data', '--api-keys-file', 'keys.json'],
      cwd: folder,
    });
    try {
      const { port } = await listening(server);
      const recorda = connect(`127.0.0.1:${String(port)}`, { apiKey });
      const agent = recorda.agent({ userId: 'ana', agentId: 'guide' });
      expect(await agent.retrieve('ski')).to.deep.equal([]);
      const listed = (await key('list')).stdout;
      expect(listed).to.match(
        new RegExp(`^rk_${id}\\tacme\\tagent\\tall users\\t.*\\tforever\\tthe agent of acme\\n$`),
      );

      const mint = (...args: readonly string[]) =>
        run(['token', 'mint', '--user', 'ana', '--url', `127.0.0.1:${String(port)}`, ...args], {
          RECORDA_API_KEY: apiKey,
        });
      const [shown, asJson] = await Promise.all([mint(), mint('--ttl', '60', '--json')]);
      const minted = JSON.parse(asJson.stdout) as { readonly token: string; readonly tokenId: string };
      for (const token of [shown.stdout.trim(), minted.token]) {
        const ana = connect(`127.0.0.1:${String(port)}`, { apiKey: token });
        expect(await ana.agent({ userId: 'ana' }).retrieve('ski')).to.deep.equal([]);
        expect((await errorOf(ana.agent({ userId: 'bob' }).retrieve('ski'))).reason).to.equal('NOT_PERMITTED');
        await ana.close();
      }
      const revoke = ['token', 'revoke', minted.tokenId, '--tenant', 'acme', '--api-keys-file', 'keys.json'];
      expect(await run(revoke, {})).to.include({ code: 0, stdout: '' });
      await until(() => server.stdout().includes('read again'));
      const late = connect(`127.0.0.1:${String(port)}`, { apiKey: minted.token });
      expect((await errorOf(late.agent({ userId: 'ana' }).retrieve('ski'))).reason).to.equal('CREDENTIAL_INVALID');
      await late.close();
      const readings = server.stdout().split('read again').length;

      expect(await key('revoke', id)).to.include({ code: 0 });
      await until(() => server.stdout().split('read again').length > readings);
      expect((await errorOf(agent.retrieve('ski'))).reason).to.equal('CREDENTIAL_INVALID');
      await recorda.close();
      expect(server.stdout()).not.to.include(apiKey);
    } finally {
      server.process.kill('SIGTERM');
      await server.exit;
    }
  });

  it('says what it cannot do, and leaves the file as it was', async () => {
    expect((await key('create', '--role', 'king')).stderr).to.include('--role');
    expect((await key('create', '--all-users', '--expire-days', 'soon')).stderr).to.include('--expire-days');
    const forNobody = await key('create');
    expect(forNobody).to.include({ code: 1, stdout: '' });
    expect(forNobody.stderr).to.include('--user <ids...>').and.include('--all-users');
    expect((await key('create', '--user', 'ana', '--all-users')).stderr).to.include('either');
    await key('create', '--user', 'ana', 'bob', '--expire-days', '30');
    await key('create', '--user', 'eva', '--namespace', 'work', '--session', 's1', '--access', 'read');
    expect((await key('list')).stdout).to.include('eva, in work, session s1, only read');
    expect((await key('revoke', '0000000000000000')).stderr).to.include('There is no key');
    expect((await key('list')).stdout)
      .to.include('ana bob')
      .and.include('until 20');
    await writeFile(join(folder, 'keys.json'), 'x');
    expect(await key('create', '--all-users')).to.include({ code: 1, stdout: '' });
  });

  it('is asked for before a server listens beyond loopback', async () => {
    const server = startExecutable({ args: ['serve', '--host', '0.0.0.0', '--port', '0'], cwd: folder });
    expect(await server.exit).to.equal(3);
    expect(server.stderr()).to.include('--host').and.include('recorda key create');
  });
});
