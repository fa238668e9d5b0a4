/** The writer's thread: gathers intents while it commits. */
import { parentPort } from 'node:worker_threads';
import { RecordaError } from '../../../domain/errors.ts';
import { SQLITE } from '../../../policy/sqlite.ts';
import { serveCalls, type QueuedCall, type Reply } from './batch-channel.ts';
import type { WriterApi } from './thread-api.ts';
import { lossToWire, toWire } from './wire-error.ts';
import { withRoom } from '../writer/store-room.ts';
import { openWriter, type Writer } from '../writer/writer.ts';

type Call = QueuedCall<WriterApi>;

/** What runs by itself; everything else is an intent, which shares a transaction with others. */
const CONTROLS = new Set<string>([
  ...(['open', 'scrub', 'room', 'look', 'halt', 'stageImport', 'dropImport', 'close'] satisfies (keyof WriterApi)[]),
]);
/** Intents that share their transaction with nothing: they are long. */
const ALONE = new Set<string>(['detachUser', 'applyImport'] satisfies (keyof WriterApi)[]);
let writer: Writer | undefined;

function control(call: Call): Reply {
  const { number } = call;
  try {
    if (call.method === 'open') {
      const { argument } = call;
      writer = withRoom(argument.dataDir, () => openWriter(argument));
      return { number, result: undefined };
    }
    if (writer === undefined) throw new Error('The writer is not open.');
    if (call.method === 'scrub') return { number, result: writer.scrub() };
    if (call.method === 'look') writer.look();
    if (call.method === 'halt') writer.halt(call.argument.what);
    if (call.method === 'stageImport') writer.imports.stage(call.argument.importId, call.argument.part);
    if (call.method === 'dropImport') writer.imports.drop(call.argument.importId);
    if (call.method === 'room') return { number, result: writer.room(call.argument.isWhole) };
    if (call.method === 'close') {
      writer.close();
      writer = undefined;
    }
    return { number, result: undefined };
  } catch (error) {
    const isLost = call.method === 'look' && error instanceof RecordaError;
    return { number, error: isLost ? lossToWire(error) : toWire(error) };
  }
}

/** The calls at the front that can share a transaction. */
function gather(queue: Call[]): readonly Call[] {
  let intents = 0;
  let bytes = 0;
  const calls: Call[] = [];
  for (const call of queue) {
    if (CONTROLS.has(call.method) || intents >= SQLITE.gatheredIntents || bytes >= SQLITE.gatheredBytes) break;
    intents +=
      call.method === 'add' || call.method === 'putBack'
        ? call.argument.length
        : call.method === 'appendTurns'
          ? call.argument.turns.length
          : 1;
    bytes += bytesOf(call);
    if (ALONE.has(call.method) && calls.length > 0) break;
    calls.push(call);
    if (ALONE.has(call.method)) break;
  }
  queue.splice(0, calls.length);
  return calls;
}

function bytesOf(call: Call): number {
  if (call.method === 'add' || call.method === 'putBack')
    return call.argument.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (call.method === 'appendTurns') return call.argument.turns.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return call.method === 'update' ? (call.argument.text?.bytes ?? 0) : 0;
}

function serve(queue: Call[]): readonly Reply[] {
  const calls = writer === undefined ? [] : gather(queue);
  if (calls.length > 0 && writer !== undefined) return writer.commit(calls);
  return queue.splice(0, 1).map(control);
}

if (parentPort !== null) {
  serveCalls<WriterApi>(parentPort, serve, (isIdle) => {
    writer?.writeHead();
    writer?.checkpoint(isIdle);
  });
}
