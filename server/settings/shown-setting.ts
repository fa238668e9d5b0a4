/** Shows a setting without the value of a secret. */
import type { ShownSetting } from '../ports/server-report.ts';
import type { Setting } from './setting.ts';
import { SETTINGS, type SettingName } from './settings.ts';

type Origin = { readonly name: SettingName; readonly value: string | undefined; readonly from: string };

export function shownSetting({ name, value, from }: Origin): ShownSetting {
  const { env, isSecret: hidden }: Setting<unknown> = SETTINGS[name];
  const isSecret = hidden === true;
  return { name: env, value: isSecret ? undefined : value, isSecret, isSet: value !== undefined, from };
}
