/**
 * Opens the stores of the types that several servers may share, each in its own place: drivers are loaded only if they are
 * used.
 */
import { stopSignal } from '../domain/abort.ts';
import type { MemoryType } from '../domain/memory.ts';
import { workingStore } from '../backends/process/working-store.ts';
import type { Neo4jAddress } from '../backends/neo4j/connect-neo4j.ts';
import type { OpenedNeo4j } from '../backends/neo4j/open-neo4j.ts';
import { sharingOf, sharingRules } from './sharing.ts';
import { openGraph, type GraphParts } from './open-graph.ts';
import type { RedisAddress } from '../backends/redis/connect-redis.ts';
import type { RedisCaches } from '../backends/redis/open-cache.ts';
import type { RedisOptions, RedisStores } from '../backends/redis/open-redis.ts';
import type { Accounts, AlertLog, TypeAccounts } from '../ports/limits.ts';
import type { OtherServers } from '../ports/other-servers.ts';
import type { Clock, MemoryStore, WorkingStore } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { withDriver } from './drivers.ts';

/** The place of each; if absent, its default. */
export type SharedAddresses = {
  readonly shortTerm?: RedisAddress | undefined;
  readonly working?: RedisAddress | undefined;
  /** Entities and episodes. */
  readonly graph?: Neo4jAddress | undefined;
};

type Parts = Omit<GraphParts, 'onAlerts' | 'log' | 'accounts'> & {
  readonly accounts: Pick<Accounts, 'quotasSet' | 'plans'>;
  readonly alerts: Pick<AlertLog, 'raise'>;
  readonly log: Log;
  /** Tells when another server over the same database has set quotas. */
  readonly others: Pick<OtherServers, 'onQuotas'> | undefined;
};

export interface SharedStores {
  /** Is undefined if it lives in the data folder. */
  readonly shortTerm: MemoryStore | undefined;
  readonly working: WorkingStore;
  /** Is undefined if they live in the data folder. */
  readonly graph: Pick<OpenedNeo4j, 'entity' | 'episodic' | 'archiveOfEpisodes'> | undefined;
  /** The accounts of types that live outside the data folder. */
  readonly accounts: readonly TypeAccounts[];
  /** Tells which of them answer. */
  areThere(): Readonly<Partial<Record<MemoryType, boolean>>>;
  close(): Promise<void>;
}

const ROLES = { shortTerm: 'SHORT_TERM', working: 'WORKING' } as const;

/** Also opens those that do not answer now. Rejects if one refuses the credentials; then none is left open. */
export async function openShared(addresses: SharedAddresses, parts: Parts): Promise<SharedStores> {
  const { accounts, alerts, log, others, ...ofStores } = parts;
  const quotasSet = async (name: 'SHORT_TERM' | 'WORKING') => accounts.quotasSet(name, { signal: stopSignal() });
  const common = {
    ...ofStores,
    log,
    onAlerts: ((raised, nowMs) => {
      alerts.raise(raised, nowMs).catch((error: Error) => log.warn({ error: error.message }, 'an alert was lost'));
    }) satisfies RedisOptions['onAlerts'],
  };
  const opened = new Map<string, RedisStores>();
  let graph: OpenedNeo4j | undefined;
  const closeAll = async (): Promise<void> => {
    await Promise.all([...opened.values(), ...(graph ? [graph] : [])].map(({ close }) => close()));
  };
  /** A Redis that several types use is opened once. */
  async function open(address: RedisAddress | undefined): Promise<RedisStores | undefined> {
    if (address === undefined) return undefined;
    const known = opened.get(address.url);
    if (known !== undefined) return known;
    const { openRedis } = await withDriver('redis', () => import('../backends/redis/open-redis.ts'));
    const roles = (['shortTerm', 'working'] as const).filter((role) => addresses[role]?.url === address.url);
    const names = roles.map((role) => ROLES[role]);
    const set = await Promise.all(names.map(async (name) => [name, await quotasSet(name)] as const));
    const stores = await openRedis({ ...common, address, names, quotasSet: Object.fromEntries(set) });
    opened.set(address.url, stores);
    others?.onQuotas(() => {
      const taken = names.map(async (name) => stores.replaceQuotas(name, await quotasSet(name)));
      Promise.all(taken).catch((error: Error) =>
        log.warn({ error: error.message }, 'quotas that another server has set are heeded with the next change'),
      );
    });
    return stores;
  }

  try {
    const ofShortTerm = await open(addresses.shortTerm);
    const ofWorking = await open(addresses.working);
    graph = await openGraph(addresses.graph, { ...common, accounts });
    const own =
      ofWorking === undefined
        ? workingStore({ ...common, quota: parts.quotas.WORKING, quotasSet: await quotasSet('WORKING') })
        : undefined;
    return {
      shortTerm: ofShortTerm?.shortTerm,
      working: own ?? ofWorking!.working,
      graph,
      accounts: [...(own ? [own] : []), ...opened.values(), ...(graph ? [graph] : [])].map((one) => one.accounts),
      areThere: () => ({
        ...(ofShortTerm && { SHORT_TERM: ofShortTerm.isThere() }),
        WORKING: ofWorking?.isThere() ?? true,
        ...(graph && { ENTITY: graph.isThere(), EPISODIC: graph.isThere() }),
      }),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Logs which memory of the same users several servers share, and which each server has alone. */
export function logSharing(
  {
    shortTerm,
    working,
    graph,
    cache,
    longTerm,
    store,
  }: SharedAddresses & {
    readonly cache?: object | undefined;
    readonly longTerm?: { readonly isSole: boolean } | undefined;
    readonly store?: object | undefined;
  },
  log: Log,
): void {
  const roles = {
    working: working !== undefined,
    shortTerm: shortTerm !== undefined,
    longTerm: longTerm?.isSole === false,
    graph: graph !== undefined,
    caches: cache !== undefined,
    store: store !== undefined,
  };
  if (!Object.values(roles).includes(true)) return;
  log.info(
    { ...sharingOf(roles), rules: sharingRules(roles) },
    'Some memory is shared by several servers, and the rest belongs to this server alone',
  );
}

/** Opens the caches that servers share; undefined if each has its own. Does not wait for Redis. */
export async function openCaches(
  address: RedisAddress | undefined,
  {
    clock,
    log,
    telemetry,
  }: { readonly clock: Clock; readonly log: Log; readonly telemetry: Pick<Telemetry, 'cacheCall'> },
): Promise<RedisCaches | undefined> {
  if (address === undefined) return undefined;
  const { openRedisCaches } = await withDriver('redis', () => import('../backends/redis/open-cache.ts'));
  return openRedisCaches({
    address,
    clock,
    log,
    onCall: (cache, outcome) => telemetry.cacheCall(cache, outcome),
  });
}
