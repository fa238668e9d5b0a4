/**
 * The writer's channel in a store that is a copy: writes are tried out, and applied once whoever holds the data of all copies has committed
 * them. Writes that arrive during a commit go together in the next one, since a later one must see what an earlier one did.
 */
import { abortError, orAbort, type StopSignal } from '../../../domain/abort.ts';
import type { Origin } from '../../../domain/audit.ts';
import { RecordaError } from '../../../domain/errors.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { BatchChannel, QueuedCall, Reply } from '../engine/batch-channel.ts';
import { fromWire } from '../engine/wire-error.ts';
import type { WriterMethods } from '../engine/writer-host.ts';
import type { StoreWrites, WriterData } from '../writes.ts';
import type { WriterApi } from '../writer-thread.ts';
import { isNothing, type HeldChange } from '../engine/store-change.ts';
import type { Copy, Holder } from './holder.ts';

type Own =
  'sweepOwn' | 'eraseStep' | 'beginPack' | 'addPiece' | 'endPack' | 'noteShipped' | 'forgetUnshipped' | 'reembed';
type Aside = 'stageImport' | 'dropImport';
type Direct = keyof WriterMethods<WriterData, StoreWrites> | Extract<keyof StoreWrites, Own | Aside>;

/** Calls about the file itself, about rows that each copy has of its own, and about what is not in the file. */
const DIRECT: Readonly<Record<Direct, true>> = {
  open: true,
  scrub: true,
  mayHaveTraces: true,
  overwriteGaps: true,
  room: true,
  look: true,
  halt: true,
  tryOut: true,
  apply: true,
  position: true,
  close: true,
  sweepOwn: true,
  eraseStep: true,
  beginPack: true,
  addPiece: true,
  endPack: true,
  noteShipped: true,
  forgetUnshipped: true,
  reembed: true,
  stageImport: true,
  dropImport: true,
};

type Waiting = {
  readonly call: Omit<QueuedCall<StoreWrites>, 'number'>;
  readonly signal: StopSignal | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (why: unknown) => void;
};

type CopyEvents = Pick<Copy, 'fail'> & {
  /** Is called with changes before anybody is told that they are there. */
  readonly onApplied: (changes: readonly HeldChange[]) => Promise<void>;
};

type HeldWrites = {
  readonly channel: BatchChannel<WriterApi>;
  readonly copy: Copy;
};

export function heldWrites(
  channel: BatchChannel<WriterApi>,
  holder: Holder,
  { onApplied, fail }: CopyEvents,
): HeldWrites {
  const listeners: (() => void)[] = [];
  let hasEvents = false;
  const copy: Copy = {
    position: () => channel.call('position', {}),
    async apply(changes) {
      if (await channel.call('apply', { changes })) hasEvents = true;
      // If this fails, the holder asks for the same again, and the events are still to be published.
      await onApplied(changes);
      if (!hasEvents) return;
      hasEvents = false;
      for (const listener of listeners) listener();
    },
    fail,
  };
  const written = gatheredWrites(channel, holder);
  return {
    copy,
    channel: {
      ...channel,
      get waiting() {
        return channel.waiting + written.waiting();
      },
      async call(method, argument, signal, origin) {
        if (Object.hasOwn(DIRECT, method)) return channel.call(method, argument, signal, origin);
        if (method === 'sweep') await sweepOwn(channel, argument as { readonly nowMs: number });
        return written.call(method, argument, signal, origin);
      },
      onEvents(listener) {
        listeners.push(listener);
        channel.onEvents(listener);
      },
    },
  };
}

const OF_ONE_USER: readonly string[] = ['USER_KEY_MISSING', 'STORE_DAMAGED'];

/** Tries out together what waits, and commits it as one change. */
function gatheredWrites(channel: BatchChannel<WriterApi>, holder: Holder) {
  const waiting: Waiting[] = [];
  let isBusy = false;

  /** Resolves to the answers once what they say stands. Each is as of a state that the copy had after all of the calls were made. */
  const settle = async (calls: readonly QueuedCall<StoreWrites>[]): Promise<readonly Reply[]> => {
    for (;;) {
      await holder.catchUp();
      const { replies, change, position } = await channel.call('tryOut', { calls });
      if (isNothing(change) || (await holder.commit(change, position))) return replies;
    }
  };
  const run = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const replies = await settle(batch.map(({ call }, number) => ({ ...call, number }) as QueuedCall<StoreWrites>));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const reply = replies[index];
        if (reply === undefined) reject(new Error('The writer gave no answer.'));
        else if ('error' in reply) reject(fromWire(reply.error));
        else resolve(reply.result as never);
      }
    } catch (error) {
      // The fault of one user must not hinder the others, of whom nothing was written either.
      if (batch.length > 1 && error instanceof RecordaError && OF_ONE_USER.includes(error.reason))
        for (const one of batch) await run([one]);
      else for (const { reject } of batch) reject(error);
    }
  };
  const runAll = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, togetherCount(waiting));
      const [given, live] = [batch.filter(isGivenUp), batch.filter((one) => !isGivenUp(one))];
      for (const { reject, signal } of given) reject(abortError(signal as StopSignal));
      if (live.length > 0) await run(live);
    }
    isBusy = false;
  };

  return {
    waiting: (): number => waiting.length,
    call(
      method: keyof WriterApi,
      argument: unknown,
      signal: StopSignal | undefined,
      origin: Origin | undefined,
    ): Promise<never> {
      const done = new Promise<never>((resolve, reject) => {
        const call = (origin === undefined ? { method, argument } : { method, argument, origin }) as Waiting['call'];
        waiting.push({ call, signal, resolve, reject });
      });
      if (!isBusy) void runAll();
      return signal === undefined ? done : orAbort(done, signal);
    },
  };
}

/** Images cannot say that a user was erased and came back, so an erasure is committed by itself. */
function togetherCount(waiting: readonly Waiting[]): number {
  const index = waiting.findIndex(({ call }) => call.method === 'detachUser');
  return index < 0 ? SQLITE.heldCalls : Math.max(1, Math.min(index, SQLITE.heldCalls));
}

function isGivenUp({ signal }: Waiting): boolean {
  return signal?.aborted ?? false;
}

async function sweepOwn(channel: BatchChannel<WriterApi>, { nowMs }: { readonly nowMs: number }): Promise<void> {
  while ((await channel.call('sweepOwn', { nowMs })).more);
}
