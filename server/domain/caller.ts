/** The caller of a request, as identified by the credential and never by the request itself. */

/** The roles of credentials, from the least to the most privileged. */
export const ROLES = ['agent', 'admin', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** The access of a credential that may either read what is remembered or write it, but not both. */
export const ACCESSES = ['read', 'write'] as const;
export type Access = (typeof ACCESSES)[number];

/** The limits on calls of one key, tenant or user; absent: unlimited. */
export type Allowance = {
  /** Calls per second; an expensive call counts for several: see CALL_COSTS in policy/serving. */
  readonly callsPerSecond?: number | undefined;
  /** The number of concurrent calls; the same number of endless streams may be open in addition. */
  readonly callsAtOnce?: number | undefined;
  /** The bytes of requests and answers together, per second. */
  readonly bytesPerSecond?: number | undefined;
};

export type Caller = {
  /** The tenant whose data the caller reaches; no call reaches another tenant's. */
  readonly tenant: string;
  /**
   * The id of the API key, or `tk_…`, which is the same for all tokens of one subject; '' if no credential is required: in process,
   * and on a server without keys.
   */
  readonly keyId: string;
  /** The name given to that key, or the client that a token was issued to; '' for none. */
  readonly keyName: string;
  /** The time at which the key expires, in milliseconds since 1970; absent: never. */
  readonly expireMs?: number | undefined;
  readonly role: Role;
  /** The only users that it may name; empty: all users of the tenant. */
  readonly userIds: readonly string[];
  /** The only agents that it may name; absent or empty: all. */
  readonly agentIds?: readonly string[];
  /** The only namespaces and sessions that it may name or reach in any way; absent or empty: all. */
  readonly namespaces?: readonly string[];
  readonly sessionIds?: readonly string[];
  /**
   * The id of the minted token, if the caller presents one: all other fields except those of the key are then the token's, and never
   * wider than the key's.
   */
  readonly tokenId?: string;
  /** Absent: it may both read and write. */
  readonly access?: Access;
  /** The limits of this key, which replace those that the settings give each key; absent: those of the settings. */
  readonly allowance?: Allowance | undefined;
};

/** Tells whether `one` has no rights that `other` lacks. */
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

/** Returns the name of a caller in the audit log: the key, and the minted token if one was used. */
export function credentialOf({ keyId, tokenId }: Pick<Caller, 'keyId' | 'tokenId'>): string {
  return tokenId === undefined ? keyId : `${keyId}/${tokenId}`;
}

/** The caller on a server without credentials: there is only one tenant, and every caller is trusted like the operator. */
export const ANYBODY: Caller = { tenant: 'default', keyId: '', keyName: '', role: 'operator', userIds: [] };
