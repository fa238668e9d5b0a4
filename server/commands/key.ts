/** `recorda key`: makes, lists and revokes API keys. A server that uses the file reads them within a second. */
import { Command, Option } from 'commander';
import { ACCESSES, ROLES, type Access, type Role } from '../domain/caller.ts';
import { newKey } from '../keys/api-key.ts';
import { changeKeysFile, readKeysFile, type KeyEntry, type KeysFile } from '../keys/keys-file.ts';
import { MINTING } from '../policy/serving.ts';
import { DAY_MS, SECOND_MS } from '../policy/units.ts';
import { readConfig } from './environment.ts';
import { jsonOption, printDocument, printLine } from './json.ts';

type Where = { readonly apiKeysFile?: string; readonly json?: true };
type Wanted = Where & {
  readonly tenant: string;
  readonly role: Role;
  readonly user: readonly string[];
  readonly allUsers?: true;
  readonly agent: readonly string[];
  readonly namespace: readonly string[];
  readonly session: readonly string[];
  readonly access?: Access;
  readonly certificate?: string;
  readonly name: string;
  readonly expireDays?: string;
};

export function keyCommand(): Command {
  const command = new Command('key').description('Create, list and revoke the API keys of a server');
  const sub = (name: string, meaning: string): Command =>
    command
      .command(name)
      .description(meaning)
      .option('--api-keys-file <path>', 'The file of the keys (RECORDA_API_KEYS_FILE)')
      .addOption(jsonOption());
  sub('create', 'Create a key and print it; it is never shown again')
    .option('--name <text>', 'what the key is for', '')
    .option('--tenant <id>', 'tenant whose data it reaches', 'default')
    .addOption(new Option('--role <role>', 'role, which decides what it may call').choices(ROLES).default('agent'))
    .option('--user <ids...>', 'the only users it may name', [])
    .option('--all-users', 'it may name every user of the tenant; required for an agent without --user')
    .option('--agent <ids...>', 'the only agents it may name; default: all', [])
    .option('--namespace <ids...>', 'the only namespaces it may name; default: all', [])
    .option('--session <ids...>', 'the only sessions it may name; default: all', [])
    .addOption(new Option('--access <kind>', 'limits it to reading or to writing; default: both').choices(ACCESSES))
    .option(
      '--certificate <name>',
      'instead of a key, a name in the certificate of a client, for example URI:spiffe://acme.org/agent or DNS:agent.acme.org',
    )
    .option('--expire-days <number>', 'days for which it is valid; default: forever')
    .action(create);
  sub('list', 'List the keys, without their secrets').action(list);
  sub('revoke', 'Revoke a key').argument('<id>', 'the digits after rk_').action(revoke);
  return command;
}

const NO_KEYS: KeysFile = { keys: [], revoked: [] };

async function create(wanted: Wanted): Promise<void> {
  const path = fileOf(wanted);
  const { id, hash, text } = newKey();
  const { tenant, role, user: users, name, certificate } = wanted;
  if (role === 'agent' && users.length === 0 && wanted.allUsers !== true) {
    throw new Error(
      'A key with the role agent must name its users: --user <ids...>. With --all-users it may name every user of the tenant, as the backend of an application needs to.',
    );
  }
  if (users.length > 0 && wanted.allUsers === true) throw new Error('Use either --user or --all-users.');
  const nowMs = Date.now();
  const expireTime = wanted.expireDays === undefined ? undefined : expiry(wanted.expireDays, nowMs);
  const createTime = new Date(nowMs).toISOString();
  const shown = certificate === undefined ? { hash } : { certificate };
  const made: KeyEntry = { id, ...shown, name, tenant, role, ...limitsOf(wanted), createTime, expireTime };
  await changeKeysFile(path, ({ keys, revoked }) => ({ keys: [...keys, made], revoked }), NO_KEYS);
  if (wanted.json === true) printDocument({ ...resultOf(made), ...(certificate === undefined && { key: text }) });
  else process.stdout.write(`${certificate === undefined ? text : `rk_${id}`}\n`);
}

function limitsOf({ user, agent, namespace, session, access, role }: Wanted) {
  return {
    users: [...user],
    ...(agent.length > 0 && { agents: [...agent] }),
    ...(namespace.length > 0 && { namespaces: [...namespace] }),
    ...(session.length > 0 && { sessions: [...session] }),
    ...(access && { access }),
    ...(role === 'agent' && user.length === 0 && { allUsers: true as const }),
  };
}

