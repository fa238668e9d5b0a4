import { mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import { connect } from '../../client/connect.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { keyRing, type KeyRing } from '../../server/keys/key-ring.ts';
import { readKeysFile, writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { callerLimits } from '../../server/pipeline/caller-limits.ts';
import { openRecorda, type RecordaServer } from '../../server/recorda.ts';
import { serve, type ServeOptions, type Serving } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { all, errorOf } from '../api/doors.ts';
import { failureOf, rawClient } from './raw-client.ts';
import { ADD, keptLog, scriptedPipeline, until } from './scripted-pipeline.ts';

const createTime = '2026-01-01T00:00:00Z';

describe('a server with API keys', () => {
  let folder: string;
  let path: string;
  let server: RecordaServer;
  const closing: (() => Promise<void>)[] = [];

  const made = (partial: Partial<KeyEntry> = {}): { readonly entry: KeyEntry; readonly text: string } => {
    const { id, hash, text } = newKey();
    return { entry: { id, hash, name: '', tenant: 'default', role: 'agent', users: [], createTime, ...partial }, text };
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-keys-'));
    path = join(folder, 'keys.json');
    server = await openRecorda({ dataDir: join(folder, 'data'), warmUp: false });
  });

  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function start(options: Partial<ServeOptions> = {}): Promise<Serving> {
    const serving = await serve({ pipeline: server.pipeline, log: silentLog, host: '127.0.0.1', port: 0, ...options });
    closing.push(() => serving.drain(1000));
    return serving;
  }

  function ring(...entries: readonly KeyEntry[]): KeyRing {
    writeKeysFile(path, entries);
    const keys = keyRing(path, silentLog);
    closing.push(() => Promise.resolve(keys.close()));
    return keys;
  }

  function agentAt(port: number, apiKey: string | undefined, userId = 'ana') {
    const recorda = connect(`127.0.0.1:${port}`, { apiKey });
    closing.push(() => recorda.close());
    return recorda.agent({ userId, agentId: 'guide' });
  }

  it('serves those who hold one, each in its tenant', async () => {
    const acme = made({ tenant: 'acme' });
    const other = made({ tenant: 'other' });
    const { port } = await start({ keys: ring(acme.entry, other.entry) });
    const { memory } = await agentAt(port, acme.text).add('Ana skis.', { type: 'long_term' });
    const found = await agentAt(port, acme.text).retrieve('ski', { types: ['long_term'] });
    expect(found.map(({ memory: { id } }) => id)).to.deep.equal([memory.id]);
    expect(await agentAt(port, other.text).retrieve('ski', { types: ['long_term'] })).to.deep.equal([]);
  });

  it('refuses no key, a wrong one, an expired one and one that was taken away alike', async () => {
    const good = made();
    const expired = made({ expireTime: '2026-01-02T00:00:00Z' });
    const { port } = await start({ keys: ring(good.entry, expired.entry) });
    const wrong = `rk_${good.entry.id}_${newKey().text.split('_').slice(2).join('_')}`;
    const messages = new Set<string>();
    for (const key of [undefined, wrong, newKey().text, expired.text]) {
      const error = await errorOf(agentAt(port, key).retrieve('ski'));
      expect([error.reason, error.code]).to.deep.equal(['CREDENTIAL_INVALID', 'UNAUTHENTICATED']);
      messages.add(error.message);
    }
    expect([...messages]).to.have.length(1);
    const streamed = agentAt(port, undefined).stream('ski');
    expect((await errorOf(streamed[Symbol.asyncIterator]().next())).reason).to.equal('CREDENTIAL_INVALID');
  });

  it('refuses before the message is there', async () => {
    const pipeline = scriptedPipeline({});
    const { port } = await start({ pipeline, keys: ring() });
    const client = rawClient(port);
    closing.push(() => Promise.resolve(client.close()));
    const large = await failureOf(client.unary(ADD, new Uint8Array(20 * 1024 * 1024)));
    expect([large.code, large.reason]).to.deep.equal([status.UNAUTHENTICATED, 'CREDENTIAL_INVALID']);
    const malformed = await failureOf(client.unary(ADD, Uint8Array.of(1), {}, { authorization: 'Basic abc' }));
    expect(malformed.code).to.equal(status.UNAUTHENTICATED);
    expect(pipeline.asked).to.deep.equal([]);
  });

  it('applies the limits of a key to this key alone', async () => {
    const [slow, quick] = [made({ limits: { callsPerSecond: 1 } }), made()];
    const callers = callerLimits({ key: { callsPerSecond: 1000 } }, undefined, () => 0);
    const { port } = await start({ keys: ring(slow.entry, quick.entry), callerLimits: callers });
    const reasons = async (apiKey: string): Promise<string[]> => {
      const recorda = connect(`127.0.0.1:${port}`, { apiKey, tries: 1 });
      closing.push(() => recorda.close());
      const calls = Array.from({ length: 5 }, () => recorda.memory.whoAmI({}));
      return (await Promise.allSettled(calls)).map((call) =>
        call.status === 'rejected' ? (call.reason as RecordaError).reason : 'answered',
      );
    };
    expect(await reasons(slow.text)).to.deep.equal([
      ...Array<string>(2).fill('answered'),
      ...Array<string>(3).fill('RATE_LIMITED'),
    ]);
    expect(new Set(await reasons(quick.text))).to.deep.equal(new Set(['answered']));
  });

  it('limits a key to its users and its role', async () => {
    const anas = made({ users: ['ana'] });
    const { port } = await start({ keys: ring(anas.entry) });
    await agentAt(port, anas.text).add('Ana skis.', { type: 'long_term' });
    expect((await errorOf(agentAt(port, anas.text, 'bob').retrieve('ski'))).reason).to.equal('NOT_PERMITTED');
    const recorda = connect(`127.0.0.1:${port}`, { apiKey: anas.text });
    closing.push(() => recorda.close());
    const error = await errorOf(recorda.admin.getUsage({ userId: 'ana' }));
    expect([error.reason, error.code]).to.deep.equal(['NOT_PERMITTED', 'PERMISSION_DENIED']);
  });

  it('tells whoever holds one whose it is and what it is for, and never the secret', async () => {
    const expireTime = '2126-01-01T00:00:00.000Z';
    const anas = made({ name: 'the shop’s guide', tenant: 'acme', users: ['ana', 'eva'], expireTime });
    const whole = made({ tenant: 'acme', role: 'admin' });
    const { port } = await start({ keys: ring(anas.entry, whole.entry) });
    const tell = async (apiKey: string) => {
      const recorda = connect(`127.0.0.1:${port}`, { apiKey });
      closing.push(() => recorda.close());
      return recorda.memory.whoAmI({});
    };
    const { latencyMs, ...told } = await tell(anas.text);
    expect(latencyMs).to.be.at.least(0);
    expect(told).to.deep.equal({
      authenticationRequired: true,
      tenant: 'acme',
      role: 'CALLER_ROLE_AGENT',
      keyId: anas.entry.id,
      keyName: 'the shop’s guide',
      userIds: ['ana', 'eva'],
      expireTime: new Date(expireTime),
      access: 'CALLER_ACCESS_BOTH',
      agentIds: [],
      namespaces: [],
      sessionIds: [],
      tokenId: '',
    });
    expect(JSON.stringify(told))
      .not.to.include(anas.text.split('_').slice(2).join('_'))
      .and.not.to.include(anas.entry.hash);
    expect(await tell(whole.text)).to.include({ role: 'CALLER_ROLE_ADMIN', keyName: '', expireTime: undefined });
  });

  it('applies keys that are created and revoked while it serves', async () => {
    const first = made();
    const second = made();
    const keys = ring(first.entry);
    const holds = (text: string): boolean => !(keys.callerOf(`Bearer ${text}`, Date.now()) instanceof RecordaError);
    expect([holds(first.text), holds(second.text)]).to.deep.equal([true, false]);
    writeKeysFile(path, [second.entry]);
    await until(() => holds(second.text) && !holds(first.text));
    await rm(path);
    await until(() => !holds(second.text));
  });

  it('goes on with the keys that it knows when their file becomes unreadable, and logs it', async () => {
    const good = made();
    writeKeysFile(path, [good.entry]);
    const log = keptLog();
    const keys = keyRing(path, log);
    closing.push(() => Promise.resolve(keys.close()));
    await writeFile(path, `{"keys": [{"id": "${good.entry.id}", "secret": "${good.text}"`);
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    await until(() => log.lines.some(({ level }) => level === 'error'));
    expect(keys.callerOf(`Bearer ${good.text}`, Date.now())).to.include({ keyId: good.entry.id });
    expect(JSON.stringify(log.lines)).not.to.include(good.text);
  });

  it('goes on with the keys that it knows when their file cannot be accessed', async () => {
    const good = made();
    writeKeysFile(path, [good.entry]);
    const log = keptLog();
    const keys = keyRing(path, log);
    closing.push(() => Promise.resolve(keys.close()));
    await rm(path);
    // The link points to itself.
    await symlink(path, path);
    closing.push(() => rm(path));
    await until(() => log.lines.some(({ level }) => level === 'error'));
    expect(keys.callerOf(`Bearer ${good.text}`, Date.now())).to.include({ keyId: good.entry.id });
  });

  it('ends the streams of a key that was taken away, and tells them nothing more', async () => {
    const [leaves, stays] = [made({ tenant: 'acme' }), made({ tenant: 'acme' })];
    const keys = ring(leaves.entry, stays.entry);
    const { port } = await start({ keys });
    const recorda = connect(`127.0.0.1:${port}`, { apiKey: leaves.text });
    closing.push(() => recorda.close());
    const watched = recorda.memory.watchMemories({ scope: { userId: 'eva' } })[Symbol.asyncIterator]();
    expect((await watched.next()).value).to.have.nested.property('event.$case', 'position');
    writeKeysFile(path, [stays.entry]);
    await until(() => keys.callerOf(`Bearer ${leaves.text}`, Date.now()) instanceof RecordaError);
    const error = errorOf(watched.next());
    await agentAt(port, stays.text, 'eva').add('The safe is behind the mirror.');
    expect((await error).reason).to.equal('CREDENTIAL_INVALID');
  });

  it('ends the streams of a key that may less than when they began', async () => {
    const [narrowed, stays] = [made({ tenant: 'narrow' }), made({ tenant: 'narrow' })];
    const keys = ring(narrowed.entry, stays.entry);
    const { port } = await start({ keys });
    const recorda = connect(`127.0.0.1:${port}`, { apiKey: narrowed.text });
    closing.push(() => recorda.close());
    const watched = recorda.memory.watchMemories({ scope: { userId: 'eva' } })[Symbol.asyncIterator]();
    expect((await watched.next()).value).to.have.nested.property('event.$case', 'position');
    writeKeysFile(path, [{ ...narrowed.entry, users: ['ana'] }, stays.entry]);
    const holds = () => keys.callerOf(`Bearer ${narrowed.text}`, Date.now());
    await until(() => (holds() as { readonly userIds?: readonly string[] }).userIds?.length === 1);
    const error = errorOf(watched.next());
    await agentAt(port, stays.text, 'eva').add('The safe is behind the mirror.');
    expect((await error).reason).to.equal('NOT_PERMITTED');
  });

  it('takes limits of an operator alone, also by an import', async () => {
    const [admin, operator] = [made({ role: 'admin' }), made({ role: 'operator' })];
    const { port } = await start({ keys: ring(admin.entry, operator.entry) });
    const userId = 'greedy';
    const lines = Buffer.from(
      [
        { line: 'tier', tier: 'ENTERPRISE' },
        { line: 'quota', name: 'PERSONA', count: 1_000_000, bytes: null },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const imported = async (apiKey: string) => {
      const recorda = connect(`127.0.0.1:${port}`, { apiKey });
      closing.push(() => recorda.close());
      const { takenCount, skippedCount } = await recorda.admin.importUserData({ userId, lines });
      const { tier } = await recorda.admin.getQuota({ userId });
      return [takenCount, skippedCount, tier];
    };
    expect(await imported(admin.text)).to.deep.equal([0, 2, 'TIER_PRO']);
    expect(await imported(operator.text)).to.deep.equal([2, 0, 'TIER_ENTERPRISE']);
  });

  it('holds an import of facts and sessions to quotas, unless an operator makes it', async () => {
    const [admin, operator] = [made({ role: 'admin' }), made({ role: 'operator' })];
    const { port } = await start({ keys: ring(admin.entry, operator.entry) });
    const at = (apiKey: string) => {
      const recorda = connect(`127.0.0.1:${port}`, { apiKey });
      closing.push(() => recorda.close());
      return recorda;
    };
    const [asAdmin, asOperator] = [at(admin.text), at(operator.text)];
    const userId = 'told';
    for (const sessionId of ['monday', 'tuesday']) {
      const chat = asAdmin.conversation({ userId, sessionId, agentId: 'guide' });
      await chat.append([{ content: `Me gusta el ${sessionId}.` }]);
    }
    const parts = await all(asAdmin.admin.exportUserData({ userId }));
    const lines = Buffer.concat(parts.map((part) => part.lines));
    await all(asAdmin.admin.deleteUserData({ userId, force: true }));
    const limit = (maxCount: number) =>
      asOperator.admin.setQuota({ userId, quotas: [{ name: 'QUOTA_NAME_SESSION', maxCount }] });
    await limit(1);
    const error = await errorOf(asAdmin.admin.importUserData({ userId, lines }));
    expect(error.detail.quota).to.deep.equal({ subject: 'user:told/session.count', limit: 1, current: 2 });
    const use = async () =>
      (await asAdmin.admin.getUsage({ userId })).usages
        .filter(({ name }) => ['QUOTA_NAME_SESSION', 'QUOTA_NAME_RECALL'].includes(name))
        .map(({ count }) => count);
    expect(await use()).to.deep.equal([0, 0]);
    expect((await asOperator.admin.importUserData({ userId, lines })).over).to.have.length(1);
    expect(await use()).to.deep.equal([2, 2]);
    // Lines that exist already take no more of the quota.
    expect(await asAdmin.admin.importUserData({ userId, lines })).to.include({ takenCount: 0 });
  });

  it('copies a user to another tenant, and answers an import alike whatever other tenants have', async () => {
    const [acme, other] = [made({ tenant: 'acme', role: 'admin' }), made({ tenant: 'other', role: 'admin' })];
    const { port } = await start({ keys: ring(acme.entry, other.entry) });
    const [asAcme, asOther] = [acme, other].map(({ text }) => {
      const recorda = connect(`127.0.0.1:${port}`, { apiKey: text });
      closing.push(() => recorda.close());
      return recorda;
    }) as [ReturnType<typeof connect>, ReturnType<typeof connect>];
    for (const text of ['The safe is behind the mirror', 'The key is under the mat']) {
      await asAcme.agent({ userId: 'moving' }).add(text);
    }
    const exported = async (recorda: typeof asAcme, userId: string): Promise<Buffer> =>
      Buffer.concat((await all(recorda.admin.exportUserData({ userId }))).map(({ lines }) => lines));
    const lines = await exported(asAcme, 'moving');
    const unknown = Buffer.from(lines.toString().replaceAll(/"lt_[0-9a-f]{12}/g, '"lt_0123456789ab'));
    const answers = [];
    for (const [userId, those] of [
      ['taken', lines],
      ['free', unknown],
    ] as const) {
      answers.push(await asOther.admin.importUserData({ userId, lines: those }));
    }
    expect(answers[0]).to.deep.include({ takenCount: 2, skippedCount: 0 });
    expect(answers[0]).to.deep.equal(answers[1]);
    const copied = await asOther.admin.importUserData({ userId: 'moving', lines, asNewIds: true });
    expect(copied.takenCount).to.equal(2);
    expect((await exported(asAcme, 'moving')).equals(lines)).to.equal(true);
  });

  it('holds an import to quotas, unless an operator makes it, who is told what is over', async () => {
    const [admin, operator] = [made({ role: 'admin' }), made({ role: 'operator' })];
    const { port } = await start({ keys: ring(admin.entry, operator.entry) });
    const at = (apiKey: string) => {
      const recorda = connect(`127.0.0.1:${port}`, { apiKey });
      closing.push(() => recorda.close());
      return recorda;
    };
    const [asAdmin, asOperator] = [at(admin.text), at(operator.text)];
    const from = asAdmin.agent({ userId: 'from', agentId: 'guide' });
    for (let trait = 0; trait < 4; trait += 1) await from.persona.set(`trait ${trait}`, 'so it is');
    const parts = await all(asAdmin.admin.exportUserData({ userId: 'from' }));
    const lines = Buffer.concat(parts.map((part) => part.lines));
    await all(asAdmin.admin.deleteUserData({ userId: 'from', force: true }));
    const userId = 'to';
    const [name, ofThem] = ['QUOTA_NAME_PERSONA', { name: 'QUOTA_NAME_PERSONA', place: 'guide', count: 4 }] as const;
    await asOperator.admin.setQuota({ userId, quotas: [{ name, maxCount: 3 }] });

    const error = await errorOf(asAdmin.admin.importUserData({ userId, lines }));
    expect(error.reason).to.equal('QUOTA_EXCEEDED');
    const subject = 'user:to/agent:guide/persona.count';
    expect(error.detail.quota).to.deep.equal({ subject, limit: 3, current: 4 });
    expect(await all(asAdmin.agent({ userId, agentId: 'guide' }).list({ type: 'persona' }))).to.deep.equal([]);

    const { takenCount, over } = await asOperator.admin.importUserData({ userId, lines });
    expect([takenCount, over.length]).to.deep.equal([4, 1]);
    expect(over[0]).to.deep.include({ ...ofThem, maxCount: 3 });
    // Lines that exist already take no more of the quota.
    expect(await asAdmin.admin.importUserData({ userId, lines })).to.deep.include({ takenCount: 0, skippedCount: 4 });
    await asOperator.admin.setQuota({ userId, quotas: [{ name, maxCount: 4 }] });
    expect((await asAdmin.admin.importUserData({ userId, lines })).over).to.deep.equal([]);
  });

  it('answers health checks without a key, and refuses reflection without one', async () => {
    const { port } = await start({ keys: ring(made().entry) });
    const client = rawClient(port);
    closing.push(() => Promise.resolve(client.close()));
    expect([...(await client.unary('grpc.health.v1.Health/Check'))]).to.deep.equal([8, 1]);
    const reflection = await failureOf(client.unary('grpc.reflection.v1.ServerReflection/ServerReflectionInfo'));
    expect(reflection.code).to.equal(status.UNAUTHENTICATED);
  });

  it('keeps hashes, in a file for its owner only', async () => {
    const { entry, text } = made();
    writeKeysFile(path, [entry]);
    expect((await readFile(path, 'utf8')).includes(text.slice('rk__'.length + entry.id.length))).to.equal(false);
    expect((await stat(path)).mode & 0o077).to.equal(0);
    expect(readKeysFile(path)).to.deep.equal([entry]);
    for (const broken of ['', 'x', '{"keys":[{}]}', JSON.stringify({ keys: [entry, entry] }), '{"keys":[],"more":1}']) {
      await writeFile(path, broken);
      expect(() => readKeysFile(path)).to.throw(/keys\.json/);
    }
  });

  it('writes no file that a server could not read', async () => {
    const { entry } = made();
    writeKeysFile(path, [entry]);
    for (const wrong of [{ name: 'x'.repeat(201) }, { tenant: '' }, { users: ['a\u0000b'] }]) {
      expect(() => writeKeysFile(path, [entry, made(wrong).entry])).to.throw(/cannot be kept: keys\.1\./);
    }
    expect(() => writeKeysFile(path, [entry, entry])).to.throw(/twice/);
    expect(readKeysFile(path)).to.deep.equal([entry]);
    await writeFile(path, 'x');
    expect(() => readKeysFile(path)).to.throw(/recorda key create --api-keys-file/);
  });

  it('speaks TLS, and asks clients for certificates where it is told to', async () => {
    const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(certFile, pair.cert);
    await writeFile(keyFile, pair.private);
    const key = made();
    const keys = ring(key.entry);
    const open = (port: number, tls: object | false) => {
      const recorda = connect(`localhost:${port}`, { apiKey: key.text, tls });
      closing.push(() => recorda.close());
      return recorda.agent({ userId: 'ana', agentId: 'guide' }).retrieve('ski');
    };
    const sealed = await start({ keys, tls: { certFile, keyFile } });
    expect(await open(sealed.port, { ca: pair.cert })).to.be.an('array');
    expect((await errorOf(open(sealed.port, {}))).reason).to.equal('BACKEND_UNAVAILABLE');
    expect((await errorOf(open(sealed.port, false))).reason).to.equal('BACKEND_UNAVAILABLE');
    const mutual = await start({ keys, tls: { certFile, keyFile, clientCaFile: certFile } });
    expect(await open(mutual.port, { ca: pair.cert, cert: pair.cert, key: pair.private })).to.be.an('array');
    expect((await errorOf(open(mutual.port, { ca: pair.cert }))).reason).to.equal('BACKEND_UNAVAILABLE');
  });

  it('gets no key from a client that would send it unencrypted across a network', () => {
    expect(() => connect('memory.example.org:50051', { apiKey: newKey().text })).to.throw(/sent unencrypted/);
    void connect('memory.example.org:50051', { apiKey: newKey().text, tls: true }).close();
    void connect('memory.example.org:50051', { apiKey: newKey().text, tls: false }).close();
  });
});
