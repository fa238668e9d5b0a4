/** Tells those who watch a session what becomes of it. */
import type { Scope } from '../../domain/memory.ts';
import { WATCHED_EVENTS } from '../../policy/context.ts';
import type { WatchSessionResponse } from '../../../proto/gen/recorda/v1/context.ts';

export type SessionEvent = NonNullable<WatchSessionResponse['event']>;

/** What has happened and was not yet told. */
export interface SessionEar {
  /** What waits, and last how much did not fit. */
  take(): readonly SessionEvent[];
  /** Runs once, with the next event. */
  wake: () => void;
  stop(): void;
}

export interface SessionNews {
  tell(scope: Scope, events: readonly SessionEvent[]): void;
  listen(scope: Scope): SessionEar;
}

export function sessionNews(): SessionNews {
  const ears = new Map<string, Set<{ hear(events: readonly SessionEvent[]): void }>>();
  return {
    tell(scope, events) {
      if (events.length > 0) for (const ear of ears.get(keyOf(scope)) ?? []) ear.hear(events);
    },
    listen(scope) {
      const key = keyOf(scope);
      let waiting: SessionEvent[] = [];
      let missed = 0;
      const hearing = {
        hear(events: readonly SessionEvent[]) {
          const fitting = events.slice(0, WATCHED_EVENTS - waiting.length);
          waiting.push(...fitting);
          missed += events.length - fitting.length;
          ear.wake();
        },
      };
      const ear: SessionEar = {
        wake: () => undefined,
        take() {
          const events = waiting;
          waiting = [];
          if (missed > 0) events.push({ $case: 'missedCount', value: missed });
          missed = 0;
          return events;
        },
        stop() {
          const others = ears.get(key);
          others?.delete(hearing);
          if (others?.size === 0) ears.delete(key);
        },
      };
      const all = ears.get(key) ?? new Set();
      ears.set(key, all.add(hearing));
      return ear;
    },
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}
