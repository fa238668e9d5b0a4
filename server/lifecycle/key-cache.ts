/** Caches unwrapped keys: a limited number of them, for a limited time, after which they are no longer in memory. */
import { LRUCache } from 'lru-cache';
import { COLD, MASTER_KEYS } from '../policy/lifecycle.ts';
import { SECOND_MS } from '../policy/units.ts';

export interface KeyCache<K> {
  get(name: string): K | undefined;
  set(name: string, key: K): void;
  delete(name: string): void;
}

/** `cachedMs` counts from the time at which a key was cached; with 0, nothing is. */
export function keyCache<K extends object>(cachedMs: number = MASTER_KEYS.cachedSeconds * SECOND_MS): KeyCache<K> {
  if (cachedMs === 0) return { get: () => undefined, set: () => undefined, delete: () => undefined };
  // Without the autopurge, an expired key would stay in memory until it is asked for.
  const cache = new LRUCache<string, K>({ max: COLD.cachedUserKeys, ttl: cachedMs, ttlAutopurge: true });
  return {
    get: (name) => cache.get(name),
    set: (name, key) => void cache.set(name, key),
    delete: (name) => void cache.delete(name),
  };
}
