/** Declares what the services need to tell who may have how much, who has how much, and when that is nearly full. */
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
  /** Holds for every decision after it, and reports what it crosses. */
  setPlan(change: PlanChange, nowMs: number, call: CallContext): Promise<void>;
  /** Every quota of this name that was set. */
  quotasSet(name: QuotaName, call: CallContext): Promise<readonly (UserKey & QuotaOverride)[]>;
  use(query: UseQuery, call: CallContext): Promise<readonly TypeUse[]>;
  /** Users by the bytes of their ids, after this one. */
  userIdsAfter(tenant: string, after: string, limit: number, call: CallContext): Promise<readonly string[]>;
  /** Returns what each of these users has and may have, in the order of the ids; an unknown user has nothing. */
  usersOf(tenant: string, userIds: readonly string[], call: CallContext): Promise<readonly UserUse[]>;
  /** Owners with more than this, of one user or of all. */
  ownersOver(query: OverQuery, call: CallContext): Promise<readonly OwnerUse[]>;
  /** Users by tier; those for whom none is set have that of the `others`. */
  tierCounts(tenant: string, others: TierName, call: CallContext): Promise<TierCounts>;
  /** The use of all tenants together. */
  globalUse(call: CallContext): Promise<readonly TypeUse[]>;
  /** The samples of the last 30 days, without days on which nothing changed. */
  samples(whose: UserKey, call: CallContext): Promise<readonly Sample[]>;
}

/** A result for the backends that answered, and what the others keep, which is not part of the result. */
export type Partly<T> = { readonly known: T; readonly unavailable: readonly QuotaName[] };

type Asked = 'use' | 'userIdsAfter' | 'usersOf' | 'ownersOver' | 'globalUse';
type InParts<Method> = Method extends (...args: infer Args) => Promise<infer T>
  ? (...args: Args) => Promise<Partly<T>>
  : never;

/** The accounts of all types, wherever each lives: a backend that does not answer leaves its types unknown and fails nothing. */
export type AccountsInParts = Omit<Accounts, Asked> & { readonly [Name in Asked]: InParts<Accounts[Name]> };

/** Quotas that were nearly full, in order. */
export interface AlertLog {
  list(query: AlertQuery, call: CallContext): Promise<readonly Alert[]>;
  /** Alerts of all tenants, the oldest first. */
  after(sequence: number, limit: number, call: CallContext): Promise<readonly Alert[]>;
  bounds(call: CallContext): Promise<AlertBounds>;
  /** Calls `listener` whenever there may be new ones, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Raises alerts about memory that another backend keeps. */
  raise(raised: readonly Raised[], nowMs: number): Promise<void>;
  markDelivered(sequence: number): Promise<void>;
}

/**
 * Knows how much users have and may have of the types that are stored elsewhere than those of `Accounts`. Rejects with BACKEND_UNAVAILABLE
 * if that backend does not answer, since an account without it would be wrong.
 */
export interface TypeAccounts {
  /** The names that it accounts for. */
  readonly names: readonly QuotaName[];
  /** Holds for every decision of this server after it, and reports what it crosses, soon. */
  setPlan(change: PlanChange, nowMs: number, call: CallContext): Promise<void>;
  /** One for each name. */
  use(query: UseQuery, call: CallContext): Promise<readonly TypeUse[]>;
  /** Users that have anything, by the bytes of their ids, after this one. */
  userIdsAfter(tenant: string, after: string, limit: number, call: CallContext): Promise<readonly string[]>;
  /** Owners with more than this, of one user or of all. */
  ownersOver(query: OverQuery, call: CallContext): Promise<readonly OwnerUse[]>;
  /** The use of all tenants together, for the names that a limit of the whole server bounds. */
  globalUse(call: CallContext): Promise<readonly TypeUse[]>;
}
