/**
 * Decides what a caller may do: in this one place, for every transport, by the rows in the tables of calls. A call that is in none of them
 * is for operators.
 *
 * - agent: MemoryService and ContextService.
 * - admin: also what AdminService reports about its tenant, and does to a user's data.
 * - operator: also what concerns the whole server: limits, backups, retention, the embedder.
 *
 * A caller that is for exactly one user stands for that user, who may take along or erase what is remembered of them, whatever the role.
 *
 * A caller that is limited to some users must name one of them in each call; the same holds for agents, namespaces and sessions. Agents of
 * a user share what is not kept by agent. Namespaces and sessions share nothing: a call that reaches beyond them is refused.
 */
import { ROLES, type Caller } from '../domain/caller.ts';
import { RecordaError } from '../domain/errors.ts';
import type { LimitedField } from '../methods/call.ts';
import { callNamed, type Call } from '../methods/calls.ts';

type Row = Pick<Call, 'role' | 'isForOwner' | 'access' | 'keptBy' | 'isOfNobody' | 'isOfTenant' | 'takesKey'>;

const UNKNOWN: Row = { role: 'operator', access: 'both', keptBy: () => [] };

/**
 * Throws NOT_PERMITTED. It decides by request and caller alone, so that no refusal reveals what exists. `request` is decoded, but not
 * validated yet.
 */
export function authorize(method: string, request: unknown, caller: Caller): void {
  const { role, userIds, agentIds = [], access, keyId } = caller;
  const row = callNamed(method) ?? UNKNOWN;
  if (row.takesKey === true) refuseUnlessKey(caller);
  const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(row.role) || (row.isForOwner === true && isOneUser(caller));
  if (!isAllowed) {
    throw notPermitted(`${method} requires a key with the role ${row.role}; key ${keyId} has the role ${role}.`);
  }
  if (access !== undefined && row.access !== access && row.access !== 'none') {
    throw notPermitted(`Key ${keyId} may only ${access}, and ${method} ${DOES[row.access]}.`);
  }
  const named = request as Named;
  const mayNameNone = row.isOfNobody ?? row.isOfTenant;
  // The error does not say which of them was wrong, so that the caller learns nothing new.
  if (!isWithin(userIds, namesOf(named, 'userId'), mayNameNone)) {
    throw notPermitted(`Key ${keyId} is for certain users only: the call must name one of them as user_id.`);
  }
  if (!isWithin(agentIds, namesOf(named, 'agentId'), mayNameNone)) {
    throw notPermitted(`Key ${keyId} is for certain agents only: the call must name one of them as agent_id.`);
  }
  holdTo('namespace', method, row, named, caller);
  holdTo('sessionId', method, row, named, caller);
}

/** Whoever may only write is shown nothing of the user, and does not stand for them. Further limits are checked with the other fields. */
function isOneUser({ userIds, access }: Caller): boolean {
  return userIds.length === 1 && access !== 'write';
}

/** This is checked here and not in the use case, since a call that is permitted is written to the audit log first. */
function refuseUnlessKey({ keyId, tokenId }: Caller): void {
  if (keyId === '') {
    throw new RecordaError(
      'NOT_PERMITTED',
      'A token is minted with a key, but this server requires no keys. Set RECORDA_API_KEYS_FILE; `recorda key create` makes a key.',
    );
  }
  // A token becomes invalid with the key that minted it. One that a token minted would have to do so with that token, which the server does
  // not remember.
  if (tokenId !== undefined || keyId.startsWith('tk_')) {
    throw new RecordaError(
      'NOT_PERMITTED',
      'A token cannot mint another token. Call with the API key of your backend.',
    );
  }
}

const DOES = { read: 'reads', write: 'writes', both: 'reads and writes' } as const;

const FIELDS = {
  namespace: { several: 'namespaces', name: 'namespace', allowed: ({ namespaces = [] }: Caller) => namespaces },
  sessionId: { several: 'sessions', name: 'session_id', allowed: ({ sessionIds = [] }: Caller) => sessionIds },
} as const;

function holdTo(field: LimitedField, method: string, row: Row, request: Named, caller: Caller): void {
  const { several, name, allowed } = FIELDS[field];
  const those = allowed(caller);
  if (those.length === 0) return;
  const isAboutNobody = row.isOfNobody === true && namesOf(request, 'userId').every((id) => id === '');
  if (isAboutNobody) return;
  const { keyId } = caller;
  if (!row.keptBy(request).includes(field)) {
    throw notPermitted(`Key ${keyId} is for certain ${several} only, and this call of ${method} reaches beyond them.`);
  }
  if (!isWithin(those, namesOf(request, field), false)) {
    throw notPermitted(`Key ${keyId} is for certain ${several} only: the call must name one of them as ${name}.`);
  }
}

/** Tells whether a call names some that are allowed, and no others; `allowed` is empty if all are. */
function isWithin(allowed: readonly string[], named: readonly string[], mayNameNone = false): boolean {
  if (allowed.length === 0) return true;
  return named.length === 0 ? mayNameNone : named.every((id) => allowed.includes(id));
}

type Ids = {
  readonly userId?: string;
  readonly agentId?: string;
  readonly namespace?: string;
  readonly sessionId?: string;
};
type Scoped = { readonly scope?: Ids | undefined };
type Named = Scoped &
  Ids & {
    readonly memory?: Scoped | undefined;
    readonly retrieve?: Scoped | undefined;
    readonly requests?: readonly { readonly memory?: Scoped | undefined }[];
  };

/** Reads ids wherever the contract has them: at the top level, in `scope`, `memory.scope`, `retrieve.scope`, `requests[].memory.scope`. */
export function namesOf(request: Named, key: keyof Ids): string[] {
  const { scope, memory, retrieve, requests = [] } = request;
  const scopes = [scope, memory?.scope, retrieve?.scope, ...requests.map((one) => one.memory?.scope ?? {})];
  const names = scopes.filter((it) => it !== undefined).map((it) => it[key] ?? '');
  const own = request[key] ?? '';
  return own === '' ? names : [...names, own];
}

function notPermitted(why: string): RecordaError {
  return new RecordaError('NOT_PERMITTED', `${why} Ask the operator of the server for a key that may.`);
}
