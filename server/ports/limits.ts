/** Declares what the services need to know about quotas: how much users may have, how much they have, and when that is nearly full. */
import type {
  Alert,
  AlertBounds,
  AlertQuery,
  OverQuery,
  OwnerUse,
  PlanChange,
  Raised,
  Sample,
  TierCounts,
  TypeUse,
  UseQuery,
  UserUse,
  UserKey,
} from '../domain/accounts.ts';
import type { QuotaName } from '../domain/memory.ts';
import type { Plans, QuotaOverride } from '../domain/quotas/effective-quota.ts';
import type { TierName } from '../policy/limits.ts';
import type { CallContext } from './stores.ts';

/** Knows how much everybody may have and has, of the types that one backend keeps. */
export interface Accounts {
  plans(whose: UserKey, call: CallContext): Promise<Plans>;
  /** Sets a plan, which applies to every later decision, and raises alerts for what it crosses. */
  setPlan(change: PlanChange, nowMs: number, call: CallContext): Promise<void>;
  /** Returns every quota of this name that was set. */
  quotasSet(name: QuotaName, call: CallContext): Promise<readonly (UserKey & QuotaOverride)[]>;
  use(query: UseQuery, call: CallContext): Promise<readonly TypeUse[]>;
  /** Lists users by the bytes of their ids, after this one. */
  userIdsAfter(tenant: string, after: string, limit: number, call: CallContext): Promise<readonly string[]>;
  /** Returns what each of these users has and may have, in the order of the ids; an unknown user has nothing. */
  usersOf(tenant: string, userIds: readonly string[], call: CallContext): Promise<readonly UserUse[]>;
  /** Lists owners that exceed a quota, of one user or of all. */
  ownersOver(query: OverQuery, call: CallContext): Promise<readonly OwnerUse[]>;
  /** Counts users by tier; users for whom none is set have that of the `others`. */
  tierCounts(tenant: string, others: TierName, call: CallContext): Promise<TierCounts>;
  /** Returns the usage of all tenants together. */
  globalUse(call: CallContext): Promise<readonly TypeUse[]>;
  /** Returns the samples of the last 30 days, without days on which nothing changed. */
  samples(whose: UserKey, call: CallContext): Promise<readonly Sample[]>;
}

/** A result for the backends that answered, and what the others keep, which is not part of the result. */
export type Partly<T> = { readonly known: T; readonly unavailable: readonly QuotaName[] };

type Asked = 'use' | 'userIdsAfter' | 'usersOf' | 'ownersOver' | 'globalUse';
type InParts<Method> = Method extends (...args: infer Args) => Promise<infer T>
  ? (...args: Args) => Promise<Partly<T>>
  : never;

/**
 * The accounts of all types, wherever each is stored: a backend that does not answer leaves its types unknown and does not fail the
 * call.
 */
export type AccountsInParts = Omit<Accounts, Asked> & { readonly [Name in Asked]: InParts<Accounts[Name]> };

/** The log of alerts, in order. */
export interface AlertLog {
  list(query: AlertQuery, call: CallContext): Promise<readonly Alert[]>;
  /** Lists alerts of all tenants, oldest first. */
  after(sequence: number, limit: number, call: CallContext): Promise<readonly Alert[]>;
  bounds(call: CallContext): Promise<AlertBounds>;
  /** Calls `listener` whenever there may be new ones, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Raises alerts about memory that another backend stores. */
  raise(raised: readonly Raised[], nowMs: number): Promise<void>;
  markDelivered(sequence: number): Promise<void>;
}

/**
 * Knows how much users have and may have of the types that are stored elsewhere than those of `Accounts`. Rejects with BACKEND_UNAVAILABLE
 * if that backend does not answer, since an account without it would be wrong.
 */
export interface TypeAccounts {
  /** The quotas that it accounts for. */
  readonly names: readonly QuotaName[];
  /** Sets a plan, which applies to every later decision of this server, and soon raises alerts for what it crosses. */
  setPlan(change: PlanChange, nowMs: number, call: CallContext): Promise<void>;
  /** Returns the usage of each name. */
  use(query: UseQuery, call: CallContext): Promise<readonly TypeUse[]>;
  /** Lists users that have any data, by the bytes of their ids, after this one. */
  userIdsAfter(tenant: string, after: string, limit: number, call: CallContext): Promise<readonly string[]>;
  /** Lists owners that exceed a quota, of one user or of all. */
  ownersOver(query: OverQuery, call: CallContext): Promise<readonly OwnerUse[]>;
  /** Returns the usage of all tenants together, for the names that a limit of the whole server bounds. */
  globalUse(call: CallContext): Promise<readonly TypeUse[]>;
}
