/**
 * Follows the outbox: sends what long-term memory's log put there to the index, in order, and lets go of what the index has shown for
 * a while. It knows nothing that is not in the store, so that it goes on after a kill where it was; what was under way then is sent
 * again, which changes nothing.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { cancelled, deadlineExceeded, stopSignal, type Stopper } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { OUTBOX } from '../policy/backends.ts';
import type { Clock, Outcome } from '../ports/stores.ts';
import type { DueChange, Outbox, SentChange, Settled } from '../ports/outbox.ts';
import type { SearchIndex, SearchWrite } from '../ports/search.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';

export type MirrorParts = {
  readonly outbox: Outbox;
  readonly index: SearchIndex;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'outbox'>;
};

export interface Mirroring {
  /** Gives up what is under way; it is sent after the next start. */
  stop(): Promise<void>;
}

export function mirrorOutbox({ outbox, index, clock, log, telemetry }: MirrorParts): Mirroring {
  const stop = stopSignal();
  const ending = new AbortController();
  const call = { signal: stop };
  const isStopped = (): boolean => stop.aborted;
  const pause = pauses(outbox.subscribe, stop);

  /** An index forgets a user before it gets anything of that user again. */
  async function erase(): Promise<void> {
    for (const whose of await outbox.erasures(call)) {
      await inTime((within) => index.eraseUser(whose, within), stop);
      await outbox.erased(whose, call);
    }
  }

  /** Sends a batch. Resolves to when there is more: 0 is at once. */
  async function send(): Promise<number> {
    const nowMs = clock.now();
    const query = { nowMs, limit: OUTBOX.batchChanges, bytes: OUTBOX.batchBytes };
    const { changes, nextMs } = await outbox.due(query, call);
    if (changes.length === 0) return nextMs === undefined ? Infinity : Math.max(1, nextMs - nowMs);
    const puts = changes.flatMap((change) =>
      change.document === undefined ? [] : [{ ...change, document: change.document }],
    );
    const removals = changes.filter(({ document }) => document === undefined);
    const documents = puts.map(({ document }) => document);
    const written = documents.length === 0 ? [] : await inTime((within) => index.put(documents, within), stop);
    const gone = removals.length === 0 ? [] : await inTime((within) => index.remove(removals, within), stop);
    // A service that is away may say so of each.
    const away = [...written, ...gone].find((outcome) => !outcome.ok && isOutage(outcome.error));
    if (away?.ok === false && [...written, ...gone].every((outcome) => !outcome.ok)) throw away.error;
    const atMs = clock.now();
    const settled = [
      ...puts.map((change, place) => settledAs(change, written[place], atMs)),
      ...removals.map((change, place) => settledAs(change, gone[place], atMs)),
    ];
    await outbox.settle(settled, call);
    const dead = settled.filter(({ as }) => as === 'DEAD').length;
    if (dead > 0)
      log.error({ changes: dead }, 'The index refused changes of long-term memories: ListOutboxDeadLetters says which');
    return 0;
  }

  /** Asks whether the index shows what it took. Resolves to when to ask again. */
  async function look(): Promise<number> {
    const nowMs = clock.now();
    const sent = await outbox.sent(OUTBOX.looksFor, call);
    const asked = sent.filter(({ seenMs }) => seenMs === undefined);
    const shown = asked.length === 0 ? [] : await inTime((within) => index.shows(asked, within), stop);
    const settled = [
      ...asked.flatMap((change, place) => lookedFor(change, shown[place] === true, nowMs)),
      ...sent.flatMap((change) => letGo(change, nowMs)),
    ];
    if (settled.length > 0) await outbox.settle(settled, call);
    const dead = settled.filter(({ as }) => as === 'DEAD').length;
    if (dead > 0)
      log.error(
        { changes: dead },
        'The index took changes of long-term memories and never showed them: see ListOutboxDeadLetters',
      );
    return Math.min(Infinity, ...sent.map((change) => nextLook(change, nowMs)));
  }

  async function tell(): Promise<void> {
    const { waiting, sent, dead, oldestMs } = await outbox.state(call);
    const oldestAgeMs = oldestMs === undefined ? 0 : Math.max(0, clock.now() - oldestMs);
    telemetry.outbox({ waiting, sent, dead, oldestAgeMs });
  }

  const patient = retry(handleWhen(isOutage), {
    maxAttempts: Infinity,
    backoff: new ExponentialBackoff({ initialDelay: OUTBOX.firstOutageMs, maxDelay: OUTBOX.lastOutageMs }),
  });
  let isAway = false;
  patient.onFailure(({ handled }) => {
    if (handled && !isAway && !stop.aborted) {
      log.warn({}, 'The index of long-term memory does not answer: its changes wait in the outbox');
      isAway = true;
      void tell().catch(() => undefined);
    }
  });
  patient.onSuccess(() => {
    if (isAway) log.info({}, 'The index of long-term memory answers again: what waits is being sent');
    isAway = false;
  });

  /** An index that was made anew knows nothing of what it had: this server sends it what it has. */
  async function makeUp(): Promise<void> {
    const { documents } = await inTime((within) => index.check(within), stop);
    if (documents > 0) return;
    const changes = await outbox.refill(clock.now(), call);
    if (changes > 0) log.info({ changes }, 'The index of long-term memory is empty: it is sent what this server has');
  }

  async function follow(): Promise<void> {
    await patient.execute(makeUp, ending.signal);
    while (!stop.aborted) {
      const waitMs = await patient.execute(async () => {
        if (stop.aborted) throw cancelled();
        await erase();
        const more = await send();
        return more === 0 ? 0 : Math.min(more, await look());
      }, ending.signal);
      if (waitMs === 0) continue;
      await tell();
      await pause(Math.min(waitMs, OUTBOX.tellMs));
    }
  }

  /** Whatever breaks it off, such as a thread of the store that crashed: what waits is not left there until the next start. */
  async function keepFollowing(): Promise<void> {
    while (!isStopped()) {
      try {
        await follow();
      } catch (error) {
        if (isStopped()) return;
        log.error(
          { error: (error as Error).message },
          'The outbox of long-term memory was broken off; it is begun again',
        );
        await wait(OUTBOX.beginAgainMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  const running = keepFollowing();
  return {
    async stop() {
      stop.abort(cancelled());
      ending.abort();
      await running;
    },
  };
}

function settledAs(
  { id, sequence, revision, attempts }: DueChange,
  outcome: Outcome<SearchWrite> | undefined,
  atMs: number,
): Settled {
  if (outcome === undefined) throw new Error('The index gave no outcome of a change.');
  // The index has a newer one: that counts.
  if (outcome.ok)
    return outcome.value === 'WRITTEN'
      ? { id, sequence, revision, as: 'SENT', atMs }
      : { id, sequence, revision, as: 'DONE' };
  if (!outcome.error.retryable) return { id, sequence, revision, as: 'DEAD', reason: 'REFUSED', atMs };
  if (attempts + 1 >= OUTBOX.attempts) return { id, sequence, revision, as: 'DEAD', reason: 'OFTEN', atMs };
  const waitMs = Math.min(OUTBOX.firstRetryMs * 2 ** attempts, OUTBOX.lastRetryMs);
  return { id, sequence, revision, as: 'REFUSED', dueMs: atMs + waitMs };
}

function lookedFor({ id, sequence, revision, sentMs }: SentChange, isShown: boolean, atMs: number): readonly Settled[] {
  if (isShown) return [{ id, sequence, revision, as: 'SEEN', atMs }];
  if (atMs - sentMs < OUTBOX.neverSeenMs) return [];
  return [{ id, sequence, revision, as: 'DEAD', reason: 'NEVER_SEEN', atMs }];
}

function letGo({ id, sequence, revision, seenMs }: SentChange, nowMs: number): readonly Settled[] {
  return seenMs !== undefined && nowMs - seenMs >= OUTBOX.lingerMs ? [{ id, sequence, revision, as: 'DONE' }] : [];
}

/** Half as long as it has waited already, within bounds; a change that is seen goes when it has lingered. */
function nextLook({ sentMs, seenMs }: SentChange, nowMs: number): number {
  if (seenMs !== undefined) return Math.max(OUTBOX.firstLookMs, seenMs + OUTBOX.lingerMs - nowMs);
  return Math.min(OUTBOX.lastLookMs, Math.max(OUTBOX.firstLookMs, (nowMs - sentMs) / 2));
}

/** Whatever fails a whole call of the index is not the fault of a change. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof RecordaError &&
    (error.reason === 'BACKEND_UNAVAILABLE' || error.reason === 'DEADLINE_EXCEEDED' || error.reason === 'OVERLOADED')
  );
}

/** Gives `work` a signal that ends it when it takes too long, or when all ends. */
async function inTime<T>(work: (call: { readonly signal: Stopper }) => Promise<T>, stop: Stopper): Promise<T> {
  const signal = stopSignal();
  const timer = setTimeout(() => signal.abort(deadlineExceeded()), OUTBOX.callMs);
  const onStop = (): void => signal.abort(cancelled());
  stop.addEventListener('abort', onStop, { once: true });
  try {
    return await work({ signal });
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

/** Waits, no longer than until there is news. News that came while nobody waited ends the next pause at once. */
function pauses(subscribe: Outbox['subscribe'], stop: Stopper): (ms: number) => Promise<void> {
  let isNew = false;
  let wake = (): void => undefined;
  const unsubscribe = subscribe(() => {
    isNew = true;
    wake();
  });
  stop.addEventListener('abort', () => {
    unsubscribe();
    wake();
  });
  return async (ms) => {
    if (!isNew && !stop.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms).unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = () => undefined;
    }
    isNew = false;
  };
}
