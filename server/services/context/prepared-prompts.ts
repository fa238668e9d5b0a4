/**
 * Which sessions' next prompts were made ready after an append, and what became of it. Work that nobody uses is bounded: so many sessions
 * wait for their prompt, so long, and one that is only written to is no more prepared until somebody asks for its prompt.
 */
import type { Scope } from '../../domain/memory.ts';
import { PREPARING } from '../../policy/context.ts';
import type { PreparationOutcome } from '../../telemetry/ports.ts';

export type PreparedPrompts = {
  /** Something was appended; says whether the session's next prompt is to be prepared. */
  appended(scope: Scope, nowMs: number): boolean;
  /** A prompt is asked for. */
  asked(scope: Scope, nowMs: number): void;
};

/** `unused`: how many in a row. */
type Session = { readonly atMs: number; readonly isReady: boolean; readonly unused: number };

export function preparedPrompts(count: (outcome: PreparationOutcome) => void): PreparedPrompts {
  /** The one that was appended to longest ago first. */
  const sessions = new Map<string, Session>();

  const drop = (key: string, { isReady }: Session): void => {
    sessions.delete(key);
    if (isReady) count('unused');
  };
  const dropOld = (nowMs: number): void => {
    for (const [key, session] of sessions) {
      if (session.atMs + PREPARING.lifeMs >= nowMs && sessions.size <= PREPARING.sessions) return;
      drop(key, session);
    }
  };

  return {
    appended(scope, nowMs) {
      dropOld(nowMs);
      const key = keyOf(scope);
      const before = sessions.get(key);
      const unused = before === undefined ? 0 : before.unused + (before.isReady ? 1 : 0);
      if (before !== undefined) drop(key, before);
      const isReady = unused < PREPARING.unused;
      sessions.set(key, { atMs: nowMs, isReady, unused });
      count(isReady ? 'prepared' : 'withheld');
      dropOld(nowMs);
      return isReady;
    },

    asked(scope, nowMs) {
      dropOld(nowMs);
      const key = keyOf(scope);
      if (sessions.get(key)?.isReady) count('used');
      sessions.delete(key);
    },
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}
