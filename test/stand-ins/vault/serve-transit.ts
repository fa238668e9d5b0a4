/**
 * Answers the calls of Vault's transit engine that Recorda makes, as its documentation says:
 * https://developer.hashicorp.com/vault/api-docs/secret/transit. It is not Vault: its policies are a token that may do everything, and
 * one that may not rotate. Keys are in memory.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { VaultServer } from './vault-server.ts';

const TOKENS = { all: 's.all', withoutRotation: 's.without-rotation' } as const;
const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

type Answer = { readonly status: number; readonly body: unknown };
type TransitKey = { versions: Buffer[]; oldest: number };
type Body = Readonly<Record<string, string | number | undefined>>;

/** Calls that change a key have no answer. */
const DONE: Answer = { status: 204, body: undefined };
const data = (value: unknown): Answer => ({ status: 200, body: { data: value } });
const refusal = (status: number, ...errors: readonly string[]): Answer => ({ status, body: { errors } });
const bytesOf = (value: Body[string]): Buffer => Buffer.from(String(value ?? ''), 'base64');

/** A text is encrypted as `vault:v<version>:` and base64 of nonce, ciphertext and tag. */
const ACTIONS: Readonly<Record<string, (key: TransitKey, body: Body) => Answer>> = {
  keys: ({ versions, oldest }) =>
    data({
      latest_version: versions.length,
      min_decryption_version: oldest,
      min_available_version: 0,
      supports_encryption: true,
    }),

  rotate(key) {
    key.versions.push(randomBytes(32));
    return DONE;
  },

  config(key, { min_decryption_version: oldest }) {
    key.oldest = Number(oldest);
    return DONE;
  },

  encrypt({ versions }, { plaintext, associated_data: context, key_version: version = versions.length }) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, versions[Number(version) - 1]!, nonce).setAAD(bytesOf(context));
    const sealed = Buffer.concat([nonce, cipher.update(bytesOf(plaintext)), cipher.final(), cipher.getAuthTag()]);
    return data({ ciphertext: `vault:v${version}:${sealed.toString('base64')}`, key_version: version });
  },

  decrypt({ versions, oldest }, { ciphertext, associated_data: context }) {
    const [, version = '0', body = ''] = /^vault:v(\d+):(.*)$/.exec(String(ciphertext)) ?? [];
    if (Number(version) < oldest)
      return refusal(400, 'ciphertext or signature version is disallowed by policy (too old)');
    const sealed = Buffer.from(body, 'base64');
    const end = sealed.length - TAG_BYTES;
    try {
      const decipher = createDecipheriv(CIPHER, versions[Number(version) - 1]!, sealed.subarray(0, NONCE_BYTES));
      decipher.setAAD(bytesOf(context)).setAuthTag(sealed.subarray(end));
      const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
      return data({ plaintext: plain.toString('base64') });
    } catch {
      return refusal(400, 'cipher: message authentication failed');
    }
  },

  hmac({ versions }, { input, key_version: version = versions.length }) {
    const code = createHmac('sha256', versions[Number(version) - 1]!)
      .update(bytesOf(input))
      .digest('base64');
    return data({ hmac: `vault:v${version}:${code}` });
  },
};

/** Serves on a port of this machine, with an engine at `transit`. */
export async function serveTransit(): Promise<VaultServer> {
  const keys = new Map<string, TransitKey>();
  let isSealed = false;
  function answer(method: string, path: string, token: string, body: Body): Answer {
    if (isSealed) return refusal(503, 'Vault is sealed');
    const [, mount, area = '', name = '', verb = ''] = path.split('/').slice(1);
    const may = token === TOKENS.all || (token === TOKENS.withoutRotation && verb !== 'rotate');
    if (mount !== 'transit' || !may) return refusal(403, 'permission denied');
    if (area === 'keys' && verb === '' && method === 'POST') {
      if (!keys.has(name)) keys.set(name, { versions: [randomBytes(32)], oldest: 1 });
      return DONE;
    }
    const key = keys.get(name);
    if (key === undefined) return area === 'keys' ? refusal(404) : refusal(400, 'encryption key not found');
    return ACTIONS[area === 'keys' && verb !== '' ? verb : area]!(key, body);
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const token = String(request.headers['x-vault-token']);
    const read = sent === '' ? {} : (JSON.parse(sent) as Body);
    const { status, body } = answer(request.method ?? '', request.url ?? '', token, read);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }
  const server = createServer((request, response) => void serve(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: TOKENS,
    seal: async () => void (isSealed = true),
    unseal: async () => void (isSealed = false),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
