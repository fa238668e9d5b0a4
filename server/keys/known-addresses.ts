/**
 * Remembers from which addresses each API key was used, in a file of the data folder, so that the use of a stolen key is noticed. The
 * first address of a key is what later ones are compared with.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { KNOWN_ADDRESSES } from '../policy/serving.ts';
import type { Log } from '../ports/telemetry.ts';

/** The name of the file in the data folder. */
export const ADDRESSES_FILE = 'key-addresses.json';
const OWNER_ONLY = 0o600;

/** Keys, the least recently used first, with their addresses. */
const fileContent = z.array(z.tuple([z.string(), z.array(z.string())]));

export interface KnownAddresses {
  isKnown(keyId: string, address: string): boolean;
  /** Tells whether the key was used before, but never from there, and remembers the address. `address` is a result of `networkOf`. */
  isNew(keyId: string, address: string): boolean;
  /** Writes what was not written yet. */
  close(): void;
}

export function knownAddresses(file: string, log: Log): KnownAddresses {
  const ofKeys = new LRUCache<string, Set<string>>({ max: KNOWN_ADDRESSES.keys });
  for (const [keyId, addresses] of readFile(file, log)) ofKeys.set(keyId, new Set(addresses));
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const content = [...ofKeys.entries()].toReversed().map(([keyId, addresses]) => [keyId, [...addresses]]);
    try {
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: OWNER_ONLY });
      renameSync(`${file}.new`, file);
    } catch (error) {
      log.warn(
        { error: (error as Error).message },
        'The addresses of keys cannot be written: after a restart, keys that are used from them are reported again',
      );
    }
  }

  return {
    isKnown: (keyId, address) => ofKeys.get(keyId)?.has(address) === true,
    isNew(keyId, address) {
      const known = ofKeys.get(keyId);
      if (known?.has(address) === true) return false;
      timer ??= setTimeout(write, KNOWN_ADDRESSES.writeMs).unref();
      if (known === undefined) {
        ofKeys.set(keyId, new Set([address]));
        return false;
      }
      const [oldest] = known;
      if (known.size >= KNOWN_ADDRESSES.ofKey) known.delete(oldest!);
      known.add(address);
      return true;
    },
    close() {
      if (timer !== undefined) write();
    },
  };
}

function readFile(file: string, log: Log): z.output<typeof fileContent> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Nothing was remembered yet.
    return [];
  }
  try {
    return fileContent.parse(JSON.parse(text));
  } catch (error) {
    log.warn({ file, error: (error as Error).message }, 'The addresses of keys cannot be read; they are learnt again');
    return [];
  }
}
