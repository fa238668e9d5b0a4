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
      .description('Restore the store from RECORDA_STANDBY into a folder that has none, without what was erased since')
      .requiredOption('--into <folder>', 'the new data folder')
      .option(
        '--at <time>',
        'restore the store as of this time, for example 2026-11-27T09:30:00Z; default: the newest state',
        timeText,
      )
      .option(
        '--timeline <name>',
        'the store to restore if several were shipped there; default: the one with the newest changes',
      )
      .addOption(jsonOption()),
  ).action(async ({ into, at, timeline, json, ...flags }: RestoreFlags) => {
    const startMs = performance.now();
    const report = await restoreInto(readConfig(flags).config, into, at, timeline);
    const tookMs = Math.round(performance.now() - startMs);
    if (json === true) printDocument({ into, ...report, tookMs });
    else printReport(into, report, tookMs);
  });
  return new Command('standby').description('The standby: a copy of the store at another place').addCommand(restore);
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

function printReport(into: string, { atMs, segments, rows, erasedParts }: RestoreReport, tookMs: number): void {
  const seconds = (tookMs / SECOND_MS).toFixed(1);
  const lines = [
    `${into} contains the store as of ${new Date(atMs).toISOString()}: ${rows} rows from ${segments} segments, in ${seconds} s.`,
    'It lacks changes that had not been shipped yet, and changes after the requested time.',
    ...(erasedParts > 0 ? [`${erasedParts} parts of segments were left out because they were erased.`] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
