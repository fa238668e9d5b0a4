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

/** Hears of each call that is refused. */
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
   * A permit, or OVERLOADED. `availableMs` is what is left until its deadline; `refuse` is called when it has waited in
   * vain.
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
  const takes = movingAverages();
  const running = runningCalls(limit, takes);
  const line = waitingLine(takes);
  let stopLooking: (() => void) | undefined;

  return {
    request(method, availableMs, refuse) {
      const at = now();
      const entry = arrived(method, at, availableMs, refuse);
      if (line.size === 0 && running.hasRoom(at)) {
        running.add(entry);
        return permit(entry, undefined);
      }
      if (line.isHopeless(entry, at)) return refusal(entry, 'deadline');
      if (line.size >= limits.waiting && !refuseLatest(at)) return refusal(entry, 'queue');
      const turn = new Promise<void>((resolve) => (entry.admit = resolve));
      line.join(entry);
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
        // Where it is not among them, it gave up waiting, or ran for so long that it holds nobody back any more.
        if (!running.delete(entry)) line.leave([entry]);
        else if (running.noteEnd(entry, now(), answered, line.size > 0)) admitNext();
      },
    };
  }

  function admitNext(): void {
    const at = now();
    while (line.size > 0 && running.hasRoom(at)) {
      const entry = line.takeNext(at);
      if (line.isHopeless(entry, at)) {
        entry.refuse(refusal(entry, 'deadline'));
        continue;
      }
      entry.startedAt = at;
      running.add(entry);
      entry.admit();
    }
    if (line.size > 0) return;
    stopLooking?.();
    stopLooking = undefined;
  }

  function refuseHopeless(): void {
    const hopeless = line.hopeless(now());
    const refusals = hopeless.map((entry) => refusal(entry, 'deadline'));
    line.leave(hopeless);
    for (const [index, entry] of hopeless.entries()) entry.refuse(refusals[index]!);
    admitNext();
  }

  /** Makes room for a newcomer. Whether there was one who is late. */
  function refuseLatest(at: number): boolean {
    const late = line.firstLate(at);
    if (late === undefined) return false;
    line.leave([late]);
    late.refuse(refusal(late, 'queue'));
    return true;
  }

  function refusal({ method }: Entry, cause: RefusalCause): RecordaError {
    onRefused(method, cause);
    return overloaded(line.size, (line.size * takes.ofAll(now())) / limit.current());
  }
}

function arrived(method: string, at: number, availableMs: number, refuse: Entry['refuse']): Entry {
  const dueAt = at + availableMs;
  const admit = (): void => undefined;
  return { method, arrivedAt: at, dueAt, refuse, admit, startedAt: at, pausedAt: 0, pausedMs: 0 };
}

/** The calls that run, and what their ends say of the limit. */
function runningCalls(limit: ReturnType<typeof concurrencyLimit>, takes: ReturnType<typeof movingAverages>) {
  const running = new Set<Entry>();
  return {
    add: (entry: Entry): void => void running.add(entry),
    delete: (entry: Entry): boolean => running.delete(entry),
    hasRoom(at: number): boolean {
      if (running.size < limit.current()) return true;
      // The oldest come first in a Set. What runs for seconds, a backup perhaps, must not keep others from what takes milliseconds.
      for (const entry of running) {
        if (at - entry.startedAt < SERVING.longCallMs) break;
        running.delete(entry);
      }
      return running.size < limit.current();
    },
    /** Learns from a call that has ended and is no longer among them. False where it says nothing of the limit. */
    noteEnd(entry: Entry, endedAt: number, answered: boolean, isAnyWaiting: boolean): boolean {
      const { arrivedAt, startedAt, pausedMs, dueAt, method } = entry;
      const ranMs = endedAt - startedAt - pausedMs;
      if (answered) takes.add(method, ranMs, endedAt);
      // Where there was room to spare, what became of a call says nothing of the limit.
      if (!isAnyWaiting && running.size + 1 < limit.current()) return false;
      limit.ended({ startedAt, endedAt, usedShare: ranMs / Math.max(dueAt - arrivedAt, ranMs, Number.MIN_VALUE) });
      return true;
    },
  };
}

/** The calls that wait for their turn. */
function waitingLine(takes: ReturnType<typeof movingAverages>) {
  const waiting: Entry[] = [];
  const isHopeless = ({ method, dueAt }: Entry, at: number): boolean => dueAt - at < takes.of(method, at);
  return {
    get size() {
      return waiting.length;
    },
    /** Whether a call can no longer end in time, even if it began now. */
    isHopeless,
    hopeless: (at: number): readonly Entry[] => waiting.filter((entry) => isHopeless(entry, at)),
    firstLate: (at: number): Entry | undefined => waiting.find((entry) => isLate(entry, at)),
    join: (entry: Entry): void => void waiting.push(entry),
    /** Takes the call out whose turn it is; there must be one. */
    takeNext: (at: number): Entry => waiting.splice(nextOf(waiting, at), 1)[0]!,
    leave(entries: readonly Entry[]): void {
      for (const entry of entries) {
        const index = waiting.indexOf(entry);
        if (index >= 0) waiting.splice(index, 1);
      }
    },
  };
}

function overloaded(waiting: number, workMs: number): RecordaError {
  const { overloadedRetryMs, overloadedRetryMostMs } = SERVING;
  return new RecordaError(
    'OVERLOADED',
    `The server has more calls than it can answer in time: ${waiting} wait. This one was not begun. Wait a little and repeat it, with a later deadline if you can.`,
    { retryAfterMs: Math.round(Math.min(Math.max(workMs, overloadedRetryMs), overloadedRetryMostMs)) },
  );
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
