/**
 * Makes sessions' next prompts ready after an append, and counts what became of it. A prompt that is asked for at once does the work itself,
 * which takes less than to be told that it was done; so appends that follow each other closely are prepared for once. Work that nobody
 * uses is bounded: so many sessions wait for their prompt, so long, and one that is only written to is no more prepared until somebody
 * asks for its prompt.
 */
import type { Scope } from '../../domain/memory.ts';
import { PREPARING } from '../../policy/context.ts';
import type { ContextStore } from '../../ports/context.ts';
import type { PreparationOutcome } from '../../ports/telemetry.ts';

export type PreparedPrompts = {
  /** Something was appended: the session's next prompt is prepared, if it may be, unless it is asked for before. */
  appended(scope: Scope, changesFacts: boolean, nowMs: number): void;
  /** A prompt is asked for. */
  asked(scope: Scope, nowMs: number): void;
};

/** `timer`: of what is to be prepared soon. `unused`: how many in a row. */
type Session = {
  readonly atMs: number;
  readonly changesFacts: boolean;
  readonly unused: number;
  timer: NodeJS.Timeout | undefined;
  isReady: boolean;
};

export function preparedPrompts(
  prepare: ContextStore['prepare'],
  count: (outcome: PreparationOutcome) => void,
): PreparedPrompts {
  /** The one that was appended to longest ago first. */
  const sessions = new Map<string, Session>();

  const drop = (key: string, { isReady, timer }: Session): void => {
    sessions.delete(key);
    clearTimeout(timer);
    if (isReady) count('unused');
  };
  const dropOld = (nowMs: number): void => {
    for (const [key, session] of sessions) {
      if (session.atMs + PREPARING.lifeMs >= nowMs && sessions.size <= PREPARING.sessions) return;
      drop(key, session);
    }
  };
  const soon = (scope: Scope, session: Session): void => {
    const begin = (): void => {
      session.timer = undefined;
      session.isReady = true;
      count('prepared');
      prepare(scope, session);
    };
    session.timer = setTimeout(begin, PREPARING.afterMs).unref();
  };

  return {
    appended(scope, changesFacts, nowMs) {
      dropOld(nowMs);
      const key = keyOf(scope);
      const before = sessions.get(key);
      const unused = before === undefined ? 0 : before.unused + (before.isReady ? 1 : 0);
      const isWaiting = before?.timer !== undefined;
      if (before !== undefined) drop(key, before);
      const session: Session = {
        atMs: nowMs,
        changesFacts: changesFacts || (isWaiting && before.changesFacts),
        unused,
        timer: undefined,
        isReady: false,
      };
      sessions.set(key, session);
      if (unused < PREPARING.unused) soon(scope, session);
      else count('withheld');
      dropOld(nowMs);
    },

    asked(scope, nowMs) {
      dropOld(nowMs);
      const key = keyOf(scope);
      const session = sessions.get(key);
      if (session === undefined) return;
      if (session.isReady) count('used');
      clearTimeout(session.timer);
      sessions.delete(key);
    },
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}
