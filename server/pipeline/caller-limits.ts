/**
 * Limits how often callers may call, how many of their calls may run and wait at once, and how many bytes these may have, for each key,
 * tenant and user separately. The limits of keys and tenants apply as soon as a call arrives, before it waits for anything; those of users
 * apply once the request, which names them, has been read. A server counts in its own memory, so that no call costs a round trip: servers
 * that share a store each count for themselves.
 */
import { LRUCache } from 'lru-cache';
import { userKeyText } from '../domain/accounts.ts';
import type { Caller, Allowance } from '../domain/caller.ts';
import { refusalError, type RecordaError } from '../domain/errors.ts';
import { callNamed } from '../methods/calls.ts';
import { CALL_COSTS, CALLER_LIMITS } from '../policy/serving.ts';
import type { LimitedBy, LimitMeasure } from '../ports/telemetry.ts';
import { callRate, type CallRate } from './call-rate.ts';

/** The default limits of keys, tenants and users; if absent, there is none. */
export type CallerAllowances = Readonly<Partial<Record<LimitedBy, Allowance | undefined>>>;

/** A call that was admitted. */
export interface Counted {
  /**
   * Charges the further calls that a batch counts for, before it runs. Returns RATE_LIMITED if other calls have used up the limit since
   * the call was admitted.
   */
  chargeCalls(count: number): RecordaError | undefined;
  /** Charges bytes of the answer, once there is one. */
  chargeBytes(bytes: number): void;
  /** Is called once, when the call is over. */
  leave(): void;
}

/** The properties of a call that limits count. */
export type CountedCall = {
  /** The name, like `recorda.v1.MemoryService/AddMemory`. */
  readonly method: string;
  readonly caller: Caller;
  /** The number of bytes of its request. */
  readonly bytes: number;
};

export interface CallerLimits {
  /** Counts the call for its key and tenant. Returns undefined if they have no limits, and RATE_LIMITED if one is reached. */
  enter(call: CountedCall): Counted | RecordaError | undefined;
  /** Counts the call for the users that its request names, as `enter` does for its key. */
  enterFor(userIdsOf: () => readonly string[], call: CountedCall): Counted | RecordaError | undefined;
}

/** Is called for each call that is refused. */
export type OnLimited = (by: LimitedBy, measure: LimitMeasure, call: CountedCall) => void;

/** The use of one key, tenant or user. */
type Account = {
  readonly by: LimitedBy;
  /** The name in errors, like `tenant:acme`. */
  readonly subject: string;
  readonly limits: Allowance;
  readonly calls: CallRate | undefined;
  readonly bytes: CallRate | undefined;
  /** Calls in progress, and streams that do not end by themselves. */
  readonly atOnce: { calls: number; streams: number };
};

export function callerLimits(
  config: CallerAllowances,
  onLimited: OnLimited = () => undefined,
  now: () => number = () => performance.now(),
): CallerLimits {
  const accountsBy = { key: accounts('key'), tenant: accounts('tenant'), user: accounts('user') };

  function enterAll(held: readonly (Account | undefined)[], call: CountedCall): Counted | RecordaError | undefined {
    const limited = held.filter((account) => account !== undefined);
    if (limited.length === 0) return undefined;
    const at = now();
    const { operation = '', isEndless } = callNamed(call.method) ?? {};
    const cost = CALL_COSTS[operation] ?? 1;
    const kind = isEndless === true ? 'streams' : 'calls';
    for (const account of limited) {
      const refused = refusal(account, { kind, cost, bytes: call.bytes }, at);
      if (refused === undefined) continue;
      onLimited(account.by, refused.measure, call);
      return refused.error;
    }
    for (const { calls, bytes, atOnce } of limited) {
      calls?.charge(cost, at);
      bytes?.charge(call.bytes, at);
      atOnce[kind] += 1;
    }
    return {
      chargeCalls(count) {
        const later = now();
        for (const account of limited) {
          const refused = overdrawn(account, { cost: count, bytes: 0 }, later);
          if (refused === undefined) continue;
          onLimited(account.by, refused.measure, call);
          return refused.error;
        }
        for (const { calls } of limited) calls?.charge(count, later);
        return undefined;
      },
      chargeBytes(count) {
        for (const { bytes } of limited) bytes?.charge(count, now());
      },
      leave() {
        for (const { atOnce } of limited) atOnce[kind] -= 1;
      },
    };
  }

  return {
    enter(call) {
      const { tenant, keyId, allowance = config.key } = call.caller;
      if (allowance === undefined && config.tenant === undefined) return undefined;
      return enterAll(
        [accountsBy.key(keyId, keyId, allowance), accountsBy.tenant(tenant, tenant, config.tenant)],
        call,
      );
    },
    enterFor(userIdsOf, call) {
      if (config.user === undefined) return undefined;
      const { tenant } = call.caller;
      const users = [...new Set(userIdsOf())].filter((userId) => userId !== '');
      return enterAll(
        users.map((userId) => accountsBy.user(userKeyText({ tenant, userId }), userId, config.user)),
        call,
      );
    },
  };
}

