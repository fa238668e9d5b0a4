/**
 * Decides which calls run, wait or are refused, by the work that is waiting and by what each call's deadline leaves of its time: never by
 * how late the clock is. Calls beyond those that may run at once wait, and tenants take turns (waiting-line.ts). A call that can no
 * longer be answered in time is refused before it costs anything. Once more calls have arrived for a while than can be answered, those
 * that would have to wait are refused as well but for a short queue: a burst is worked off, but a long queue that stays delays everybody
 * and answers nobody sooner.
 */
import { RecordaError, refusalError } from '../domain/errors.ts';
import { SERVING } from '../policy/serving.ts';
import type { RefusalCause } from '../ports/telemetry.ts';
import { callTimes, type CallTimes } from './call-times.ts';
import { concurrencyLimit, type ConcurrencyLimits } from './concurrency-limit.ts';
import { turnTime, type TurnTime } from './turn-time.ts';
import { waitingLine, type WaitingCall } from './waiting-line.ts';

export type AdmissionLimits = {
  readonly concurrency: ConcurrencyLimits;
  /** The number of calls that wait; beyond it the one that is least likely to be answered in time is refused. */
  readonly waiting: number;
  /** How long calls may have to wait, in milliseconds; a new one must wait less while more arrive than can be answered (SERVING.crowd). */
  readonly waitingMs: number;
};

/** Is called for each call that is refused. */
export type OnRefused = (method: string, cause: RefusalCause) => void;

/** The permit of a call that may run, now or when it is its turn. */
export interface Permit {
  /** Resolves when the call may run; undefined if it may run at once. */
  readonly turn: Promise<void> | undefined;
  /** The call waits for its reader, so that another may run meanwhile. */
  pause(): void;
  resume(): void;
  /** Is called once. `answered` is true if it did what was asked, so that the next of its kind is expected to take as long. */
  end(answered: boolean): void;
}

export interface Admission {
  /** Returns a permit, or OVERLOADED. `availableMs` is the time until its deadline; `refuse` is called when it has waited in vain. */
  request(call: AskingCall, availableMs: number, refuse: (why: RecordaError) => void): Permit | RecordaError;
}

/** A call that asks for its turn. */
export type AskingCall = { readonly method: string; readonly tenant: string };

type Entry = WaitingCall & {
  readonly method: string;
  readonly refuse: (why: RecordaError) => void;
  admit: () => void;
  startedAt: number;
  /** The number of calls that had begun when it began itself; NaN if others ran then. */
  begunBefore: number;
  /** The time that it was expected to take when its turn came, in milliseconds; 0 if it ran at once. */
  expectedMs: number;
  pausedAt: number;
  pausedMs: number;
};

/** Returns the time in milliseconds, monotonic. */
export type AdmissionClock = {
  now(): number;
  /** Runs it again and again until the returned function is called. */
  repeat(run: () => void, everyMs: number): () => void;
};

const CLOCK_OF_PROCESS: AdmissionClock = {
  now: () => performance.now(),
  repeat(run, everyMs) {
    const timer = setInterval(run, everyMs).unref();
    return () => clearInterval(timer);
  },
};

