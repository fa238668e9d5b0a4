/** Reports a session's events to those who watch it. */
import type { Scope } from '../../domain/memory.ts';
import { WATCHED_EVENTS } from '../../policy/context.ts';
import type { WatchSessionResponse } from '../../../proto/gen/recorda/v1/context.ts';

export type SessionEvent = NonNullable<WatchSessionResponse['event']>;

/** Collects events that were not sent yet. */
export interface SessionSubscriber {
  /** Returns the events that wait, and last how many did not fit. */
  take(): readonly SessionEvent[];
  /** Is called once, with the next event. */
  wake: () => void;
  stop(): void;
}

export interface SessionEvents {
  publish(scope: Scope, events: readonly SessionEvent[]): void;
  subscribe(scope: Scope): SessionSubscriber;
}

export function sessionEvents(): SessionEvents {
  const subscribers = new Map<string, Set<{ receive(events: readonly SessionEvent[]): void }>>();
  return {
    publish(scope, events) {
      if (events.length > 0) for (const subscriber of subscribers.get(keyOf(scope)) ?? []) subscriber.receive(events);
    },
    subscribe(scope) {
      const key = keyOf(scope);
      let waiting: SessionEvent[] = [];
      let missed = 0;
      const receiver = {
        receive(events: readonly SessionEvent[]) {
          const fitting = events.slice(0, WATCHED_EVENTS - waiting.length);
          waiting.push(...fitting);
          missed += events.length - fitting.length;
          subscriber.wake();
        },
      };
      const subscriber: SessionSubscriber = {
        wake: () => undefined,
        take() {
          const events = waiting;
          waiting = [];
          if (missed > 0) events.push({ $case: 'missedCount', value: missed });
          missed = 0;
          return events;
        },
        stop() {
          const others = subscribers.get(key);
          others?.delete(receiver);
          if (others?.size === 0) subscribers.delete(key);
        },
      };
      const all = subscribers.get(key) ?? new Set();
      subscribers.set(key, all.add(receiver));
      return subscriber;
    },
  };
}

function keyOf({ tenant, userId, sessionId }: Scope): string {
  return JSON.stringify([tenant, userId, sessionId]);
}
