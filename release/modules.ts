/** Which built files a package needs, by what its entries import. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Relative specifiers, as `from '…'`, `import('…')` and `new URL('…', import.meta.url)` name them. */
const SPECIFIER = /((?:\bfrom|\bimport|\bnew URL\()\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\2/g;

const declarationOf = (path: string): string => path.replace(/\.[jt]s$/, '.d.ts');

/** Every file under `root` that `entries` lead to, themselves included; of declarations, `.d.ts` where they say `.ts`. */
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
      if (/\.(js|d\.ts)$/.test(file) && existsSync(join(root, file))) left.push(file);
    }
  }
  return [...reached].toSorted();
}

/** `text`, of the file at `path`, whose relative specifiers are what `to` says of the files they mean. */
export function respecified(text: string, path: string, to: (file: string) => string | undefined): string {
  return text.replaceAll(SPECIFIER, (whole, before: string, quote: string, specifier: string) => {
    const file = to(join(dirname(path), specifier));
    return file === undefined ? whole : `${before}${quote}${file}${quote}`;
  });
}

/** The relative specifier by which one file of a package imports another. */
export function specifierOf(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
