/** The server's settings: flags before the environment before the file .env before what holds by default. */
import { closest, distance } from 'fastest-levenshtein';
import { withOtherNames } from './settings/lifecycle-settings.ts';
import { withSecretFiles, type SecretTexts } from './settings/secret-files.ts';
import type { SettingArea, SettingTable } from './settings/setting.ts';
import { AREAS, SETTINGS, type Config, type SettingName } from './settings/settings.ts';

export type { Config } from './settings/settings.ts';

/** A setting as it holds, and where it came from: `--port`, `RECORDA_PORT`, `.env` or `default`. */
export type Origin = { readonly name: SettingName; readonly value: string | undefined; readonly from: string };

export type ParsedConfig = { readonly config: Config; readonly origins: readonly Origin[] };

/** Every fault at once, each a line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Texts = Readonly<Record<string, string | undefined>>;

/** What test runs set for themselves; not ours to judge. */
const TEST_PREFIX = 'RECORDA_TEST_';

/**
 * `flags` as the command line names them (`--data-dir` is `dataDir`), `env` and `file` by their RECORDA_ names. The empty text is as good as none. Throws
 * ConfigError. `readSecret` gives the text of a secret's file. A RECORDA_ name that no setting has is a fault, since it would be a setting that silently does not hold.
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
  const configs = areas.map((area) => area.config(values, given, faults));
  if (faults.length > 0) throw new ConfigError(faults);
  // Each area's function returns its part of the type.
  return { config: Object.assign({}, ...configs) as Config, origins };
}

/** In the order of the table. */
export function settingNames(): readonly SettingName[] {
  return Object.keys(SETTINGS) as SettingName[];
}

function noFiles(): string {
  throw new Error('files are not read here');
}

/** As commander names the value of a flag: that of `--data-dir <path>` is `dataDir`. */
function flagName(flag: string): string {
  const [long = ''] = flag.slice('--'.length).split(' ');
  return long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function originOf(name: SettingName, env: SecretTexts, flags: Texts, file: SecretTexts): Origin {
  const { env: envName, flag, byDefault } = SETTINGS[name];
  const places = [
    { value: flag && flags[flagName(flag)], from: flag?.split(' ')[0] ?? '' },
    { value: env.texts[envName], from: env.from.get(envName) ?? envName },
    { value: file.texts[envName], from: '.env' },
  ];
  const said = places.find(({ value }) => value !== undefined && value !== '');
  return { name, value: said?.value ?? byDefault, from: said?.from ?? 'default' };
}

function label({ name, from }: Origin): string {
  return from === '.env' ? `${SETTINGS[name].env} in .env` : from;
}

function unknownNames(texts: Texts): string[] {
  const known = new Set<string>(settingNames().map((name) => SETTINGS[name].env));
  return Object.keys(texts)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX) && !known.has(name))
    .map((name) => `${name}: there is no such setting.${meant(name, [...known])} Known are ${[...known].join(', ')}.`);
}

/** The name that was probably meant: two letters may be others, of a long one a fifth. */
function meant(name: string, known: readonly string[]): string {
  const nearest = closest(name, known);
  return distance(name, nearest) <= Math.max(2, name.length / 5) ? ` Did you mean ${nearest}?` : '';
}
const PREFIX = 'RECORDA_';
