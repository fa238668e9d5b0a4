/**
 * Follows the outbox: sends the changes in it to the index, in order, and removes those that the index has shown for a while. All of its
 * state is in the store, so that it continues after a kill where it was; what was under way then is sent again, which changes nothing.
 */
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { cancelled, deadlineExceeded, stopSignal, type Stopper } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { OUTBOX } from '../policy/backends.ts';
import type { Leases } from '../ports/leases.ts';
import type { CallContext, Clock, Outcome } from '../ports/stores.ts';
import type { DueChange, Outbox, SentChange, Settled } from '../ports/outbox.ts';
import type { SearchIndex, SearchWrite } from '../ports/search.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';
import { heldLease } from './held-lease.ts';
import { untilStopped } from './until-stopped.ts';

export type MirrorParts = {
  readonly outbox: Outbox;
  readonly index: SearchIndex;
  /** One server at a time sends the changes of a store. */
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'outbox'>;
};

export interface Mirroring {
  /** Abandons what is under way; it is sent after the next start. */
  stop(): Promise<void>;
}

export function mirrorOutbox({ outbox, index, leases, clock, log, telemetry }: MirrorParts): Mirroring {
  const stop = stopSignal();
  const ending = new AbortController();
  const call = { signal: stop };
  const pause = pauses(outbox.subscribe, stop);

  /** Sends a batch. Resolves to the milliseconds until there is more: 0 is at once. */
  async function send(): Promise<number> {
    const nowMs = clock.now();
    const query = { nowMs, limit: OUTBOX.batchChanges, bytes: OUTBOX.batchBytes };
    const { changes, nextMs } = await outbox.due(query, call);
    if (changes.length === 0) return nextMs === undefined ? Infinity : Math.max(1, nextMs - nowMs);
    await settle(
      await sendBatch(index, changes, clock, stop),
      'The index rejected changes of long-term memories; ListOutboxDeadLetters lists them',
    );
    return 0;
  }

  async function settle(settled: readonly Settled[], deadMessage: string): Promise<void> {
    await outbox.settle(settled, call);
    const dead = settled.filter(({ as }) => as === 'DEAD').length;
    if (dead > 0) log.error({ changes: dead }, deadMessage);
  }

  /** Asks whether the index shows the changes it took. Resolves to the milliseconds until it should be asked again. */
  async function look(): Promise<number> {
    const nowMs = clock.now();
    const sent = await outbox.sent(OUTBOX.looksFor, call);
    const asked = sent.filter(({ seenMs }) => seenMs === undefined);
    const shown = asked.length === 0 ? [] : await inTime((within) => index.shows(asked, within), stop);
    const settled = [
      ...asked.flatMap((change, at) => lookedFor(change, shown[at] === true, nowMs)),
      ...sent.flatMap((change) => letGo(change, nowMs)),
    ];
    const lost = 'The index accepted changes of long-term memories but never showed them; see ListOutboxDeadLetters';
    if (settled.length > 0) await settle(settled, lost);
    return Math.min(Infinity, ...sent.map((change) => nextLook(change, nowMs)));
  }

  const report = (): Promise<void> => reportState(outbox, clock, telemetry, call);

  const patient = patience({
    stop,
    onAway() {
      log.warn({}, 'The index of long-term memory does not answer: its changes wait in the outbox');
      void report().catch(() => undefined);
    },
    onBack: () => log.info({}, 'The index of long-term memory answers again: waiting changes are being sent'),
  });

  const isHeld = heldLease({ leases, job: 'mirror-long-term', call, ending: ending.signal });

  async function follow(): Promise<void> {
    const { documents } = await patient.execute(() => inTime((within) => index.check(within), stop), ending.signal);
    let isEmpty = documents === 0;
    while (!stop.aborted) {
      if (!(await isHeld())) continue;
      // An index that was recreated has lost its documents: this server sends them again.
      if (isEmpty) await refill({ outbox, clock, log }, call);
      isEmpty = false;
      const waitMs = await patient.execute(async () => {
        if (stop.aborted) throw cancelled();
        await eraseUsers(outbox, index, stop);
        const more = await send();
        return more === 0 ? 0 : Math.min(more, await look());
      }, ending.signal);
      if (waitMs === 0) continue;
      await report();
      await pause(Math.min(waitMs, OUTBOX.reportMs));
    }
  }

  // After a failure the waiting changes are sent without a restart of the server.
  const running = untilStopped(
    {
      stop,
      ending: ending.signal,
      retryMs: OUTBOX.beginAgainMs,
      onBroken: ({ message }) =>
        log.error({ error: message }, 'The outbox of long-term memory failed and is restarted'),
    },
    follow,
  );
  return {
    async stop() {
      stop.abort(cancelled());
      ending.abort();
      await running;
    },
  };
}

