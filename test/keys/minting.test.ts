import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { decodeJwt, SignJWT } from 'jose';
import { connect } from '../../client/connect.ts';
import type { Recorda } from '../../client/recorda.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { openCredentials, type Credentials } from '../../server/keys/credentials.ts';
import { writeKeysFile, type KeyEntry, type Revocation } from '../../server/keys/keys-file.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openRecorda, type RecordaServer } from '../../server/recorda.ts';
import { serve, type Serving } from '../../server/rpc/serve.ts';
import { errorOf } from '../api/doors.ts';

/** Waits as long as a test may take. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  while (!(await holds())) await sleep(20);
}

const createTime = '2026-01-01T00:00:00Z';
const entryOf = (partial: Partial<KeyEntry>) => {
  const { id, hash, text } = newKey();
  const entry: KeyEntry = { id, hash, name: '', tenant: 'acme', role: 'agent', users: [], createTime, ...partial };
  return { entry, text };
};

describe('tokens that a key mints', () => {
  let folder: string;
  let path: string;
  let server: RecordaServer;
  let serving: Serving;
  let credentials: Credentials;
  const clients: Recorda[] = [];
  const backend = entryOf({});
  const limited = entryOf({ users: ['ana', 'eva'], namespaces: ['work'], access: 'read' });
  const falling = entryOf({ name: 'falls' });
  const write = (entries: readonly KeyEntry[], revoked?: readonly Revocation[]) =>
    writeKeysFile(path, entries, revoked);
  const all = [backend, limited, falling].map(({ entry }) => entry);
  const by = (apiKey: string): Recorda => {
    const recorda = connect(`127.0.0.1:${serving.port}`, { apiKey });
    clients.push(recorda);
    return recorda;
  };
  const mint = async (request: object, key = backend) => by(key.text).admin.mintToken({ userId: 'ana', ...request });
  const reasonOf = async (call: Promise<unknown>): Promise<string> => (await errorOf(call)).reason;
  const holds = async (token: string): Promise<boolean> =>
    !((await credentials.callerOf(`Bearer ${token}`, Date.now())) instanceof RecordaError);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-minting-'));
    path = join(folder, 'keys.json');
    write(all);
    const dataDir = join(folder, 'store');
    server = await openRecorda({ dataDir, isBrief: true });
    credentials = (await openCredentials({ apiKeysFile: path, tokens: undefined, dataDir }, silentLog))!;
    serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0, keys: credentials });
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });

  after(async () => {
    await serving.drain(0);
    credentials.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('are for one user, in the key’s tenant, for as long as they say', async () => {
    const { token, tokenId, expireTime } = await mint({});
    expect(token).to.match(/^rt_/);
    expect(expireTime!.getTime() - Date.now()).to.be.within(890_000, 900_000);
    const ana = by(token);
    await ana.agent({ userId: 'ana' }).add('Ana skis.');
    expect(await by(backend.text).agent({ userId: 'ana' }).retrieve('ski')).to.have.length(1);
    expect(await reasonOf(ana.agent({ userId: 'bob' }).retrieve('ski'))).to.equal('NOT_PERMITTED');
    const { latencyMs: _, ...told } = await ana.memory.whoAmI({});
    expect(told).to.deep.include({
      tenant: 'acme',
      role: 'CALLER_ROLE_AGENT',
      keyId: backend.entry.id,
      tokenId,
      userIds: ['ana'],
      expireTime,
      access: 'CALLER_ACCESS_BOTH',
    });
    expect(JSON.stringify(told)).not.to.include(token);
    expect(await holds(token)).to.equal(true);
    const later = await credentials.callerOf(`Bearer ${token}`, expireTime!.getTime());
    expect(later).to.be.instanceOf(RecordaError).and.to.include({ reason: 'CREDENTIAL_INVALID' });
    const made = await readFile(join(folder, 'store', 'mint.key'), 'utf8');
    expect(Buffer.from(made, 'base64')).to.have.length(32);
    expect((await stat(join(folder, 'store', 'mint.key'))).mode & 0o077).to.equal(0);
  });

  it('are held to the limits of their key, together with it', async () => {
    const { token } = await mint({});
    write(all.map((entry) => (entry === backend.entry ? { ...entry, limits: { callsPerSecond: 1000 } } : entry)));
    const allowance = async () => {
      const caller = await credentials.callerOf(`Bearer ${token}`, Date.now());
      return caller instanceof RecordaError ? undefined : caller.allowance;
    };
    await until(async () => (await allowance())?.callsPerSecond === 1000);
    write(all);
    await until(async () => (await allowance()) === undefined);
  });

  it('can be for an agent, a session and a namespace, and read or write alone', async () => {
    const limits = {
      agentId: 'guide',
      sessionId: 's1',
      namespace: 'work',
      access: 'CALLER_ACCESS_READ',
      ttlSeconds: 60,
    };
    const { token } = await mint(limits);
    expect(await by(token).memory.whoAmI({})).to.deep.include({
      agentIds: ['guide'],
      sessionIds: ['s1'],
      namespaces: ['work'],
      access: 'CALLER_ACCESS_READ',
    });
    const scope = { userId: 'ana', agentId: 'guide', sessionId: 's1', namespace: 'work' };
    expect((await by(token).context.listTurns({ scope })).turns).to.deep.equal([]);
    expect(await reasonOf(by(token).context.listTurns({ scope: { ...scope, namespace: '' } }))).to.equal(
      'NOT_PERMITTED',
    );
    expect(await reasonOf(by(token).agent(scope).add('x', { type: 'short_term' }))).to.equal('NOT_PERMITTED');
  });

  it('are never for more than the key is', async () => {
    for (const request of [
      { userId: 'bob', namespace: 'work' },
      {},
      { namespace: 'home' },
      { namespace: 'work', access: 'CALLER_ACCESS_WRITE' },
      { namespace: 'work', access: 'CALLER_ACCESS_BOTH' },
    ]) {
      expect(await reasonOf(mint(request, limited)), JSON.stringify(request)).to.equal('NOT_PERMITTED');
    }
    const { token } = await mint({ namespace: 'work' }, limited);
    expect(await by(token).memory.whoAmI({})).to.deep.include({ access: 'CALLER_ACCESS_READ', namespaces: ['work'] });
    expect(await reasonOf(by(token).admin.mintToken({ userId: 'ana', namespace: 'work' }))).to.equal('NOT_PERMITTED');
    expect(await reasonOf(mint({ ttlSeconds: 86_401 }))).to.equal('FIELD_INVALID');
    expect(await reasonOf(mint({ userId: '' }))).to.equal('FIELD_INVALID');
  });

  it('that are forged, changed or of another kind are nobody’s', async () => {
    const { token } = await mint({});
    const claims = decodeJwt(token.slice('rt_'.length));
    const secret = Buffer.from(await readFile(join(folder, 'store', 'mint.key'), 'utf8'), 'base64');
    const signed = (said: object, header: object = {}, key: Uint8Array = secret) =>
      new SignJWT({ ...claims, ...said }).setProtectedHeader({ alg: 'HS256', typ: 'recorda+jwt', ...header }).sign(key);
    expect(await holds(`rt_${await signed({})}`)).to.equal(true);
    const [head, body, signature] = token.slice(3).split('.') as [string, string, string];
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'recorda+jwt' })).toString('base64url');
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'bob' })).toString('base64url');
    for (const wrong of [
      `${none}.${body}.`,
      `${head}.${other}.${signature}`,
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      await signed({}, {}, Buffer.alloc(32)),
      await signed({}, { typ: 'JWT' }),
      await signed({}, { alg: 'HS512' }),
      await signed({ iss: 'elsewhere' }),
      await signed({ aud: 'elsewhere' }),
      await signed({ exp: 1 }),
      await signed({ tenant: 'other' }),
      await signed({ key: '0123456789abcdef' }),
      await signed({ sub: undefined }),
      await signed({ access: 'all' }),
      await signed({ pad: 'x'.repeat(8192) }),
    ]) {
      expect(await holds(`rt_${wrong}`), wrong.slice(0, 200)).to.equal(false);
    }
    expect(await holds(token.slice(3))).to.equal(false);
  });

  it('fall with their key, with its rights, and by revocation of one or of a user', async () => {
    const [first, second] = [await mint({}), await mint({})];
    const bobs = await mint({ userId: 'bob' });
    const ofFalling = await mint({}, falling);
    const changes = by(first.token).memory.watchMemories({ scope: { userId: 'ana' } });
    const watched = changes[Symbol.asyncIterator]();
    await watched.next();
    // `recorda token revoke` writes this form: an id is unique, whatever its tenant.
    write(all, [{ tenant: 'default', token: first.tokenId, revokeTime: new Date().toISOString() }]);
    await until(async () => !(await holds(first.token)));
    expect(await Promise.all([second, bobs, ofFalling].map(({ token }) => holds(token)))).to.deep.equal([
      true,
      true,
      true,
    ]);
    const ended = errorOf(watched.next());
    await by(backend.text).agent({ userId: 'ana' }).add('Ana rows.');
    expect((await ended).reason).to.equal('CREDENTIAL_INVALID');
    write(all, [{ tenant: 'acme', user: 'ana', revokeTime: new Date(Date.now() + 1000).toISOString() }]);
    await until(async () => !(await holds(second.token)));
    expect(await holds(bobs.token)).to.equal(true);
    write([backend.entry, { ...falling.entry, users: ['eva'] }]);
    await until(async () => holds(second.token));
    expect(await holds(ofFalling.token)).to.equal(false);
    write([backend.entry, falling.entry]);
    await until(async () => holds(ofFalling.token));
    write([falling.entry]);
    await until(async () => !(await holds(bobs.token)));
    expect(await reasonOf(by(bobs.token).agent({ userId: 'bob' }).retrieve('x'))).to.equal('CREDENTIAL_INVALID');
    write(all);
  });
});
