/**
 * Prepares sessions' next prompts after an append, and counts the outcome. A prompt that is requested at once does the work itself,
 * which takes less time than to learn that it was done; so appends that follow each other closely are prepared for once. Wasted work
 * is bounded: a limited number of sessions wait for their prompt, for a limited time, and a session that is only written to is not
 * prepared again until somebody requests its prompt.
 */
import type { Scope } from '../../domain/memory.ts';
import { PREPARING } from '../../policy/context.ts';
import type { ContextStore } from '../../ports/context.ts';
import type { PreparationOutcome } from '../../ports/telemetry.ts';

export type PreparedPrompts = {
  /** Is called after an append: the session's next prompt is prepared, if it may be, unless it is requested before that. */
  appended(scope: Scope, changesFacts: boolean, nowMs: number): void;
  /** Is called when a prompt is requested. */
  asked(scope: Scope, nowMs: number): void;
};

/** `timer` is set while the preparation is pending. `unused` counts consecutive preparations that nobody used. */
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
  /** The session whose last append is the oldest comes first. */
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