/** Returns the accounts of one kind; the least recently used are dropped, and begin again from zero. */
function accounts(by: LimitedBy): (id: string, name: string, limits: Allowance | undefined) => Account | undefined {
  const known = new LRUCache<string, Account>({ max: CALLER_LIMITS.accounts });
  return (id, name, limits) => {
    if (limits === undefined) return undefined;
    const account = known.get(id);
    // The limits of a key may be changed in the file of keys.
    if (account !== undefined && isSame(account.limits, limits)) return account;
    const { callsPerSecond, bytesPerSecond } = limits;
    const begun: Account = {
      by,
      subject: `${by}:${name}`,
      limits,
      calls: callsPerSecond === undefined ? undefined : callRate(callsPerSecond),
      bytes: bytesPerSecond === undefined ? undefined : callRate(bytesPerSecond),
      // Calls in progress stay counted.
      atOnce: account?.atOnce ?? { calls: 0, streams: 0 },
    };
    known.set(id, begun);
    return begun;
  };
}

function isSame(one: Allowance, other: Allowance): boolean {
  if (one === other) return true;
  const { callsPerSecond, callsAtOnce, bytesPerSecond } = one;
  return (
    callsPerSecond === other.callsPerSecond &&
    callsAtOnce === other.callsAtOnce &&
    bytesPerSecond === other.bytesPerSecond
  );
}

type Wanted = { readonly kind: keyof Account['atOnce']; readonly cost: number; readonly bytes: number };
type Refused = { readonly measure: LimitMeasure; readonly error: RecordaError };

function refusal(account: Account, wanted: Wanted, at: number): Refused | undefined {
  const { callsAtOnce = Infinity } = account.limits;
  return account.atOnce[wanted.kind] >= callsAtOnce
    ? refused(account, 'calls_at_once', callsAtOnce, CALLER_LIMITS.atOnceRetryMs)
    : overdrawn(account, wanted, at);
}

function overdrawn(account: Account, { cost, bytes }: Omit<Wanted, 'kind'>, at: number): Refused | undefined {
  const { callsPerSecond, bytesPerSecond } = account.limits;
  if (account.calls?.isOverdrawn(at) === true)
    return refused(account, 'calls_per_second', callsPerSecond!, account.calls.turnAfterMs(cost, at));
  if (account.bytes?.isOverdrawn(at) === true)
    return refused(account, 'bytes_per_second', bytesPerSecond!, account.bytes.turnAfterMs(bytes, at));
  return undefined;
}

const LIMIT_FORMAT = new Intl.NumberFormat('en-US');

function refused({ by, subject }: Account, measure: LimitMeasure, limit: number, retryAfterMs: number): Refused {
  const most = `${LIMIT_FORMAT.format(limit)} ${measure.replaceAll('_', ' ')}`;
  const error = refusalError(
    'RATE_LIMITED',
    `This ${by} has reached its limit of ${most} on this server. The call was not started: repeat it after the time in RetryInfo. The operator of the server can raise the limit.`,
    { quota: { subject: `${subject}.${measure}`, limit, current: limit }, retryAfterMs },
  );
  return { measure, error };
}
