/** Makes unique words, and finds them or pieces of them in files. */
import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** These are neither hexadecimal digits nor frequent in a language. */
const LETTERS = 'ghjkmnpqrtvwxyz';
const LENGTH = 20;
/** A piece of this length is no coincidence. */
const PIECE = 10;
const RUN = new RegExp(`[${LETTERS}]{${PIECE},}`, 'gi');

export function canary(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export type Canaries = {
  /** Makes a new canary for a place. */
  readonly mark: (place: string) => string;
  readonly count: () => number;
  /** Returns the places whose canaries, or pieces of them, are in any file under the folder. */
  readonly foundIn: (folder: string) => Promise<readonly string[]>;
};

export function canaries(): Canaries {
  const places: string[] = [];
  const pieces = new Map<string, number>();
  return {
    mark(place) {
      const made = canary();
      for (let at = 0; at + PIECE <= made.length; at += 1) pieces.set(made.slice(at, at + PIECE), places.length);
      places.push(place);
      return made;
    },
    count: () => places.length,
    async foundIn(folder) {
      const found = new Set<number>();
      for (const bytes of (await filesUnder(folder)).values()) {
        for (const [run] of bytes.toString('latin1').matchAll(RUN)) {
          const text = run.toLowerCase();
          for (let at = 0; at + PIECE <= text.length; at += 1) {
            const of = pieces.get(text.slice(at, at + PIECE));
            if (of !== undefined) found.add(of);
          }
        }
      }
      return [...found].map((index) => places[index]!);
    },
  };
}

/** Reads every file, by its path, but for those that are deleted meanwhile: a running PostgreSQL deletes files of its own. */
export async function filesUnder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (bytes !== undefined) files.set(path, bytes);
  }
  return files;
}

/** Returns the paths of the files under a folder that contain any of these, each of which has at least four bytes. */
export async function filesWithAny(folder: string, wanted: readonly Buffer[]): Promise<readonly string[]> {
  // One pass over the bytes: looking for hundreds one by one took most of the time of a test.
  const byStart = new Map<number, Buffer[]>();
  for (const one of wanted) {
    const start = one.readUInt32BE();
    byStart.set(start, [...(byStart.get(start) ?? []), one]);
  }
  const startsSome = new Uint8Array(2 ** 16);
  for (const start of byStart.keys()) startsSome[start >>> 16] = 1;
  const hasAny = (bytes: Buffer): boolean => {
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (startsSome[(bytes[at]! << 8) | bytes[at + 1]!] === 0) continue;
      const started = byStart.get(bytes.readUInt32BE(at)) ?? [];
      if (started.some((one) => one.equals(bytes.subarray(at, at + one.length)))) return true;
    }
    return false;
  };
  return [...(await filesUnder(folder))].flatMap(([path, bytes]) => (hasAny(bytes) ? [path] : []));
}
