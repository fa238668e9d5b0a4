import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import type { AuditEvent } from '../../proto/gen/recorda/v1/audit.ts';
import { parseConfig } from '../../server/config.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { ADDRESSES_FILE, knownAddresses } from '../../server/keys/known-addresses.ts';
import { lockOuts, type LockOutConfig } from '../../server/keys/lock-outs.ts';
import { networkOf } from '../../server/keys/network-of.ts';
import { runServer, type RunningServer } from '../../server/opening/run-server.ts';
import { KNOWN_ADDRESSES, LOCK_OUTS } from '../../server/policy/serving.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openRecorda } from '../../server/recorda.ts';
import { errorOf } from '../api/doors.ts';
import { keptLog } from '../rpc/scripted-pipeline.ts';

const WHO = 'recorda.v1.MemoryService/WhoAmI';

describe('what is on record about keys', () => {
  let folder: string;
  let running: RunningServer;
  const closing: (() => Promise<void>)[] = [];
  const entry = (partial: Partial<KeyEntry>) => {
    const { id, hash, text } = newKey();
    const createTime = '2026-01-01T00:00:00Z';
    const whole: KeyEntry = { id, hash, name: '', tenant: 'acme', role: 'agent', users: [], createTime, ...partial };
    return { entry: whole, text, id };
  };
  const ana = entry({ users: ['ana'] });
  const slow = entry({ limits: { callsPerSecond: 1 }, allUsers: true });
  const moving = entry({ allUsers: true });
  const held = entry({ allUsers: true });
  const expired = entry({ expireTime: '2026-01-02T00:00:00Z' });
  const admin = entry({ role: 'admin' });
  const operator = entry({ role: 'operator', tenant: 'ours' });

  async function start(): Promise<void> {
    const dataDir = join(folder, 'data');
    const apiKeysFile = join(folder, 'keys.json');
    const { config } = parseConfig(
      {},
      { port: '0', httpPort: '0', warmUp: 'off', dataDir, apiKeysFile, auditReads: 'acme, x' },
    );
    running = await runServer({ config, log: silentLog, version: '1', env: {}, open: openRecorda });
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-record-'));
    const keys = [ana, slow, moving, held, expired, admin, operator].map((one) => one.entry);
    writeKeysFile(join(folder, 'keys.json'), keys);
    await start();
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  function as(apiKey: string) {
    const recorda = connect(`127.0.0.1:${running.port}`, { apiKey, tries: 1 });
    closing.push(() => recorda.close());
    return recorda;
  }

  /** Calls over HTTP from an address of this machine. */
  function post(path: string, apiKey: string, localAddress = '127.0.0.1', headers: object = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const authorization = `Bearer ${apiKey}`;
      const options = { port: running.httpPort, host: '127.0.0.1', localAddress, path, method: 'POST' };
      const all = { authorization, 'content-type': 'application/json', ...headers };
      request({ ...options, headers: all }, (response) => resolve(response.resume().statusCode!))
        .on('error', reject)
        .end('{}');
    });
  }

  const shown = ({ operation, action, subject, credential, why }: AuditEvent): string =>
    [operation, action.replace('AUDIT_ACTION_', ''), subject, credential, why].filter((it) => it !== '').join(' ');
  const listed = async (apiKey: string, userId = ''): Promise<string[]> =>
    (await as(apiKey).admin.listAuditEvents({ userId, pageSize: 1000 })).events.map(shown);

  it('has calls that a key may not make, over gRPC and MCP, for the tenant alone', async () => {
    const agent = as(ana.text).agent({ userId: 'ben', agentId: 'guide' });
    expect((await errorOf(agent.retrieve('x'))).reason).to.equal('NOT_PERMITTED');
    expect((await errorOf(as(ana.text).admin.listAuditEvents({}))).reason).to.equal('NOT_PERMITTED');
    expect(await post('/mcp?user=ben', ana.text)).to.equal(403);
    const record = [
      `RetrieveMemories REFUSE PERMISSION ${ana.id} CALL`,
      `ListAuditEvents REFUSE PERMISSION ${ana.id} CALL`,
      `mcp REFUSE PERMISSION ${ana.id} CALL`,
    ];
    expect(await listed(admin.text)).to.include.members(record);
    expect((await listed(operator.text)).filter((line) => line.includes(ana.id))).to.deep.equal([]);
  });

  it('has a denied call among a user’s own records if there are any, and makes no record of a user for it', async () => {
    await as(moving.text).agent({ userId: 'cy', agentId: 'guide' }).add('A note');
    for (const userId of ['cy', 'nobody']) {
      await errorOf(as(ana.text).agent({ userId, agentId: 'guide' }).retrieve('x'));
    }
    expect(await listed(admin.text, 'cy')).to.include(`RetrieveMemories REFUSE PERMISSION ${ana.id} CALL`);
    expect(await listed(admin.text, 'nobody')).to.deep.equal([]);
  });

  it('has credentials that do not hold: those of a tenant’s key for the tenant, all others for operators', async () => {
    // A secret is base64url and may hold underscores itself.
    const secret = newKey().text.split('_').slice(2).join('_');
    const wrong = `rk_${ana.id}_${secret}`;
    const unknown = newKey();
    expect(await post(`/${WHO}`, wrong)).to.equal(401);
    expect((await errorOf(as(expired.text).memory.whoAmI({}))).reason).to.equal('CREDENTIAL_INVALID');
    expect(await post('/mcp', unknown.text)).to.equal(401);
    expect(await post('/mcp', 'eyJ.no.token')).to.equal(401);
    const ofTenant = await listed(admin.text);
    expect(ofTenant).to.include.members([
      `WhoAmI REFUSE CREDENTIAL ${ana.id} 127.0.0.1`,
      `WhoAmI REFUSE CREDENTIAL ${expired.id} 127.0.0.1`,
    ]);
    const ofNobody = [`mcp REFUSE CREDENTIAL ${unknown.id} 127.0.0.1`, 'mcp REFUSE CREDENTIAL 127.0.0.1'];
    expect(await listed(operator.text)).to.include.members(ofNobody);
    expect(ofTenant).not.to.include.members([ofNobody[0]!]);
    for (const line of [...ofTenant, ...(await listed(operator.text))]) expect(line).not.to.include(secret);
  });

  it('has limits that were reached, and pages of other sites', async () => {
    const recorda = as(slow.text);
    const calls = await Promise.allSettled(Array.from({ length: 4 }, () => recorda.memory.whoAmI({})));
    expect(calls.map(({ status }) => status)).to.include('rejected');
    expect(await listed(admin.text)).to.include(`WhoAmI REFUSE LIMIT ${slow.id} key.calls_per_second`);
    expect(await post(`/${WHO}`, ana.text, '127.0.0.1', { origin: 'https://evil.example' })).to.equal(403);
    expect(await listed(operator.text)).to.include('http REFUSE PERMISSION 127.0.0.1');
  });

  it('locks a key out where it was refused too often, whether there is such a key, and nowhere else', async () => {
    const made = newKey();
    const wrong = `rk_${held.id}_${made.text.split('_').slice(2).join('_')}`;
    const attempts = async (key: string, address: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let time = 0; time <= LOCK_OUTS.failures; time += 1) statuses.push(await post(`/${WHO}`, key, address));
      return statuses;
    };
    const locked = [...Array<number>(LOCK_OUTS.failures).fill(401), 429];
    expect(await attempts(wrong, '127.0.0.4')).to.deep.equal(locked);
    expect(await attempts(made.text, '127.0.0.4')).to.deep.equal(locked);
    // The right secret does not help from there, and is accepted from elsewhere, over every door.
    expect(await post(`/${WHO}`, held.text, '127.0.0.4')).to.equal(429);
    expect(await post('/mcp?user=ana', held.text, '127.0.0.4')).to.equal(429);
    expect(await post(`/${WHO}`, ana.text, '127.0.0.4')).to.equal(200);
    expect((await as(held.text).memory.whoAmI({})).tenant).to.equal('acme');
    // Who shares the address of the key's holder does not lock that out either, but is told to wait.
    expect(await attempts(wrong, '127.0.0.1')).to.deep.equal(locked);
    const error = await errorOf(as(wrong).memory.whoAmI({}));
    expect([error.reason, error.code]).to.deep.equal(['RATE_LIMITED', 'RESOURCE_EXHAUSTED']);
    expect(error.detail.retryAfterMs).to.be.within(1, LOCK_OUTS.seconds * 1000);
    expect((await as(held.text).memory.whoAmI({})).tenant).to.equal('acme');
    expect(await listed(admin.text)).to.include.members([
      `WhoAmI REFUSE LOCK_OUT ${held.id} 127.0.0.4`,
      `WhoAmI REFUSE LOCK_OUT ${held.id} 127.0.0.1`,
    ]);
  });

  it('has reads of tenants that ask, whose they were, and never what was read', async () => {
    const userId = 'dana';
    const agent = as(held.text).agent({ userId, agentId: 'guide' });
    const { memory } = await agent.add('The safe is behind the mirror', { type: 'long_term' });
    for (const query of ['safe', 'mirror']) await agent.retrieve(query, { types: ['long_term'] });
    await agent.get(memory.id);
    await as(operator.text).agent({ userId, agentId: 'guide' }).retrieve('safe');
    await running.stop();
    await start();
    const { events } = await as(admin.text).admin.listAuditEvents({ userId, pageSize: 1000 });
    const reads = events.filter(({ action }) => action === 'AUDIT_ACTION_READ');
    expect(reads.map((event) => `${shown(event)} ${event.count}`)).to.have.members([
      `RetrieveMemories READ LONG_TERM ${held.id} CALL 2`,
      `GetMemory READ LONG_TERM ${held.id} CALL 1`,
    ]);
    expect(new Set(events.map(({ user }) => user)).size).to.equal(1);
    expect(JSON.stringify(events)).not.to.match(/safe|mirror|dana/);
    expect((await listed(operator.text)).filter((line) => line.includes('READ'))).to.deep.equal([]);
  });

  it('has an address from which a key was not used before, once, and knows it after a restart', async () => {
    const news = async () => (await listed(admin.text)).filter((line) => line.includes(`NEW_ADDRESS ${moving.id}`));
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.2']) {
      expect(await post(`/${WHO}`, moving.text, address)).to.equal(200);
    }
    expect(await news()).to.deep.equal([`WhoAmI NEW_ADDRESS ${moving.id} 127.0.0.2`]);
    await running.stop();
    await start();
    for (const address of ['127.0.0.2', '127.0.0.3']) await post(`/${WHO}`, moving.text, address);
    expect(await news()).to.deep.equal([
      `WhoAmI NEW_ADDRESS ${moving.id} 127.0.0.3`,
      `WhoAmI NEW_ADDRESS ${moving.id} 127.0.0.2`,
    ]);
    expect(await readFile(join(folder, 'data', ADDRESSES_FILE), 'utf8')).to.include('127.0.0.2');
  });
});

