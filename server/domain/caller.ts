/** Who calls: what a credential says, never what a request says. */

/** What a credential may call, from the least to the most. */
export const ROLES = ['agent', 'admin', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a credential that may not do both may read what is remembered, or write it. */
export const ACCESSES = ['read', 'write'] as const;
export type Access = (typeof ACCESSES)[number];

/** How much one key, tenant or user may call; absent: as much as they like. */
export type Allowance = {
  /** A costly call counts for several: see CALL_COSTS in policy/serving. */
  readonly callsPerSecond?: number | undefined;
  /** Calls under way; as many streams that do not end by themselves may be open besides. */
  readonly callsAtOnce?: number | undefined;
  /** The bytes of requests and answers together. */
  readonly bytesPerSecond?: number | undefined;
};

export type Caller = {
  /** Whose data it is about; no call reaches another tenant's. */
  readonly tenant: string;
  /**
   * The id of the API key, or `tk_…`, which is the same for all tokens of one subject; '' where no credential is asked for: in the same
   * process, and on a server without keys.
   */
  readonly keyId: string;
  /** What people call that key, or the client that a token was issued to; '' for nothing. */
  readonly keyName: string;
  /** When that key ceases to hold, in milliseconds since 1970; absent: never. */
  readonly expireMs?: number | undefined;
  readonly role: Role;
  /** The only users it may name; empty: all of the tenant. */
  readonly userIds: readonly string[];
  /** The only agents it may name; absent or empty: all. */
  readonly agentIds?: readonly string[];
  /** The only namespaces and sessions that it may name, and reach in any way; absent or empty: all. */
  readonly namespaces?: readonly string[];
  readonly sessionIds?: readonly string[];
  /** The id of the minted token, where the caller shows one: the other fields but the key's are then the token's, and never wider than the key's. */
  readonly tokenId?: string;
  /** Absent: it may read and write. */
  readonly access?: Access;
  /** How much the key may call, in place of what the settings allow each key; absent: what they allow. */
  readonly allowance?: Allowance | undefined;
};

/** Whether `one` may do nothing that `other` may not. */
export function isNoWider(one: Caller, other: Caller): boolean {
  const isPart = (some: readonly string[] = [], all: readonly string[] = []): boolean =>
    all.length === 0 || (some.length > 0 && some.every((id) => all.includes(id)));
  return (
    one.tenant === other.tenant &&
    ROLES.indexOf(one.role) <= ROLES.indexOf(other.role) &&
    isPart(one.userIds, other.userIds) &&
    isPart(one.agentIds, other.agentIds) &&
    isPart(one.namespaces, other.namespaces) &&
    isPart(one.sessionIds, other.sessionIds) &&
    (other.access === undefined || one.access === other.access)
  );
}

/** Where there are no credentials there is one tenant, and the caller is whoever runs the server. */
export const ANYBODY: Caller = { tenant: 'default', keyId: '', keyName: '', role: 'operator', userIds: [] };
