/**
 * Compares the settings of several servers over one RECORDA_STORE, as each setting's row says. Settings that would silently not be shared
 * are refused at the start. server/backends/postgres/README.md explains the rules to operators.
 */
import { localKey } from '../lifecycle/master-keys/file-keys.ts';
import { readMasterKeys } from '../lifecycle/master-keys/key-text.ts';
import type { AgreedSettings } from '../ports/other-servers.ts';
import type { Comparison, Setting, SharedRule } from './setting.ts';
import { withoutSecrets } from './shown-setting.ts';
import { SETTINGS, type SettingName } from './settings.ts';

const ROWS = Object.entries(SETTINGS) as readonly (readonly [SettingName, Setting<unknown>])[];

/** Returns a line for each setting that RECORDA_STORE requires or excludes. `isGiven` tells whether one is set, be it wrongly. */
export function sharedFaults(isGiven: (name: SettingName) => boolean): readonly string[] {
  return ROWS.flatMap(([name, { env, shared: rule }]) => {
    if (rule.is === 'REFUSED' && isGiven(name)) return [`${env}: cannot be used with RECORDA_STORE: ${rule.why}`];
    if (rule.is !== 'NEEDED' || isGiven(name)) return [];
    if (rule.or !== undefined && isGiven(rule.or as SettingName)) return [];
    if (rule.beside !== undefined && !rule.beside.some((other) => isGiven(other as SettingName))) return [];
    return [`${env}: RECORDA_STORE requires it: ${rule.why}`];
  });
}

/** Returns what all servers of a database must have in common, by the names of the settings. It has no secret. */
export function agreedSettings(
  values: readonly { readonly name: SettingName; readonly value: string | undefined }[],
): AgreedSettings {
  const agreed = values.flatMap(({ name, value }) => {
    const rule: SharedRule = SETTINGS[name].shared;
    if (rule.is !== 'SAME' && rule.is !== 'NEEDED') return [];
    return [[SETTINGS[name].env, comparedValues(value, rule.compared)] as const];
  });
  return Object.fromEntries(agreed);
}

function comparedValues(value: string | undefined, compared: Comparison | undefined): readonly string[] {
  if (value === undefined) return [];
  switch (compared) {
    case 'ADDRESS':
      return [withoutSecrets(value)];
    case 'KEYS':
      return (readMasterKeys(value) ?? []).map((key) => `key ${localKey(key).id}`);
    case 'PLACE':
      return value.startsWith('file:') ? ['file:'] : [value];
    case undefined:
      return [value];
  }
}
