/** The settings of cold storage and of the key that everything in it hangs on. */
import { z } from 'zod';
import { readMasterKey } from './keeping/master-key.ts';
import { setting } from './setting.ts';

const FILE = /^file:([^\0]+)$/;

/** Where archive, backups and keys lie. */
export type ColdPlace = { readonly kind: 'files'; readonly folder: string };

export const COLD_SETTINGS = {
  cold: setting({
    env: 'RECORDA_COLD',
    flag: '--cold <place>',
    meaning:
      'Where archive and backups lie: file:PATH, best on another disk; not set: the folder cold of the data folder',
    byDefault: undefined,
    schema: z.string().regex(FILE, 'must be like file:/backups/recorda'),
  }),
  masterKey: setting({
    env: 'RECORDA_MASTER_KEY',
    flag: undefined,
    isSecret: true,
    meaning:
      'What opens archive and backups: 32 random bytes in base64 or hexadecimal; not set: master.key of the data folder, made if missing. Lost, they are lost',
    byDefault: undefined,
    schema: z.string().refine((text) => readMasterKey(text) !== undefined, 'must be 32 bytes in base64 or hexadecimal'),
  }),
} as const;

export type ColdValues = { readonly cold?: string; readonly masterKey?: string };

export type ColdConfig = {
  /** In the data folder where it is absent. */
  readonly cold: ColdPlace | undefined;
  /** A key of the data folder's own where it is absent. */
  readonly masterKey: string | undefined;
};

/** What the settings say. */
export function coldConfig({ cold, masterKey }: ColdValues): ColdConfig {
  const folder = cold === undefined ? undefined : FILE.exec(cold)?.[1];
  return { cold: folder === undefined ? undefined : { kind: 'files', folder }, masterKey };
}
