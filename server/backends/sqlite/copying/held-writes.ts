/**
 * The writer's channel in a store that is a copy: each write is tried out, and applied once whoever holds the data of all copies has
 * committed it. One write at a time, since a later one must see what an earlier one did.
 */
import type { StopSignal } from '../../../domain/abort.ts';
import { userKeyText } from '../../../domain/accounts.ts';
import type { Origin } from '../../../domain/audit.ts';
import type { StoredAdd } from '../memories/memory-commands.ts';
import type { BatchChannel } from '../engine/batch-channel.ts';
import { fromWire } from '../engine/wire-error.ts';
import type { WriterControls } from '../engine/writer-host.ts';
import type { StoreWrites, WriterData } from '../writes.ts';
import type { WriterApi } from '../writer-thread.ts';
import { isNothing, type StoreChange } from './changes.ts';
import { GATHERED, type Gathered } from './parts-by-user.ts';

/** Holds the data of several copies of a store. */
export interface Holder {
  /** Resolves once the change stands; if it rejects, no copy applies it. */
  commit(change: StoreChange): Promise<void>;
}

type Own =
  'sweepOwn' | 'eraseStep' | 'beginPack' | 'addPiece' | 'endPack' | 'noteShipped' | 'forgetUnshipped' | 'reembed';
type Aside = 'stageImport' | 'dropImport';
type Direct = keyof WriterControls<WriterData> | Extract<keyof StoreWrites, Own | Aside>;

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
  partsOf: true,
  apply: true,
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

export function heldWrites(channel: BatchChannel<WriterApi>, holder: Holder): BatchChannel<WriterApi> {
  const listeners: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const apply = async (change: StoreChange): Promise<void> => {
    if (isNothing(change)) return;
    await holder.commit(change);
    if (await channel.call('apply', { changes: [change] })) for (const listener of listeners) listener();
  };
  const held: BatchChannel<WriterApi>['call'] = async (method, argument, signal, origin) => {
    const call = { number: 1, method, argument, origin } as never;
    const { replies, change } = await channel.call('tryOut', { calls: [call] }, signal);
    const [reply] = replies;
    if (reply === undefined || 'error' in reply)
      throw reply === undefined ? new Error('no answer') : fromWire(reply.error);
    await apply(change);
    return reply.result as never;
  };
  /** Adds memories of several users, those of each at once, and returns the outcomes in their order. */
  const addOf = async (commands: readonly StoredAdd[], ...more: [StopSignal | undefined, Origin | undefined]) => {
    const users = new Set(commands.map(({ scope }) => userKeyText(scope)));
    const outcomes = new Map<StoredAdd, Outcomes[number]>();
    for (const user of users) {
      const own = commands.filter(({ scope }) => userKeyText(scope) === user);
      const added: Outcomes = await held('add', own, ...more);
      for (const [at, command] of own.entries()) outcomes.set(command, added[at]!);
    }
    return commands.map((command) => outcomes.get(command)!);
  };
  const gathered = async (
    method: Gathered,
    argument: unknown,
    ...more: [StopSignal | undefined, Origin | undefined]
  ): Promise<void> => {
    const parts = await channel.call('partsOf', { method, argument });
    for (const part of parts) await held(method, part as never, ...more);
  };
  return {
    ...channel,
    get waiting() {
      return channel.waiting;
    },
    async call(method, argument, signal, origin) {
      if (Object.hasOwn(DIRECT, method)) return channel.call(method, argument, signal, origin);
      if (method === 'sweep') await sweepOwn(channel, argument as { readonly nowMs: number });
      if (method === 'add') return inTurn(() => addOf(argument as readonly StoredAdd[], signal, origin)) as never;
      if (isGathered(method)) return inTurn(() => gathered(method, argument, signal, origin)) as never;
      return inTurn(() => held(method, argument, signal, origin));
    },
    onEvents(listener) {
      listeners.push(listener);
      channel.onEvents(listener);
    },
  };
}

type Outcomes = ReturnType<StoreWrites['add']>;

function isGathered(method: string): method is Gathered {
  return (GATHERED as readonly string[]).includes(method);
}

async function sweepOwn(channel: BatchChannel<WriterApi>, { nowMs }: { readonly nowMs: number }): Promise<void> {
  while ((await channel.call('sweepOwn', { nowMs })).more);
}
