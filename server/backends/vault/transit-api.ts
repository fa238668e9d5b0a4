/** The calls of Vault's transit engine, which OpenBao has as well: https://developer.hashicorp.com/vault/api-docs/secret/transit */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { RecordaError } from '../../domain/errors.ts';
import { MASTER_KEYS } from '../../policy/lifecycle.ts';

export type VaultAddress = {
  /** The address of the server, as `https://vault.example.org:8200`. */
  readonly url: string;
  /** The path of the engine, with a namespace before it if there is one. */
  readonly mount: string;
  /** The name of the key. */
  readonly key: string;
  readonly token: string;
  /** The file that the token was read from, which is read again for each call, since tokens are renewed. */
  readonly tokenFile?: string | undefined;
};

/** An answer of Vault: the data, or `refused` with its reasons if the request cannot be done as things are (400 to 404). */
export type VaultAnswer<T> = { readonly data: T } | { readonly refused: number; readonly why: string };

const errorsOf = z.object({ errors: z.array(z.string()) });

/** Rejects with BACKEND_UNAVAILABLE if Vault does not answer, is sealed or too busy. */
export async function callVault<T>(
  address: VaultAddress,
  path: string,
  data: z.ZodType<T>,
  body?: Readonly<Record<string, unknown>>,
): Promise<VaultAnswer<T>> {
  const { status, text } = await answerTo(address, path, body);
  if (status >= 200 && status < 300) {
    const { success, data: answer } = z.object({ data }).safeParse(jsonOf(text));
    if (!success) throw away(address, 'its answer does not have the form of the transit engine');
    return { data: answer.data };
  }
  if (status >= 400 && status <= 404) {
    const errors = errorsOf.safeParse(jsonOf(text)).data?.errors ?? [];
    return { refused: status, why: errors.join('; ') };
  }
  throw away(address, `it answered with HTTP status ${status}`);
}

async function answerTo(
  address: VaultAddress,
  path: string,
  body: Readonly<Record<string, unknown>> | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  const { url, mount, token, tokenFile } = address;
  try {
    const current = tokenFile === undefined ? token : (await readFile(tokenFile, 'utf8')).trim();
    const response = await fetch(`${url}/v1/${mount}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-vault-token': current, 'x-vault-request': 'true', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would take the token along.
      redirect: 'error',
      signal: AbortSignal.timeout(MASTER_KEYS.serviceTimeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw away(address, (error as Error).message);
  }
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function away({ url }: VaultAddress, why: string): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    `The key service at ${url} does not decrypt keys now (${why}). Archive and backups can be used again once it does.`,
  );
}
