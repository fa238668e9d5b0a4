/** GetQuota, SetTier and SetQuota. */
import type { OwnerUse, PlanChange, UserKey } from '../../domain/accounts.ts';
import { globalUse } from '../../domain/decide/global-limits.ts';
import { NO_USAGE } from '../../domain/decide/quota.ts';
import { QUOTA_NAMES, type QuotaName } from '../../domain/memory.ts';
import {
  effectiveQuotas,
  effectiveTier,
  withChange,
  type EffectiveQuota,
  type Plans,
} from '../../domain/quotas/effective-quota.ts';
import { MAX_OVER_QUOTA, TIERS } from '../../policy/limits.ts';
import type {
  GetQuotaRequest,
  GetQuotaResponse,
  OverQuota,
  ServerLimit,
  SetQuotaRequest,
  SetQuotaResponse,
  SetTierRequest,
  SetTierResponse,
} from '../../../proto/gen/recorda/v1/limits.ts';
import type { Partly } from '../../ports/limits.ts';
import type { ServiceCall } from '../call.ts';
import type { LimitDependencies } from './dependencies.ts';
import { fromQuota, fromQuotaName, fromServerLimit, toQuotaName, toTier } from './translate-limits.ts';

export function quotaCalls({ accounts, quotas: everyones, limits }: LimitDependencies) {
  async function serverLimits(call: ServiceCall): Promise<Partly<ServerLimit[]>> {
    const { known: uses, unavailable } = await accounts.globalUse(call);
    const total = (name: QuotaName) => uses.find((use) => use.name === name) ?? NO_USAGE;
    const known = globalUse(total, limits).filter(({ name }) => !unavailable.includes(name));
    return { known: known.map(fromServerLimit), unavailable };
  }

  async function described(plans: Plans, call: ServiceCall): Promise<GetQuotaResponse> {
    const { tier, from } = effectiveTier(plans);
    const ofServer = await serverLimits(call);
    return {
      tier: `TIER_${tier}` as const,
      tierOrigin: from === 'DEFAULT' ? 'QUOTA_ORIGIN_DEFAULT' : `QUOTA_ORIGIN_${from}_TIER`,
      tierPriceUsd: TIERS[tier].priceUsd,
      quotas: Object.entries(effectiveQuotas(everyones, plans)).map(([name, quota]) =>
        fromQuota(name as QuotaName, quota),
      ),
      limits: ofServer.known,
      unavailableNames: ofServer.unavailable.map(fromQuotaName),
    };
  }

  /**
   * Returns the first few who exceed what `plans` give. For a tenant, users whom the plan does not affect are left
   * out.
   */
  async function overQuota(whose: UserKey, plans: Plans, call: ServiceCall): Promise<Partly<OverQuota[]>> {
    const quotas = effectiveQuotas(everyones, plans);
    const over: OverQuota[] = [];
    const found = await Promise.all(QUOTA_NAMES.map((name) => ownersOver({ ...whose, name }, quotas[name], call)));
    const owners = found.flatMap(({ known }) => known);
    const users = [...new Set(owners.map(({ userId }) => userId))];
    const { known } = await accounts.usersOf(whose.tenant, users, call);
    const own = new Map(known.map(({ userId, plans: { user } }) => [userId, user]));
    for (const owner of owners) {
      const user = whose.userId === '' ? own.get(owner.userId) : undefined;
      const quota =
        user === undefined ? quotas[owner.name] : effectiveQuotas(everyones, { ...plans, user })[owner.name];
      if (owner.count <= quota.count && owner.bytes <= quota.bytes) continue;
      if (over.length < MAX_OVER_QUOTA) over.push(fromOwner(owner, quota));
    }
    return { known: over, unavailable: found.flatMap(({ unavailable }) => unavailable) };
  }

  const ownersOver = (of: UserKey & { readonly name: QuotaName }, quota: EffectiveQuota, call: ServiceCall) => {
    return accounts.ownersOver({ ...of, quota, limit: MAX_OVER_QUOTA }, call);
  };

  async function change(wanted: PlanChange, isDryRun: boolean, call: ServiceCall): Promise<SetQuotaResponse> {
    const { tenant, userId } = wanted;
    const whose = { tenant, userId };
    if (!isDryRun) await accounts.setPlan(wanted, call.nowMs, call);
    const plans = await accounts.plans(whose, call);
    const after = isDryRun ? withChange(plans, wanted) : plans;
    const [quota, more] = await Promise.all([described(after, call), over(whose, after, call)]);
    return { quota, ...more };
  }

  async function over(whose: UserKey, plans: Plans, call: ServiceCall) {
    const { known, unavailable } = await overQuota(whose, plans, call);
    return { over: known, unavailableNames: unavailable.map(fromQuotaName) };
  }

  async function getQuota({ userId }: GetQuotaRequest, call: ServiceCall): Promise<GetQuotaResponse> {
    return described(await accounts.plans({ tenant: call.tenant, userId }, call), call);
  }

  function setTier({ userId, tier, dryRun }: SetTierRequest, call: ServiceCall): Promise<SetTierResponse> {
    return change({ tenant: call.tenant, userId, tier: { to: toTier(tier) } }, dryRun, call);
  }

  function setQuota({ userId, quotas, dryRun }: SetQuotaRequest, call: ServiceCall): Promise<SetQuotaResponse> {
    const set = quotas.map(({ name, maxCount, maxBytes, alerts }) => ({
      name: toQuotaName(name)!,
      count: maxCount,
      bytes: maxBytes,
      alerts,
    }));
    return change({ tenant: call.tenant, userId, quotas: set }, dryRun, call);
  }

  return {
    calls: { getQuota, setTier, setQuota },
    serverLimits,
    overOf: async (whose: UserKey, call: ServiceCall) => over(whose, await accounts.plans(whose, call), call),
  };
}

function fromOwner({ name, userId, place, count, bytes }: OwnerUse, quota: EffectiveQuota): OverQuota {
  return {
    name: `QUOTA_NAME_${name}` as const,
    userId,
    place,
    count,
    maxCount: quota.count,
    bytes,
    maxBytes: quota.bytes,
  };
}
