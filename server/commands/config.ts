/** `recorda config`: prints the settings that hold and where each came from. */
import { Command } from 'commander';
import type { Origin } from '../config.ts';
import type { Setting } from '../settings/setting.ts';
import { SETTINGS } from '../settings/settings.ts';
import { shownSetting } from '../settings/shown-setting.ts';
import { readConfig, withSettings } from './environment.ts';
import { jsonOption, printLine } from './json.ts';

type Flags = { readonly json?: true } & Readonly<Record<string, string>>;

export function configCommand(): Command {
  const command = new Command('config')
    .description('Print the settings in effect and where each comes from, without starting a server')
    .addOption(jsonOption());
  return withSettings(command).action(({ json, ...flags }: Flags) => {
    const { origins } = readConfig(flags);
    if (json === true) for (const origin of origins) printLine(resultOf(origin));
    else process.stdout.write(configText(origins));
  });
}

function resultOf(origin: Origin) {
  const { name, value = null, ...shown } = shownSetting(origin);
  return { setting: name, value, ...shown };
}

/** Prints a line for each setting. */
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
