import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openError } from '../../open-error.ts';

/** Access only for the user that the server runs as. */
const OWNER_ONLY = 0o700;

/**
 * Makes a folder and its missing parents. It does not use mkdir's `recursive`, which on Node 20 never returns if the file system accepts
 * no folders, as below /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: OWNER_ONLY });
    } catch (error) {
      // Another process may have made it in between.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw openError(
        'FOLDER_UNUSABLE',
        `The data folder ${path} cannot be created (${code}). Choose a folder whose parent you may write to, with --data-dir or RECORDA_DATA_DIR.`,
      );
    }
  }
}
