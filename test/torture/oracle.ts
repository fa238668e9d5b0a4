/** Predicts what the embedded store should hold: the same rules again, on plain lists and without any of the server's code. */
import type { Scope } from '../../server/domain/memory.ts';

export type Kept = { readonly id: string; text: string; version: number; readonly createMs: number };

export type OracleLimits = { readonly count: number; readonly bytes: number; readonly ttlMs: number };

export type AddResult = 'ADD' | 'ADD_WITH_PRUNE' | 'ADD_WITH_EVICTION' | 'QUOTA_EXCEEDED';

/** A user's long-term memories have the key `long`; a session's messages have another. */
export type Place = { readonly scope: Scope; readonly isSession: boolean };

export function oracle({ count, bytes, ttlMs }: OracleLimits) {
  const lists = new Map<string, Kept[]>();
  const expiries = new Map<string, number>();
  const keyOf = ({ scope, isSession }: Place): string => `${scope.userId}/${isSession ? scope.sessionId : 'long'}`;
  const size = (list: readonly Kept[]): number => list.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

  const at = (place: Place, nowMs: number): Kept[] => {
    const key = keyOf(place);
    if (place.isSession && (expiries.get(key) ?? 0) <= nowMs) lists.delete(key);
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    return list;
  };

  return {
    at: (place: Place, nowMs: number): readonly Kept[] => at(place, nowMs),

    add(place: Place, id: string, text: string, canPrune: boolean, nowMs: number): AddResult {
      const list = at(place, nowMs);
      const isTooLarge = Buffer.byteLength(text) > bytes;
      const isFull = () => list.length + 1 > count || size(list) + Buffer.byteLength(text) > bytes;
      if (isTooLarge || (isFull() && !canPrune && !place.isSession)) return 'QUOTA_EXCEEDED';
      let removed = 0;
      while (isFull()) {
        list.shift();
        removed += 1;
      }
      list.push({ id, text, version: 1, createMs: nowMs });
      if (place.isSession) expiries.set(keyOf(place), nowMs + ttlMs);
      if (removed === 0) return 'ADD';
      return place.isSession ? 'ADD_WITH_EVICTION' : 'ADD_WITH_PRUNE';
    },

    update(place: Place, id: string, text: string, nowMs: number): 'UPDATED' | 'QUOTA_EXCEEDED' | 'MEMORY_NOT_FOUND' {
      const list = at(place, nowMs);
      const found = list.find((kept) => kept.id === id);
      if (found === undefined) return 'MEMORY_NOT_FOUND';
      const grown = Buffer.byteLength(text) - Buffer.byteLength(found.text);
      if (grown > 0 && size(list) + grown > bytes) return 'QUOTA_EXCEEDED';
      found.text = text;
      found.version += 1;
      return 'UPDATED';
    },

    remove(place: Place, id: string, nowMs: number): 'REMOVED' | 'MEMORY_NOT_FOUND' {
      const list = at(place, nowMs);
      const index = list.findIndex((kept) => kept.id === id);
      if (index < 0) return 'MEMORY_NOT_FOUND';
      list.splice(index, 1);
      return 'REMOVED';
    },
  };
}
