/** `recorda reembed`: another embedder for a store that is there. */
import { Command } from 'commander';
import type { EmbedderIdentity } from '../ports.ts';
import { readConfig, withSettings } from './environment.ts';

export function reembedCommand(): Command {
  const command = new Command('reembed').description(
    'Make the vectors of a store anew with the embedder of the settings. Stop the server first; killed, it goes on when run again',
  );
  return withSettings(command).action(async (flags: Record<string, string>) => {
    const { dataDir, embedder, logLevel } = readConfig(flags).config;
    const [{ SingleBar }, { jsonLog }, { reembed }] = await Promise.all([
      import('cli-progress'),
      import('../telemetry/json-log.ts'),
      import('../recorda.ts'),
    ]);
    const stop = stopWhenTold();
    const bar = new SingleBar({
      format: '{bar} {percentage} %  {value} of {total} memories  {eta_formatted} left',
      noTTYOutput: true,
      hideCursor: true,
    });
    let begun = false;
    const onProgress = (done: number, total: number): void => {
      if (begun) bar.update(done);
      else bar.start(total, done);
      begun = true;
    };
    try {
      const made = await reembed({ dataDir, embedder, signal: stop, onProgress, log: jsonLog(logLevel) });
      bar.stop();
      console.log(outcome(dataDir, made));
    } catch (error) {
      bar.stop();
      if (!stop.aborted) throw error;
      throw new Error(`Stopped. ${dataDir} is as it was; run the same command again to go on where this stopped.`, {
        cause: error,
      });
    }
  });
}

type Made = {
  readonly from: EmbedderIdentity | undefined;
  readonly to: EmbedderIdentity;
  readonly count: number;
  readonly resumed: number;
};

function outcome(dataDir: string, { from, to, count, resumed }: Made): string {
  const name = ({ name, version, dimensions }: EmbedderIdentity): string =>
    `${name} ${version}, ${dimensions} dimensions`;
  if (from !== undefined && name(from) === name(to)) return `${dataDir} is of ${name(to)} already: nothing to do.`;
  const earlier = resumed === 0 ? '' : `, ${resumed} of them in an earlier run`;
  return `${count} memories in ${dataDir} now have vectors of ${name(to)}${earlier}. Start the server with the same settings.`;
}

function stopWhenTold(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
