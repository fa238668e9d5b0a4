/** What the writing child sends its parent, one line of JSON for each acknowledged write, and what the parent can conclude from it. */
import type { Scope } from '../../server/domain/memory.ts';

/** No memory of the user `keeper` is ever removed; those of `changer` come and go. */
export type Written =
  | { readonly write: 'add' | 'update'; readonly user: 'keeper'; readonly id: string; readonly version: number }
  | { readonly write: 'remove'; readonly user: 'changer'; readonly ids: readonly string[] };

/** What the writing child prints before its first line of JSON, when it begins to open the store. */
export const OPENING = 'opening';

export const QUOTA = {
  SHORT_TERM: { count: 20, bytes: 200_000 },
  LONG_TERM: { count: 100_000, bytes: 1_000_000_000 },
} as const;

export function scopeOf(userId: string): Scope {
  return { tenant: 'default', userId, agentId: '', sessionId: 's', namespace: '', taskId: '' };
}

/** Returns the text of a memory at a version; its length ranges from a word to many pages. */
export function textAt(id: string, version: number): string {
  const seed = Number.parseInt(id.slice(-4), 16) * (version + 1);
  const length = seed % 50 === 0 ? 60_000 : seed % 700;
  return `${id} ${version} `.padEnd(length, `${seed} `);
}

/** A mirrored memory: its current version, or 0 once it is removed; with `isGoing` its removal had begun, so it may be gone. */
export type Mirrored = { readonly id: string; readonly version: number; readonly isGoing?: boolean };

export const MIRRORED = scopeOf('mirrored');
export const MIRROR = 'search';
