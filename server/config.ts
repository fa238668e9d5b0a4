/**
 * The server's settings: flags take precedence over the environment, the environment over the file .env, and
 * that over defaults.
 */
import { closest, distance } from 'fastest-levenshtein';
import { withOtherNames } from './settings/lifecycle-settings.ts';
import { withSecretFiles, type SecretTexts } from './settings/secret-files.ts';
import type { SettingArea, SettingTable } from './settings/setting.ts';
import { AREAS, SETTINGS, type Config, type SettingName } from './settings/settings.ts';
import { agreedSettings, sharedFaults } from './settings/shared-settings.ts';

export type { Config } from './settings/settings.ts';

/** A setting's value, and where it came from: `--port`, `RECORDA_PORT`, `.env` or `default`; for a secret from a file, also the file's path. */
export type Origin = {
  readonly name: SettingName;
  readonly value: string | undefined;
  readonly from: string;
  readonly path?: string | undefined;
};

export type ParsedConfig = { readonly config: Config; readonly origins: readonly Origin[] };

/** Reports every fault at once, each on a line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The prefix of variables of test runs, which are not checked here. */
const TEST_PREFIX = 'RECORDA_TEST_';

/**
 * Reads the settings. `flags` are named as on the command line (`--data-dir` is `dataDir`), `env` and `file`
 * by their RECORDA_ names. An empty text counts as absent. `readSecret` returns the text of a secret's file.
 * Throws ConfigError, also for a RECORDA_ name that is not a setting, since it would silently have no effect.
 */
export function parseConfig(
  environment: Texts,
  flags: Texts = {},
  dotenv: Texts = {},
  readSecret: (path: string) => string = noFiles,
): ParsedConfig {
  const faults: string[] = [];
  const env = withSecretFiles(withOtherNames(environment), readSecret, faults);
  const file = withSecretFiles(withOtherNames(dotenv), readSecret, faults);
  faults.push(...unknownNames(env.texts), ...unknownNames(file.texts));
  const origins: Origin[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const name of settingNames()) {
    const origin = originOf(name, env, flags, file);
    origins.push(origin);
    if (origin.value === undefined) continue;
    const { data, error } = SETTINGS[name].schema.safeParse(origin.value);
    values[name] = data;
    for (const { message } of error?.issues ?? []) faults.push(`${label(origin)}: ${message}`);
  }
  const given = new Map(origins.filter(({ from }) => from !== 'default').map((origin) => [origin.name, label(origin)]));
  const areas: readonly SettingArea<SettingTable, object>[] = AREAS;
  const secretFiles = new Map(origins.flatMap(({ name, path }) => (path === undefined ? [] : [[name, path]])));
  const configs = areas.map((area) => area.config(values, given, faults, secretFiles));
  if (given.has('store')) faults.push(...sharedFaults((name) => given.has(name)));
  if (faults.length > 0) throw new ConfigError(faults);
  // Each area's function returns its part of the type.
  const { store, ...config } = Object.assign({}, ...configs) as Config;
  const agreed = () => agreedSettings(origins.map((origin) => asItIsNow(origin, readSecret)));
  return { config: { ...config, store: store && { ...store, agreed } }, origins };
}

/** Returns a setting with its present value: a running server takes up a changed file of master keys. */
function asItIsNow(origin: Origin, readSecret: (path: string) => string): Origin {
  if (origin.name !== 'masterKey' || origin.path === undefined) return origin;
  try {
    const value = readSecret(origin.path).trim();
    return SETTINGS.masterKey.schema.safeParse(value).success ? { ...origin, value } : origin;
  } catch {
    // The keys log that their file cannot be read, and the earlier ones stay in use.
    return origin;
  }
}

/** Returns the names of all settings in the order of the table. */
export function settingNames(): readonly SettingName[] {
  return Object.keys(SETTINGS) as SettingName[];
}

function noFiles(): string {
  throw new Error('files are not read here');
}

/** Returns the name that commander gives to the value of a flag: `dataDir` for `--data-dir <path>`. */
function flagName(flag: string): string {
  const [long = ''] = flag.slice('--'.length).split(' ');
  return long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function originOf(name: SettingName, env: SecretTexts, flags: Texts, file: SecretTexts): Origin {
  const { env: envName, flag, byDefault } = SETTINGS[name];
  const sources = [
    { value: flag && flags[flagName(flag)], from: flag?.split(' ')[0] ?? '' },
    { value: env.texts[envName], from: env.from.get(envName) ?? envName, path: env.paths.get(envName) },
    { value: file.texts[envName], from: '.env', path: file.paths.get(envName) },
  ];
  const said = sources.find(({ value }) => value !== undefined && value !== '');
  const path = said !== undefined && 'path' in said ? said.path : undefined;
  return { name, value: said?.value ?? byDefault, from: said?.from ?? 'default', ...(path !== undefined && { path }) };
}

function label({ name, from }: Origin): string {
  return from === '.env' ? `${SETTINGS[name].env} in .env` : from;
}

function unknownNames(texts: Texts): string[] {
  const known = new Set<string>(settingNames().map((name) => SETTINGS[name].env));
  return Object.keys(texts)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX) && !known.has(name))
    .map(
      (name) =>
        `${name}: there is no such setting.${meant(name, [...known])} The settings are ${[...known].join(', ')}.`,
    );
}

/**
 * Returns the name that was probably meant: it may differ in two letters, and a long one in a fifth of them.
 */
function meant(name: string, known: readonly string[]): string {
  const nearest = closest(name, known);
  return distance(name, nearest) <= Math.max(2, name.length / 5) ? ` Did you mean ${nearest}?` : '';
}
const PREFIX = 'RECORDA_';
