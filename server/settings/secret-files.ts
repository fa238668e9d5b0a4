/** Reads secrets from files: `RECORDA_X_FILE` holds the path of a file with the value of `RECORDA_X`. */
import { SETTINGS, type SettingName } from './settings.ts';
import type { Setting } from './setting.ts';

type Texts = Readonly<Record<string, string | undefined>>;

const SETTINGS_BY_NAME: Readonly<Record<SettingName, Setting<unknown>>> = SETTINGS;
const OWN_NAMES: ReadonlySet<string> = new Set(Object.values(SETTINGS_BY_NAME).map(({ env }) => env));

/** The secrets by the name of the file's variable; names that are settings of their own are left out. */
const SECRETS: ReadonlyMap<string, string> = new Map(
  Object.values(SETTINGS_BY_NAME)
    .filter(({ env, isSecret }) => isSecret === true && !OWN_NAMES.has(`${env}_FILE`))
    .map(({ env }) => [`${env}_FILE`, env]),
);

export type SecretTexts = {
  /** Each name with its value, including those from files. */
  readonly texts: Texts;
  /** The names whose values came from a file, with the variable that named it. */
  readonly from: ReadonlyMap<string, string>;
  /** The same names, with the paths of the files. */
  readonly paths: ReadonlyMap<string, string>;
};

/** `read` returns a file's text, or throws. Adds to `faults` if a secret is given twice or its file cannot be read. */
export function withSecretFiles(texts: Texts, read: (path: string) => string, faults: string[]): SecretTexts {
  const found: Record<string, string | undefined> = {};
  const from = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const [name, value] of Object.entries(texts)) {
    const secret = SECRETS.get(name);
    if (secret === undefined) {
      found[name] ??= value;
      continue;
    }
    if (value === undefined || value === '') continue;
    if ((texts[secret] ?? '') !== '') {
      faults.push(`${name}: ${secret} is set as well; set only one of them`);
      continue;
    }
    try {
      found[secret] = read(value).trim();
      from.set(secret, name);
      paths.set(secret, value);
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return { texts: found, from, paths };
}
