/** The keys that hold now: those of the file, read anew when it changes. */
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
   * Whoever holds this credential, as the `authorization` header has it; where there is none, whoever has a certificate of these names.
   * Else CREDENTIAL_INVALID.
   */
  callerOf(
    authorization: string | undefined,
    nowMs: number,
    certificate?: () => readonly string[],
  ): Caller | RecordaError;
  /** Whoever holds the key of this id; undefined where it holds no more. */
  keyOf(id: string, nowMs: number): Caller | undefined;
  isRevoked(token: MintedToken): boolean;
  close(): void;
}

type Held = { readonly entry: KeyEntry; readonly expireMs: number; readonly caller: Caller };

/**
 * Throws where the file cannot be read at the start. Later on a file that cannot be read is complained of, and the keys from
 * before hold: a slip of the pen must not lock everybody out. One that is gone holds no key.
 */
export function keyRing(path: string, log: Log): KeyRing {
  let { byShown, byId, revoked } = NONE;
  const take = (file: KeysFile): void => void ({ byShown, byId, revoked } = hold(file));
  // Before it is read: what changes in between is seen.
  const watch = watchFiles([path], KEYS_REREAD_MS, () => {
    try {
      take(readWholeKeysFile(path));
      log.info({ keys: byId.size }, 'API keys were read anew');
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isGone) ({ byShown, byId, revoked } = NONE);
      const message = isGone
        ? 'the file of API keys is gone; no key holds'
        : 'the file of API keys cannot be used; those from before hold';
      log.error({ error: (error as Error).message }, message);
    }
  });
  try {
    const file = readWholeKeysFile(path);
    warnOfAllUsers(file.keys, log);
    take(file);
  } catch (error) {
    watch.stop();
    throw error;
  }

  function heldWith(authorization: string): Held | undefined {
    const given = readKey(/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '');
    const held = given && byShown.get(given.id);
    const hash = held?.entry.hash;
    return given !== undefined && hash !== undefined && isSecretOf(hash, given.secret) ? held : undefined;
  }

  /** A certificate that several entries name is nobody's: which of them is meant, it does not say. */
  function heldBy(names: readonly string[]): Held | undefined {
    const [held, ...others] = names.flatMap((name) => byShown.get(name) ?? []);
    return others.length === 0 ? held : undefined;
  }

  return {
    callerOf(authorization, nowMs, certificate = () => []) {
      const held = authorization === undefined ? heldBy(certificate()) : heldWith(authorization);
      return held === undefined || nowMs >= held.expireMs ? credentialInvalid() : held.caller;
    },
    keyOf(id, nowMs) {
      const held = byId.get(id);
      return held === undefined || nowMs >= held.expireMs ? undefined : held.caller;
    },
    isRevoked: ({ tokenId, tenant, userId, mintedMs }) =>
      revoked.some(
        (one) =>
          one.token === tokenId ||
          (one.tenant === tenant && one.user === userId && mintedMs <= Date.parse(one.revokeTime)),
      ),
    close: () => watch.stop(),
  };
}

type Ring = {
  /** By id, or by the name in a certificate, which no id looks like. */
  readonly byShown: ReadonlyMap<string, Held>;
  readonly byId: ReadonlyMap<string, Held>;
  readonly revoked: readonly Revocation[];
};

const NONE: Ring = { byShown: new Map(), byId: new Map(), revoked: [] };

function hold({ keys, revoked }: KeysFile): Ring {
  const held = keys.map((entry): Held => {
    const expireMs = entry.expireTime === undefined ? undefined : Date.parse(entry.expireTime);
    return { entry, expireMs: expireMs ?? Infinity, caller: callerOfEntry(entry, expireMs) };
  });
  return {
    byShown: new Map(held.map((one) => [one.entry.certificate ?? one.entry.id, one])),
    byId: new Map(held.map((one) => [one.entry.id, one])),
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

/** An old file does not say whether a key is for all users by intent. */
function warnOfAllUsers(entries: readonly KeyEntry[], log: Log): void {
  const ids = entries.filter((entry) => entry.role === 'agent' && entry.users.length === 0 && !entry.allUsers);
  if (ids.length === 0) return;
  log.warn(
    { keys: ids.map(({ id }) => id) },
    'keys of the role agent name no users, and so are for all of their tenant; write `"allUsers": true` where that is meant',
  );
}

/** One message for all: whether a key exists is nobody's business. */
export function credentialInvalid(): RecordaError {
  return new RecordaError(
    'CREDENTIAL_INVALID',
    'This server takes an API key, or a token that was minted with one, as the metadata `authorization: Bearer rk_…`; none came, or it does not hold (any more). `recorda key create` makes one.',
  );
}
