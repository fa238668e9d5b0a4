/** The settings of a command, and who it is. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Command, Option } from 'commander';
import { type ParsedConfig, parseConfig, settingNames } from '../config.ts';
import { SETTINGS } from '../settings/settings.ts';

const ENV_FILE = '.env';

/** Adds the flag of every setting. The command's own options go before a setting's of the same name. */
export function withSettings(command: Command): Command {
  for (const option of settingOptions(command)) command.addOption(option);
  return command;
}

/** What a command shows that calls Recorda and serves nobody. */
const OF_CALLS = ['--url <address>', '--data-dir <path>'];

/** The same for a command that calls Recorda: every flag is taken, and the help has those that such a command needs. */
export function withCallSettings(command: Command): Command {
  for (const option of settingOptions(command)) command.addOption(option.hideHelp(!OF_CALLS.includes(option.flags)));
  return command.addHelpText(
    'after',
    '\nThe flags of all settings are taken, too: `recorda config --help` lists them. Exit codes: 0 done, 1 failure, 2 usage, 3 a setting, 4 nobody answers, 5 not there.',
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

/** Flags, the environment and the folder's .env. OpenTelemetry's variables in .env go into the environment, where it looks. */
export function readConfig(flags: Readonly<Record<string, string | undefined>>): ParsedConfig {
  const file = existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {};
  for (const [name, value] of Object.entries(file)) {
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  }
  return parseConfig(process.env, flags, file, (path) => readFileSync(path, 'utf8'));
}
