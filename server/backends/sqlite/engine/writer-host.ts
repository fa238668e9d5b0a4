/** Runs the writer in its thread: gathers calls while it commits, and answers those about the file itself. */
import type { MessagePort } from 'node:worker_threads';
import { RecordaError } from '../../../domain/errors.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { StoreChange } from '../copying/changes.ts';
import type { Gathered } from '../copying/parts-by-user.ts';
import { serveCalls, type Api, type QueuedCall, type Reply } from './batch-channel.ts';
import { lossToWire, toWire } from './wire-error.ts';
import type { GapsOverwritten } from './file/page-gaps.ts';
import { withRoom } from './store-room.ts';
import { openWriter, type TriedOut, type Writer, type WriterOptions } from './writer.ts';
import type { WorkSource } from './write-calls.ts';

/** The methods of every writer, whatever it writes. */
export type WriterControls<O, W extends Api = Api> = {
  /** Opens the file; must come first. */
  open(options: O): void;
  /** Empties the log if anything was deleted or overwritten since it last was; returns true unless readers kept it from doing so. */
  scrub(argument: Record<string, never>): boolean;
  /** Returns whether text was removed whose traces may still be in the gaps of pages. */
  mayHaveTraces(argument: Record<string, never>): boolean;
  /**
   * Overwrites the gaps of some pages from this one on, counted from 0, and returns the page to go on with, if there is one; BUSY if
   * readers kept the log from being emptied before, so that nothing was done.
   */
  overwriteGaps(argument: { readonly from: number }): GapsOverwritten | 'BUSY';
  /** Checks the room; `isWhole`: the reserve is there again. Returns whether calls wait for room, and whether the reserve is missing. */
  room(argument: { readonly isWhole: boolean }): { readonly isFull: boolean; readonly isTight: boolean };
  /** Rejects if the files of the store are no longer those that were opened. */
  look(argument: Record<string, never>): void;
  /** Stops all writing because of this damage. */
  halt(argument: { readonly what: string }): void;
  /** Runs calls as one transaction, which is undone; returns their answers, and what they would change. */
  tryOut(argument: { readonly calls: readonly QueuedCall<W>[] }): TriedOut;
  /** Takes the argument of a call apart, so that each part concerns one user. */
  partsOf(argument: { readonly method: Gathered; readonly argument: unknown }): readonly unknown[];
  /** Commits changes that were tried out. Returns whether there are events to publish. */
  apply(argument: { readonly changes: readonly StoreChange[] }): boolean;
  close(argument: Record<string, never>): void;
};

type Controls<O> = { readonly [K in keyof WriterControls<O>]: (argument: never) => unknown };

/** Serves a writer; `source` makes the writer's work. */
export function serveWriter<O extends WriterOptions, W extends Api>(
  port: MessagePort,
  source: (options: O) => WorkSource<W>,
): void {
  let writer: Writer<W> | undefined;
  const opened = (): Writer<W> => {
    if (writer === undefined) throw new Error('The writer is not open.');
    return writer;
  };
  const controls: WriterControls<O, W> = {
    open(options) {
      writer = withRoom(options.dataDir, () => openWriter(options, source(options)));
    },
    scrub: () => opened().scrub(),
    mayHaveTraces: () => opened().mayHaveTraces(),
    overwriteGaps: ({ from }) => opened().overwriteGaps(from),
    room: ({ isWhole }) => opened().room(isWhole),
    look: () => opened().look(),
    halt: ({ what }) => opened().halt(what),
    tryOut: ({ calls }) => opened().tryOut(calls),
    partsOf: ({ method, argument }) => opened().partsOf(method, argument),
    apply: ({ changes }) => opened().apply(changes),
    close() {
      opened().close();
      writer = undefined;
    },
  };
  const isControl = (method: PropertyKey): method is keyof Controls<O> => Object.hasOwn(controls, method);
  const control = ({ number, method, argument }: QueuedCall<W>): Reply => {
    try {
      const run = isControl(method) ? (controls[method] as (argument: unknown) => unknown) : opened;
      return { number, result: run(argument) };
    } catch (error) {
      const isLost = method === 'look' && error instanceof RecordaError;
      return { number, error: isLost ? lossToWire(error) : toWire(error) };
    }
  };
  /** Takes the calls at the front that can share a transaction. */
  const gather = (queue: QueuedCall<W>[], { traitsOf }: Writer<W>): readonly QueuedCall<W>[] => {
    let intents = 0;
    let bytes = 0;
    const calls: QueuedCall<W>[] = [];
    for (const call of queue) {
      if (intents >= SQLITE.gatheredIntents || bytes >= SQLITE.gatheredBytes || isControl(call.method)) break;
      const { isAside, isAlone, size } = traitsOf(call.method) ?? {};
      if (isAside || (isAlone && calls.length > 0)) break;
      const more = size?.(call.argument as never) ?? ONE;
      intents += more.intents;
      bytes += more.bytes;
      calls.push(call);
      if (isAlone) break;
    }
    queue.splice(0, calls.length);
    return calls;
  };
  const serve = (queue: QueuedCall<W>[]): readonly Reply[] => {
    const calls = writer === undefined ? [] : gather(queue, writer);
    if (calls.length > 0 && writer !== undefined) return writer.commit(calls);
    return queue.splice(0, 1).map((call) => {
      if (writer !== undefined && writer.traitsOf(call.method)?.isAside) return writer.aside(call);
      return control(call);
    });
  };
  serveCalls<W>(port, serve, (isIdle) => {
    writer?.writeHead();
    writer?.checkpoint(isIdle);
  });
}

const ONE = { intents: 1, bytes: 0 };
