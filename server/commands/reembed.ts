/** `recorda reembed`: changes the embedder of a store, whether or not a server has it open. */
import { Command } from 'commander';
import type { Config } from '../config.ts';
import { RecordaError } from '../domain/errors.ts';
import { LIMITS } from '../policy/limits.ts';
import { readConfig, withSettings } from './environment.ts';
import { jsonOption, printDocument } from './json.ts';

type Flags = { readonly json?: true } & Readonly<Record<string, string>>;

type Made = {
  readonly embedder: string;
  /** The number of memories with a new vector; 0 if the store used this embedder already. */
  readonly count: number;
  /** The number of them that earlier runs embedded. */
  readonly resumed: number;
};

/** `next` tells people what is to be done next. */
type Outcome = Made & { readonly next: string };

type Watch = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void };

export function reembedCommand(): Command {
  const command = new Command('reembed')
    .description(
      'Compute the vectors of a store again with the embedder in the settings, with or without a running server; if it is stopped, the next run continues',
    )
    .addOption(jsonOption());
  return withSettings(command).action(async ({ json, ...flags }: Flags) => {
    const { config } = readConfig(flags);
    const { progressOf } = await import('./user-progress.ts');
    const signal = stopOnSignal();
    const progress = progressOf('memories');
    try {
      const made = await reembedHereOrOnServer(config, { signal, onProgress: progress.at });
      progress.end();
      const { embedder, count, resumed } = made;
      if (json === true) printDocument({ dataDir: config.dataDir, embedder, count, resumedCount: resumed });
      else process.stdout.write(`${outcome(config.dataDir, made)}\n`);
    } catch (error) {
      progress.end();
      if (!signal.aborted) throw error;
      throw new Error(`Stopped. ${config.dataDir} is unchanged; run the same command again to continue.`, {
        cause: error,
      });
    }
  });
}

/** Re-embeds in this process, or through the server that has the folder. */
async function reembedHereOrOnServer(config: Config, watch: Watch): Promise<Outcome> {
  const { dataDir, embedder, logLevel } = config;
  const [{ reembed }, { jsonLog }] = await Promise.all([
    import('../opening/reembed.ts'),
    import('../telemetry/json-log.ts'),
  ]);
  try {
    const made = await reembed({ ...watch, dataDir, embedder, log: jsonLog(logLevel, process.stderr) });
    return { ...made, next: 'Start the server with the same settings.' };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'STORE_LOCKED')) throw error;
    const made = await askServer(config, watch, error);
    return { ...made, next: 'The server uses them from now on. Give it the same settings before its next start.' };
  }
}

/**
 * The call ends with its connection or its deadline. The vectors that it made are kept, and another call
 * continues.
 */
async function askServer(config: Config, { signal, onProgress }: Watch, locked: Error): Promise<Made> {
  const { dataDir, embedder: wanted, host, port } = config;
  const [{ connect }, { leaveWanted, removeWanted }] = await Promise.all([
    import('../../client/connect.ts'),
    import('../embedders/wanted-embedder.ts'),
  ]);
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const recorda = connect(address, { apiKey: config.apiKey, tls: config.tls === undefined ? false : {} });
  let resumed: number | undefined;
  let made: Made | undefined;
  try {
    while (made === undefined) {
      leaveWanted(dataDir, wanted);
      try {
        for await (const step of recorda.admin.reembed({}, { signal, timeoutMs: LIMITS.deadlineMs })) {
          const isFirst = resumed === undefined;
          resumed ??= step.resumedCount;
          if (!step.changedOver || !isFirst) onProgress(step.doneCount, step.totalCount);
          if (!step.changedOver) continue;
          const { embedder, totalCount } = step;
          made = isFirst ? { embedder, count: 0, resumed: 0 } : { embedder, count: totalCount, resumed };
        }
      } catch (error) {
        if (!(error instanceof RecordaError) || error.reason !== 'DEADLINE_EXCEEDED') throw error;
      }
    }
    return made;
  } catch (error) {
    if (!(error instanceof RecordaError) || error.reason !== 'BACKEND_UNAVAILABLE' || resumed !== undefined)
      throw error;
    throw new Error(
      `${locked.message} No server answers at ${address}: set its --host and --port. (${error.message})`,
      {
        cause: error,
      },
    );
  } finally {
    removeWanted(dataDir);
    await recorda.close();
  }
}

function outcome(dataDir: string, { embedder, count, resumed, next }: Outcome): string {
  if (count === 0) return `${dataDir} already has vectors of ${embedder}; there is nothing to do.`;
  const earlier = resumed === 0 ? '' : `, ${resumed} of them in an earlier run`;
  return `${count} memories in ${dataDir} now have vectors of ${embedder}${earlier}. ${next}`;
}

function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
