/** The settings of a command, and who it is. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { type ParsedConfig, parseConfig, settingNames } from '../config.ts';
import { SETTINGS } from '../settings/settings.ts';

const ENV_FILE = '.env';

/** Adds the flag of every setting. */
export function withSettings(command: Command): Command {
  for (const name of settingNames()) {
    const { flag, meaning, byDefault, env } = SETTINGS[name];
    if (flag === undefined) continue;
    command.option(flag, `${meaning} (${env}${byDefault === undefined ? '' : `, default ${byDefault}`})`);
  }
  return command;
}

/** Flags, the environment and the folder's .env. OpenTelemetry's variables in .env go into the environment, where it looks. */
export function readConfig(flags: Readonly<Record<string, string | undefined>>): ParsedConfig {
  const file = existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {};
  for (const [name, value] of Object.entries(file)) {
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  }
  return parseConfig(process.env, flags, file, (path) => readFileSync(path, 'utf8'));
}
