/** `recorda standby restore` makes a store of what was shipped, as of a given time. */
import { Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import type { RestoreReport } from '../lifecycle/standby/restore-standby.ts';
import { SECOND_MS } from '../policy/units.ts';
import { readConfig, withSettings } from './environment.ts';
import { jsonOption, printDocument } from './json.ts';

type RestoreFlags = Readonly<Record<string, string>> & {
  readonly into: string;
  readonly at?: string;
  readonly timeline?: string;
  readonly json?: true;
};

export function standbyCommand(): Command {
  const restore = withSettings(
    new Command('restore')
      .description(
        'Make a store of what was shipped to RECORDA_STANDBY, in a folder that has none; what was erased since is left out',
      )
      .requiredOption('--into <folder>', 'The new data folder')
      .option(
        '--at <time>',
        'As it was at this time, for example 2026-11-27T09:30:00Z; the newest by default',
        timeText,
      )
      .option('--timeline <name>', 'Of several stores that were shipped there; the one that goes furthest by default')
      .addOption(jsonOption()),
  ).action(async ({ into, at, timeline, json, ...flags }: RestoreFlags) => {
    const startMs = performance.now();
    const report = await restoreInto(readConfig(flags).config, into, at, timeline);
    const tookMs = Math.round(performance.now() - startMs);
    if (json === true) printDocument({ into, ...report, tookMs });
    else tell(into, report, tookMs);
  });
  return new Command('standby').description('What was shipped of a store as it changed').addCommand(restore);
}

function timeText(text: string): string {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('It must be a time like 2026-11-27T09:30:00Z.');
  return text;
}

async function restoreInto(config: Config, into: string, at?: string, timeline?: string): Promise<RestoreReport> {
  const { restoreFromStandby } = await import('../opening/open-restore.ts');
  const order = { atMs: at === undefined ? undefined : Date.parse(at), timeline };
  return restoreFromStandby(config, into, order);
}

function tell(into: string, { atMs, segments, rows, erasedParts }: RestoreReport, tookMs: number): void {
  const seconds = (tookMs / SECOND_MS).toFixed(1);
  const lines = [
    `${into} has the store as of ${new Date(atMs).toISOString()}: ${rows} rows of ${segments} segments, in ${seconds} s.`,
    'It has nothing that was not shipped yet, or that was written after the time that you asked for.',
    ...(erasedParts > 0 ? [`${erasedParts} parts of segments were left out, since they were erased.`] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
