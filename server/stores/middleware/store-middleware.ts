/** Decorators of stores of memories, as values: every call to a store passes through a list of them, from top to bottom. */
import type { GraphStore, MemoryStore, WorkingStore } from '../../ports/stores.ts';
import type { UserMemories } from '../../ports/users.ts';
import { layered, type Layer } from './layer.ts';

type Operations = Omit<MemoryStore, 'type' | 'backend' | 'capabilities' | 'ofUser'> &
  Pick<WorkingStore, 'clearTask'> &
  Pick<GraphStore, 'traverse'>;

/** The operations of a store that a decorator changes: the store's own, and those on all memories of one user. */
export type StoreLayer = Layer<Operations> & { readonly ofUser?: Layer<UserMemories> };

/** Makes a layer for each store, from the store's properties. */
export type StoreMiddleware = (store: Pick<MemoryStore, 'type' | 'backend' | 'capabilities'>) => StoreLayer;

/** Returns the store behind these decorators: the first in the list sees a call first, and its answer last. */
export function withMiddleware<S extends MemoryStore>(store: S, middleware: readonly StoreMiddleware[]): S {
  const layers = middleware.map((make) => make(store));
  const ofUser = layered(store.ofUser, ...layers.map((layer) => layer.ofUser ?? {}));
  const operations = layers.map(({ ofUser: _, ...layer }) => layer as Layer<S>);
  return { ...layered(store, ...operations), ofUser };
}
