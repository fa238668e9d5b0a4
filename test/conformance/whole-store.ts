/** A store of everything that users have, as suites of several ports need it: what one port writes, another counts, logs or lists. */
import { randomUUID } from 'node:crypto';
import { memoryId, type MemoryType } from '../../server/domain/memory.ts';
import type { ContextStore, FactStore, ResponseCache } from '../../server/ports/context.ts';
import type { AuditFeed, AuditTrail } from '../../server/ports/audit.ts';
import type { BackupStore } from '../../server/ports/backups.ts';
import type { Leases } from '../../server/ports/leases.ts';
import type { LifecycleStore } from '../../server/ports/lifecycle.ts';
import type { LocalRecord, Outbox } from '../../server/ports/outbox.ts';
import type { Accounts, AlertLog } from '../../server/ports/limits.ts';
import type {
  Added,
  AddIntent,
  ChangeLog,
  CollectionStore,
  MemoryStore,
  OrderedDocumentStore,
} from '../../server/ports/stores.ts';
import type { ErasureTarget, UserImports, UserRows } from '../../server/ports/users.ts';
import { ANA, call, payloadOf, startEmpty, type MovableClock } from './subject.ts';

/** The types whose memories outlast their task, and which a whole store therefore keeps. */
export type KeptType = Exclude<MemoryType, 'WORKING'>;

export interface WholeStore {
  /** The clock of the store. */
  readonly clock: MovableClock;
  /** Returns the vector of a text, by the store's embedder. */
  embed(text: string): Float32Array;
  /** The name of that embedder. */
  readonly embedderName: string;
  readonly stores: Readonly<Record<KeptType, MemoryStore>>;
  readonly collections: CollectionStore;
  readonly ordered: OrderedDocumentStore;
  readonly changes: ChangeLog;
  readonly context: ContextStore;
  readonly responses: ResponseCache;
  readonly facts: FactStore;
  readonly accounts: Accounts;
  readonly alerts: AlertLog;
  readonly audit: AuditTrail;
  readonly auditFeed: AuditFeed;
  readonly lifecycle: LifecycleStore;
  readonly backups: BackupStore;
  readonly leases: Leases;
  readonly outbox: Outbox;
  readonly local: LocalRecord;
  readonly users: ErasureTarget & { readonly rows: UserRows; readonly imports: UserImports };
  /** Deletes what has expired. */
  sweep(): Promise<unknown>;
  /** Closes it and opens it again over the same data. */
  reopen(): Promise<WholeStore>;
  close(): Promise<void>;
}

/** With a mirror, changes of long-term memories enter the outbox. */
export type OpenWholeStore = (options?: { readonly mirror?: string | undefined }) => Promise<WholeStore>;

/** The store of a suite's tests. Each test starts with a tenant that has nothing. */
export interface SharedStore {
  (): WholeStore;
  /** Closes it and opens it again; later tests use what was opened. */
  reopen(): Promise<WholeStore>;
}

/** Opens one store for the tests of the surrounding describe. */
export function sharedStore(open: OpenWholeStore, options: Parameters<OpenWholeStore>[0] = {}): SharedStore {
  let store: WholeStore | undefined;
  const opened = (): WholeStore => {
    if (store === undefined) throw new Error('not in a test');
    return store;
  };
  before(async () => {
    store = await open(options);
  });
  beforeEach(startEmpty);
  after(async () => {
    await store?.close();
    store = undefined;
  });
  return Object.assign(opened, { reopen: async () => (store = await opened().reopen()) });
}

/** As many callers at once as the suites have race for the same thing. */
export const CALLERS = 16;

/** Runs the work of all callers at once. */
export async function atOnce<T>(work: (caller: number) => Promise<T>): Promise<readonly PromiseSettledResult<T>[]> {
  return Promise.allSettled(Array.from({ length: CALLERS }, (_, caller) => work(caller)));
}

/** An add of a memory of the running test's user. */
export function addIntent(
  { clock }: WholeStore,
  type: KeptType,
  text: string,
  more: Partial<AddIntent> = {},
): AddIntent {
  const id = memoryId(type, randomUUID().replaceAll('-', ''));
  const nowMs = clock.now();
  return { id, scope: ANA, payload: payloadOf(type, text, nowMs), nowMs, autoPrune: 'OFF', ...more };
}

/** Adds a memory, a millisecond after the one before. */
export async function addMemory(
  store: WholeStore,
  type: KeptType,
  text: string,
  more: Partial<AddIntent> = {},
): Promise<Added> {
  store.clock.advance(1);
  const [outcome] = await store.stores[type].add([addIntent(store, type, text, more)], call());
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
  return outcome.value;
}
