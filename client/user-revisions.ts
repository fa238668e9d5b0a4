/**
 * The revision of each user that this client has seen: the server tells it with each answer, and gets it back with the user's next call. So
 * no later answer is older, although servers over one PostgreSQL may read from a standby.
 */
import { USER_REVISION_HEADER } from '../contract/wire.ts';
import { SEEN_USERS } from './policy.ts';
import type { Transport, TransportCall } from './transport.ts';

/** Creates a transport over `transport` that sends back what it is told. */
export function rememberingTransport(transport: Transport): Transport {
  /** The user who called last is the last one. */
  const seen = new Map<string, string>();

  const see = (user: string, revision: string): void => {
    const before = seen.get(user);
    // Answers may arrive in another order than they were given.
    const newest = before !== undefined && isNewer(before, revision) ? before : revision;
    seen.delete(user);
    seen.set(user, newest);
    // A call without a revision is answered from the primary.
    if (seen.size > SEEN_USERS) seen.delete(seen.keys().next().value!);
  };
  const remembering = (call: TransportCall): TransportCall => {
    const user = call.route?.user;
    if (user === undefined) return call;
    const revision = seen.get(user);
    const headers = revision === undefined ? call.headers : { ...call.headers, [USER_REVISION_HEADER]: revision };
    return { ...call, headers, onRevision: (told) => see(user, told) };
  };

  return {
    unary: (method, request, call) => transport.unary(method, request, remembering(call)),
    stream: (method, request, call) => transport.stream(method, request, remembering(call)),
    close: () => transport.close(),
  };
}

/** Revisions are whole numbers. What is none is older than any. */
function isNewer(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}
