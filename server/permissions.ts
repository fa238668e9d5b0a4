/**
 * What a caller may do. A call that stands in no table here is an operator's: one that is forgotten is refused, not open.
 *
 * - agent: MemoryService and ContextService.
 * - admin: also what AdminService tells of its tenant, and does to a user's data.
 * - operator: also what is the server's: limits, backups, retention, the embedder.
 *
 * A key that is for some users only must name one of them in each call.
 */
import { ROLES, type Caller, type Role } from './domain/caller.ts';
import { RecordaError } from './domain/errors.ts';

const PACKAGE = 'recorda.v1.';

const ADMIN_CALLS: ReadonlySet<string> = new Set(
  [
    'GetQuota',
    'GetUsage',
    'ListUsage',
    'EstimateCost',
    'ListAlerts',
    'WatchAlerts',
    'ExplainImportance',
    'ListArchive',
    'RestoreArchived',
    'ExportUserData',
    'ImportUserData',
    'DeleteUserData',
    'VerifyErasureReceipt',
    'ListAuditEvents',
  ].map((name) => `${PACKAGE}AdminService/${name}`),
);

/** They touch nobody's memory: any text, or an agent's prompt. */
const WITHOUT_USER: ReadonlySet<string> = new Set(
  ['CountTokens', 'DetectShift', 'ExtractFacts', 'GetSystemPrompt'].map((name) => `${PACKAGE}ContextService/${name}`),
);

/** Throws NOT_PERMITTED. `request` is decoded, and not checked yet. */
export function authorize(method: string, request: unknown, caller: Caller): void {
  const { role, userIds, keyId } = caller;
  const least = leastRole(method);
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) {
    throw notPermitted(`${method} takes a key of the role ${least}; key ${keyId} has the role ${role}.`);
  }
  if (userIds.length === 0) return;
  const named = usersNamed(request as Named);
  if (named.length === 0 && WITHOUT_USER.has(method)) return;
  // Which of them was wrong is not said: it would tell the caller nothing new.
  if (named.length === 0 || named.some((userId) => !userIds.includes(userId))) {
    throw notPermitted(`Key ${keyId} is for certain users only: the call must name one of them as user_id.`);
  }
}

function leastRole(method: string): Role {
  if (method.startsWith(`${PACKAGE}MemoryService/`) || method.startsWith(`${PACKAGE}ContextService/`)) return 'agent';
  return ADMIN_CALLS.has(method) ? 'admin' : 'operator';
}

type Scoped = { readonly scope?: { readonly userId?: string } | undefined };
type Named = Scoped & {
  readonly userId?: string;
  readonly memory?: Scoped | undefined;
  readonly retrieve?: Scoped | undefined;
  readonly requests?: readonly { readonly memory?: Scoped | undefined }[];
};

/** Where the contract has them: `user_id`, `scope`, `memory.scope`, `retrieve.scope`, `requests[].memory.scope`. */
function usersNamed({ userId, scope, memory, retrieve, requests = [] }: Named): string[] {
  const scopes = [scope, memory?.scope, retrieve?.scope, ...requests.map((request) => request.memory?.scope ?? {})];
  const users = scopes.filter((it) => it !== undefined).map((it) => it.userId ?? '');
  if (userId !== undefined && userId !== '') users.push(userId);
  return users;
}

function notPermitted(why: string): RecordaError {
  return new RecordaError('NOT_PERMITTED', `${why} Ask whoever runs the server for a key that may.`);
}
