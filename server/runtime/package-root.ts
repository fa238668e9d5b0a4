/**
 * Finds where the package is installed: code runs from `dist`, and files that are not code stay beside the
 * sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a file of the package. */
export function packageFile(...path: readonly string[]): string {
  return join(root(), ...path);
}

/** The fields of package.json that are used. */
type Manifest = { readonly version: string; readonly peerDependencies: Readonly<Record<string, string>> };

export function readPackage(): Manifest {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;
}

export function packageVersion(): string {
  return readPackage().version;
}

function root(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('package.json is missing from the installed package');
  }
}
