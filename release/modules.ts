/** Finds the built files that a package needs, by what its entries import. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Matches relative specifiers in `from '…'`, `import('…')` and `new URL('…', import.meta.url)`. */
const SPECIFIER = /((?:\bfrom|\bimport|\bnew URL\()\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\2/g;

const declarationOf = (path: string): string => path.replace(/\.[jt]s$/, '.d.ts');

/**
 * Returns every file under `root` that `entries` import, directly or not, including themselves; for declarations, `.d.ts`
 * in place of `.ts`.
 */
export function reachedFrom(root: string, entries: readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const left = [...entries];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const isDeclaration = path.endsWith('.d.ts');
    for (const [, , , to = ''] of readFileSync(join(root, path), 'utf8').matchAll(SPECIFIER)) {
      const target = join(dirname(path), to);
      const file = isDeclaration ? declarationOf(target) : target;
      if (/\.(c?js|d\.ts)$/.test(file) && existsSync(join(root, file))) left.push(file);
    }
  }
  return [...reached].toSorted();
}

/**
 * Returns the `text` of the file at `path` with its relative specifiers replaced: `to` returns the new specifier of a
 * file.
 */
export function respecified(text: string, path: string, to: (file: string) => string | undefined): string {
  return text.replaceAll(SPECIFIER, (whole, before: string, quote: string, specifier: string) => {
    const file = to(join(dirname(path), specifier));
    return file === undefined ? whole : `${before}${quote}${file}${quote}`;
  });
}

/** Returns the relative specifier by which one file of a package imports another. */
export function specifierOf(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
