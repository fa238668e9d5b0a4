import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import { parseAddress } from '../../client/address.ts';
import { connect } from '../../client/connect.ts';
import { RecordaError } from '../../client/errors.ts';
import { connect as connectWeb } from '../../client/web.ts';
import { serve } from '../../server/rpc/serve.ts';
import { keptLog, scriptedPipeline } from '../rpc/scripted-pipeline.ts';

const URL_NAME = 'RECORDA_URL';
const KEY_NAME = 'RECORDA_API_KEY';

function refusal(call: () => unknown): RecordaError {
  try {
    call();
  } catch (error) {
    if (error instanceof RecordaError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('connect', () => {
  const before = { [URL_NAME]: process.env[URL_NAME], [KEY_NAME]: process.env[KEY_NAME] };
  afterEach(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('knows the doors by their addresses', () => {
    const targets = {
      'localhost:50051': ['grpc', 'localhost:50051', undefined, true],
      '[::1]:7': ['grpc', '[::1]:7', undefined, true],
      'recorda://memory.example.org': ['grpc', 'memory.example.org:50051', undefined, false],
      'recorda://localhost:9': ['grpc', 'localhost:9', undefined, true],
      'grpcs://memory.example.org:443': ['grpc', 'memory.example.org:443', true, false],
      'grpc://10.0.0.1:1/': ['grpc', '10.0.0.1:1', false, false],
      'http://127.0.0.1:50052/': ['http', 'http://127.0.0.1:50052', false, true],
      'https://memory.example.org/recorda/': ['http', 'https://memory.example.org/recorda', true, false],
    };
    for (const [address, [door, target, isSealed, isLoopback]] of Object.entries(targets)) {
      expect(parseAddress(address), address).to.deep.equal({ door, target, isSealed, isLoopback });
    }
  });

  it('refuses other addresses, and says which there are', () => {
    const wrong = [
      'localhost',
      'localhost:',
      'ftp://localhost:1',
      'http://',
      'http://a b',
      'unix:/tmp/x',
      'https://x?y=1',
    ];
    const ports = ['x:99999999', 'x:65536', 'x:0', 'http://x:65536'];
    for (const address of [...wrong, ...ports, 'localhost:50051/path', 'https://user:key@host']) {
      const error = refusal(() => connect(address));
      expect(error, address).to.include({ reason: 'FIELD_INVALID' });
      expect(error.detail.fields?.[0]?.field, address).to.equal('address');
    }
    expect(refusal(() => connect('ftp://x')).message)
      .to.include('localhost:50051')
      .and.include('https://');
    expect(refusal(() => connect('localhost')).message).to.include('localhost:50051');
  });

  it('takes address and key from the environment', () => {
    delete process.env[URL_NAME];
    expect(refusal(() => connect()).message).to.include(URL_NAME);
    process.env[URL_NAME] = 'ftp://x';
    expect(refusal(() => connect()).detail.fields?.[0]?.field).to.equal('address');
    process.env[URL_NAME] = 'memory.example.org:50051';
    process.env[KEY_NAME] = 'no key';
    expect(refusal(() => connect()).detail.fields?.[0]?.field).to.equal('apiKey');
    process.env[KEY_NAME] = 'rk_secret';
    // The key was read, and must not be sent sent unencrypted.
    expect(refusal(() => connect()).detail.fields?.[0]?.field).to.equal('tls');
  });

  it('sends no key sent unencrypted beyond this machine unless told to', async () => {
    const apiKey = 'rk_secret';
    for (const address of ['10.0.0.1:50051', 'recorda://10.0.0.1', 'grpc://10.0.0.1:1', 'http://10.0.0.1']) {
      expect(refusal(() => connect(address, { apiKey })).message, address).to.include('sent unencrypted');
      await connect(address, { apiKey, tls: false }).close();
    }
    await connect('localhost:1', { apiKey }).close();
    await connect('https://10.0.0.1', { apiKey }).close();
    await connect('10.0.0.1:50051', { apiKey, tls: true }).close();
  });

  it('refuses what contradicts itself, and options that there are not', () => {
    const refused: readonly (readonly [string, object, string])[] = [
      ['https://x', { tls: false }, 'tls'],
      ['http://x', { tls: true }, 'tls'],
      ['https://x', { tls: { ca: 'pem' } }, 'tls'],
      ['localhost:1', { apikey: 'rk_x' }, 'apikey'],
      ['localhost:1', { tls: { CA: 'pem' } }, 'CA'],
      ['localhost:1', { tls: { cert: 'pem' } }, 'tls'],
      ['localhost:1', { tls: { cert: 'pem', key: 'pem' } }, 'tls'],
      ['localhost:1', { fetch }, 'fetch'],
      ['http://x', { fetch: 'fetch' }, 'fetch'],
      ['localhost:1', 'rk_x' as never, 'options'],
      ['localhost:1', null as never, 'options'],
      ['localhost:1', { tries: 0 }, 'tries'],
      ['localhost:1', { tries: 1.5 }, 'tries'],
      ['localhost:1', { tries: 11 }, 'tries'],
    ];
    for (const [address, options, field] of refused) {
      expect(refusal(() => connect(address, options)).detail.fields?.[0]?.field, address).to.equal(field);
    }
  });

  it('takes nothing but true, false and options for TLS, so that no other value sends a key in the clear', () => {
    for (const tls of ['yes', null, 1, '']) {
      const error = refusal(() => connect('10.0.0.1:50051', { apiKey: 'rk_secret', tls: tls as never }));
      expect(error.detail.fields?.[0]?.field, String(tls)).to.equal('tls');
    }
  });

  it('says what to check where something else answers than the address says', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      algorithm: 'sha256',
    });
    const grpc = await serve({ pipeline: scriptedPipeline({}), log: keptLog(), host: '127.0.0.1', port: 0 });
    const http = createHttp().listen(0, '127.0.0.1');
    const https = createHttps({ cert, key }).listen(0, '127.0.0.1');
    await Promise.all([once(http, 'listening'), once(https, 'listening')]);
    const [httpPort, httpsPort] = [http, https].map((server) => (server.address() as AddressInfo).port);
    const checks: readonly (readonly [string, RegExp])[] = [
      [`127.0.0.1:${httpPort}`, /another protocol.*RECORDA_PORT/],
      [`http://127.0.0.1:${grpc.port}`, /another protocol.*RECORDA_HTTP_PORT/],
      [`grpcs://127.0.0.1:${grpc.port}`, /has no TLS/],
      [`https://127.0.0.1:${httpPort}`, /has no TLS/],
      [`127.0.0.1:${httpsPort}`, /If the server uses TLS/],
      [`http://127.0.0.1:${httpsPort}`, /If the server uses TLS/],
      [`https://127.0.0.1:${httpsPort}`, /not trusted.*NODE_EXTRA_CA_CERTS/],
      [`grpcs://localhost:${httpsPort}`, /(another protocol|not trusted)/],
    ];
    for (const [address, words] of checks) {
      // oxlint-disable-next-line no-await-in-loop
      await using recorda = connect(address, { tries: 1 });
      // oxlint-disable-next-line no-await-in-loop
      const error = (await recorda.memory.whoAmI({}).catch((thrown: unknown) => thrown)) as RecordaError;
      expect(error.reason, address).to.equal('BACKEND_UNAVAILABLE');
      expect(error.message, address).to.match(words);
      expect(error.message, address).not.to.match(/\n|No connection established/);
    }
    for (const server of [http, https]) server.close();
    await grpc.drain(0);
  });

  it('has no gRPC in browsers, and says so', () => {
    expect(refusal(() => connectWeb('localhost:50051')).message).to.include('RECORDA_HTTP_PORT');
  });

  it('closes at the end of a block', async () => {
    let used;
    {
      await using recorda = connect('localhost:1');
      used = recorda;
    }
    const error = await used.memory.getServerInfo({}).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('reason', 'CANCELLED');
  });
});
