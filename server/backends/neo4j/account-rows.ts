/** The form in which accounts of owners, and applied requests, are stored. */
import type { UserKey } from '../../domain/accounts.ts';
import type { ReportedLevels } from '../../domain/decide/alerts.ts';
import type { Usage } from '../../domain/decide/quota.ts';
import type { PriorRequest } from '../../domain/decide/repeat.ts';
import type { MemoryQuota } from '../../domain/memory.ts';
import { userKey } from './keys.ts';
import type { KeptRecord } from './record-form.ts';
import { whole, type Parameters } from './transactions.ts';

export type OwnerAccount = {
  readonly key: string;
  readonly whose: UserKey;
  readonly name: MemoryQuota;
  /** The agent; '' if it is the user's. */
  readonly place: string;
  readonly usage: Usage;
  /** The alert levels of its quotas that were reported. */
  readonly reported: ReportedLevels;
};

/** The stored part of a request: no content except in the snapshot, which is sealed. */
export type Remembered = PriorRequest & { readonly outcome: string; readonly snapshot: Int8Array | undefined };

export type NewRequest = Remembered & { readonly user: string; readonly type: string; readonly memoryId: string };

export type OwnerRow = {
  readonly owner: {
    readonly key: string;
    readonly name: MemoryQuota;
    readonly place: string;
    readonly count: number;
    readonly bytes: number;
    readonly toldCount: number;
    readonly toldBytes: number;
  };
};
export type RequestRow = {
  readonly request: {
    readonly key: string;
    readonly bodyHash: string;
    readonly atMs: number;
    readonly outcome: string;
  } & {
    readonly snapshot?: Int8Array | null;
  };
};

/** Access counts are kept apart, so that a change of the memory does not undo a count. */
export function accessesOf({ accessCount, lastAccessTimeMs }: KeptRecord): Parameters {
  return {
    accessCount: accessCount === undefined ? null : whole(accessCount),
    lastAccessMs: lastAccessTimeMs === undefined ? null : whole(lastAccessTimeMs),
  };
}

export function toAccount({ owner }: OwnerRow, whose: UserKey): OwnerAccount {
  const { key, name, place, count, bytes, toldCount, toldBytes } = owner;
  return { key, whose, name, place, usage: { count, bytes }, reported: { COUNT: toldCount, BYTES: toldBytes } };
}

export function toAccountRow({ key, whose, name, place, usage, reported }: OwnerAccount): object {
  const { tenant, userId } = whose;
  const properties = {
    user: userKey({ tenant, userId }),
    name,
    place,
    count: whole(usage.count),
    bytes: whole(usage.bytes),
    toldCount: whole(reported.COUNT),
    toldBytes: whole(reported.BYTES),
  };
  return { key, properties };
}

export function toRequestRow(key: string, { snapshot, atMs, ...request }: NewRequest): object {
  return { key, properties: { key, ...request, atMs: whole(atMs), ...(snapshot && { snapshot }) } };
}
