/** An identity provider on loopback: a discovery document, public keys that rotate, and tokens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

export const AUDIENCE = 'https://memory.example.org/mcp';

export type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey; readonly publicJwk: JWK };

export interface IdentityProvider {
  readonly issuer: string;
  /** The keys that it publishes, the newest last. */
  readonly keys: SigningKey[];
  /** Returns how often the keys were fetched. */
  readonly fetches: () => number;
  /** Sets the answer of the keys' address while there is a fault. */
  setFault(fault: { readonly status: number; readonly body: string } | undefined): void;
  /** Publishes a new key, and drops all but the previous one. */
  rotate(): Promise<SigningKey>;
  /**
   * Makes a token of the newest key, for ana, unless the claims and the header say otherwise; `undefined` leaves a
   * claim out.
   */
  token(claims?: object, header?: Partial<JWTHeaderParameters>, key?: SigningKey): Promise<string>;
  close(): Promise<void>;
}

export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export async function identityProvider(): Promise<IdentityProvider> {
  const keys = [await signingKey('k0')];
  let fault: { readonly status: number; readonly body: string } | undefined;
  let fetches = 0;
  let made = 0;
  const server = createServer((request, response) => {
    const isKeys = request.url === '/keys';
    if (isKeys) fetches += 1;
    const discovery = { issuer, jwks_uri: `${issuer}/keys` };
    const body = JSON.stringify(isKeys ? { keys: keys.map(({ publicJwk }) => publicJwk) } : discovery);
    response.writeHead((isKeys && fault?.status) || 200, { 'content-type': 'application/json' });
    response.end((isKeys && fault?.body) || body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    keys,
    fetches: () => fetches,
    setFault: (next) => void (fault = next),
    async rotate() {
      made += 1;
      const key = await signingKey(`k${made}`);
      keys.splice(0, keys.length - 1);
      keys.push(key);
      return key;
    },
    token(claims = {}, header = {}, key = keys.at(-1)!) {
      const now = Math.floor(Date.now() / 1000);
      const whole = { iss: issuer, aud: AUDIENCE, sub: 'ana', iat: now, exp: now + 600, ...claims };
      return new SignJWT(whole).setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header }).sign(key.privateKey);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
