/** Makes files for keys that a server generates. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

/**
 * Makes the complete file or none, readable only by its owner, and durable when the promise resolves. An existing file
 * stays.
 */
export async function makeSecretFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY.folder });
  await putInPlace(path, text, (incoming) =>
    link(incoming, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
}

/** Does the same, and replaces an existing file. */
export function replaceSecretFile(path: string, text: string): Promise<void> {
  return putInPlace(path, text, (incoming) => rename(incoming, path));
}

async function putInPlace(path: string, text: string, put: (incoming: string) => Promise<void>): Promise<void> {
  const incoming = `${path}.${randomUUID()}`;
  try {
    const handle = await open(incoming, 'wx', OWNER_ONLY.file);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await put(incoming);
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
