/** Caches readers' recent answers about sessions. An entry is used only after the reader has confirmed that it holds. */
import { LRUCache } from 'lru-cache';
import { userKeyPrefix, type UserKey } from '../../../domain/accounts.ts';
import type { SessionQuery } from '../../../domain/context/intents.ts';
import type { Recalled } from '../../../domain/context/recall-block.ts';
import type { Scope } from '../../../domain/memory.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { StillView } from './reads.ts';

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
  /** Turns that were found recently, so that values derived from their words, which never change, are made once. */
  const found = new LRUCache<string, Recalled>({
    max: SQLITE.keptTurns,
    maxSize: SQLITE.keptTurnBytes,
    sizeCalculation: ({ content }) => SQLITE.keptSessionOverheadBytes + 2 * content.length,
  });
  const keepFound = (start: string, turn: Recalled): Recalled => {
    const key = start + turn.id;
    const known = found.get(key);
    if (known !== undefined && isSame(known, turn)) return known;
    found.set(key, turn);
    return turn;
  };
  /** The number of times that users were forgotten. */
  let forgotten = 0;

  return {
    /** Returns the entry for the same system prompt and model. */
    of({ scope, systemVersion, model }: Asked): Kept | undefined {
      const known = kept.get(keyOf(scope));
      if (known?.agentId !== scope.agentId || known.systemVersion !== systemVersion) return undefined;
      return known.model === model ? known : undefined;
    },

    /**
     * Starts a question; the result takes the answer, unless a user was forgotten meanwhile, and returns the turns that were found, each
     * as the same object as before.
     */
    asking({ scope, systemVersion, model }: Asked) {
      const before = forgotten;
      return (stamp: number, still: StillView, recalled: readonly Recalled[] = []): readonly Recalled[] => {
        if (before !== forgotten) return recalled;
        const key = keyOf(scope);
        if (kept.peek(key)?.still !== still)
          kept.set(key, { stamp, still, agentId: scope.agentId, systemVersion, model });
        const start = userKeyPrefix(scope);
        return recalled.map((turn) => keepFound(start, turn));
      };
    },

    /** Drops a session that has changed, whose entry would not be confirmed. */
    drop: (scope: Scope): void => void kept.delete(keyOf(scope)),

    /** Drops all entries of a user. */
    forget({ tenant, userId }: UserKey): void {
      forgotten += 1;
      const start = userKeyPrefix({ tenant, userId });
      for (const of of [kept, found])
        for (const key of Array.from(of.keys())) if (key.startsWith(start)) of.delete(key);
    },
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}

/** The fields are compared one by one: a loop over names takes several times as long, and a prompt compares each turn that was found. */
function isSame(one: Recalled, other: Recalled): boolean {
  return (
    one.content === other.content &&
    one.sessionId === other.sessionId &&
    one.turn === other.turn &&
    one.speaker === other.speaker &&
    one.role === other.role &&
    one.timeMs === other.timeMs &&
    one.appendedMs === other.appendedMs
  );
}

/** Estimates the bytes: two for each letter, and the overhead of objects. */
function sizeOf({ window, segments, lastError }: StillView): number {
  let bytes = SQLITE.keptSessionOverheadBytes * (1 + window.length + segments.length) + 2 * lastError.length;
  for (const { content, toolCalls } of window) {
    bytes += 2 * content.length;
    for (const { argumentsJson } of toolCalls) bytes += 2 * argumentsJson.length;
  }
  return bytes;
}
