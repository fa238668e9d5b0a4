/**
 * The hash by which a user's calls go to one of several servers: the client chooses by it, and a proxy can by its header. It is for
 * warm caches alone, since every server answers for every user.
 */
import { USER_HASH_HEADER } from '../contract/wire.ts';

/**
 * The part of the hash that the header has. Proxies log headers, so the header must not identify a user: 4,096 values are enough to
 * spread users evenly over servers, and few enough that many users share each.
 */
const HEADER_MASK = 0xfff;
const HEADER_DIGITS = 3;

const encoder = new TextEncoder();

/** Returns the header for the calls of a user; none for calls that name no user. */
export function userHashHeader(user: string | undefined): Readonly<Record<string, string>> {
  if (user === undefined) return {};
  return { [USER_HASH_HEADER]: (hashOf(user) & HEADER_MASK).toString(0x10).padStart(HEADER_DIGITS, '0') };
}

/**
 * Returns `servers` in the order in which they serve `user`, by rendezvous hashing (Thaler and Ravishankar, "Using name-based mappings to
 * increase hit rates", IEEE/ACM Transactions on Networking, 1998): each server's weight is a hash of its name and the user. Clients that
 * have the same list agree, whatever its order, and without a server only the users of that server move.
 */
export function rankedFor<S extends { readonly address: string }>(user: string, servers: readonly S[]): readonly S[] {
  return servers
    .map((server) => ({ server, weight: hashOf(`${user}\n${server.address}`) }))
    .toSorted((one, other) => other.weight - one.weight || (one.server.address < other.server.address ? -1 : 1))
    .map(({ server }) => server);
}

/**
 * Returns 32 bits of FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) of a text in UTF-8, mixed by the finalizer of MurmurHash3
 * (https://github.com/aappleby/smhasher), without which similar ids have similar hashes.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 0x10), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 0xd), 0xc2b2ae35);
  return (hash ^ (hash >>> 0x10)) >>> 0;
}

/** The fields of a request that name its user: its own, or those of a message in it. */
type NamesUser = {
  readonly userId?: unknown;
  readonly scope?: unknown;
  readonly memory?: unknown;
  readonly retrieve?: unknown;
  readonly requests?: unknown;
};

/** Returns the user whose data a request concerns; the first one's, if it has several; undefined if it names none. */
export function userOf(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const { userId, scope, memory, retrieve, requests } = request as NamesUser;
  if (typeof userId === 'string' && userId !== '') return userId;
  return (
    userOf(scope) ?? userOf(memory) ?? userOf(retrieve) ?? userOf(Array.isArray(requests) ? requests[0] : undefined)
  );
}
