/** Runs the writer in its thread: gathers calls while it commits, and answers those about the file itself. */
import type { MessagePort } from 'node:worker_threads';
import { RecordaError } from '../../../domain/errors.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { serveCalls, type Api, type QueuedCall, type Reply } from './batch-channel.ts';
import { lossToWire, toWire } from './wire-error.ts';
import { withRoom } from './store-room.ts';
import { openWriter, type Writer, type WriterControls, type WriterOptions } from './writer.ts';
import type { WorkSource } from './write-calls.ts';

/** The methods of every writer: `open` must come first. */
export type WriterMethods<O, W extends Api> = WriterControls<W> & { open(options: O): void };

/** Serves a writer; `source` makes the writer's work. */
export function serveWriter<O extends WriterOptions, W extends Api>(
  port: MessagePort,
  source: (options: O) => WorkSource<W>,
): void {
  let writer: Writer<W> | undefined;
  const open = (options: O): void => {
    writer = withRoom(options.dataDir, () => openWriter(options, source(options)));
  };
  const control = ({ number, method, argument }: QueuedCall<W>): Reply => {
    try {
      if (method === 'open') return { number, result: open(argument as unknown as O) };
      if (writer === undefined) throw new Error('The writer is not open.');
      const run = writer.controls[method as keyof WriterControls] as (argument: unknown) => unknown;
      const result = run(argument);
      if (method === 'close') writer = undefined;
      return { number, result };
    } catch (error) {
      const isLost = method === 'look' && error instanceof RecordaError;
      return { number, error: isLost ? lossToWire(error) : toWire(error) };
    }
  };
  /** Takes the calls at the front that can share a transaction. */
  const gather = (queue: QueuedCall<W>[], { traitsOf, controls }: Writer<W>): readonly QueuedCall<W>[] => {
    let intents = 0;
    let bytes = 0;
    const calls: QueuedCall<W>[] = [];
    for (const call of queue) {
      if (intents >= SQLITE.gatheredIntents || bytes >= SQLITE.gatheredBytes || Object.hasOwn(controls, call.method))
        break;
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
