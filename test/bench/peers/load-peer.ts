/** Peers are installed beside their own package.json alone: their types are what the bench says of them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../root.ts';

export const PEERS_FOLDER = join(ROOT, 'test/bench/peers');
const fromPeers = createRequire(join(PEERS_FOLDER, 'package.json'));

/** A peer's module. Rejects where it is not installed. */
export async function loadPeer<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(fromPeers.resolve(name)).href)) as T;
}

/** Its installed version. */
export function peerVersion(name: string): string {
  const text = readFileSync(join(PEERS_FOLDER, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
