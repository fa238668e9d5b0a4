/** Opens the key service: Vault if the settings say so, else the file of keys or the setting. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { masterKeyRefused } from '../domain/errors.ts';
import { keyCache } from '../lifecycle/key-cache.ts';
import { fileKeys, MASTER_KEY_FILE, type FileKeysConfig } from '../lifecycle/master-keys/file-keys.ts';
import type { KeyService } from '../ports/master-keys.ts';
import type { Log } from '../ports/telemetry.ts';
import type { KeyServiceConfig } from '../settings/storage-settings.ts';

export type MasterKeyConfig = FileKeysConfig & {
  readonly keyService?: KeyServiceConfig | undefined;
  readonly keysCachedMs?: number | undefined;
};

export async function openKeyService(config: MasterKeyConfig, log: Pick<Log, 'warn' | 'error'>): Promise<KeyService> {
  const { dataDir, masterKey, keyService, keysCachedMs } = config;
  if (keyService === undefined) return fileKeys(config, log);
  const { vaultKeys } = await import('../backends/vault/vault-keys.ts');
  const service = vaultKeys({ ...keyService, cache: keyCache<Uint8Array>(keysCachedMs) });
  const hasFormer = masterKey !== undefined || existsSync(join(dataDir, MASTER_KEY_FILE));
  return hasFormer ? after(service, fileKeys(config, log)) : service;
}

/** The keys of a service, and after them those that were used before it. */
function after(service: KeyService, former: KeyService): KeyService {
  return {
    async list(isFresh) {
      const [first, ...others] = await service.list(isFresh);
      return [first, ...others, ...(await former.list(isFresh))];
    },
    add: () => service.add(),
    async remove(id) {
      if (!(await former.list(false)).some((key) => key.id === id)) return service.remove(id);
      throw masterKeyRefused(
        `Nothing needs the master key ${id} any more: remove it from RECORDA_MASTER_KEY or its file, or delete ${MASTER_KEY_FILE} of the data folder.`,
      );
    },
  };
}
