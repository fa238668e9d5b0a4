/** The limits of the whole server: what all its users may have together. */
import type { GlobalLimits } from '../../policy/limits.ts';
import { globalLimitExceeded, type RecordaError } from '../errors.ts';
import type { QuotaName } from '../memory.ts';
import type { Usage } from './quota.ts';

type Limit = {
  readonly subject: string;
  readonly what: string;
  readonly setting: string;
  readonly isBytes?: true;
  readonly of: (usage: Usage) => number;
  readonly max: (limits: GlobalLimits) => number;
};

const LIMIT_OF: Readonly<Partial<Record<QuotaName, Limit>>> = {
  LONG_TERM: {
    subject: 'server/long_term.bytes',
    what: 'long_term memories on this server',
    setting: 'RECORDA_LIMIT_LONG_TERM_BYTES',
    isBytes: true,
    of: ({ bytes }) => bytes,
    max: ({ longTermBytes }) => longTermBytes,
  },
  ENTITY: {
    subject: 'server/graph.nodes',
    what: 'entities on this server',
    setting: 'RECORDA_LIMIT_GRAPH_NODES',
    of: ({ count }) => count,
    max: ({ graphNodes }) => graphNodes,
  },
  RELATIONSHIP: {
    subject: 'server/graph.edges',
    what: 'relationships on this server',
    setting: 'RECORDA_LIMIT_GRAPH_EDGES',
    of: ({ count }) => count,
    max: ({ graphEdges }) => graphEdges,
  },
};

/** Returns how much more may be stored of the limited measure; Infinity without a limit. */
export function globalRoom(name: QuotaName, total: Usage, limits: GlobalLimits): number {
  const limit = LIMIT_OF[name];
  return limit === undefined ? Infinity : limit.max(limits) - limit.of(total);
}

/** Returns how much of that room a change takes; negative if it frees some. */
export function globalGrowth(name: QuotaName, before: Usage, after: Usage): number {
  const limit = LIMIT_OF[name];
  return limit === undefined ? 0 : limit.of(after) - limit.of(before);
}

/** Returns the error for a change that does not fit, given what it adds to the total. */
export function overGlobalLimit(name: QuotaName, total: Usage, limits: GlobalLimits, added: number): RecordaError {
  const limit = LIMIT_OF[name];
  if (limit === undefined) throw new Error(`${name} has no limit.`);
  return globalLimitExceeded(limit, limit.of(total), limit.max(limits), limit.isBytes && added);
}

/** The usage of each limit, for people to read. */
export type LimitUse = {
  /** The quota whose total it limits. */
  readonly name: QuotaName;
  readonly subject: string;
  readonly used: number;
  readonly max: number;
};

export function globalUse(totals: (name: QuotaName) => Usage, limits: GlobalLimits): readonly LimitUse[] {
  return (Object.entries(LIMIT_OF) as [QuotaName, Limit][]).map(([name, { subject, of, max }]) => ({
    name,
    subject,
    used: of(totals(name)),
    max: max(limits),
  }));
}
