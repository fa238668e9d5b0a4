/** GetUsage and ListUsage. */
import type { TypeUse, UserUse } from '../../domain/accounts.ts';
import type { QuotaName } from '../../domain/memory.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { describeUses } from '../../domain/quotas/describe-use.ts';
import { effectiveQuotas } from '../../domain/quotas/effective-quota.ts';
import { DISCARDABLES, SYSTEM_PROMPTS } from '../../policy/context.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type {
  GetUsageRequest,
  GetUsageResponse,
  ListUsageRequest,
  ListUsageResponse,
  ServerLimit,
  TypeUsage,
} from '../../../proto/gen/recorda/v1/limits.ts';
import type { Partly } from '../../ports/limits.ts';
import type { ServiceCall } from '../call.ts';
import type { LimitDependencies } from './dependencies.ts';
import { fromQuotaName, fromServerLimit, fromUse } from './translate-limits.ts';

export function usageCalls(
  { accounts, quotas: everyones, limits, prompts, discardedBytes }: LimitDependencies,
  serverLimits: (call: ServiceCall) => Promise<Partly<ServerLimit[]>>,
) {
  const ofUser = ({ uses, plans }: UserUse, unknown: readonly QuotaName[]): TypeUsage[] =>
    describeUses(uses, effectiveQuotas(everyones, plans), unknown).map(fromUse);

  /** Returns the limits of an agent's system prompts, or of all of the tenant's. */
  async function promptLimits(agentId: string, call: ServiceCall): Promise<ServerLimit[]> {
    const { count, bytes } = await prompts.systemPromptUse({ tenant: call.tenant, agentId }, call);
    const ofTenant = { count: limits.systemPrompts, bytes: limits.systemPromptBytes };
    const [whose, most] = agentId === '' ? ['tenant', ofTenant] : [`agent:${agentId}`, SYSTEM_PROMPTS.agent];
    return [
      fromServerLimit({ subject: `${whose}/system_prompt.count`, used: count, max: most.count }),
      fromServerLimit({ subject: `${whose}/system_prompt.bytes`, used: bytes, max: most.bytes }),
    ];
  }

  async function getUsage({ userId, agentId }: GetUsageRequest, call: ServiceCall): Promise<GetUsageResponse> {
    const { tenant } = call;
    const asOfTime = new Date(call.nowMs);
    if (userId !== '' && agentId === '') {
      const { known, unavailable } = await accounts.usersOf(tenant, [userId], call);
      return {
        usages: known.flatMap((user) => ofUser(user, unavailable)),
        limits: [
          fromServerLimit({
            subject: `user:${userId}/discardable.bytes`,
            used: await discardedBytes({ tenant, userId }),
            max: DISCARDABLES.userBytes,
          }),
        ],
        unavailableNames: unavailable.map(fromQuotaName),
        asOfTime,
      };
    }
    const query = { tenant, userId, agentId };
    const { known: uses, unavailable } = await accounts.use(query, call);
    const unavailableNames = unavailable.map(fromQuotaName);
    if (userId === '') {
      return {
        usages: describeUses(uses, undefined, unavailable).map(fromUse),
        limits: [...(agentId === '' ? (await serverLimits(call)).known : []), ...(await promptLimits(agentId, call))],
        unavailableNames,
        asOfTime,
      };
    }
    const quotas = effectiveQuotas(everyones, await accounts.plans({ tenant, userId }, call));
    return {
      usages: describeUses(uses.map(ofOneAgent), quotas, unavailable).map(fromUse),
      limits: [],
      unavailableNames,
      asOfTime,
    };
  }

  async function listUsage({ pageSize, pageToken }: ListUsageRequest, call: ServiceCall): Promise<ListUsageResponse> {
    const { tenant } = call;
    const sealed = ['usage', tenant];
    const size = pageSize === 0 ? DEFAULTS.pageSize : pageSize;
    const after = decodePageToken(pageToken, sealed)?.id ?? '';
    const found = await accounts.userIdsAfter(tenant, after, size + 1, call);
    const page = found.known.slice(0, size);
    const users = await accounts.usersOf(tenant, page, call);
    const unknown = [...new Set([...found.unavailable, ...users.unavailable])];
    return {
      users: users.known.map((user) => ({ userId: user.userId, usages: ofUser(user, unknown) })),
      nextPageToken: found.known.length > size ? encodePageToken({ createTimeMs: 0, id: page.at(-1)! }, sealed) : '',
      unavailableNames: unknown.map(fromQuotaName),
      asOfTime: new Date(call.nowMs),
    };
  }

  return { getUsage, listUsage };
}

/**
 * Returns the use of one agent: for a type that is kept by agent, all that counts for that quota; otherwise its part of the
 * user's.
 */
function ofOneAgent(use: TypeUse): TypeUse {
  const { count, bytes } = use;
  const isWhole = use.name === 'WORKING';
  return isWhole || isKeptBySession(use.name) ? use : { ...use, fullest: { count, bytes } };
}

function isKeptBySession(name: QuotaName): boolean {
  return name === 'SHORT_TERM';
}
