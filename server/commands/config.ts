/** `recorda config`: what holds and where it came from. */
import { Command } from 'commander';
import type { Origin } from '../config.ts';
import type { Setting } from '../settings/setting.ts';
import { SETTINGS } from '../settings/settings.ts';
import { readConfig, withSettings } from './environment.ts';

export function configCommand(): Command {
  const command = new Command('config').description('Print what holds and where it came from, and start nothing');
  return withSettings(command).action((flags: Record<string, string>) => {
    process.stdout.write(configText(readConfig(flags).origins));
  });
}

/** A line for each setting. */
function configText(origins: readonly Origin[]): string {
  const rows = origins.map(({ name, value, from }) => {
    const { env, isSecret }: Setting<unknown> = SETTINGS[name];
    return [env, value === undefined ? '(none)' : isSecret ? '(secret)' : value, from] as const;
  });
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length));
  const [nameWidth, valueWidth] = [width(0), width(1)];
  return rows
    .map(([name, value, from]) => `${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${from}\n`)
    .join('');
}
