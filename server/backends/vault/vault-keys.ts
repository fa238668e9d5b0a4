/**
 * Master keys in the transit engine of Vault or OpenBao. They never leave it: it wraps and unwraps keys of users by call, and derives
 * keys by HMAC. Each version of the transit key is a master key.
 */
import { z } from 'zod';
import { masterKeyRefused } from '../../domain/errors.ts';
import { MASTER_KEYS } from '../../policy/lifecycle.ts';
import type { KeyService, MasterKey, MasterKeyRing } from '../../ports/master-keys.ts';
import { away, callVault, type VaultAddress, type VaultAnswer } from './transit-api.ts';

export type VaultKeysOptions = VaultAddress & {
  /** Caches derived keys. */
  readonly cache: { get(name: string): Uint8Array | undefined; set(name: string, key: Uint8Array): void };
};

const described = z.object({
  latest_version: z.int().positive(),
  min_decryption_version: z.int(),
  min_available_version: z.int().optional(),
  supports_encryption: z.boolean(),
});
const encrypted = z.object({ ciphertext: z.string().startsWith('vault:v') });
const decrypted = z.object({ plaintext: z.base64() });
const authenticated = z.object({ hmac: z.string().regex(/^vault:v\d+:[A-Za-z0-9+/]+=*$/) });
/** Some versions answer with nothing. */
const anything = z.unknown().optional();

export function vaultKeys(options: VaultKeysOptions): KeyService {
  const { key: name, cache } = options;
  let known: MasterKeyRing | undefined;
  let readMs = -Infinity;
  let reading: Promise<MasterKeyRing> | undefined;

  function dataOf<T>(answer: VaultAnswer<T>): T {
    if ('data' in answer) return answer.data;
    // An expired token may be renewed at any time.
    if (answer.refused === FORBIDDEN) throw away(options, `it rejects the token for the key ${name}`);
    throw masterKeyRefused(
      `The key service has no usable key ${name} (${answer.why || answer.refused}). Create it: vault write -f ${options.mount}/keys/${name} type=aes256-gcm96`,
    );
  }

  function keyOf(version: number): MasterKey {
    return {
      id: idOf(name, version),

      async wrap(key, context) {
        const answer = await callVault(options, `encrypt/${name}`, encrypted, {
          plaintext: base64(key),
          associated_data: base64(context),
          key_version: version,
        });
        return { key: dataOf(answer).ciphertext };
      },

      async unwrap({ nonce, key: ciphertext }, context) {
        if (nonce !== undefined || !ciphertext.startsWith(`vault:v${version}:`)) return undefined;
        const answer = await callVault(options, `decrypt/${name}`, decrypted, {
          ciphertext,
          associated_data: base64(context),
        });
        // Vault does not distinguish what was changed from what another key or context encrypted.
        if ('refused' in answer && answer.refused === BAD_REQUEST) return undefined;
        return Buffer.from(dataOf(answer).plaintext, 'base64');
      },

      async derive(purpose) {
        const cached = cache.get(`${version} ${purpose}`);
        if (cached !== undefined) return cached;
        const input = base64(Buffer.from(`recorda ${purpose}`));
        const body = { input, key_version: version };
        const { hmac } = dataOf(await callVault(options, `hmac/${name}/sha2-256`, authenticated, body));
        const made = Buffer.from(hmac.slice(hmac.lastIndexOf(':') + 1), 'base64');
        cache.set(`${version} ${purpose}`, made);
        return made;
      },
    };
  }

  async function read(): Promise<MasterKeyRing> {
    const answer = dataOf(await callVault(options, `keys/${name}`, described));
    const oldest = Math.max(1, answer.min_decryption_version, answer.min_available_version ?? 0);
    const older: MasterKey[] = [];
    for (let version = answer.latest_version - 1; version >= oldest; version -= 1) older.push(keyOf(version));
    readMs = performance.now();
    return (known = [keyOf(answer.latest_version), ...older]);
  }

  return {
    async list(isFresh) {
      const ageMs = performance.now() - readMs;
      if (known !== undefined && ageMs < (isFresh ? MASTER_KEYS.rereadMs : MASTER_KEYS.serviceRereadMs)) return known;
      reading ??= read().finally(() => (reading = undefined));
      // The list is no secret. Keys cannot be opened while the service is away, whatever the list says.
      return reading.catch((error: unknown) => {
        if (known === undefined || isFresh) throw error;
        return known;
      });
    },

    async add() {
      const answer = await callVault(options, `keys/${name}/rotate`, anything, {});
      readMs = -Infinity;
      if ('data' in answer) return;
      if (answer.refused !== FORBIDDEN) dataOf(answer);
      throw masterKeyRefused(
        `The token may not rotate the key of the key service. Rotate it there: vault write -f ${options.mount}/keys/${name}/rotate; then rotate again.`,
      );
    },

    async remove(id) {
      const next = Number(id.slice(id.lastIndexOf('v') + 1)) + 1;
      throw masterKeyRefused(
        `Nothing needs ${id} any more, but the key service keeps it. Retire it there: vault write ${options.mount}/keys/${name}/config min_decryption_version=${next}`,
      );
    },
  };
}

function idOf(name: string, version: number): string {
  return `vault:${name}:v${version}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const BAD_REQUEST = 400;
const FORBIDDEN = 403;
