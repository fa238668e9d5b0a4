/** The settings of tokens: whose tokens are accepted, and what their claims mean. */
import { z } from 'zod';
import { TOKEN_ALGORITHMS, TOKEN_ROLES, type TokenConfig, type TokenRole } from '../keys/token-config.ts';
import { TOKENS } from '../policy/serving.ts';
import { requiredIdentifier } from '../validation/fields.ts';
import { sealedUrl, setting, settingArea, wholeNumber, type ValuesOf } from './setting.ts';

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
      'Identity provider (OpenID Connect) whose access tokens callers may show instead of API keys, as tokens have it in iss; not set: none',
    byDefault: undefined,
    schema: sealedUrl,
  }),
  tokenAudience: setting({
    env: 'RECORDA_TOKEN_AUDIENCE',
    flag: '--token-audience <list>',
    meaning: 'What must be in the aud of those tokens, or several of which one must, separated by commas',
    byDefault: undefined,
    schema: list.refine((parts) => parts.every((part) => part !== ''), 'must be names, separated by commas'),
  }),
  tokenKeysUrl: setting({
    env: 'RECORDA_TOKEN_KEYS_URL',
    flag: '--token-keys-url <url>',
    meaning: 'Address of the provider’s public keys (JWKS); not set: as its /.well-known/openid-configuration says',
    byDefault: undefined,
    schema: sealedUrl,
  }),
  tokenAlgorithms: setting({
    env: 'RECORDA_TOKEN_ALGORITHMS',
    flag: '--token-algorithms <list>',
    meaning: `Algorithms that tokens may be signed with, of ${TOKEN_ALGORITHMS.join(', ')}`,
    byDefault: 'RS256,PS256,ES256,EdDSA,Ed25519',
    schema: list.refine(
      (names) => names.every((name) => TOKEN_ALGORITHMS.includes(name)),
      `must be of ${TOKEN_ALGORITHMS.join(', ')}, separated by commas`,
    ),
  }),
  tokenClockSkew: setting({
    env: 'RECORDA_TOKEN_CLOCK_SKEW',
    flag: '--token-clock-skew <seconds>',
    meaning: 'Seconds by which the clocks of the provider and of this server may differ',
    byDefault: `${TOKENS.clockSkewSeconds}`,
    schema: wholeNumber(0, TOKENS.clockSkewMostSeconds, ' of seconds'),
  }),
  tokenTenantClaim: setting({
    env: 'RECORDA_TOKEN_TENANT_CLAIM',
    flag: '--token-tenant-claim <name>',
    meaning: 'Claim that names the tenant, without which a token is refused; not set: all are of RECORDA_TOKEN_TENANT',
    byDefault: undefined,
    schema: claim,
  }),
  tokenTenant: setting({
    env: 'RECORDA_TOKEN_TENANT',
    flag: '--token-tenant <id>',
    meaning: 'Tenant of all tokens where no claim names it',
    byDefault: 'default',
    schema: identifier,
  }),
  tokenUserClaim: setting({
    env: 'RECORDA_TOKEN_USER_CLAIM',
    flag: '--token-user-claim <name>',
    meaning: 'Claim that names the only user, or users, that a token of the role agent is for',
    byDefault: 'sub',
    schema: claim,
  }),
  tokenAgentClaim: setting({
    env: 'RECORDA_TOKEN_AGENT_CLAIM',
    flag: '--token-agent-claim <name>',
    meaning: 'Claim that names the only agent, or agents, that such a token may name; not set: all agents',
    byDefault: undefined,
    schema: claim,
  }),
  tokenNamespaceClaim: setting({
    env: 'RECORDA_TOKEN_NAMESPACE_CLAIM',
    flag: '--token-namespace-claim <name>',
    meaning:
      'Claim that names the only namespace, or namespaces, that such a token may name and reach; not set: all namespaces',
    byDefault: undefined,
    schema: claim,
  }),
  tokenSessionClaim: setting({
    env: 'RECORDA_TOKEN_SESSION_CLAIM',
    flag: '--token-session-claim <name>',
    meaning:
      'Claim that names the only session, or sessions, that such a token may name and reach; not set: all sessions',
    byDefault: undefined,
    schema: claim,
  }),
  tokenRoleClaim: setting({
    env: 'RECORDA_TOKEN_ROLE_CLAIM',
    flag: '--token-role-claim <name>',
    meaning:
      'Claim that has the role, a text or a list, without which a token is refused; not set: all have the role agent, for the users of their claim',
    byDefault: undefined,
    schema: claim,
  }),
  tokenRoles: setting({
    env: 'RECORDA_TOKEN_ROLES',
    flag: '--token-roles <list>',
    meaning:
      'What the values of that claim stand for, like memory-admin=admin,memory-backend=all-users, where all-users is an agent for every user of its tenant; of several the most holds',
    byDefault: 'agent=agent,admin=admin,operator=operator',
    schema: roles,
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
      faults.push(`${given.get(name)}: is about tokens, and none are taken: set RECORDA_TOKEN_ISSUER as well`);
    }
    return { tokens: undefined };
  }
  if (audiences === undefined) {
    faults.push(
      'RECORDA_TOKEN_AUDIENCE: must be set with RECORDA_TOKEN_ISSUER, or else tokens for other services of the provider would hold here',
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
