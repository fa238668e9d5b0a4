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
  /** The caller that the key of this id stands for; undefined where there is no such key, or it has expired. */
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
  let held = NONE;
  // Before it is read: what changes in between is seen.
  const watch = watchFiles([path], KEYS_REREAD_MS, () => {
    try {
      held = hold(readWholeKeysFile(path));
      log.info({ keys: held.byId.size }, 'API keys were read anew');
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isGone) held = NONE;
      const message = isGone
        ? 'the file of API keys is gone; no key holds'
        : 'the file of API keys cannot be used; those from before hold';
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

  /** A certificate that several entries name is nobody's: which of them is meant, it does not say. */
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
    isRevoked: ({ tokenId, tenant, userId, mintedMs }) =>
      held.revoked.some(
        (one) =>
          one.token === tokenId ||
          (one.tenant === tenant && one.user === userId && mintedMs <= Date.parse(one.revokeTime)),
      ),
    close: () => watch.stop(),
  };
}

/** What the file says, as calls ask for it. */
type Content = {
  /** Keys by their id, or by the name in a certificate, which no id looks like. */
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

/** Files from before `allUsers` do not say whether a key is for all users by intent. */
function warnOfAllUsers(entries: readonly KeyEntry[], log: Log): void {
  const ids = entries.filter((entry) => entry.role === 'agent' && entry.users.length === 0 && !entry.allUsers);
  if (ids.length === 0) return;
  log.warn(
    { keys: ids.map(({ id }) => id) },
    'keys of the role agent name no users, and so may name every user of their tenant; write `"allUsers": true` where that is meant',
  );
}

/** What an `authorization` shows after `Bearer`; '' for nothing. */
export function bearerOf(authorization = ''): string {
  return /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
}

/** One message for all: whether a key exists is nobody's business. */
export function credentialInvalid(): RecordaError {
  return new RecordaError(
    'CREDENTIAL_INVALID',
    'This server takes an API key (rk_…) or a token that was minted with one (rt_…), as the metadata `authorization: Bearer …`; none came, or it does not hold (any more). `recorda key create` makes a key.',
  );
}
