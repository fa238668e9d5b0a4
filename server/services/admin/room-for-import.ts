/** Checks the quotas for an import by a caller who may not set quotas. */
import type { UserKey } from '../../domain/accounts.ts';
import { NO_USAGE, overQuotaInAll, type Usage } from '../../domain/decide/quota.ts';
import { quotaName, sizeBytes, type MemoryType, type QuotaName } from '../../domain/memory.ts';
import { ownerPartition } from '../../domain/owner-partition.ts';
import type { PortableMemory } from '../../domain/portable.ts';
import { effectiveQuotas } from '../../domain/quotas/effective-quota.ts';
import { EXPORTING } from '../../policy/limits.ts';
import type { MemoryStore } from '../../ports/stores.ts';
import type { ServiceCall } from '../call.ts';
import type { LimitDependencies } from './dependencies.ts';

export type RoomParts = Pick<LimitDependencies, 'accounts' | 'quotas'> & {
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
};

/** The memories that an import adds to one quota. */
type Incoming = { readonly name: QuotaName; readonly place: string; readonly memories: readonly PortableMemory[] };

/** Throws QUOTA_EXCEEDED if a quota would be exceeded. */
export async function roomForImport(
  { accounts, quotas: everyones, stores }: RoomParts,
  whose: UserKey,
  memories: readonly PortableMemory[],
  call: ServiceCall,
): Promise<void> {
  const quotas = effectiveQuotas(everyones, await accounts.plans(whose, call));

  /** Returns what there is and what would be added, if that is too much together. */
  async function tooMuch({ name, place, memories: some }: Incoming): Promise<readonly [Usage, Usage] | undefined> {
    const more = usageOf(some);
    const quota = { count: quotas[name].count - more.count, bytes: quotas[name].bytes - more.bytes };
    const { known } = await accounts.ownersOver({ ...whose, name, quota, limit: EXPORTING.ownersLookedAt }, call);
    const has = known.find((owner) => owner.place === place);
    if (has === undefined && quota.count >= 0 && quota.bytes >= 0) return undefined;
    return [has ?? NO_USAGE, more];
  }

  /** Leaves out memories that are there already, since they take no more room. */
  async function missing(incoming: Incoming): Promise<Incoming> {
    const left = new Map(incoming.memories.map((memory) => [memory.id, memory]));
    const { ofUser } = stores[(incoming.memories[0] as PortableMemory).payload.type];
    let after: string | undefined;
    do {
      const page = await ofUser.page(whose, after, call);
      for (const { id } of page.memories) left.delete(id);
      after = page.next;
    } while (after !== undefined);
    return { ...incoming, memories: [...left.values()] };
  }

  for (const incoming of byQuota(memories)) {
    if ((await tooMuch(incoming)) === undefined) continue;
    const fresh = await missing(incoming);
    const usages = fresh.memories.length === 0 ? undefined : await tooMuch(fresh);
    if (usages === undefined) continue;
    const { agentId, sessionId } = incoming.memories[0] as PortableMemory;
    const scope = { ...whose, agentId, sessionId, namespace: '', taskId: '' };
    throw overQuotaInAll(incoming.name, scope, ...usages, quotas[incoming.name]);
  }
}

function usageOf(memories: readonly PortableMemory[]): Usage {
  const bytes = memories.reduce((sum, { payload, metadata }) => sum + sizeBytes(payload, metadata), 0);
  return { count: memories.length, bytes };
}

function byQuota(memories: readonly PortableMemory[]): Iterable<Incoming> {
  const groups = new Map<string, Incoming & { readonly memories: PortableMemory[] }>();
  for (const memory of memories) {
    const name = quotaName(memory.payload);
    const place = ownerPartition(memory.payload.type, memory);
    const key = JSON.stringify([name, place]);
    const known = groups.get(key) ?? { name, place, memories: [] };
    groups.set(key, known);
    known.memories.push(memory);
  }
  return groups.values();
}
