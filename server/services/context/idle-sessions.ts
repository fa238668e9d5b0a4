/** Summarises the windows of sessions that nobody uses any more, as if they had been ended, and leaves them open. */
import type { Scope } from '../../domain/memory.ts';
import type { ContextDependencies } from './dependencies.ts';
import { summaries, type SummaryParts, type TimedCall } from './summaries.ts';
import { fromSealed } from './translate.ts';

export interface IdleSessions {
  /**
   * Seals at most `limit` sessions to which nobody has appended for `idleMs`: of any user, or with `scope` the other sessions of that
   * user. Returns how many.
   */
  seal(idleMs: number, limit: number, call: TimedCall, scope?: Scope): Promise<number>;
}

export function idleSessions(
  dependencies: SummaryParts & Pick<ContextDependencies, 'sessionEvents' | 'extraction'>,
): IdleSessions {
  const { store, sessionEvents, extraction } = dependencies;
  const { ofIdle } = summaries(dependencies);
  return {
    async seal(idleMs, limit, call, scope) {
      const idleBeforeMs = call.nowMs - idleMs;
      const idle = await store.idle({ beforeMs: idleBeforeMs, limit, scope }, call);
      for (const of of idle) {
        const written = await ofIdle(of, call);
        const intent = { scope: of, ends: false, nowMs: call.nowMs, idleBeforeMs, summaries: written };
        const { sealed, settled } = await store.flush(intent, call);
        extraction?.note(of, settled);
        sessionEvents.publish(
          of,
          sealed.map((segment) => ({ $case: 'sealed', value: fromSealed(segment) })),
        );
      }
      return idle.length;
    },
  };
}
