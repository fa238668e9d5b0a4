/** Reads the caller from the claims of a verified token, by the names in the settings. */
import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Caller } from '../domain/caller.ts';
import { TOKENS } from '../policy/serving.ts';
import { requiredIdentifier } from '../validation/fields.ts';
import { TOKEN_ROLES, type ClaimNames, type TokenRole } from './token-config.ts';

/** Returns the caller, or the reason why there is none, which is for the server's log alone. */
export function callerOfClaims(claims: JWTPayload, names: ClaimNames): Caller | string {
  const { iss = '', sub, exp } = claims;
  if (sub === undefined || sub === '' || exp === undefined) return 'it has no sub or no exp';
  const role = roleOf(claims, names);
  if (role === undefined) return 'its role claim has no role that the server knows';
  const [tenant, ...otherTenants] =
    names.tenantClaim === undefined ? [names.tenant] : identifiersAt(claims, names.tenantClaim);
  if (tenant === undefined || otherTenants.length > 0) return 'its tenant claim does not name one tenant';
  // An administrator has a subject as well, which is not a user of the memory.
  const userIds = role === 'agent' ? identifiersAt(claims, names.userClaim) : undefined;
  if (userIds?.length === 0) return 'its user claim names no user, or has the wrong form';
  const isAgent = role === 'agent' || role === 'all-users';
  const limits = isAgent ? limitsOf(claims, names) : {};
  if (typeof limits === 'string') return limits;
  return {
    tenant,
    keyId: `tk_${createHash('sha256').update(`${iss}\0${sub}`).digest('hex').slice(0, 16)}`,
    keyName: nameOf(claims),
    expireMs: exp * 1000,
    role: role === 'all-users' ? 'agent' : role,
    userIds: userIds ?? [],
    ...limits,
  };
}

const LIMITS = { agentIds: 'agentClaim', namespaces: 'namespaceClaim', sessionIds: 'sessionClaim' } as const;

/**
 * Returns what the token limits its holder to, or the reason why it is not valid: a token that lacks a claim is not treated as one that may
 * name all.
 */
function limitsOf(
  claims: JWTPayload,
  names: ClaimNames,
): Pick<Caller, 'agentIds' | 'namespaces' | 'sessionIds'> | string {
  const limits: Record<string, readonly string[]> = {};
  for (const [limit, setting] of Object.entries(LIMITS)) {
    const claim = names[setting];
    if (claim === undefined) continue;
    const ids = identifiersAt(claims, claim);
    if (ids.length === 0) return `its claim ${claim} names nothing, or has the wrong form`;
    limits[limit] = ids;
  }
  return limits;
}

/** Returns the highest role for which the values stand. */
function roleOf(claims: JWTPayload, { roleClaim, roles }: ClaimNames): TokenRole | undefined {
  if (roleClaim === undefined) return 'agent';
  const value = claimAt(claims, roleClaim);
  // Scopes are one text with spaces in between (RFC 8693, 4.2).
  const values: readonly unknown[] = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  const known = values.flatMap((one) => (typeof one === 'string' ? (roles.get(one) ?? []) : []));
  return TOKEN_ROLES.findLast((role) => known.includes(role));
}

/** Returns one identifier or several; none if any of them is not valid, since a token is never accepted in part. */
function identifiersAt(claims: JWTPayload, name: string): readonly string[] {
  const value = claimAt(claims, name);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > TOKENS.names) return [];
  return values.every((one): one is string => requiredIdentifier.safeParse(one).success) ? values : [];
}

/**
 * Reads the object's own claims alone: `constructor` is none. A claim whose name contains dots, like a URL, takes precedence over a path.
 */
function claimAt(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

/** Reads `client_id` (RFC 9068), or `azp` (OpenID Connect). */
function nameOf({ client_id: clientId, azp }: JWTPayload): string {
  const name = clientId ?? azp;
  return typeof name === 'string' && requiredIdentifier.safeParse(name).success ? name : '';
}
