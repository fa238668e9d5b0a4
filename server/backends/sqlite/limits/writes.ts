/** The limits of a store: the default quotas, and the limits of the whole server, for the writer's transaction. */
import type { Database } from 'better-sqlite3';
import { type PlanChange, type Raised, type UserKey } from '../../../domain/accounts.ts';
import { decideAlerts, type ReportedLevels } from '../../../domain/decide/alerts.ts';
import { globalGrowth, globalRoom, overGlobalLimit } from '../../../domain/decide/global-limits.ts';
import type { Usage } from '../../../domain/decide/quota.ts';
import type { Quota } from '../../../policy/memory-types.ts';
import type { Quotas, GlobalLimits } from '../../../policy/limits.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { QuotaAccounts, Owner } from '../records/quota-accounts.ts';
import type { AlertBuffer } from './alert-buffer.ts';
import { plansOfStore } from './plans-of-store.ts';
import type { Totals } from '../records/totals.ts';
import type { AccountType } from '../records/stored-types.ts';

type User = Pick<Scope, 'tenant' | 'userId'>;

export type LimitWrites = LimitsOfStore['writes'];

export type LimitsOfStore = ReturnType<typeof limitsOfStore>;

/** Makes the limits; `quotas` are the defaults. */
export function limitsOfStore(
  db: Database,
  { quotas, limits }: { readonly quotas: Quotas; readonly limits: GlobalLimits },
  quotaAccounts: QuotaAccounts,
  sums: Totals,
  alerts: AlertBuffer,
) {
  const plans = plansOfStore(db, quotas);
  const beginRound = db.prepare("INSERT OR REPLACE INTO alert_rounds (tenant, user_id) VALUES (@tenant, '')");
  const saveDelivered = db.prepare('UPDATE alert_delivery SET sequence = @sequence');

  const raise = (raised: Raised, nowMs: number): void => alerts.note({ ...raised, does: 'RAISE', nowMs });
  const raiseAlerts = ({ raised, nowMs }: { readonly raised: readonly Raised[]; readonly nowMs: number }): void => {
    for (const one of raised) raise(one, nowMs);
  };
  const look = (owner: Owner<AccountType>, user: User, place: string, usage: Usage, nowMs: number): ReportedLevels => {
    const { reported, crossings } = decideAlerts(owner.reported, usage, plans.quota(user, owner.type));
    for (const crossing of crossings) {
      raise({ tenant: user.tenant, userId: user.userId, place, name: owner.type, ...crossing }, nowMs);
    }
    return reported;
  };
  /** Raises alerts for a changed quota; a use that falls well below is reported again later. */
  const lookAtAll = (userNo: number, user: User, nowMs: number): void => {
    for (const owner of quotaAccounts.ownersOf(userNo)) {
      const reported = look(owner, user, owner.place, owner.usage, nowMs);
      if (reported !== owner.reported) quotaAccounts.save(owner, owner.usage, owner.expireMs, reported);
    }
  };

  return {
    quota: (user: User, { type }: Pick<Owner<AccountType>, 'type'>): Quota => plans.quota(user, type),

    /** Throws QUOTA_EXCEEDED if a change that is not yet written would take more than the server has left. */
    refuseOverLimit({ type, usage }: Owner, after: Usage): void {
      const grown = globalGrowth(type, usage, after);
      if (grown <= 0) return;
      const total = sums.total(type);
      if (globalRoom(type, total, limits) < grown) throw overGlobalLimit(type, total, limits, grown);
    },

    /** Saves an owner's use after a change, and raises alerts for it. `place` is the owner's session or agent. */
    settle(owner: Owner<AccountType>, user: User, place: string, usage: Usage, nowMs: number): void {
      quotaAccounts.save(owner, usage, owner.expireMs, look(owner, user, place, usage, nowMs));
    },

    writes: {
      setPlan({ change, nowMs }: { readonly change: PlanChange; readonly nowMs: number }): void {
        plans.set(change);
        const userNo = change.userId === '' ? undefined : quotaAccounts.findUser(change);
        if (userNo !== undefined) lookAtAll(userNo, change, nowMs);
        if (change.userId === '') beginRound.run({ tenant: change.tenant });
      },

      /** Raises alerts about memory that this store does not keep. */
      raiseAlerts,

      /** Notes that alerts up to this one are delivered. */
      alertsDelivered({ sequence }: { readonly sequence: number }): void {
        saveDelivered.run({ sequence });
      },
    },

    raiseAlerts,

    lookAtAll,
    forgetPlans: plans.forget,
    readPlansAgain: plans.readAgain,

    /** Resolves the alert on the cost of a session's prompts. */
    resolveAlert({ tenant, userId }: UserKey, place: string, nowMs: number): void {
      alerts.note({ does: 'RESOLVE', tenant, userId, place, nowMs });
    },
  };
}
