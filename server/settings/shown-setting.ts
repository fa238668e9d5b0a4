/** Shows a setting without the value of a secret, and an address without what logs in. */
import type { ShownSetting } from '../ports/server-report.ts';
import type { Setting } from './setting.ts';
import { SETTINGS, type SettingName } from './settings.ts';

type Origin = { readonly name: SettingName; readonly value: string | undefined; readonly from: string };

export function shownSetting({ name, value, from }: Origin): ShownSetting {
  const { env, isSecret: hidden }: Setting<unknown> = SETTINGS[name];
  const isSecret = hidden === true;
  return { name: env, value: isSecret ? undefined : value, isSecret, isSet: value !== undefined, from };
}

/**
 * Returns a URL without its credentials and its query, so that it may be shown. A password may have an @ that is not escaped, or what looks like
 * the begin of a path, so everything up to the last @ is left out.
 */
export function withoutSecrets(url: string): string {
  const { 1: scheme = '', 2: rest = '' } = /^([^:/?#]*:\/\/)?([^?]*)/.exec(url) ?? [];
  return scheme + rest.slice(rest.lastIndexOf('@') + 1);
}
