/**
 * What a caller may do, by the roles in the tables of calls. A call that stands in none is an operator's.
 *
 * - agent: MemoryService and ContextService.
 * - admin: also what AdminService tells of its tenant, and does to a user's data.
 * - operator: also what is the server's: limits, backups, retention, the embedder.
 *
 * A caller that is for some users only must name one of them in each call, and so with agents.
 */
import { ROLES, type Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import { callNamed } from '../methods/calls.ts';

const UNKNOWN = { role: 'operator', isOfNobody: undefined } as const;

/** Throws NOT_PERMITTED. `request` is decoded, and not checked yet. */
export function authorize(method: string, request: unknown, caller: Caller): void {
  const { role, userIds, agentIds = [], keyId } = caller;
  const { role: least, isOfNobody = false } = callNamed(method) ?? UNKNOWN;
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) {
    throw notPermitted(`${method} takes a key of the role ${least}; key ${keyId} has the role ${role}.`);
  }
  const named = request as Named;
  // The answer does not say which of them was wrong: the caller would learn nothing new.
  if (!isWithin(userIds, namesOf(named, 'userId'), isOfNobody)) {
    throw notPermitted(`Key ${keyId} is for certain users only: the call must name one of them as user_id.`);
  }
  if (!isWithin(agentIds, namesOf(named, 'agentId'), isOfNobody)) {
    throw notPermitted(`Key ${keyId} is for certain agents only: the call must name one of them as agent_id.`);
  }
}

/** Whether a call names some that are allowed, and no others; `allowed` is empty where all are. */
function isWithin(allowed: readonly string[], named: readonly string[], mayNameNone: boolean): boolean {
  if (allowed.length === 0) return true;
  return named.length === 0 ? mayNameNone : named.every((id) => allowed.includes(id));
}

type Ids = { readonly userId?: string; readonly agentId?: string };
type Scoped = { readonly scope?: Ids | undefined };
type Named = Scoped &
  Ids & {
    readonly memory?: Scoped | undefined;
    readonly retrieve?: Scoped | undefined;
    readonly requests?: readonly { readonly memory?: Scoped | undefined }[];
  };

/** Where the contract has them: by themselves, `scope`, `memory.scope`, `retrieve.scope`, `requests[].memory.scope`. */
function namesOf(request: Named, key: keyof Ids): string[] {
  const { scope, memory, retrieve, requests = [] } = request;
  const scopes = [scope, memory?.scope, retrieve?.scope, ...requests.map((one) => one.memory?.scope ?? {})];
  const names = scopes.filter((it) => it !== undefined).map((it) => it[key] ?? '');
  const own = request[key] ?? '';
  return own === '' ? names : [...names, own];
}

function notPermitted(why: string): RecordaError {
  return new RecordaError('NOT_PERMITTED', `${why} Ask whoever runs the server for a key that may.`);
}
