/** The settings of a command, and the name of the program. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Command, Option } from 'commander';
import { type ParsedConfig, parseConfig, settingNames } from '../config.ts';
import { SETTINGS } from '../settings/settings.ts';

const ENV_FILE = '.env';

/** Adds the flag of every setting. The command's own options take precedence over settings of the same name. */
export function withSettings(command: Command): Command {
  for (const option of settingOptions(command)) command.addOption(option);
  return command;
}

/** The help of a command that calls Recorda shows these settings alone. */
const OF_CALLS = ['--url <address>', '--data-dir <path>'];

/** Adds the same to a command that calls Recorda. It takes every flag, and its help shows those of OF_CALLS. */
export function withCallSettings(command: Command): Command {
  for (const option of settingOptions(command)) command.addOption(option.hideHelp(!OF_CALLS.includes(option.flags)));
  return command.addHelpText(
    'after',
    '\nAll settings are also accepted as flags; `recorda config --help` lists them. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 invalid setting, 4 no answer, 5 not found.',
  );
}

function settingOptions({ options: own }: Command): readonly Option[] {
  const taken = new Set(own.map(({ long }) => long));
  return settingNames().flatMap((name) => {
    const { flag, meaning, byDefault, env } = SETTINGS[name];
    if (flag === undefined) return [];
    const option = new Option(flag, `${meaning} (${env}${byDefault === undefined ? '' : `, default ${byDefault}`})`);
    return taken.has(option.long) ? [] : [option];
  });
}

/**
 * Reads flags, the environment and the folder's .env. OpenTelemetry's variables in .env are put into the environment, where
 * its library looks.
 */
export function readConfig(flags: Readonly<Record<string, string | undefined>>): ParsedConfig {
  const file = existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {};
  for (const [name, value] of Object.entries(file)) {
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  }
  return parseConfig(process.env, flags, file, (path) => readFileSync(path, 'utf8'));
}
