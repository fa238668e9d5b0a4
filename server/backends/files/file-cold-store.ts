/**
 * Cold storage in a folder. An object is a file whose last 32 bytes are the SHA-256 of those before; it is written under another name,
 * made durable, and then renamed in one step.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { abortError } from '../../domain/abort.ts';
import { coldName } from '../../domain/cold-name.ts';
import { coldObjectDamaged, RecordaError } from '../../domain/errors.ts';
import { COLD, SEALING } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { CallContext } from '../../ports/stores.ts';
import { listNames } from './list-names.ts';

/** The prefix of files that are being put; no name of an object begins with it. */
const INCOMING = '.incoming';
/** A folder may have the name of an object, so the object's file has this suffix. */
export const SUFFIX = '.obj';
const DIGEST_BYTES = 32;
const READ_BYTES = SEALING.frameBytes;
const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

export function fileColdStore(folder: string): ColdStore {
  const pathOf = (name: string): string => join(folder, ...`${coldName(name)}${SUFFIX}`.split('/'));
  const write = durableWriter(folder);

  return {
    backend: 'files',

    async put(name, chunks, { ifAbsent }, call) {
      const path = pathOf(name);
      const bytes = await orUnavailable(write(path, chunks, ifAbsent, call));
      return bytes === undefined ? undefined : { name, bytes };
    },

    async get(name) {
      const file = await orUnavailable(open(pathOf(name), 'r').catch(orMissing));
      return file && verified(file, name);
    },

    async list({ prefix, after = '', limit }) {
      const most = Math.min(limit, COLD.pageSize);
      const names = await orUnavailable(listNames(folder, SUFFIX, prefix, after, most + 1));
      const page = names.slice(0, most);
      const objects = await Promise.all(
        page.map(async (name) => {
          const found = await orUnavailable(stat(pathOf(name)).catch(orMissing));
          return found && { name, bytes: Math.max(0, found.size - DIGEST_BYTES) };
        }),
      );
      return {
        objects: objects.filter((object) => object !== undefined),
        ...(names.length > most && { next: page.at(-1) }),
      };
    },

    async delete(name) {
      const path = pathOf(name);
      const isGone = await orUnavailable(
        unlink(path).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            orMissing(error);
            return false;
          },
        ),
      );
      if (isGone) await orUnavailable(syncFolder(dirname(path)));
      return isGone;
    },

    async check(call) {
      const beside = `checks/${randomUUID()}`;
      const empty = async function* (): AsyncGenerator<Uint8Array> {};
      await orUnavailable(write(pathOf(beside), empty(), true, call));
      await orUnavailable(unlink(pathOf(beside)));
    },
  };
}

/** Writes an object beside the others, makes it durable and gives it its name; undefined if the name is taken. */
function durableWriter(folder: string) {
  const incoming = join(folder, INCOMING);
  let made: Promise<void> | undefined;

  /** Creates the folder, and removes what a crash left of objects that were being put. */
  const make = async (): Promise<void> => {
    await mkdir(incoming, { recursive: true, mode: OWNER_ONLY.folder });
    for (const name of await readdir(incoming)) {
      const { mtimeMs } = await stat(join(incoming, name)).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - COLD.abandonedMs) await unlink(join(incoming, name)).catch(() => undefined);
    }
  };
  const ready = (): Promise<void> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));

  return async (
    path: string,
    chunks: AsyncIterable<Uint8Array>,
    ifAbsent: boolean,
    { signal }: CallContext,
  ): Promise<number | undefined> => {
    await ready();
    const beside = join(incoming, randomUUID());
    const file = await open(beside, 'wx', OWNER_ONLY.file);
    let bytes = 0;
    try {
      const digest = createHash('sha256');
      for await (const chunk of chunks) {
        if (signal.aborted) throw abortError(signal);
        digest.update(chunk);
        bytes += chunk.byteLength;
        await file.writeFile(chunk);
      }
      await file.writeFile(digest.digest());
      await file.sync();
      await file.close();
      await makeFolders(folder, dirname(path));
      if (!ifAbsent) await rename(beside, path);
      else if (!(await linked(beside, path))) bytes = -1;
      if (ifAbsent) await unlink(beside);
      await syncFolder(dirname(path));
    } catch (error) {
      await file.close().catch(() => undefined);
      await unlink(beside).catch(() => undefined);
      throw error;
    }
    return bytes < 0 ? undefined : bytes;
  };
}

/** Ends with an error if the bytes are not those that were put. */
async function* verified(file: FileHandle, name: string): AsyncGenerator<Uint8Array, void> {
  try {
    const { size } = await orUnavailable(file.stat());
    const end = size - DIGEST_BYTES;
    if (end < 0) throw coldObjectDamaged(name);
    const digest = createHash('sha256');
    const read = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await orUnavailable(file.read(Buffer.alloc(length), 0, length, from));
      if (bytesRead !== length) throw coldObjectDamaged(name);
      return buffer;
    };
    for (let at = 0; at < end;) {
      const chunk = await read(at, Math.min(READ_BYTES, end - at));
      at += chunk.length;
      digest.update(chunk);
      yield chunk;
    }
    if (!digest.digest().equals(await read(end, DIGEST_BYTES))) throw coldObjectDamaged(name);
  } finally {
    await file.close();
  }
}

/** Returns true if it took the name; false if the name is taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function makeFolders(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: OWNER_ONLY.folder });
  // A new folder is durable once its parent folder is.
  if (first === undefined) return;
  for (let made = path; made !== root && made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** Hides the system's own messages, since they name paths. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof RecordaError || code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw new RecordaError(
      'BACKEND_UNAVAILABLE',
      `Cold storage cannot be used (${code}). Check the disk of its folder, its free space and its permissions; memories that were not archived stay where they are.`,
    );
  }
}
