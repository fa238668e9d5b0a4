/** A server with Vault's API for tests: the stand-in, or a real one. */
import { randomUUID } from 'node:crypto';
import { serveTransit } from './serve-transit.ts';

export type VaultServer = {
  readonly url: string;
  readonly tokens: { readonly all: string; readonly withoutRotation: string };
  seal(): Promise<void>;
  unseal(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The real server that these variables name: its address, its root token, and the key that unseals it. It needs no preparation, and its
 * storage must outlast sealing (`vault server -dev` and `bao server -dev` print all three).
 */
const REAL = {
  url: process.env['RECORDA_TEST_VAULT_URL'],
  token: process.env['RECORDA_TEST_VAULT_TOKEN'],
  unsealKey: process.env['RECORDA_TEST_VAULT_UNSEAL_KEY'],
};

export const VAULT_KIND = REAL.url === undefined ? 'the stand-in' : `the server at ${REAL.url}`;

export function openVault(): Promise<VaultServer> {
  return REAL.url === undefined ? serveTransit() : openReal(REAL.url, REAL.token ?? '', REAL.unsealKey ?? '');
}

/** Calls Vault as an administrator. */
export async function vaultAdmin({ url, tokens }: VaultServer, path: string, body: object): Promise<unknown> {
  return post(url, tokens.all, path, body);
}

async function openReal(url: string, token: string, key: string): Promise<VaultServer> {
  // It fails if there is such an engine already.
  await post(url, token, 'sys/mounts/transit', { type: 'transit' }).catch(() => undefined);
  const name = `recorda-${randomUUID()}`;
  const calls = ['encrypt/+', 'decrypt/+', 'hmac/+/*'].map(
    (path) => `path "transit/${path}" { capabilities = ["update"] }`,
  );
  const policy = [...calls, 'path "transit/keys/+" { capabilities = ["read"] }'].join('\n');
  await post(url, token, `sys/policies/acl/${name}`, { policy });
  const made = (await post(url, token, 'auth/token/create', { policies: [name] })) as {
    readonly auth: { readonly client_token: string };
  };
  return {
    url,
    tokens: { all: token, withoutRotation: made.auth.client_token },
    seal: async () => void (await post(url, token, 'sys/seal', {})),
    unseal: async () => void (await post(url, token, 'sys/unseal', { key })),
    close: async () => undefined,
  };
}

async function post(url: string, token: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { 'x-vault-token': token },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
