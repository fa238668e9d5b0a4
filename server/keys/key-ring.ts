/** The keys that are valid now: those of the file, which is read again when it changes. */
import type { Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { KEYS_REREAD_MS } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';
import { watchFiles } from '../runtime/watch-files.ts';
import { isSecretOf, readKey } from './api-key.ts';
import { readWholeKeysFile, type KeyEntry, type KeysFile, type Revocation } from './keys-file.ts';

export type MintedToken = {
  readonly tokenId: string;
  readonly tenant: string;
  readonly userId: string;
  readonly mintedMs: number;
};

export interface KeyRing {
  /**
   * Returns the holder of this credential, as the `authorization` header has it; if there is none, the holder of a certificate with
   * these names; else CREDENTIAL_INVALID.
   */
  callerOf(
    authorization: string | undefined,
    nowMs: number,
    certificate?: () => readonly string[],
  ): Caller | RecordaError;
  /** Returns the caller for which the key of this id stands; undefined if there is no such key, or it has expired. */
  keyOf(id: string, nowMs: number): Caller | undefined;
  /** Returns the tenant of the key with this id, even if it has expired; undefined if there is no such key. */
  tenantOf(id: string): string | undefined;
  isRevoked(token: MintedToken): boolean;
  close(): void;
}

type Held = { readonly entry: KeyEntry; readonly expireMs: number; readonly caller: Caller };

/**
 * Throws if the file cannot be read at the start. If it cannot be read later, this is logged, and the keys from before stay valid: a
 * typing error must not lock everybody out. A file that was deleted holds no keys.
 */
export function keyRing(path: string, log: Log): KeyRing {
  let held = NONE;
  // Watching begins before the first reading, so that a change in between is noticed.
  const watch = watchFiles([path], KEYS_REREAD_MS, () => {
    try {
      held = hold(readWholeKeysFile(path));
      log.info({ keys: held.byId.size }, 'API keys were read again');
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isGone) held = NONE;
      const message = isGone
        ? 'the file of API keys is gone; no key is valid'
        : 'the file of API keys cannot be used; the earlier keys stay valid';
      log.error({ error: (error as Error).message }, message);
    }
  });
  try {
    const file = readWholeKeysFile(path);
    warnOfAllUsers(file.keys, log);
    held = hold(file);
  } catch (error) {
    watch.stop();
    throw error;
  }

  function heldWith(authorization: string): Held | undefined {
    const given = readKey(bearerOf(authorization));
    const found = given && held.byShown.get(given.id);
    const hash = found?.entry.hash;
    return given !== undefined && hash !== undefined && isSecretOf(hash, given.secret) ? found : undefined;
  }

  /** A certificate that several entries name belongs to none of them, since it does not say which is meant. */
  function heldBy(names: readonly string[]): Held | undefined {
    const [found, ...others] = names.flatMap((name) => held.byShown.get(name) ?? []);
    return others.length === 0 ? found : undefined;
  }

  return {
    callerOf(authorization, nowMs, certificate = () => []) {
      const found = authorization === undefined ? heldBy(certificate()) : heldWith(authorization);
      return found === undefined || nowMs >= found.expireMs ? credentialInvalid() : found.caller;
    },
    keyOf(id, nowMs) {
      const found = held.byId.get(id);
      return found === undefined || nowMs >= found.expireMs ? undefined : found.caller;
    },
    tenantOf: (id) => held.byId.get(id)?.entry.tenant,
    isRevoked: ({ tokenId, tenant, userId, mintedMs }) =>
      held.revoked.some(
        (one) =>
          one.token === tokenId ||
          (one.tenant === tenant && one.user === userId && mintedMs <= Date.parse(one.revokeTime)),
      ),
    close: () => watch.stop(),
  };
}

/** The content of the file, in the form that calls look up. */
type Content = {
  /** Keys by their id, or by the name in a certificate, which never looks like an id. */
  readonly byShown: ReadonlyMap<string, Held>;
  readonly byId: ReadonlyMap<string, Held>;
  readonly revoked: readonly Revocation[];
};

const NONE: Content = { byShown: new Map(), byId: new Map(), revoked: [] };

function hold({ keys, revoked }: KeysFile): Content {
  const all = keys.map((entry): Held => {
    const expireMs = entry.expireTime === undefined ? undefined : Date.parse(entry.expireTime);
    return { entry, expireMs: expireMs ?? Infinity, caller: callerOfEntry(entry, expireMs) };
  });
  return {
    byShown: new Map(all.map((one) => [one.entry.certificate ?? one.entry.id, one])),
    byId: new Map(all.map((one) => [one.entry.id, one])),
    revoked,
  };
}

function callerOfEntry(
  { id, name, tenant, role, users, agents, namespaces, sessions, access, limits }: KeyEntry,
  expireMs: number | undefined,
): Caller {
  return {
    tenant,
    keyId: id,
    keyName: name,
    expireMs,
    role,
    userIds: users,
    ...(agents && { agentIds: agents }),
    ...(namespaces && { namespaces }),
    ...(sessions && { sessionIds: sessions }),
    ...(access && { access }),
    ...(limits && { allowance: limits }),
  };
}

/** Files that are older than `allUsers` do not say whether a key is for all users by intent. */
function warnOfAllUsers(entries: readonly KeyEntry[], log: Log): void {
  const ids = entries.filter((entry) => entry.role === 'agent' && entry.users.length === 0 && !entry.allUsers);
  if (ids.length === 0) return;
  log.warn(
    { keys: ids.map(({ id }) => id) },
    'keys with the role agent have no users, and so may name every user of their tenant; write `"allUsers": true` if that is intended',
  );
}

/** Returns what an `authorization` header has after `Bearer`; '' if it has nothing. */
export function bearerOf(authorization = ''): string {
  return /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
}

/** All refusals have the same message, so that nobody learns whether a key exists. */
export function credentialInvalid(): RecordaError {
  return new RecordaError(
    'CREDENTIAL_INVALID',
    'This server requires an API key (rk_…) or a token that was minted with one (rt_…), as the metadata `authorization: Bearer …`; it is missing or not valid (any more). `recorda key create` makes a key.',
  );
}
