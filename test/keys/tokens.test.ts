/** Tokens of an identity provider over every door, and the attacks on them that RFC 8725 and RFC 7515 to 7519 describe. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ErrorInfo } from 'nice-grpc-error-details';
import { type CryptoKey, exportSPKI, importJWK, type JWTHeaderParameters } from 'jose';
import type { Caller } from '../../server/domain/caller.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { serveHttp, type HttpServing } from '../../server/http/serve-http.ts';
import { openCredentials, type Credentials } from '../../server/keys/credentials.ts';
import { newKey } from '../../server/keys/api-key.ts';
import { writeKeysFile } from '../../server/keys/keys-file.ts';
import { TOKEN_ALGORITHMS, type TokenConfig } from '../../server/keys/token-config.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { serve, type Serving } from '../../server/rpc/serve.ts';
import { failureOf, rawClient, type RawClient } from '../rpc/raw-client.ts';
import { ADD, scriptedPipeline, until } from '../rpc/scripted-pipeline.ts';
import { AUDIENCE, identityProvider, signingKey, type IdentityProvider } from './identity-provider.ts';

const PACE = { keysAgainMs: 20, keysRefreshMs: 600_000, keysHoldMs: 3_600_000 };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('tokens of an identity provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorda-tokens-'));
  const pipeline = scriptedPipeline({ unary: () => Promise.resolve(new Uint8Array()) });
  const apiKey = newKey();
  let provider: IdentityProvider;
  let keys: Credentials;
  let grpc: Serving;
  let http: HttpServing;
  let url: string;
  let client: RawClient;

  const configOf = (more: Partial<TokenConfig> = {}): TokenConfig => ({
    issuer: provider.issuer,
    audiences: [AUDIENCE],
    keysUrl: undefined,
    algorithms: TOKEN_ALGORITHMS,
    clockSkewSeconds: 30,
    tenantClaim: undefined,
    tenant: 'acme',
    userClaim: 'sub',
    agentClaim: undefined,
    namespaceClaim: undefined,
    sessionClaim: undefined,
    roleClaim: undefined,
    roles: new Map(),
    ...more,
  });

  before(async () => {
    provider = await identityProvider();
    const apiKeysFile = join(folder, 'keys.json');
    const { id, hash } = apiKey;
    const createTime = '2026-01-01T00:00:00Z';
    writeKeysFile(apiKeysFile, [{ id, hash, name: '', tenant: 'default', role: 'agent', users: [], createTime }]);
    keys = (await openCredentials({ apiKeysFile, tokens: configOf() }, silentLog, PACE))!;
    grpc = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0, keys });
    const own = { host: '127.0.0.1', port: 0, version: '1', mcp: { user: 'me', agent: 'mcp' }, isReady: () => true };
    http = await serveHttp({ door: grpc.shared, ...own, tokenIssuer: provider.issuer });
    url = `http://127.0.0.1:${http.port}`;
    client = rawClient(grpc.port);
  });

  after(async () => {
    client.close();
    http.stopListening();
    await grpc.drain(0);
    await http.close();
    keys.close();
    await provider.close();
    rmSync(folder, { recursive: true });
  });

  const overGrpc = (authorization: string) => client.unary(ADD, new Uint8Array(), {}, { authorization });
  const post = (path: string, body: unknown, authorization?: string): Promise<Response> =>
    fetch(`${url}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(authorization !== undefined && { authorization }),
      },
    });
  const reasonOf = async (response: Response): Promise<string> => {
    const { details } = (await response.json()) as { readonly details: readonly { type: string; value: string }[] };
    const info = details.find(({ type }) => type === 'google.rpc.ErrorInfo')!;
    return ErrorInfo.decode(Buffer.from(info.value, 'base64')).reason;
  };
  /** The reason that each door gives, and the status of the two over HTTP. */
  const refusals = async (token: string): Promise<unknown[]> => {
    const authorization = `Bearer ${token}`;
    const { reason } = await failureOf(overGrpc(authorization));
    const [call, mcp] = await Promise.all([post(ADD, {}, authorization), post('mcp', INITIALIZE, authorization)]);
    return [reason, call.status, await reasonOf(call), mcp.status, await reasonOf(mcp)];
  };
  const REFUSED = ['CREDENTIAL_INVALID', 401, 'CREDENTIAL_INVALID', 401, 'CREDENTIAL_INVALID'];
  const AWAY = ['BACKEND_UNAVAILABLE', 503, 'BACKEND_UNAVAILABLE', 503, 'BACKEND_UNAVAILABLE'];

  it('are taken by every door, beside API keys, for the tenant and the user that they name', async () => {
    pipeline.asked.length = 0;
    const authorization = `Bearer ${await provider.token()}`;
    await overGrpc(authorization);
    expect((await post(ADD, {}, authorization)).status).to.equal(200);
    const callers = pipeline.asked.map(({ call }) => call.caller);
    expect(callers).to.have.length(2);
    for (const { expireMs, ...caller } of callers) {
      expect(expireMs).to.be.greaterThan(Date.now());
      expect(caller.keyId).to.match(/^tk_[0-9a-f]{16}$/);
      expect(caller).to.deep.include({ tenant: 'acme', role: 'agent', userIds: ['ana'] });
    }
    const mcp = await post('mcp', INITIALIZE, authorization);
    expect(mcp.status, await mcp.text()).to.equal(200);
    await overGrpc(`Bearer ${apiKey.text}`);
    expect(pipeline.asked.at(-1)?.call.caller).to.deep.include({ tenant: 'default', keyId: apiKey.id });
  });

  describe('that do not hold are refused by every door:', () => {
    const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = async (): Promise<string> => (await provider.token()).split('.')[1]!;
    const publicPem = async (): Promise<string> => {
      const { publicJwk } = provider.keys.at(-1)!;
      return exportSPKI((await importJWK({ ...publicJwk, ext: true }, 'ES256')) as CryptoKey);
    };
    const byHmac = async (secret: string | Buffer, alg: string): Promise<string> => {
      const said = `${b64({ alg, kid: provider.keys.at(-1)!.kid })}.${await payload()}`;
      return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`;
    };
    const stranger = signingKey('stranger');
    const kid = (): string => provider.keys.at(-1)!.kid;
    const now = (): number => Math.floor(Date.now() / 1000);
    const headed = async (header: Partial<JWTHeaderParameters>): Promise<string> => provider.token({}, header);
    /** Signed by a key that the token itself brings or points to. */
    const bringing = async (header: Partial<JWTHeaderParameters>): Promise<string> => {
      const key = await stranger;
      return provider.token({}, { kid: 'mine', ...header }, key);
    };
    /** Whatever jose would not sign: a header as it stands, over a payload whose signature is another's. */
    const crafted = async (header: object): Promise<string> => `${b64(header)}.${await payload()}.${'A'.repeat(86)}`;

    const ATTACKS: Readonly<Record<string, () => Promise<string>>> = {
      'alg none': async () => `${b64({ alg: 'none' })}.${await payload()}.`,
      'alg none with a signature': () => crafted({ alg: 'none' }),
      'alg nOnE': () => crafted({ alg: 'nOnE' }),
      'no alg': () => crafted({ kid: kid() }),
      'HS256 by the public key as PEM': async () => byHmac(await publicPem(), 'HS256'),
      'HS256 by the public key as JSON': async () => byHmac(b64(provider.keys.at(-1)!.publicJwk), 'HS256'),
      'HS256 by the empty secret': () => byHmac('', 'HS256'),
      'an algorithm that the key is not for': () => crafted({ alg: 'RS256', kid: kid() }),
      'another key of the same kid': async () => provider.token({}, { kid: kid() }, await stranger),
      'a signature of zeros': () => crafted({ alg: 'ES256', kid: kid() }),
      'no signature': async () => (await provider.token()).replace(/[^.]+$/, ''),
      'a changed payload': async () => {
        const [header, , signature] = (await provider.token()).split('.');
        return `${header}.${(await provider.token({ sub: 'bob' })).split('.')[1]}.${signature}`;
      },
      expired: () => provider.token({ exp: now() - 31 }),
      'without an expiry': () => provider.token({ exp: undefined }),
      'an expiry that is a text': () => provider.token({ exp: `${now() + 600}` }),
      'not valid yet': () => provider.token({ nbf: now() + 60 }),
      'another audience': () => provider.token({ aud: 'https://other.example.org' }),
      'an audience that only begins so': () => provider.token({ aud: `${AUDIENCE}.evil.example` }),
      'no audience': () => provider.token({ aud: undefined }),
      'another issuer': () => provider.token({ iss: 'https://evil.example' }),
      'an issuer with a slash more': () => provider.token({ iss: `${provider.issuer}/` }),
      'no issuer': () => provider.token({ iss: undefined }),
      'no subject': () => provider.token({ sub: undefined }),
      'a subject that is no identifier': () => provider.token({ sub: 'a\u0000b' }),
      'an empty subject': () => provider.token({ sub: '' }),
      'an unknown kid': () => headed({ kid: 'nobody' }),
      'a kid that is a path': () => headed({ kid: '../../../../dev/null' }),
      'a kid that is SQL': () => headed({ kid: "x' UNION SELECT 'secret" }),
      'a kid that is an URL': () => headed({ kid: 'https://evil.example/keys' }),
      'a kid that is __proto__': () => headed({ kid: '__proto__' }),
      'a kid that is no text': () => crafted({ alg: 'ES256', kid: { $ne: '' } }),
      'a key in the token (jwk)': async () => bringing({ jwk: (await stranger).publicJwk }),
      'a key elsewhere (jku)': () => bringing({ jku: 'https://evil.example/keys' }),
      'a certificate elsewhere (x5u)': () => bringing({ x5u: 'https://evil.example/cert' }),
      'an extension that is critical and unknown': () => crafted({ alg: 'ES256', kid: kid(), crit: ['x'], x: 1 }),
      'a payload that is not encoded (b64)': () => crafted({ alg: 'ES256', kid: kid(), crit: ['b64'], b64: false }),
      'an empty crit': () => crafted({ alg: 'ES256', kid: kid(), crit: [] }),
      'a logout token': () => headed({ typ: 'logout+jwt' }),
      'a token that is bound to a key': () => provider.token({ cnf: { jkt: 'x' } }),
      'one that is huge': () => provider.token({ more: 'x'.repeat(8 * 1024) }),
      'five parts, as encrypted ones have': async () => `${await provider.token()}.a.b`,
      'JSON in place of base64': () => Promise.resolve('{"alg":"none"}.{"sub":"ana"}.x'),
      'padding in base64': async () => (await provider.token()).replace('.', '=.'),
      'two credentials in one': async () => `${await provider.token()} ${apiKey.text}`,
      'an API key that is none': () => Promise.resolve(newKey().text),
    };
    for (const [name, made] of Object.entries(ATTACKS)) {
      it(name, async () => {
        expect(await refusals(await made())).to.deep.equal(REFUSED);
      });
    }
  });

  it('are told apart by a clock that may be off, and no further', async () => {
    const now = Math.floor(Date.now() / 1000);
    await overGrpc(`Bearer ${await provider.token({ exp: now - 20, nbf: now + 20 })}`);
    const shown = `Bearer ${await provider.token()}`;
    const asked = (afterMs: number) => keys.callerOf(shown, Date.now() + afterMs);
    expect(await asked(0)).not.to.be.instanceOf(RecordaError);
    expect(await asked(600_000)).not.to.be.instanceOf(RecordaError);
    // Also where it was verified before, and is remembered.
    expect(await asked(631_000)).to.be.instanceOf(RecordaError);
  });

  it('hold without a kid, of whichever key of the provider', async () => {
    await provider.rotate();
    for (const key of provider.keys) {
      await overGrpc(`Bearer ${await provider.token({}, { kid: undefined }, key)}`);
    }
    const stranger = await signingKey('none');
    expect(await refusals(await provider.token({}, { kid: undefined }, stranger))).to.deep.equal(REFUSED);
  });

  it('go on while the keys rotate under load, with no failed call', async () => {
    const load = { isOn: true, answered: 0 };
    const callers = Array.from({ length: 8 }, async (_, at) => {
      while (load.isOn) {
        const authorization = `Bearer ${await provider.token({ sub: `user ${at}` })}`;
        if (at % 2 === 0) await overGrpc(authorization);
        else expect((await post(ADD, {}, authorization)).status).to.equal(200);
        load.answered += 1;
      }
    });
    const rotations = 5;
    const before = provider.fetches();
    for (let done = 0; done < rotations; done += 1) {
      const enough = load.answered + 16;
      await provider.rotate();
      await Promise.race([until(() => load.answered >= enough), ...callers]);
    }
    load.isOn = false;
    await Promise.all(callers);
    expect(provider.fetches() - before).to.be.within(rotations, 3 * rotations);
  });

  it('cease to hold once their key is gone from the provider', async () => {
    const [old] = [provider.keys.at(-1)!];
    const shown = `Bearer ${await provider.token({}, {}, old)}`;
    await overGrpc(shown);
    await provider.rotate();
    await provider.rotate();
    // A token of the new key has them fetched, and the others forgotten.
    await overGrpc(`Bearer ${await provider.token()}`);
    expect((await failureOf(overGrpc(shown))).reason).to.equal('CREDENTIAL_INVALID');
  });

  it('fetch the keys no more often than allowed, whoever makes up keys', async () => {
    const before = provider.fetches();
    const startedAt = performance.now();
    const tokens = await Promise.all(
      Array.from({ length: 100 }, (_, n) => provider.token({}, { kid: `made up ${n}` })),
    );
    await Promise.all(tokens.map((token) => failureOf(overGrpc(`Bearer ${token}`))));
    const mostAllowed = (performance.now() - startedAt) / PACE.keysAgainMs + 2;
    expect(provider.fetches() - before).to.be.within(1, mostAllowed);
  });

  it('hold while the provider is away, but for new keys, which are typed as unavailable and not let pass', async () => {
    const known = await provider.token();
    await overGrpc(`Bearer ${known}`);
    const key = await provider.rotate();
    for (const fault of [
      { status: 503, body: 'away' },
      { status: 200, body: 'no JSON' },
      { status: 200, body: '{"keys": "none"}' },
      { status: 302, body: '{}' },
    ]) {
      provider.setFault(fault);
      await overGrpc(`Bearer ${known}`);
      expect(await refusals(await provider.token({}, {}, key)), fault.body).to.deep.equal(AWAY);
    }
    provider.setFault(undefined);
    await overGrpc(`Bearer ${await provider.token({}, {}, key)}`);
  });

  it('hold for none while no keys could be read, or are too old', async () => {
    provider.setFault({ status: 500, body: 'away' });
    const away = (await openCredentials({ apiKeysFile: undefined, tokens: configOf() }, silentLog, PACE))!;
    const old = (await openCredentials({ apiKeysFile: undefined, tokens: configOf() }, silentLog, {
      ...PACE,
      keysHoldMs: 0,
    }))!;
    const shown = `Bearer ${await provider.token()}`;
    for (const keysOf of [away, old]) {
      expect(await keysOf.callerOf(shown, Date.now())).to.have.property('reason', 'BACKEND_UNAVAILABLE');
    }
    provider.setFault(undefined);
    expect(await away.callerOf(shown, Date.now())).to.have.property('tenant', 'acme');
    away.close();
    old.close();
  });

  it('say tenant, users, agents and role by the claims that the settings name, or are refused', async () => {
    const roles = new Map([
      ['memory-admin', 'admin'],
      ['memory-backend', 'all-users'],
      ['memory-agent', 'agent'],
    ] as const);
    const tokens = configOf({
      tenantClaim: 'https://acme.example/tenant',
      userClaim: 'memory.users',
      agentClaim: 'agents',
      namespaceClaim: 'projects',
      sessionClaim: 'chat',
      roleClaim: 'realm_access.roles',
      roles,
    });
    const mapped = (await openCredentials({ apiKeysFile: undefined, tokens }, silentLog, PACE))!;
    const whole = {
      'https://acme.example/tenant': 'shop',
      memory: { users: ['ana', 'eva'] },
      agents: 'guide',
      projects: ['work', 'home'],
      chat: 's1',
      realm_access: { roles: ['offline', 'memory-agent'] },
      client_id: 'shop-backend',
    };
    const said = async (claims: object): Promise<Caller | RecordaError> =>
      mapped.callerOf(`Bearer ${await provider.token({ ...whole, ...claims })}`, Date.now());
    const limits = { agentIds: ['guide'], namespaces: ['work', 'home'], sessionIds: ['s1'] };
    const agent = { tenant: 'shop', role: 'agent', userIds: ['ana', 'eva'], ...limits };
    expect(await said({})).to.deep.include({ ...agent, keyName: 'shop-backend' });
    const withRole = (...names: readonly string[]) => said({ realm_access: { roles: names } });
    expect(await withRole('memory-admin')).to.deep.include({ role: 'admin', userIds: [] });
    expect(await withRole('memory-agent', 'memory-admin')).to.deep.include({ role: 'admin' });
    const backend = await withRole('memory-backend');
    expect(backend).to.deep.include({ role: 'agent', userIds: [], agentIds: ['guide'] });
    const refused: readonly object[] = [
      { 'https://acme.example/tenant': undefined },
      { 'https://acme.example/tenant': ['shop', 'other'] },
      { 'https://acme.example/tenant': 7 },
      { memory: undefined },
      { memory: { users: [] } },
      { memory: { users: ['ana', 7] } },
      { memory: { users: ['ana', ''] } },
      { memory: { users: Array.from({ length: 101 }, (_, n) => `u${n}`) } },
      { agents: undefined },
      { projects: undefined },
      { projects: ['work', 7] },
      { chat: [] },
      { realm_access: undefined },
      { realm_access: { roles: ['operator'] } },
      { realm_access: { roles: 'memory-admins' } },
      { realm_access: [] },
    ];
    for (const claims of refused) {
      expect(await said(claims), JSON.stringify(claims)).to.have.property('reason', 'CREDENTIAL_INVALID');
    }
    mapped.close();
  });

  it('are told of to hosts of MCP, as RFC 9728 has it', async () => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    const none = await post('mcp', INITIALIZE);
    expect([none.status, none.headers.get('www-authenticate')]).to.deep.equal([
      401,
      `Bearer resource_metadata="${url}${path}"`,
    ]);
    const wrong = await post('mcp', INITIALIZE, 'Bearer a.b.c');
    expect(wrong.headers.get('www-authenticate')).to.equal(
      `Bearer resource_metadata="${url}${path}", error="invalid_token"`,
    );
    for (const at of [path, '/.well-known/oauth-protected-resource']) {
      expect(await (await fetch(url + at)).json()).to.deep.equal({
        resource: `${url}/mcp`,
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ['header'],
        resource_name: 'Recorda',
      });
    }
  });

  it('take RSA and EdDSA as well, and no algorithm that the settings leave out', async () => {
    const made = await Promise.all(['RS256', 'EdDSA'].map((alg) => signingKey(`a ${alg}`, alg)));
    provider.keys.push(...made);
    const algorithms = ['RS256', 'PS256'];
    const two = (await openCredentials({ apiKeysFile: undefined, tokens: configOf({ algorithms }) }, silentLog, PACE))!;
    const reasons = await Promise.all(
      made.map(async (key) => {
        const shown = `Bearer ${await provider.token({}, { alg: key.publicJwk.alg! }, key)}`;
        await overGrpc(shown);
        const caller = await two.callerOf(shown, Date.now());
        return caller instanceof RecordaError ? caller.reason : 'holds';
      }),
    );
    expect(reasons).to.deep.equal(['holds', 'CREDENTIAL_INVALID']);
    provider.keys.splice(-made.length);
    two.close();
  });
});
