/**
 * The public keys of an identity provider (JWKS, RFC 7517), fetched by URL. They are fetched again at intervals, and when a token names a
 * key that is not among them, so that the provider may rotate its keys at any time. While it does not answer, the last ones stay valid for
 * an hour. `createRemoteJWKSet` of jose would refuse a new key during its cooldown, and all tokens once its copy is old and the provider
 * unreachable, so only its choice of a key is used.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { RecordaError } from '../domain/errors.ts';
import { TOKENS } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';
import { isSealed } from '../runtime/loopback.ts';
import { fetchJson } from './fetch-json.ts';

export type IssuerKeys = {
  /** Returns the key of a token, as jose asks for it. Rejects with BACKEND_UNAVAILABLE if the keys cannot be fetched, else as jose does. */
  readonly keyOf: JWTVerifyGetKey;
  /** Resolves once keys that were requested after this call are there; rejects with BACKEND_UNAVAILABLE. */
  fetchAnew(): Promise<void>;
  /** Tells whether there are keys that are still valid. */
  areHeld(): boolean;
  close(): void;
};

export type IssuerKeysOptions = {
  readonly issuer: string;
  /** If absent, the issuer's discovery document gives the URL. */
  readonly keysUrl: string | undefined;
  readonly log: Log;
  /** Is called after the keys have changed. */
  readonly onChange: () => void;
  readonly pace?: KeysPace | undefined;
};

/** Intervals in milliseconds, as in TOKENS. */
export type KeysPace = {
  readonly keysAgainMs: number;
  readonly keysRefreshMs: number;
  readonly keysHoldMs: number;
};

export function issuerKeys({ issuer, keysUrl, log, onChange, pace = TOKENS }: IssuerKeysOptions): IssuerKeys {
  let held:
    { readonly text: string; readonly find: ReturnType<typeof createLocalJWKSet>; readonly atMs: number } | undefined;
  let url = keysUrl;
  let beganAtMs = -Infinity;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let waiting = 0;
  const areHeld = (): boolean => held !== undefined && performance.now() - held.atMs < pace.keysHoldMs;

  async function load(): Promise<void> {
    beganAtMs = performance.now();
    try {
      url ??= await discover(issuer);
      const { keys, find } = await fetchKeys(url);
      const text = JSON.stringify(keys);
      const isOther = text !== held?.text;
      held = { text, find, atMs: performance.now() };
      if (!isOther) return;
      onChange();
      log.info({ issuer, keys: keys.keys.length }, 'the keys of the identity provider were read');
    } catch (cause) {
      log.warn({ issuer, err: cause }, 'the keys of the identity provider cannot be read');
      throw unavailable(cause);
    }
  }

  /** Resolves after a fetch that began after this call. All calls that arrive meanwhile share it. */
  function loadAnew(): Promise<void> {
    next ??= (async () => {
      await running?.catch(() => undefined);
      const restMs = beganAtMs + pace.keysAgainMs - performance.now();
      if (restMs > 0) await sleep(restMs, undefined, { ref: false });
      next = undefined;
      running = load().finally(() => (running = undefined));
      await running;
    })();
    return next;
  }

  async function waitFor(loading: Promise<void>): Promise<void> {
    if (waiting >= TOKENS.keysWaiting) throw unavailable(undefined);
    waiting += 1;
    try {
      await loading;
    } finally {
      waiting -= 1;
    }
  }

  const refresh = (): void => void loadAnew().catch(() => undefined);
  const timer = setInterval(refresh, pace.keysRefreshMs).unref();
  refresh();

  return {
    async keyOf(header, token) {
      if (!areHeld()) await waitFor(running ?? loadAnew());
      try {
        return await held!.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        await waitFor(loadAnew());
        return held!.find(header, token);
      }
    },
    fetchAnew: () => waitFor(loadAnew()),
    areHeld,
    close: () => clearInterval(timer),
  };
}

/** Returns how many keys the provider has; rejects if a server could not read them. */
export async function countIssuerKeys(issuer: string, keysUrl: string | undefined): Promise<number> {
  const { keys } = await fetchKeys(keysUrl ?? (await discover(issuer)));
  return keys.keys.length;
}

async function fetchKeys(
  url: string,
): Promise<{ readonly keys: JSONWebKeySet; readonly find: ReturnType<typeof createLocalJWKSet> }> {
  const keys = (await fetchJson(url)) as JSONWebKeySet;
  // Throws if this is not a set of keys.
  return { keys, find: createLocalJWKSet(keys) };
}

/** OpenID Connect Discovery 1.0, 4: the document must name the issuer that it was requested from. */
async function discover(issuer: string): Promise<string> {
  const { issuer: said, jwks_uri: keysUrl } = (await fetchJson(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  )) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (said !== issuer) throw new Error(`The discovery document of ${issuer} names another issuer.`);
  if (typeof keysUrl !== 'string' || !URL.canParse(keysUrl) || !isSealed(new URL(keysUrl))) {
    throw new Error(`The discovery document of ${issuer} names no keys, or none over https.`);
  }
  return keysUrl;
}

function unavailable(cause: unknown): RecordaError {
  const error = new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The keys of the identity provider cannot be read at the moment, so its tokens cannot be checked. Repeat the call.',
    { retryAfterMs: TOKENS.keysAgainMs },
  );
  return cause === undefined ? error : Object.assign(error, { cause });
}
