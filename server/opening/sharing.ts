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
  /** A database holds the data of all servers. */
  readonly store: boolean;
};

const ROLES: Readonly<Partial<Record<MemoryType, keyof SharedRoles>>> = {
  WORKING: 'working',
  SHORT_TERM: 'shortTerm',
  LONG_TERM: 'longTerm',
  EPISODIC: 'graph',
  ENTITY: 'graph',
};
/** The parts that only a database of all servers shares. */
const OF_STORE = [
  'conversations',
  'facts',
  'tiers',
  'quotas',
  'alerts',
  'counters',
  'audit log',
  'request ids',
  'outbox',
];
/** The parts that each server has alone even then. */
const OWN = ['limits of callers', 'lock-outs', 'tokens a day of the extractor', 'discarded turns'];

export type Sharing = { readonly shared: readonly string[]; readonly ofThisServer: readonly string[] };

export function sharingOf(roles: SharedRoles): Sharing {
  const isShared = (type: MemoryType): boolean => {
    const role = ROLES[type];
    if (type !== 'WORKING' && roles.store) return true;
    return role !== undefined && roles[role];
  };
  const named = (types: readonly MemoryType[]): readonly string[] => types.map((type) => type.toLowerCase());
  const parts = OF_STORE.filter((part) => part !== 'outbox' || !roles.store);
  return {
    shared: [
      ...named(MEMORY_TYPES.filter(isShared)),
      ...(roles.store ? parts : []),
      ...(roles.caches ? ['caches of embeddings and answers'] : []),
    ],
    ofThisServer: [...named(MEMORY_TYPES.filter((type) => !isShared(type))), ...(roles.store ? OWN : parts)],
  };
}

/** Returns the rules between servers, in sentences. */
export function sharingRules({ longTerm, store }: Pick<SharedRoles, 'longTerm' | 'store'>): readonly string[] {
  if (store)
    return [
      'Any server answers for any user: what one acknowledged is found at once at all of them, and quotas, etags and request ids are exact between them. Counts of reads follow within a second.',
    ];
  return [
    'A tier or quota applies only on the server on which it was set: set it on each. Usage is counted where a memory is stored: in Redis and Neo4j for all servers together, otherwise on each server.',
    'Request ids and etags are exact across all servers for memories in Redis and Neo4j, otherwise on one server. WatchMemories and the audit log report only the changes of their own server.',
    ...(longTerm
      ? [
          'long_term in the index: other servers find a write after the outbox’s delay. If two servers change one memory within that time, both succeed and the later change wins, whatever its etag; a change after another server’s deletion brings the memory back. For quotas, each server counts only its own writes. A search ranks the 1,000 best candidates of a user.',
        ]
      : []),
    'Send each user to one server.',
  ];
}
