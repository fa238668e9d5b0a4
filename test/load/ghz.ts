/** Runs ghz, which generates load in a process of its own. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { ROOT } from '../root.ts';
import { findTool } from '../tools.ts';
import { summarise, type Timings } from './timings.ts';

const run = promisify(execFile);

/** ghz's own --proto rejects proto3 `optional`, but a built descriptor set works. */
const DESCRIPTORS = join(ROOT, 'proto/gen/recorda.binpb');
const MAX_REPORT_BYTES = 64 * 1024 * 1024;
const NANOSECONDS_PER_MS = 1e6;
const MAX_CONNECTIONS = 16;

export type GhzRun = {
  readonly address: string;
  /** The name, like `recorda.v1.MemoryService/AddMemory`. */
  readonly method: string;
  /** Requests that are sent in turn, repeatedly. */
  readonly requests: readonly Uint8Array[];
  readonly clients: number;
  readonly calls: number;
  readonly metadata?: Readonly<Record<string, string>>;
};

type GhzReport = {
  readonly total: number;
  readonly details: readonly { readonly latency: number; readonly error: string; readonly status: string }[] | null;
  readonly errorDistribution?: Readonly<Record<string, number>>;
};

/**
 * The timings as ghz saw them, with a connection for each client up to sixteen. Errors are counted, and their kinds
 * named.
 */
export type GhzTimings = Timings & { readonly errorKinds: readonly string[] };

export async function runGhz(folder: string, load: GhzRun): Promise<GhzTimings> {
  const file = join(folder, 'requests.bin');
  const delimited = new BinaryWriter();
  for (const request of load.requests) delimited.bytes(request);
  await writeFile(file, delimited.finish());
  const flags = {
    format: 'json',
    protoset: DESCRIPTORS,
    call: load.method,
    'binary-file': file,
    concurrency: load.clients,
    total: load.calls,
    connections: Math.min(load.clients, MAX_CONNECTIONS),
    metadata: JSON.stringify(load.metadata ?? {}),
  };
  const words = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const { stdout } = await run(await findTool('ghz'), ['--insecure', ...words, load.address], {
    maxBuffer: MAX_REPORT_BYTES,
  });
  const report = JSON.parse(stdout) as GhzReport;
  const details = report.details ?? [];
  const latenciesMs = details
    .filter(({ status }) => status === 'OK')
    .map(({ latency }) => latency / NANOSECONDS_PER_MS);
  return {
    ...summarise(latenciesMs, report.total / NANOSECONDS_PER_MS, details.length - latenciesMs.length),
    errorKinds: Object.keys(report.errorDistribution ?? {}),
  };
}
