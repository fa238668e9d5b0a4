/** Files of keys that a server makes for itself. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

/** Whole or not at all, durable when it resolves, and for its owner's eyes only. Where there is one already, that stays. */
export async function makeSecretFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY.folder });
  const incoming = `${path}.${randomUUID()}`;
  try {
    const handle = await open(incoming, 'wx', OWNER_ONLY.file);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(incoming, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await unlink(incoming).catch(() => undefined);
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
