/** The settings of tokens: whose tokens are accepted, and what their claims mean. */
import { z } from 'zod';
import { TOKEN_ALGORITHMS, TOKEN_ROLES, type TokenConfig, type TokenRole } from '../keys/token-config.ts';
import { TOKENS } from '../policy/serving.ts';
import { requiredIdentifier } from '../validation/fields.ts';
import { OWN, sealedUrl, setting, settingArea, type ValuesOf, wholeNumber } from './setting.ts';

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));
const identifier = z.string().refine((text) => requiredIdentifier.safeParse(text).success, 'must be a name');
const claim = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be the name of a claim, like sub or realm_access.roles');

const PAIR = new RegExp(`^(.+)=(${TOKEN_ROLES.join('|')})$`);
const roles = list
  .refine(
    (pairs) => pairs.every((pair) => PAIR.test(pair)),
    `must be like memory-admin=admin,memory-backend=all-users; roles are ${TOKEN_ROLES.join(', ')}`,
  )
  .transform((pairs) => new Map(pairs.map((pair) => PAIR.exec(pair)!.slice(1, 3) as [string, TokenRole])));

const TOKEN_SETTINGS = {
  tokenIssuer: setting({
    env: 'RECORDA_TOKEN_ISSUER',
    flag: '--token-issuer <url>',
    meaning:
      'Identity provider (OpenID Connect) whose access tokens callers may use instead of API keys, exactly as in the iss of its tokens; if not set, there is no provider',
    byDefault: undefined,
    schema: sealedUrl,
    shared: OWN,
  }),
  tokenAudience: setting({
    env: 'RECORDA_TOKEN_AUDIENCE',
    flag: '--token-audience <list>',
    meaning:
      'Audience that those tokens must have in aud; if there are several, separated by commas, a token needs one of them',
    byDefault: undefined,
    schema: list.refine((parts) => parts.every((part) => part !== ''), 'must be names, separated by commas'),
    shared: OWN,
  }),
  tokenKeysUrl: setting({
    env: 'RECORDA_TOKEN_KEYS_URL',
    flag: '--token-keys-url <url>',
    meaning:
      'Address of the provider’s public keys (JWKS); if not set, the one in its /.well-known/openid-configuration',
    byDefault: undefined,
    schema: sealedUrl,
    shared: OWN,
  }),
  tokenAlgorithms: setting({
    env: 'RECORDA_TOKEN_ALGORITHMS',
    flag: '--token-algorithms <list>',
    meaning: `Algorithms that tokens may be signed with, separated by commas, from ${TOKEN_ALGORITHMS.join(', ')}`,
    byDefault: 'RS256,PS256,ES256,EdDSA,Ed25519',
    schema: list.refine(
      (names) => names.every((name) => TOKEN_ALGORITHMS.includes(name)),
      `must be some of ${TOKEN_ALGORITHMS.join(', ')}, separated by commas`,
    ),
    shared: OWN,
  }),
  tokenClockSkew: setting({
    env: 'RECORDA_TOKEN_CLOCK_SKEW',
    flag: '--token-clock-skew <seconds>',
    meaning: 'Seconds by which the clocks of the provider and this server may differ',
    byDefault: `${TOKENS.clockSkewSeconds}`,
    schema: wholeNumber(0, TOKENS.clockSkewMostSeconds, ' of seconds'),
    shared: OWN,
  }),
  tokenTenantClaim: setting({
    env: 'RECORDA_TOKEN_TENANT_CLAIM',
    flag: '--token-tenant-claim <name>',
    meaning:
      'Claim that names the tenant; a token without it is refused; if not set, all tokens belong to RECORDA_TOKEN_TENANT',
    byDefault: undefined,
    schema: claim,
    shared: OWN,
  }),
  tokenTenant: setting({
    env: 'RECORDA_TOKEN_TENANT',
    flag: '--token-tenant <id>',
    meaning: 'Tenant of all tokens if RECORDA_TOKEN_TENANT_CLAIM is not set',
    byDefault: 'default',
    schema: identifier,
    shared: OWN,
  }),
  tokenUserClaim: setting({
    env: 'RECORDA_TOKEN_USER_CLAIM',
    flag: '--token-user-claim <name>',
    meaning: 'Claim that names the user, or users, to whom a token with the role agent is limited',
    byDefault: 'sub',
    schema: claim,
    shared: OWN,
  }),
  tokenAgentClaim: setting({
    env: 'RECORDA_TOKEN_AGENT_CLAIM',
    flag: '--token-agent-claim <name>',
    meaning:
      'Claim that names the agent, or agents, to whom such a token is limited; if not set, it may name all agents',
    byDefault: undefined,
    schema: claim,
    shared: OWN,
  }),
  tokenNamespaceClaim: setting({
    env: 'RECORDA_TOKEN_NAMESPACE_CLAIM',
    flag: '--token-namespace-claim <name>',
    meaning:
      'Claim that names the namespace, or namespaces, to which such a token is limited; if not set, it may name and reach all namespaces',
    byDefault: undefined,
    schema: claim,
    shared: OWN,
  }),
  tokenSessionClaim: setting({
    env: 'RECORDA_TOKEN_SESSION_CLAIM',
    flag: '--token-session-claim <name>',
    meaning:
      'Claim that names the session, or sessions, to which such a token is limited; if not set, it may name and reach all sessions',
    byDefault: undefined,
    schema: claim,
    shared: OWN,
  }),
  tokenRoleClaim: setting({
    env: 'RECORDA_TOKEN_ROLE_CLAIM',
    flag: '--token-role-claim <name>',
    meaning:
      'Claim with the role, as a text or a list; a token without it is refused; if not set, all tokens have the role agent, for the users in RECORDA_TOKEN_USER_CLAIM',
    byDefault: undefined,
    schema: claim,
    shared: OWN,
  }),
  tokenRoles: setting({
    env: 'RECORDA_TOKEN_ROLES',
    flag: '--token-roles <list>',
    meaning:
      'Roles that the values of that claim stand for, for example memory-admin=admin,memory-backend=all-users, where all-users is an agent for every user of its tenant; if a token has several roles, the widest applies',
    byDefault: 'agent=agent,admin=admin,operator=operator',
    schema: roles,
    shared: OWN,
  }),
} as const;

