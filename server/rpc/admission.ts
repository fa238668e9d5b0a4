/**
 * Which calls run, wait or are refused, by the work that is there and by what each call's deadline leaves of it: never by how late the
 * clock is. Calls wait beyond those that may run at once. Whoever is due first comes first, until somebody has waited for half of the time
 * that they had: then more comes than can be answered, and the newest come first (adaptive LIFO), since those that wait longest would
 * mostly be answered too late. A call that can no longer be answered in time is refused before it costs anything.
 */
import { RecordaError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';
import type { RefusalCause } from '../ports/telemetry.ts';
import { concurrencyLimit, type ConcurrencyLimits } from './concurrency-limit.ts';

export type AdmissionLimits = {
  readonly concurrency: ConcurrencyLimits;
  /** Calls that wait; beyond it the one with the least hope is refused. */
  readonly waiting: number;
};

/** Told of each call that is refused. */
export type OnRefused = (method: string, cause: RefusalCause) => void;

/** A call that may run, now or when it is its turn. */
export interface Permit {
  /** Resolves when the call may run; undefined: at once. */
  readonly turn: Promise<void> | undefined;
  /** The call waits for its reader: another may run meanwhile. */
  pause(): void;
  resume(): void;
  /** Once. `answered`: it did what it was asked, so that the next of its kind will take as long. */
  end(answered: boolean): void;
}

export interface Admission {
  /**
   * A permit, or OVERLOADED. `availableMs` is what is left until its deadline; `refuse` is told when it has waited in vain.
   */
  request(method: string, availableMs: number, refuse: (why: RecordaError) => void): Permit | RecordaError;
}

type Entry = {
  readonly method: string;
  readonly arrivedAt: number;
  readonly dueAt: number;
  readonly refuse: (why: RecordaError) => void;
  admit: () => void;
  startedAt: number;
  pausedAt: number;
  pausedMs: number;
};

/** Time as admission needs it. */
export type AdmissionClock = {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Runs it again and again until the returned function is called. */
  repeat(run: () => void, everyMs: number): () => void;
};

const CLOCK: AdmissionClock = {
  now: () => performance.now(),
  repeat(run, everyMs) {
    const timer = setInterval(run, everyMs).unref();
    return () => clearInterval(timer);
  },
};

/** For calls that end by themselves. */
export function admission(
  limits: AdmissionLimits,
  onRefused: OnRefused = () => undefined,
  { now, repeat }: AdmissionClock = CLOCK,
): Admission {
  const limit = concurrencyLimit(limits.concurrency);
  const running = new Set<Entry>();
  const takes = movingAverages();
  let waiting: Entry[] = [];
  let stopLooking: (() => void) | undefined;

  return {
    request(method, availableMs, refuse) {
      const at = now();
      const entry: Entry = {
        method,
        arrivedAt: at,
        dueAt: at + availableMs,
        refuse,
        admit: () => undefined,
        startedAt: at,
        pausedAt: 0,
        pausedMs: 0,
      };
      if (waiting.length === 0 && hasRoom(at)) {
        running.add(entry);
        return permit(entry, undefined);
      }
      if (isHopeless(entry, at)) return refusal(entry, 'deadline');
      if (waiting.length >= limits.waiting && !refuseLatest(at)) return refusal(entry, 'queue');
      const turn = new Promise<void>((resolve) => (entry.admit = resolve));
      waiting.push(entry);
      stopLooking ??= repeat(refuseHopeless, SERVING.admissionMs);
      admitNext();
      return permit(entry, turn);
    },
  };

  function permit(entry: Entry, turn: Promise<void> | undefined): Permit {
    return {
      turn,
      pause() {
        entry.pausedAt = now();
        if (running.delete(entry)) admitNext();
      },
      resume() {
        entry.pausedMs += now() - entry.pausedAt;
        running.add(entry);
      },
      end(answered) {
        if (!running.delete(entry)) {
          // It gave up waiting, or ran for so long that it holds nobody back any more.
          const index = waiting.indexOf(entry);
          if (index >= 0) waiting.splice(index, 1);
          return;
        }
        const endedAt = now();
        const { arrivedAt, startedAt, pausedMs, dueAt, method } = entry;
        const ranMs = endedAt - startedAt - pausedMs;
        if (answered) takes.add(method, ranMs, endedAt);
        // Where there was room to spare, what became of a call says nothing of the limit.
        if (waiting.length === 0 && running.size + 1 < limit.current()) return;
        limit.ended({ startedAt, endedAt, usedShare: ranMs / Math.max(dueAt - arrivedAt, ranMs, Number.MIN_VALUE) });
        admitNext();
      },
    };
  }

  function hasRoom(at: number): boolean {
    if (running.size < limit.current()) return true;
    // The oldest come first in a Set. What runs for seconds, a backup perhaps, must not keep others from what takes milliseconds.
    for (const entry of running) {
      if (at - entry.startedAt < SERVING.longCallMs) break;
      running.delete(entry);
    }
    return running.size < limit.current();
  }

  function admitNext(): void {
    const at = now();
    while (waiting.length > 0 && hasRoom(at)) {
      const [entry] = waiting.splice(nextOf(waiting, at), 1) as [Entry];
      if (isHopeless(entry, at)) {
        entry.refuse(refusal(entry, 'deadline'));
        continue;
      }
      entry.startedAt = at;
      running.add(entry);
      entry.admit();
    }
    if (waiting.length > 0) return;
    stopLooking?.();
    stopLooking = undefined;
  }

  function refuseHopeless(): void {
    const at = now();
    const hopeless = waiting.filter((entry) => isHopeless(entry, at));
    const refusals = hopeless.map((entry) => refusal(entry, 'deadline'));
    if (hopeless.length > 0) waiting = waiting.filter((entry) => !hopeless.includes(entry));
    for (const [index, entry] of hopeless.entries()) entry.refuse(refusals[index]!);
    admitNext();
  }

  function isHopeless({ method, dueAt }: Entry, at: number): boolean {
    return dueAt - at < takes.of(method, at);
  }

  /** Makes room for a newcomer. Whether there was one who is late. */
  function refuseLatest(at: number): boolean {
    const late = waiting.find((entry) => isLate(entry, at));
    if (late === undefined) return false;
    waiting.splice(waiting.indexOf(late), 1);
    late.refuse(refusal(late, 'queue'));
    return true;
  }

  function refusal({ method }: Entry, cause: RefusalCause): RecordaError {
    onRefused(method, cause);
    const { overloadedRetryMs, overloadedRetryMostMs } = SERVING;
    const workMs = (waiting.length * takes.ofAll(now())) / limit.current();
    return new RecordaError(
      'OVERLOADED',
      `The server has more calls than it can answer in time: ${waiting.length} wait. This one was not begun. Wait a little and repeat it, with a later deadline if you can.`,
      { retryAfterMs: Math.round(Math.min(Math.max(workMs, overloadedRetryMs), overloadedRetryMostMs)) },
    );
  }
}

/** Whether half of the time that it had is gone. */
function isLate({ arrivedAt, dueAt }: Entry, at: number): boolean {
  return at - arrivedAt > dueAt - at;
}

/** The index of the call that runs next. */
function nextOf(waiting: readonly Entry[], at: number): number {
  let next = 0;
  for (const [index, entry] of waiting.entries()) {
    if (isLate(entry, at)) return waiting.length - 1;
    if (entry.dueAt < (waiting[next] as Entry).dueAt) next = index;
  }
  return next;
}

/**
 * What calls take, by their method and all together. Rather too little than too much: what takes long among many may take a tenth of it
 * once fewer run, and none would run again to show it. So it falls faster than it rises, and where no call is answered, by the clock.
 */
function movingAverages(): {
  add(method: string, ms: number, at: number): void;
  of(method: string, at: number): number;
  ofAll(at: number): number;
} {
  type Average = { readonly ms: number; readonly at: number };
  const averages = new Map<string, Average>();
  let all: Average = { ms: 0, at: 0 };
  const { newestWeight, lowerWeight, halfLifeMs } = SERVING.costs;
  const current = (average: Average, at: number): number => average.ms * 2 ** -((at - average.at) / halfLifeMs);
  const moved = (before: Average, ms: number, at: number): Average => {
    const weight = ms < before.ms ? lowerWeight : newestWeight;
    return { ms: before.ms + weight * (ms - before.ms), at };
  };
  return {
    add(method, ms, at) {
      averages.set(method, moved(averages.get(method) ?? { ms, at }, ms, at));
      all = moved(all, ms, at);
    },
    of(method, at) {
      const average = averages.get(method);
      return average === undefined ? 0 : current(average, at);
    },
    ofAll: (at) => current(all, at),
  };
}

/** For calls that do not end by themselves: so many, and no more. */
export function boundedAdmission(most: number, onRefused: OnRefused = () => undefined): Admission {
  let inside = 0;
  return {
    request(method) {
      if (inside >= most) {
        onRefused(method, 'streams');
        return new RecordaError(
          'OVERLOADED',
          `The server has ${most} such streams open. End one, or wait a little and repeat the call.`,
          { retryAfterMs: SERVING.overloadedRetryMs },
        );
      }
      inside += 1;
      return {
        turn: undefined,
        pause: () => undefined,
        resume: () => undefined,
        end: () => void (inside -= 1),
      };
    },
  };
}
