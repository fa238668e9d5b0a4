/** What the settings say of tokens. Apart from what verifies them, which is loaded only where there are any. */

/** What a value of the role claim may stand for, from the least to the most; all-users: an agent that may name every user of its tenant. */
export const TOKEN_ROLES = ['agent', 'all-users', 'admin', 'operator'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Signatures that a server can check and not make: what it verifies with tells nobody how to sign. */
export const TOKEN_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Which claim says what. A name is that of a claim, or a path of names with dots between, like `realm_access.roles`. */
export type ClaimNames = {
  /** Absent: all tokens are of `tenant`. */
  readonly tenantClaim: string | undefined;
  readonly tenant: string;
  readonly userClaim: string;
  /** Absent: tokens may name every agent. */
  readonly agentClaim: string | undefined;
  /** Absent: tokens may name every namespace. */
  readonly namespaceClaim: string | undefined;
  /** Absent: tokens may name every session. */
  readonly sessionClaim: string | undefined;
  /** Absent: all are agents for the users of `userClaim`. */
  readonly roleClaim: string | undefined;
  /** What the values of the role claim stand for. */
  readonly roles: ReadonlyMap<string, TokenRole>;
};

export type TokenConfig = ClaimNames & {
  /** As tokens name it in `iss`, byte for byte. */
  readonly issuer: string;
  /** One of them must be in `aud`. */
  readonly audiences: readonly string[];
  /** Absent: where the issuer's discovery document says. */
  readonly keysUrl: string | undefined;
  readonly algorithms: readonly string[];
  readonly clockSkewSeconds: number;
};
