/** Decorators of stores of memories as values: a list of them is what every call to a store passes, from top to bottom. */
import type { GraphStore, MemoryStore, WorkingStore } from '../../ports/stores.ts';
import type { UserMemories } from '../../ports/users.ts';
import { layered, type Layer } from './layer.ts';

type Operations = Omit<MemoryStore, 'type' | 'backend' | 'capabilities' | 'ofUser'> &
  Pick<WorkingStore, 'clearTask'> &
  Pick<GraphStore, 'traverse'>;

/** What it changes of a store: its own operations, and those on all of one user. */
export type StoreLayer = Layer<Operations> & { readonly ofUser?: Layer<UserMemories> };

/** Made once for each store, by what the store is. */
export type StoreMiddleware = (store: Pick<MemoryStore, 'type' | 'backend' | 'capabilities'>) => StoreLayer;

/** The same store behind these: what stands first sees a call first, and its answer last. */
export function withMiddleware<S extends MemoryStore>(store: S, middleware: readonly StoreMiddleware[]): S {
  const layers = middleware.map((make) => make(store));
  const ofUser = layered(store.ofUser, ...layers.map((layer) => layer.ofUser ?? {}));
  const operations = layers.map(({ ofUser: _, ...layer }) => layer as Layer<S>);
  return { ...layered(store, ...operations), ofUser };
}
