/** EstimateCost. */
import type { UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { QuotaName } from '../../domain/memory.ts';
import { costUse, estimateCost } from '../../domain/costs/estimate-cost.ts';
import { effectiveTier } from '../../domain/quotas/effective-quota.ts';
import { DAY_MS } from '../../policy/units.ts';
import { OUTAGE } from '../../policy/backends.ts';
import { HORIZON_DAYS, type CostRates, TIER_NAMES, TIERS } from '../../policy/limits.ts';
import type { EstimateCostRequest, EstimateCostResponse } from '../../../proto/gen/recorda/v1/limits.ts';
import type { ServiceCall } from '../call.ts';
import type { LimitDependencies } from './dependencies.ts';

export function costCalls({
  accounts,
  prompts,
  discardedBytes,
  rates,
}: LimitDependencies & { readonly rates: CostRates }) {
  /**
   * Returns the bytes that belong to no type: a user's discardables, or a tenant's system prompts. Both are bounded, and not
   * sampled.
   */
  async function besideBytes({ tenant, userId }: UserKey, call: ServiceCall): Promise<number> {
    if (userId !== '') return discardedBytes({ tenant, userId });
    return (await prompts.systemPromptUse({ tenant, agentId: '' }, call)).bytes;
  }

  /** Returns the price of a user's tier, or for a tenant the sum over all its users, each by its tier. */
  async function tierPriceUsd({ tenant, userId }: UserKey, call: ServiceCall): Promise<number> {
    const { tier } = effectiveTier(await accounts.plans({ tenant, userId }, call));
    if (userId !== '') return TIERS[tier].priceUsd;
    const counts = await accounts.tierCounts(tenant, tier, call);
    return TIER_NAMES.reduce((sum, name) => sum + counts[name] * TIERS[name].priceUsd, 0);
  }

  async function estimate(request: EstimateCostRequest, call: ServiceCall): Promise<EstimateCostResponse> {
    const whose = { tenant: call.tenant, userId: request.userId };
    const horizonDays = request.horizonDays === 0 ? HORIZON_DAYS.byDefault : request.horizonDays;
    const [now, samples, priceUsd, beside] = await Promise.all([
      accounts.use({ ...whose, agentId: '' }, call),
      accounts.samples(whose, call),
      tierPriceUsd(whose, call),
      besideBytes(whose, call),
    ]);
    // A sum without one of its parts would be wrong.
    if (now.unavailable.length > 0) throw unknownUse(now.unavailable);
    const today = Math.floor(call.nowMs / DAY_MS);
    const { lines, ...totals } = estimateCost(costUse(now.known, beside), samples, { rates, today, horizonDays });
    return { ...totals, lines: [...lines], tierPriceUsd: priceUsd, horizonDays };
  }

  return { estimateCost: estimate };
}

function unknownUse(names: readonly QuotaName[]): RecordaError {
  const types = names.map((name) => name.toLowerCase()).join(', ');
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    `The usage of ${types} memory is unknown while its backend does not answer. Repeat the call; if the error persists, check the backend.`,
    { retryAfterMs: OUTAGE.retryAfterMs },
  );
}
