/** One store, two doors: every scenario walks through both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grpcTransport } from '../../client/grpc-transport.ts';
import { RecordaError } from '../../client/errors.ts';
import { pipelineTransport } from '../../client/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import type { Transport } from '../../client/transport.ts';
import { openRecorda } from '../../server/recorda.ts';
import { serve } from '../../server/rpc/serve.ts';
import { silentLog } from '../../server/telemetry/ports.ts';

/** A way in, and what a test needs beside it. */
export type Door = {
  readonly recorda: Recorda;
  /** The bytes beneath, for requests that no typed client sends. */
  readonly transport: Transport;
  /** A user that no other test has. */
  newUser(): string;
  /** Moves the server's clock. */
  advance(ms: number): void;
};

/** A store in a folder of its own with both doors open. */
type BothDoors = { readonly grpc: Door; readonly inProcess: Door; close(): Promise<void> };

async function openBothDoors(): Promise<BothDoors> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-test-'));
  let aheadMs = 0;
  const { pipeline, close } = await openRecorda({ dataDir, clock: { now: () => Date.now() + aheadMs } });
  const serving = await serve({ pipeline, log: silentLog, host: '127.0.0.1', port: 0 });
  let users = 0;
  const door = (transport: Transport): Door => ({
    recorda: recordaOver(transport),
    transport,
    newUser: () => `user-${(users += 1)}`,
    advance: (ms) => {
      aheadMs += ms;
    },
  });
  const grpc = door(grpcTransport(`127.0.0.1:${serving.port}`));
  const inProcess = door(pipelineTransport(pipeline, () => Promise.resolve()));
  return {
    grpc,
    inProcess,
    async close() {
      await Promise.all([grpc.recorda.close(), inProcess.recorda.close()]);
      await serving.drain(0);
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Runs `scenarios` through each door. They share a store, so each takes users of its own: `door().newUser()`. */
export function describeBothDoors(name: string, scenarios: (door: () => Door) => void): void {
  describe(name, () => {
    let doors: BothDoors;
    before(async () => {
      doors = await openBothDoors();
    });
    after(() => doors.close());
    for (const key of ['grpc', 'inProcess'] as const) {
      describe(key === 'grpc' ? 'over gRPC' : 'in process', () => scenarios(() => doors[key]));
    }
  });
}

/** The RecordaError that `call` fails with. */
export async function errorOf(call: Promise<unknown>): Promise<RecordaError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RecordaError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}

/** Every element. */
export async function all<T>(elements: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const element of elements) found.push(element);
  return found;
}