/** Runs work again and again until the index answers. Logs once that the index is away, and once that it is back. */
function patience({
  stop,
  onAway,
  onBack,
}: {
  readonly stop: Stopper;
  readonly onAway: () => void;
  readonly onBack: () => void;
}) {
  const policy = retry(handleWhen(isOutage), {
    maxAttempts: Infinity,
    backoff: new ExponentialBackoff({ initialDelay: OUTBOX.firstOutageMs, maxDelay: OUTBOX.lastOutageMs }),
  });
  let isAway = false;
  policy.onFailure(({ handled }) => {
    if (!handled || isAway || stop.aborted) return;
    isAway = true;
    onAway();
  });
  policy.onSuccess(() => {
    if (isAway) onBack();
    isAway = false;
  });
  return policy;
}

async function refill(
  { outbox, clock, log }: Pick<MirrorParts, 'outbox' | 'clock' | 'log'>,
  call: CallContext,
): Promise<void> {
  const changes = await outbox.refill(clock.now(), call);
  if (changes > 0) log.info({ changes }, 'The index of long-term memory is empty; it receives all local memories');
}

/** Reports how much waits in the outbox, and since when. */
async function reportState(
  outbox: Outbox,
  clock: Clock,
  telemetry: MirrorParts['telemetry'],
  call: CallContext,
): Promise<void> {
  const { waiting, sent, dead, oldestMs } = await outbox.state(call);
  const oldestAgeMs = oldestMs === undefined ? 0 : Math.max(0, clock.now() - oldestMs);
  telemetry.outbox({ waiting, sent, dead, oldestAgeMs });
}

/** The index erases a user before it gets anything new of that user. */
async function eraseUsers(outbox: Outbox, index: SearchIndex, stop: Stopper): Promise<void> {
  const call = { signal: stop };
  for (const whose of await outbox.erasures(call)) {
    await inTime((within) => index.eraseUser(whose, within), stop);
    await outbox.erased(whose, call);
  }
}

/** Sends changes to the index, and notes the outcome of each. Throws if the index is away. */
async function sendBatch(
  index: SearchIndex,
  changes: readonly DueChange[],
  clock: Clock,
  stop: Stopper,
): Promise<readonly Settled[]> {
  const puts = changes.flatMap((change) =>
    change.document === undefined ? [] : [{ ...change, document: change.document }],
  );
  const removals = changes.filter(({ document }) => document === undefined);
  const documents = puts.map(({ document }) => document);
  const written = documents.length === 0 ? [] : await inTime((within) => index.put(documents, within), stop);
  const gone = removals.length === 0 ? [] : await inTime((within) => index.remove(removals, within), stop);
  // A service that is away may report so for each change.
  const away = [...written, ...gone].find((outcome) => !outcome.ok && isOutage(outcome.error));
  if (away?.ok === false && [...written, ...gone].every((outcome) => !outcome.ok)) throw away.error;
  const atMs = clock.now();
  return [
    ...puts.map((change, at) => settledAs(change, written[at], atMs)),
    ...removals.map((change, at) => settledAs(change, gone[at], atMs)),
  ];
}

function settledAs(
  { id, sequence, revision, attempts }: DueChange,
  outcome: Outcome<SearchWrite> | undefined,
  atMs: number,
): Settled {
  if (outcome === undefined) throw new Error('The index returned no outcome for a change.');
  // The index has a newer version, which counts as written.
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

/** Returns half of the time that the change has waited already, within bounds; for a change that is seen, the rest of its linger time. */
function nextLook({ sentMs, seenMs }: SentChange, nowMs: number): number {
  if (seenMs !== undefined) return Math.max(OUTBOX.firstLookMs, seenMs + OUTBOX.lingerMs - nowMs);
  return Math.min(OUTBOX.lastLookMs, Math.max(OUTBOX.firstLookMs, (nowMs - sentMs) / 2));
}

/** An error that fails a whole call of the index is not the fault of one change. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof RecordaError &&
    (error.reason === 'BACKEND_UNAVAILABLE' || error.reason === 'DEADLINE_EXCEEDED' || error.reason === 'OVERLOADED')
  );
}

/** Gives `work` a signal that aborts when it takes too long, or at shutdown. */
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

/** Returns a function that waits, at most until it is notified. A notification while nobody waits ends the next pause at once. */
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