export type TokenAreaConfig = {
  /** If absent, no tokens are accepted. */
  readonly tokens: TokenConfig | undefined;
};

function tokenConfig(
  values: ValuesOf<typeof TOKEN_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): TokenAreaConfig {
  const { tokenIssuer: issuer, tokenAudience: audiences, tokenAlgorithms: algorithms } = values;
  if (issuer === undefined) {
    const [name] = Object.keys(TOKEN_SETTINGS).filter((one) => given.has(one));
    if (name !== undefined && name !== 'tokenIssuer') {
      faults.push(`${given.get(name)}: has no effect without RECORDA_TOKEN_ISSUER; set it as well`);
    }
    return { tokens: undefined };
  }
  if (audiences === undefined) {
    faults.push(
      'RECORDA_TOKEN_AUDIENCE: must be set with RECORDA_TOKEN_ISSUER, or tokens that the provider issued for other services would be accepted here',
    );
    return { tokens: undefined };
  }
  return {
    tokens: {
      issuer,
      audiences,
      keysUrl: values.tokenKeysUrl,
      algorithms,
      clockSkewSeconds: values.tokenClockSkew,
      tenantClaim: values.tokenTenantClaim,
      tenant: values.tokenTenant,
      userClaim: values.tokenUserClaim,
      agentClaim: values.tokenAgentClaim,
      namespaceClaim: values.tokenNamespaceClaim,
      sessionClaim: values.tokenSessionClaim,
      roleClaim: values.tokenRoleClaim,
      roles: values.tokenRoles,
    },
  };
}

export const tokenArea = settingArea(TOKEN_SETTINGS, tokenConfig);
