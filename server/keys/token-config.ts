/** The settings of tokens. They stand apart from the code that verifies them, which is loaded only if there are any. */

/**
 * The roles that a value of the role claim may stand for, from the lowest to the highest. `all-users` is an agent that may name every user
 * of its tenant.
 */
export const TOKEN_ROLES = ['agent', 'all-users', 'admin', 'operator'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Algorithms whose signatures a server can check but not make: what it verifies with does not reveal how to sign. */
export const TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Names the claims. A name is that of a claim, or a path of names with dots in between, like `realm_access.roles`. */
export type ClaimNames = {
  /** If absent, all tokens are of `tenant`. */
  readonly tenantClaim: string | undefined;
  readonly tenant: string;
  readonly userClaim: string;
  /** If absent, tokens may name every agent. */
  readonly agentClaim: string | undefined;
  /** If absent, tokens may name every namespace. */
  readonly namespaceClaim: string | undefined;
  /** If absent, tokens may name every session. */
  readonly sessionClaim: string | undefined;
  /** If absent, all are agents for the users of `userClaim`. */
  readonly roleClaim: string | undefined;
  /** The role for which each value of the role claim stands. */
  readonly roles: ReadonlyMap<string, TokenRole>;
};

export type TokenConfig = ClaimNames & {
  /** The issuer as tokens name it in `iss`, byte for byte. */
  readonly issuer: string;
  /** One of them must be in `aud`. */
  readonly audiences: readonly string[];
  /** If absent, the issuer's discovery document gives the URL. */
  readonly keysUrl: string | undefined;
  readonly algorithms: readonly string[];
  readonly clockSkewSeconds: number;
};