/** Describes for whom and for what a key is, like `ana bob, as guide, in work, session s1, only read`. */
function forWhat({ users, agents = [], namespaces = [], sessions = [], access }: KeyEntry): string {
  return [
    users.length === 0 ? 'all users' : users.join(' '),
    ...agents.map((agent) => `as ${agent}`),
    ...namespaces.map((namespace) => `in ${namespace}`),
    ...sessions.map((session) => `session ${session}`),
    ...(access === undefined ? [] : [`only ${access}`]),
  ].join(', ');
}

function list(where: Where): void {
  if (where.json === true) return readKeysFile(fileOf(where)).forEach((key) => printLine(resultOf(key)));
  for (const key of readKeysFile(fileOf(where))) {
    const { id, certificate, tenant, role, name, createTime, expireTime } = key;
    const forWhom = forWhat(key);
    const until = expireTime === undefined ? 'forever' : `until ${expireTime}`;
    process.stdout.write(
      `${[`rk_${id}`, tenant, role, forWhom, createTime, until, name, ...(certificate === undefined ? [] : [certificate])].join('\t')}\n`,
    );
  }
}

async function revoke(id: string, where: Where): Promise<void> {
  const path = fileOf(where);
  const revokedKeys: KeyEntry[] = [];
  await changeKeysFile(path, ({ keys, revoked }) => {
    const key = keys.find((one) => one.id === id.replace(/^rk_/, ''));
    if (key === undefined) throw new Error(`There is no key ${id} in ${path}. \`recorda key list\` lists the keys.`);
    revokedKeys.push(key);
    return { keys: keys.filter((one) => one !== key), revoked };
  });
  if (where.json === true) revokedKeys.forEach((key) => printDocument(resultOf(key)));
}

type WhichTokens = Where & { readonly tenant: string; readonly user?: string };

export function revokeTokensCommand(): Command {
  return new Command('revoke')
    .description(
      'Revoke a token, or all existing tokens of a user; takes effect within a second on servers that use the file',
    )
    .argument('[id]', 'the id that mint printed')
    .option('--user <id>', 'user whose tokens are revoked')
    .option('--tenant <id>', 'tenant of the user', 'default')
    .option('--api-keys-file <path>', 'The file of the keys (RECORDA_API_KEYS_FILE)')
    .addOption(jsonOption())
    .action(revokeTokens);
}

async function revokeTokens(token: string | undefined, { tenant, user, ...where }: WhichTokens): Promise<void> {
  if ((token === undefined) === (user === undefined))
    throw new Error('Name what to revoke: the id of a token, or --user <id>.');
  const path = fileOf(where);
  const written = await changeKeysFile(path, ({ keys, revoked }) => {
    if (user !== undefined && !keys.some((key) => key.tenant === tenant))
      throw new Error(`No key in ${path} belongs to the tenant ${tenant}. Name the user’s tenant: --tenant <id>.`);
    const nowMs = Date.now();
    const which = token === undefined ? { user } : { token };
    // Older tokens have expired.
    const still = revoked.filter((one) => Date.parse(one.revokeTime) > nowMs - MINTING.mostTtlSeconds * SECOND_MS);
    return { keys, revoked: [...still, { tenant, ...which, revokeTime: new Date(nowMs).toISOString() }] };
  });
  if (where.json === true) printDocument(written.revoked.at(-1)!);
}

/** Shows a key in JSON: its id is the beginning of the key, and its hash is left out. */
function resultOf({ hash: _, id, ...key }: KeyEntry) {
  return { id: `rk_${id}`, ...key };
}

function fileOf({ apiKeysFile }: Where): string {
  const path = apiKeysFile ?? readConfig({}).config.apiKeysFile;
  if (path === undefined)
    throw new Error('Name the file of the keys: --api-keys-file <path>, or RECORDA_API_KEYS_FILE.');
  return path;
}

function expiry(days: string, nowMs: number): string {
  if (!/^\d{1,5}$/.test(days)) throw new Error('--expire-days must be a whole number of days up to 99999.');
  return new Date(nowMs + Number(days) * DAY_MS).toISOString();
}
