/**
 * Describes for people what several servers with the same settings share, and what each has alone: at the start and in the doctor.
 */
import { MEMORY_TYPES, type MemoryType } from '../domain/memory.ts';

/** Whether other servers can reach the place of each of these. */
export type SharedRoles = {
  readonly working: boolean;
  readonly shortTerm: boolean;
  readonly longTerm: boolean;
  readonly graph: boolean;
  readonly caches: boolean;
};

const ROLES: Readonly<Partial<Record<MemoryType, keyof SharedRoles>>> = {
  WORKING: 'working',
  SHORT_TERM: 'shortTerm',
  LONG_TERM: 'longTerm',
  EPISODIC: 'graph',
  ENTITY: 'graph',
};
/** The parts that no setting shares. */
const OWN = ['conversations', 'facts', 'tiers', 'quotas', 'alerts', 'counters', 'audit log', 'request ids', 'outbox'];

export type Sharing = { readonly shared: readonly string[]; readonly ofThisServer: readonly string[] };

export function sharingOf(roles: SharedRoles): Sharing {
  const isShared = (type: MemoryType): boolean => {
    const role = ROLES[type];
    return role !== undefined && roles[role];
  };
  const named = (types: readonly MemoryType[]): readonly string[] => types.map((type) => type.toLowerCase());
  return {
    shared: [...named(MEMORY_TYPES.filter(isShared)), ...(roles.caches ? ['caches of embeddings and answers'] : [])],
    ofThisServer: [...named(MEMORY_TYPES.filter((type) => !isShared(type))), ...OWN],
  };
}

/** Returns the rules between servers, in sentences. */
export function sharingRules({ longTerm }: Pick<SharedRoles, 'longTerm'>): readonly string[] {
  return [
    'A tier or quota that is set holds at the server that it was set at: set it at each. Use is counted where a memory lives: in Redis and Neo4j over all servers, else at each server.',
    'Request ids and etags are exact over all servers for what lives in Redis and Neo4j, else at one server. WatchMemories and the audit log tell of one server’s own changes.',
    ...(longTerm
      ? [
          'long_term in the index: other servers find a write after the outbox’s delay. Within it two servers that change one memory both succeed and the later change stands, whatever its etag; a change that comes after another server’s deletion brings the memory back. Each server counts for quotas what it took itself. A search ranks the 1,000 best candidates of a user.',
        ]
      : []),
    'Send each user to one server.',
  ];
}
