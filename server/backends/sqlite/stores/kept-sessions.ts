/** What readers said of sessions lately. Nothing here is believed before the reader has said that it holds. */
import { LRUCache } from 'lru-cache';
import type { Whose } from '../../../domain/accounts.ts';
import type { SessionQuery } from '../../../domain/context/intents.ts';
import type { Scope } from '../../../domain/memory.ts';
import { SQLITE } from '../../../policy/sqlite.ts';
import type { StillView } from '../reader/read-context.ts';

type Asked = Pick<SessionQuery, 'scope' | 'systemVersion' | 'model'>;

type Kept = {
  readonly stamp: number;
  readonly still: StillView;
  readonly agentId: string;
  readonly systemVersion: string;
  readonly model: string;
};

export type KeptSessions = ReturnType<typeof keptSessions>;

export function keptSessions() {
  const kept = new LRUCache<string, Kept>({
    max: SQLITE.keptSessions,
    maxSize: SQLITE.keptSessionBytes,
    sizeCalculation: ({ still }) => sizeOf(still),
  });
  /** Users were forgotten so many times. */
  let forgotten = 0;

  return {
    /** Of the same system prompt and model. */
    of({ scope, systemVersion, model }: Asked): Kept | undefined {
      const found = kept.get(keyOf(scope));
      if (found?.agentId !== scope.agentId || found.systemVersion !== systemVersion) return undefined;
      return found.model === model ? found : undefined;
    },

    /** Call when asking; what it gives takes the answer, unless a user was forgotten meanwhile. */
    asking({ scope, systemVersion, model }: Asked): (stamp: number, still: StillView) => void {
      const before = forgotten;
      return (stamp, still) => {
        if (before !== forgotten) return;
        kept.set(keyOf(scope), { stamp, still, agentId: scope.agentId, systemVersion, model });
      };
    },

    /** It has changed: nobody will be told that it holds. */
    drop: (scope: Scope): void => void kept.delete(keyOf(scope)),

    /** Lets go of all that is of a user. */
    forget({ tenant, userId }: Whose): void {
      forgotten += 1;
      const start = `${JSON.stringify([tenant, userId]).slice(0, -1)},`;
      for (const key of [...kept.keys()]) if (key.startsWith(start)) kept.delete(key);
    },
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}

/** About: two bytes to a letter, and what objects take. */
function sizeOf({ window, segments, lastError }: StillView): number {
  let bytes = SQLITE.keptSessionOverheadBytes * (1 + window.length + segments.length) + 2 * lastError.length;
  for (const { content, toolCalls } of window) {
    bytes += 2 * content.length;
    for (const { argumentsJson } of toolCalls) bytes += 2 * argumentsJson.length;
  }
  return bytes;
}
