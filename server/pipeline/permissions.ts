/**
 * What a caller may do, by the roles in the tables of calls. A call that stands in none is an operator's.
 *
 * - agent: MemoryService and ContextService.
 * - admin: also what AdminService tells of its tenant, and does to a user's data.
 * - operator: also what is the server's: limits, backups, retention, the embedder.
 *
 * A key that is for some users only must name one of them in each call.
 */
import { ROLES, type Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { callNamed } from '../methods/calls.ts';

const UNKNOWN = { role: 'operator', isOfNobody: undefined } as const;

/** Throws NOT_PERMITTED. `request` is decoded, and not checked yet. */
export function authorize(method: string, request: unknown, caller: Caller): void {
  const { role, userIds, keyId } = caller;
  const { role: least, isOfNobody } = callNamed(method) ?? UNKNOWN;
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) {
    throw notPermitted(`${method} takes a key of the role ${least}; key ${keyId} has the role ${role}.`);
  }
  if (userIds.length === 0) return;
  const named = usersNamed(request as Named);
  if (named.length === 0 && isOfNobody) return;
  // The answer does not say which of them was wrong: the caller would learn nothing new.
  if (named.length === 0 || named.some((userId) => !userIds.includes(userId))) {
    throw notPermitted(`Key ${keyId} is for certain users only: the call must name one of them as user_id.`);
  }
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
