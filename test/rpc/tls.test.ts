/** Tests certificates that change while a server runs, and callers who are identified by client certificates. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import { connect } from '../../client/connect.ts';
import type { Recorda } from '../../client/recorda.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { serveHttp } from '../../server/http/serve-http.ts';
import { certificateNames } from '../../server/keys/certificate-names.ts';
import { keyRing } from '../../server/keys/key-ring.ts';
import { readKeysFile, writeKeysFile, type KeyEntry } from '../../server/keys/keys-file.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { openRecorda, type RecordaServer } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { errorOf } from '../api/doors.ts';
import { keptLog, until } from './scripted-pipeline.ts';

type Pair = { readonly cert: string; readonly private: string };

const URI = 6;
const DNS = 2;

/** Creates a self-signed certificate, which is its own authority. */
async function certificate(...altNames: readonly { readonly type: 2 | 6; readonly value: string }[]): Promise<Pair> {
  // Authorities are distinguished by their names.
  return generate([{ name: 'commonName', value: randomUUID() }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [...altNames] },
    ],
  });
}

const ofServer = (): Promise<Pair> => certificate({ type: DNS, value: 'localhost' });

describe('TLS', () => {
  let folder: string;
  let server: RecordaServer;
  const closing: (() => unknown)[] = [];
  const file = (name: string): string => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-tls-'));
    server = await openRecorda({ dataDir: file('data'), warmUp: false });
  });

  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const write = async (pair: Pair): Promise<void> => {
    await writeFile(file('cert.pem'), pair.cert);
    await writeFile(file('key.pem'), pair.private);
  };
  const files = () => ({ certFile: file('cert.pem'), keyFile: file('key.pem') });

  /** Opens both doors. */
  async function open(options: { readonly clientCaFile?: string; readonly entries?: readonly KeyEntry[] } = {}) {
    const log = keptLog();
    const { clientCaFile, entries } = options;
    const tls = { ...files(), clientCaFile };
    if (entries !== undefined) writeKeysFile(file('keys.json'), entries);
    const keys = entries === undefined ? undefined : keyRing(file('keys.json'), log);
    const { pipeline } = server;
    const grpc = await serve({ pipeline, log, host: '127.0.0.1', port: 0, tls, keys });
    closing.push(() => grpc.drain(1000));
    const own = { host: '127.0.0.1', port: 0, version: '1', mcp: { user: 'me', agent: 'mcp' }, isReady: () => true };
    const http = await serveHttp({ ...own, door: grpc.shared, tls });
    closing.push(() => http.close());
    closing.push(() => keys?.close());
    return { log, ports: [grpc.port, http.port] as const };
  }

  const at = (port: number, tls: { readonly ca: string; readonly cert?: string; readonly key?: string }): Recorda => {
    const recorda = connect(`localhost:${port}`, { tls });
    closing.push(() => recorda.close());
    return recorda;
  };

  /** Returns the certificate that a new connection gets. */
  const shownAt = (port: number): Promise<PeerCertificate> =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        servername: 'localhost',
        rejectUnauthorized: false,
        ALPNProtocols: ['h2', 'http/1.1'],
      };
      const socket = connectTls({ ...options, port }, () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      }).on('error', reject);
    });

  it('takes up new certificates at both doors, and ends no stream for it', async () => {
    const pairs = await Promise.all([ofServer(), ofServer()]);
    const ca = pairs.map(({ cert }) => cert).join('\n');
    await write(pairs[0]);
    const { log, ports } = await open();
    const early = at(ports[0], { ca });
    const watched = early.memory.watchMemories({ scope: { userId: 'eva' } })[Symbol.asyncIterator]();
    expect((await watched.next()).value).to.have.nested.property('event.$case', 'position');
    const load = { isOn: true, calls: 0 };
    const calling = (async () => {
      while (load.isOn) {
        const recorda = connect(`localhost:${ports[0]}`, { tls: { ca }, tries: 1 });
        await recorda.memory.whoAmI({});
        await recorda.close();
        load.calls += 1;
      }
    })();
    for (const pair of [pairs[1]]) {
      const [before] = await Promise.all(ports.map(shownAt));
      // The certificate is written first and its key later, so for a while they do not match.
      await writeFile(file('cert.pem'), pair.cert);
      await until(() => log.lines.filter(({ level }) => level === 'error').length >= 2);
      expect((await shownAt(ports[0])).fingerprint256).to.equal(before!.fingerprint256);
      await writeFile(file('key.pem'), pair.private);
      await until(() => log.lines.filter(({ message }) => message.includes('read again')).length >= 2);
      const shown = await Promise.all(ports.map(shownAt));
      expect(new Set([before, ...shown].map((one) => one!.fingerprint256)).size).to.equal(2);
      log.lines.length = 0;
    }
    load.isOn = false;
    await calling;
    expect(load.calls).to.be.greaterThan(0);
    await at(ports[0], { ca }).agent({ userId: 'eva' }).add('Eva skis.');
    expect((await watched.next()).value).to.have.nested.property('event.$case', 'change');
  });

  it('does not begin with a key that is another certificate’s', async () => {
    const [one, other] = await Promise.all([ofServer(), ofServer()]);
    await write({ cert: one.cert, private: other.private });
    const error = await open().then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error?.message).to.match(/key values mismatch/);
  });

  describe('with certificates of clients', () => {
    const createTime = '2026-01-01T00:00:00Z';
    const entry = (certificateName: string, more: Partial<KeyEntry> = {}): KeyEntry => {
      const { id } = newKey();
      return {
        id,
        certificate: certificateName,
        name: '',
        tenant: 'acme',
        role: 'agent',
        users: [],
        createTime,
        ...more,
      };
    };

    it('knows tenant and role by the name in them, over gRPC and HTTP, and nobody whom no entry names', async () => {
      const spiffe = { type: URI, value: 'spiffe://acme.org/agent' } as const;
      const host = { type: DNS, value: 'Backend.acme.org' } as const;
      const [own, agent, backend, stranger, both] = await Promise.all([
        ofServer(),
        certificate(spiffe),
        certificate(host),
        certificate({ type: URI, value: 'spiffe://acme.org/agents' }),
        certificate(spiffe, host),
      ]);
      await write(own);
      await writeFile(file('ca.pem'), [agent, backend, stranger, both].map(({ cert }) => cert).join('\n'));
      const key = newKey();
      const { ports } = await open({
        clientCaFile: file('ca.pem'),
        entries: [
          entry('URI:spiffe://acme.org/agent', { users: ['ana'], agents: ['guide'] }),
          entry('DNS:backend.acme.org', { tenant: 'shop', role: 'admin' }),
          { id: key.id, hash: key.hash, name: '', tenant: 'keyed', role: 'agent', users: [], createTime },
        ],
      });
      const tlsOf = (pair: Pair) => ({ ca: own.cert, cert: pair.cert, key: pair.private });
      const overGrpc = async (pair: Pair, apiKey?: string): Promise<unknown[]> => {
        const recorda = connect(`localhost:${ports[0]}`, { tls: tlsOf(pair), apiKey });
        closing.push(() => recorda.close());
        const { tenant, role, userIds } = await recorda.memory.whoAmI({});
        return [tenant, role, userIds];
      };
      const overHttp = (pair: Pair): Promise<unknown[]> =>
        new Promise((resolve, reject) => {
          const path = '/recorda.v1.MemoryService/WhoAmI?encoding=json&message=%7B%7D';
          const { ca, cert, key: privateKey } = tlsOf(pair);
          const asked = { host: 'localhost', port: ports[1], path, ca, cert, key: privateKey, agent: false };
          get(asked, (response) => {
            let text = '';
            response.on('data', (part: Buffer) => (text += part.toString()));
            response.on('end', () => {
              const { tenant, role, userIds = [] } = JSON.parse(text) as Record<string, unknown>;
              resolve(response.statusCode === 200 ? [tenant, role, userIds] : [response.statusCode]);
            });
          }).on('error', reject);
        });
      const expected = [
        [agent, ['acme', 'CALLER_ROLE_AGENT', ['ana']]],
        [backend, ['shop', 'CALLER_ROLE_ADMIN', []]],
      ] as const;
      for (const [pair, told] of expected) {
        expect(await overGrpc(pair)).to.deep.equal(told);
        expect(await overHttp(pair)).to.deep.equal(told);
      }
      // No entry has this certificate's name, or several have.
      for (const pair of [stranger, both]) {
        expect((await errorOf(overGrpc(pair))).reason).to.equal('CREDENTIAL_INVALID');
        expect(await overHttp(pair)).to.deep.equal([401]);
      }
      // A key identifies the caller even if there is a certificate; a certificate does not make up for an invalid key.
      expect(await overGrpc(stranger, key.text)).to.deep.equal(['keyed', 'CALLER_ROLE_AGENT', []]);
      expect((await errorOf(overGrpc(agent, newKey().text))).reason).to.equal('CREDENTIAL_INVALID');
      const guide = at(ports[0], tlsOf(agent));
      await guide.agent({ userId: 'ana', agentId: 'guide' }).add('Ana skis.');
      expect((await errorOf(guide.agent({ userId: 'ana', agentId: 'other' }).add('x'))).reason).to.equal(
        'NOT_PERMITTED',
      );
    });

    it('keeps either a hash or the name in a certificate, each name once', () => {
      const path = file('keys-of-names.json');
      const { hash } = newKey();
      const good = entry('URI:spiffe://acme.org/agent');
      writeKeysFile(path, [good, entry('DNS:agent.acme.org')]);
      expect(readKeysFile(path)).to.have.length(2);
      const { certificate: _, ...neither } = good;
      for (const wrong of [
        [{ ...good, hash }],
        [neither],
        [good, entry('URI:spiffe://acme.org/agent')],
        ...['spiffe://acme.org', 'DNS:*.acme.org', 'DNS:Acme.org', 'URI:spiffe://a, DNS:b', 'CN:x'].map((name) => [
          entry(name),
        ]),
      ]) {
        expect(() => writeKeysFile(path, wrong), JSON.stringify(wrong)).to.throw(/cannot be kept/);
      }
      const keys = keyRing(path, keptLog());
      const asked = (...names: readonly string[]) => keys.callerOf(undefined, Date.now(), () => names);
      expect(asked('DNS:agent.acme.org')).to.have.property('tenant', 'acme');
      // The id of an entry is not a certificate name.
      expect(asked(good.id)).to.be.instanceOf(RecordaError);
      expect(asked()).to.be.instanceOf(RecordaError);
      keys.close();
    });

    it('reads no name out of a name that looks like several', () => {
      expect(certificateNames('URI:spiffe://acme.org/agent, DNS:A.org')).to.deep.equal([
        'URI:spiffe://acme.org/agent',
        'DNS:a.org',
      ]);
      expect(certificateNames('DNS:"x, URI:spiffe://acme.org/agent"')).to.deep.equal([]);
      expect(certificateNames(undefined)).to.deep.equal([]);
    });
  });
});