describe('locking out', () => {
  function open(config: Partial<LockOutConfig> = {}) {
    const clock = { ms: 0 };
    const locks = lockOuts({ failures: 3, forMs: 60_000, ...config }, () => clock.ms);
    const fail = (times: number, keyId = 'k', address = '10.0.0.1'): void => {
      for (let time = 0; time < times; time += 1) locks.failed(keyId, address);
    };
    return { clock, locks, fail };
  }

  it('takes so many failures, of one key from one address, and ends by itself', () => {
    const { clock, locks, fail } = open();
    fail(2);
    expect(locks.leftMs('k', '10.0.0.1')).to.equal(0);
    clock.ms += 1000;
    fail(1);
    expect(locks.leftMs('k', '10.0.0.1')).to.equal(60_000);
    expect(locks.leftMs('k', '10.0.0.2')).to.equal(0);
    expect(locks.leftMs('other', '10.0.0.1')).to.equal(0);
    clock.ms += 59_000;
    fail(5);
    expect(locks.leftMs('k', '10.0.0.1')).to.equal(1000);
    clock.ms += 1000;
    expect(locks.leftMs('k', '10.0.0.1')).to.equal(0);
    fail(2);
    expect(locks.leftMs('k', '10.0.0.1')).to.equal(0);
  });

  it('forgets failures that are long ago, or before a success, and can be switched off', () => {
    const { clock, locks, fail } = open();
    fail(2);
    clock.ms += 60_000;
    fail(2);
    locks.succeeded('k', '10.0.0.1');
    fail(2);
    expect(locks.leftMs('k', '10.0.0.1')).to.equal(0);
    const never = open({ failures: 0 });
    never.fail(100);
    expect(never.locks.leftMs('k', '10.0.0.1')).to.equal(0);
  });

  it('remembers a bounded number of keys, the last of them', () => {
    const { locks, fail } = open();
    for (let at = 0; at <= LOCK_OUTS.remembered; at += 1) fail(3, `k${at}`);
    expect(locks.leftMs('k0', '10.0.0.1')).to.equal(0);
    expect(locks.leftMs(`k${LOCK_OUTS.remembered}`, '10.0.0.1')).to.equal(60_000);
  });
});

