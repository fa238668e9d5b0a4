/** Makes files for keys that a server generates. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

/**
 * Makes the file whole or not at all, readable only by its owner, and durable when the promise resolves. An existing file
 * stays.
 */
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
