/** Peers are installed with a package.json of their own, so their types are declared in this benchmark. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';

export const PEERS_FOLDER = join(ROOT, 'test/bench/peers');
const fromPeers = createRequire(join(PEERS_FOLDER, 'package.json'));

/** Returns a peer's module. Throws if it is not installed. */
export function loadPeer<T>(name: string): T {
  return fromPeers(name) as T;
}

/** Returns its installed version. */
export function peerVersion(name: string): string {
  const text = readFileSync(join(PEERS_FOLDER, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
