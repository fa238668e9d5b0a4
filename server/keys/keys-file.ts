/**
 * The file of API keys: hashes, no secrets. It lies beside the store, not in it, so that several servers can share it and a restored
 * backup brings no revoked key back.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ACCESSES, ROLES } from '../domain/caller.ts';
import { KEYS_FILE_BYTES, KEYS_FILE_LOCK } from '../policy/serving.ts';
import { requiredIdentifier } from '../validation/fields.ts';
import { CERTIFICATE_NAME } from './certificate-names.ts';

const limit = z.int().min(1);

const keyEntry = z
  .strictObject({
    id: z.string().regex(/^[0-9a-f]{16}$/, 'must be the 16 hexadecimal digits after rk_'),
    /** SHA-256 of the secret, hexadecimal; if absent, the key is held by whoever has the certificate. */
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the 64 hexadecimal digits of a SHA-256')
      .optional(),
    /** A name in the certificate of a client that calls without a key. */
    certificate: z
      .string()
      .max(2048)
      .regex(CERTIFICATE_NAME, 'must be like URI:spiffe://acme.org/agent or DNS:agent.acme.org')
      .optional(),
    /** The purpose of the key, for people. */
    name: z.string().max(200).default(''),
    tenant: requiredIdentifier.default('default'),
    role: z.enum(ROLES).default('agent'),
    /** The only users that it may name; if empty, all. */
    users: z.array(requiredIdentifier).default([]),
    /** The only agents that it may name; if absent, all. */
    agents: z.array(requiredIdentifier).min(1).optional(),
    /** The only namespaces and sessions that it may name, and reach at all; if absent, all. */
    namespaces: z.array(requiredIdentifier).min(1).optional(),
    sessions: z.array(requiredIdentifier).min(1).optional(),
    /** If absent, it may read and write. */
    access: z.enum(ACCESSES).optional(),
    /** Is set if a key of the role agent that names no users is for all of them by intent. Older files do not say. */
    allUsers: z.literal(true).optional(),
    /** The limits of the key's calls, in place of those that the settings have for keys. */
    limits: z
      .strictObject({
        callsPerSecond: limit.optional(),
        callsAtOnce: limit.optional(),
        bytesPerSecond: limit.optional(),
      })
      .optional(),
    createTime: z.iso.datetime(),
    expireTime: z.iso.datetime().optional(),
  })
  .refine(
    ({ hash, certificate }) => (hash === undefined) !== (certificate === undefined),
    'must have either a hash or a certificate',
  )
  .refine(
    ({ users, allUsers }) => allUsers === undefined || users.length === 0,
    'has users, but is also for all users',
  );

/** Revokes one token by its id, or all tokens of a user that were minted up to a time. */
const revocation = z.strictObject({
  tenant: requiredIdentifier,
  token: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'must be the 16 hexadecimal digits of its id')
    .optional(),
  user: requiredIdentifier.optional(),
  revokeTime: z.iso.datetime(),
});

const keysFile = z.strictObject({
  revoked: z.array(revocation).optional(),
  keys: z
    .array(keyEntry)
    .refine((keys) => hasNoneTwice(keys.map(({ id }) => id)), 'has an id twice')
    .refine((keys) => hasNoneTwice(keys.flatMap(({ certificate }) => certificate ?? [])), 'has a certificate twice'),
});

function hasNoneTwice(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

export type KeyEntry = z.output<typeof keyEntry>;
export type Revocation = z.output<typeof revocation>;
export type KeysFile = { readonly keys: readonly KeyEntry[]; readonly revoked: readonly Revocation[] };

/** Throws an Error that says what is wrong with the file. */
export function readKeysFile(path: string): readonly KeyEntry[] {
  return readWholeKeysFile(path).keys;
}

/** Throws an Error that says what is wrong with the file. */
export function readWholeKeysFile(path: string): KeysFile {
  if (statSync(path).size > KEYS_FILE_BYTES) throw new Error(`${path} is over ${KEYS_FILE_BYTES} bytes.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // The parser's own message is not repeated, since it quotes the file.
    throw new Error(`${path} is not JSON. \`recorda key create --api-keys-file ${path}\` makes such a file.`, {
      cause,
    });
  }
  const { keys, revoked = [] } = checked(content, `${path} is not a file of API keys`);
  return { keys, revoked };
}

function checked(content: unknown, otherwise: string): z.output<typeof keysFile> {
  const { data, error } = keysFile.safeParse(content);
  if (error === undefined) return data;
  const faults = error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
  throw new Error(`${otherwise}: ${faults.join('; ')}`);
}

/**
 * Reads the file, passes it to `change` and writes the result, while nobody else changes it in this way: neither of two concurrent
 * changes is lost. Resolves to the new content. Rejects with an Error for the operator. `absent` stands for a file that does not
 * exist yet; without it, the file must exist.
 */
export async function changeKeysFile(
  path: string,
  change: (file: KeysFile) => KeysFile,
  absent?: KeysFile,
  waitMs: number = KEYS_FILE_LOCK.waitMs,
): Promise<KeysFile> {
  const lock = `${path}.lock`;
  await takeLock(lock, waitMs);
  try {
    const changed = change(absent === undefined || existsSync(path) ? readWholeKeysFile(path) : absent);
    writeKeysFile(path, changed.keys, changed.revoked);
    return changed;
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Makes the lock file, which must not exist, and waits a little for another process to release it. A process that is killed leaves
 * it behind.
 */
async function takeLock(lock: string, waitMs: number): Promise<void> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (performance.now() >= endsAt)
        throw new Error(
          `${lock} says that another \`recorda key\` or \`recorda token\` is changing the file of keys. If none is running, one was killed: delete ${lock} and try again.`,
          { cause: error },
        );
    }
    // oxlint-disable-next-line no-await-in-loop
    await sleep(KEYS_FILE_LOCK.retryMs);
  }
}

/**
 * Replaces the file at once: a server that reads it meanwhile sees the old one or the new one. Only its owner may read it. Throws if a
 * server could not read the result.
 */
export function writeKeysFile(path: string, keys: readonly KeyEntry[], revoked: readonly Revocation[] = []): void {
  const content = { ...(revoked.length > 0 && { revoked }), keys };
  const text = `${JSON.stringify(checked(content, 'Such a key cannot be kept'), undefined, 2)}\n`;
  if (Buffer.byteLength(text) > KEYS_FILE_BYTES) throw new Error(`${path} would be over ${KEYS_FILE_BYTES} bytes.`);
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