describe('the addresses of keys', () => {
  it('are those of IPv4, and networks of IPv6', () => {
    expect(networkOf('192.0.2.7')).to.equal('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).to.equal('192.0.2.7');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).to.equal('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::6')).to.equal('2001:db8:0:0::/64');
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64');
    expect(networkOf('::1')).to.equal('0:0:0:0::/64');
  });

  it('are bounded for each key, and learnt anew where the file is damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-addresses-'));
    const file = join(folder, ADDRESSES_FILE);
    await writeFile(file, '{"not": "it"}');
    const log = keptLog();
    const known = knownAddresses(file, log);
    expect(log.lines.map(({ level }) => level)).to.deep.equal(['warn']);
    expect(known.isNew('k', '10.0.0.0')).to.equal(false);
    for (let at = 1; at <= KNOWN_ADDRESSES.ofKey; at += 1) expect(known.isNew('k', `10.0.0.${at}`)).to.equal(true);
    expect(known.isNew('k', '10.0.0.1')).to.equal(false);
    expect(known.isNew('k', '10.0.0.0')).to.equal(true);
    known.close();
    const again = knownAddresses(file, log);
    expect(again.isNew('k', '10.0.0.0')).to.equal(false);
    expect(again.isNew('k', '10.0.1.1')).to.equal(true);
    again.close();
    await rm(folder, { recursive: true });
  });
});
