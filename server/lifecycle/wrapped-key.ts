/** Data keys are stored as JSON, wrapped by a master key. */
import { randomBytes } from 'node:crypto';
import { masterKeyMismatch } from '../domain/errors.ts';
import { SEALING } from '../policy/lifecycle.ts';
import type { DataKey } from '../ports/cold-storage.ts';
import type { MasterKeys, MasterKey, Wrapping } from '../ports/master-keys.ts';
import { candidates } from './master-keys/candidates.ts';

const ID_BYTES = 12;

/** `by` is the id of the master key. Earlier versions did not store it. */
export type WrappedKey = Wrapping & { readonly id: string; readonly by?: string | undefined };

export function newDataKey(): DataKey {
  return { id: randomBytes(ID_BYTES).toString('hex'), bytes: randomBytes(SEALING.keyBytes) };
}

/** `context` names the purpose and the owner of the key: it is unwrapped with the same context only. */
export async function wrapKey(
  { id, bytes }: DataKey,
  context: readonly string[],
  master: MasterKey,
): Promise<WrappedKey> {
  return { id, by: master.id, ...(await master.wrap(bytes, contextBytes(context, id))) };
}

/** Rejects with MASTER_KEY_MISMATCH. */
export async function unwrapKey(
  wrapped: WrappedKey,
  context: readonly string[],
  masters: MasterKeys,
): Promise<DataKey> {
  const found = await tryUnwrap(wrapped, context, masters);
  if (found === undefined) throw masterKeyMismatch(wrapped.by);
  return found.key;
}

/** Returns the id of the master key that wraps it, without unwrapping it if it names that key; undefined if no key unwraps it. */
export async function wrappedBy(
  wrapped: WrappedKey,
  context: readonly string[],
  masters: MasterKeys,
): Promise<string | undefined> {
  return wrapped.by ?? (await tryUnwrap(wrapped, context, masters))?.by;
}

async function tryUnwrap(
  { id, by, ...wrapping }: WrappedKey,
  context: readonly string[],
  masters: MasterKeys,
): Promise<{ readonly key: DataKey; readonly by: string } | undefined> {
  for await (const master of candidates(masters, by)) {
    const bytes = await master.unwrap(wrapping, contextBytes(context, id));
    if (bytes !== undefined) return { key: { id, bytes }, by: master.id };
  }
  return undefined;
}

function contextBytes(context: readonly string[], id: string): Buffer {
  return Buffer.from(JSON.stringify([...context, id]));
}