/** Admits calls that end by themselves. */
export function admission(
  limits: AdmissionLimits,
  onRefused: OnRefused = () => undefined,
  { now, repeat }: AdmissionClock = CLOCK_OF_PROCESS,
): Admission {
  const limit = concurrencyLimit(limits.concurrency);
  const times = callTimes();
  const turnTimes = turnTime();
  const running = runningCalls(limit, times, limits.concurrency.lateShare);
  const line = waitingLine<Entry>();
  const isHopeless = ({ method, dueAt }: Entry, at: number): boolean => dueAt - at < times.of(method, at);
  /** Returns the time that this many turns take. */
  const turnsMs = (turns: number, at: number): number => turns * (turnTimes.ms() ?? times.ofAll(at) / limit.current());
  const returns = returnTimes();
  const crowd = crowding({ waitingMs: limits.waitingMs, line, turnsMs, returns });
  let stopLooking: (() => void) | undefined;

  return {
    request({ method, tenant }, availableMs, refuse) {
      const at = now();
      const entry = arrived(method, tenant, at, availableMs, refuse);
      if (line.size === 0 && running.hasRoom(at)) {
        running.add(entry);
        return permit(entry, undefined);
      }
      if (isHopeless(entry, at)) return refusal(entry, 'deadline');
      if (turnsMs(line.turnsBefore(tenant), at) > crowd.longestWaitMs(at)) return refusal(entry, 'queue');
      if (line.size >= limits.waiting && !makeRoomFor(tenant, at)) return refusal(entry, 'queue');
      const turn = new Promise<void>((resolve) => (entry.admit = resolve));
      line.join(entry);
      stopLooking ??= repeat(refuseHopeless, SERVING.admissionMs);
      admitNext();
      return permit(entry, turn);
    },
  };

  function permit(entry: Entry, turn: Promise<void> | undefined): Permit {
    return permitOf(entry, turn, { now, running, line, turnTimes, returns, crowd, admitNext });
  }

  function admitNext(): void {
    const at = now();
    crowd.look(at);
    while (line.size > 0 && running.hasRoom(at)) {
      const entry = line.takeNext(at, costOf);
      if (isHopeless(entry, at)) {
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

    function costOf(entry: Entry): number {
      return (entry.expectedMs = Math.max(times.of(entry.method, at), SERVING.costs.leastMs));
    }
  }

  function refuseHopeless(): void {
    const at = now();
    const hopeless = line.filter((entry) => isHopeless(entry, at));
    const refusals = hopeless.map((entry) => refusal(entry, 'deadline'));
    line.leave(hopeless);
    for (const [index, entry] of hopeless.entries()) entry.refuse(refusals[index]!);
    admitNext();
  }

  /** Returns whether a waiting call was refused to make room. */
  function makeRoomFor(tenant: string, at: number): boolean {
    const least = line.leastHopeful(tenant, at);
    if (least === undefined) return false;
    line.leave([least]);
    least.refuse(refusal(least, 'queue'));
    return true;
  }

  function refusal({ method }: Entry, cause: RefusalCause): RecordaError {
    const at = now();
    onRefused(method, cause);
    return overloaded(line.size, returns.nextAfterMs(at, turnsMs(line.size, at), turnsMs(1, at)));
  }
}

type Parts = {
  readonly now: AdmissionClock['now'];
  readonly running: ReturnType<typeof runningCalls>;
  readonly line: Line;
  readonly turnTimes: TurnTime;
  readonly returns: Pick<ReturnType<typeof returnTimes>, 'idle'>;
  readonly crowd: Pick<ReturnType<typeof crowding>, 'isThere'>;
  admitNext(): void;
};

function permitOf(
  entry: Entry,
  turn: Permit['turn'],
  { now, running, line, turnTimes, returns, crowd, admitNext }: Parts,
): Permit {
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
      const at = now();
      // A call that is not among them gave up waiting, or ran for so long that it no longer holds others back.
      if (!running.delete(entry)) {
        line.leave([entry]);
        if (line.size === 0) turnTimes.rest();
        return;
      }
      turnTimes.ended(at, line.size > 0);
      if (line.size === 0) returns.idle();
      if (running.noteEnd(entry, { endedAt: at, answered, isCrowd: crowd.isThere() }, line)) admitNext();
    },
  };
}

/**
 * Tells refused callers when to come back: one after the other, not all at once, and at first as fast as calls can be answered. Callers
 * that were answered may call again as well, so that half of all calls would be refused: each refusal spreads the others further, and each
 * call that ends while none waits brings them closer together again.
 */
function returnTimes() {
  let lastAt = -Infinity;
  let spread = 1;
  const { overloadedRetryMs, overloadedRetryMostMs, returns } = SERVING;
  return {
    /** `lineMs` is the time that the waiting calls take, `turnMs` the time that one more takes. */
    nextAfterMs(at: number, lineMs: number, turnMs: number): number {
      spread = Math.min(returns.mostSpread, spread * (1 + returns.further));
      const nextAt = Math.max(lastAt + turnMs * spread, at + Math.max(lineMs, overloadedRetryMs));
      lastAt = Math.min(nextAt, at + overloadedRetryMostMs);
      return Math.round(lastAt - at);
    },
    /** A call ended while none waited. */
    idle(): void {
      spread = Math.max(1, spread * (1 - returns.closer));
    },
    /** Returns the time until the last of them comes back. */
    leftMs: (at: number): number => Math.max(0, lastAt - at),
  };
}

/**
 * Tells whether more calls have come for a while than can be answered: it begins once some call has been waiting for longer than
 * `waitingMs` at every moment for some time, and ends once all that wait, and all that were told to come back, could wait their turn
 * within `waitingMs`.
 */
function crowding({ waitingMs, line, turnsMs, returns }: CrowdParts) {
  const { afterMs, turns } = SERVING.crowd;
  let longSince: number | undefined;
  let isThere = false;
  const look = (at: number): void => {
    const oldestAt = line.oldestAt();
    if (oldestAt === undefined || at - oldestAt <= waitingMs) longSince = undefined;
    else longSince ??= at;
    if (longSince !== undefined && at - longSince >= afterMs) isThere = true;
    else if (Math.max(turnsMs(line.size, at), returns.leftMs(at)) <= waitingMs) isThere = false;
  };
  return {
    look,
    isThere: () => isThere,
    /** Returns how long a new call may have to wait. */
    longestWaitMs(at: number): number {
      if (isThere) look(at);
      if (!isThere) return Infinity;
      return Math.min(waitingMs, turnsMs(turns, at));
    },
  };
}

type CrowdParts = {
  readonly waitingMs: number;
  readonly line: Pick<Line, 'size' | 'oldestAt'>;
  /** Returns the time that this many turns take. */
  turnsMs(turns: number, at: number): number;
  readonly returns: Pick<ReturnType<typeof returnTimes>, 'leftMs'>;
};

function arrived(method: string, tenant: string, at: number, availableMs: number, refuse: Entry['refuse']): Entry {
  const dueAt = at + availableMs;
  const admit = (): void => undefined;
  return {
    method,
    tenant,
    arrivedAt: at,
    dueAt,
    refuse,
    admit,
    startedAt: at,
    begunBefore: NaN,
    expectedMs: 0,
    pausedAt: 0,
    pausedMs: 0,
  };
}

type Ending = { readonly endedAt: number; readonly answered: boolean; readonly isCrowd: boolean };

/** Keeps the calls that run, and adjusts the limit when they end. */
function runningCalls(limit: ReturnType<typeof concurrencyLimit>, times: CallTimes, lateShare: number) {
  const { slow } = SERVING;
  const running = new Set<Entry>();
  let begun = 0;
  return {
    add(entry: Entry): void {
      entry.begunBefore = running.size === 0 ? begun : NaN;
      begun += 1;
      running.add(entry);
    },
    delete: (entry: Entry): boolean => running.delete(entry),
    hasRoom(at: number): boolean {
      if (running.size < limit.current()) return true;
      // The oldest come first in a Set. A call that runs for seconds, such as a backup, must not keep back those that take milliseconds.
      for (const entry of running) {
        if (at - entry.startedAt < SERVING.longCallMs) break;
        running.delete(entry);
      }
      return running.size < limit.current();
    },
    /** Learns from a call that has ended and is no longer among them. Returns false if it says nothing about the limit. */
    noteEnd(entry: Entry, { endedAt, answered, isCrowd }: Ending, line: Pick<Line, 'size' | 'correct'>): boolean {
      const { arrivedAt, startedAt, begunBefore, pausedMs, dueAt, method, tenant, expectedMs } = entry;
      const ranMs = endedAt - startedAt - pausedMs;
      const wasAlone = begun === begunBefore + 1;
      if (answered) times.add(method, ranMs, endedAt, wasAlone);
      if (expectedMs > 0) line.correct(tenant, ranMs - expectedMs);
      // If there was room to spare, the outcome of a call says nothing about the limit.
      if (line.size === 0 && running.size + 1 < limit.current()) return false;
      // Calls of its kind must be slow on average as well: one call that is large by itself says nothing.
      const timesAlone = isCrowd ? slow.timesAloneInCrowd : slow.timesAlone;
      const slowMs = Math.max(slow.leastMs, timesAlone * times.ofAlone(method));
      const isSlow = Math.min(ranMs, times.of(method, endedAt)) > slowMs;
      const isLate = isSlow || ranMs > lateShare * (dueAt - arrivedAt);
      limit.ended({ startedAt, endedAt, isLate });
      return true;
    },
  };
}

type Line = ReturnType<typeof waitingLine<Entry>>;

function overloaded(waiting: number, retryAfterMs: number): RecordaError {
  return refusalError(
    'OVERLOADED',
    `The server has more calls than it can answer in time: ${waiting} wait. This one was not started. Wait a little and repeat it, with a later deadline if possible.`,
    { retryAfterMs },
  );
}

/** Admits calls that do not end by themselves, up to a fixed number. */
export function boundedAdmission(most: number, onRefused: OnRefused = () => undefined): Admission {
  let inside = 0;
  return {
    request({ method }) {
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
