/** Builds the index of memories without zone maps, which are there for speed alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { ROOT } from '../root.ts';

/**
 * Without zone maps no block is skipped. The product has no switch for that, so the compiled sources are bundled with these
 * expressions replaced.
 */
const REPLACED: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'best-first.js': [
    ['likelyLeast(firstBatch)', '-Infinity'],
    ['if (maxima[block] < enough)', 'if (false)'],
    ['if (maxima[block] < near)', 'if (false)'],
  ],
  'search-columns.js': [
    ['functions.outside(address(of), blocksOf(of),', 'functions.outside(address(of), openNotes(length),'],
    [
      'export function wholeBlocks',
      `const open = scratchBuffer();
       let noted = 0;
       function openNotes(length) {
         const bytes = (NOTE_BYTES * wholeBlocks(length)) / BEST_BLOCK;
         const at = open.of(bytes);
         if (noted < bytes) new Float32Array(kernelSpace().floats.buffer, at, bytes / NUMBER_BYTES).fill(-Infinity);
         noted = bytes;
         return at;
       }
       export function wholeBlocks`,
    ],
  ],
};

/** Returns the index as it is without zone maps; rejects if the sources no longer have what is replaced. */
export async function indexWithoutZones(): Promise<typeof memoryIndex> {
  const outfile = join(import.meta.dirname, 'without-zone-maps.bundle.js');
  await build({
    entryPoints: [join(ROOT, 'dist/server/retrieval/memory-index.js')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    plugins: [
      {
        name: 'without zone maps',
        setup({ onLoad }) {
          onLoad({ filter: /(best-first|search-columns)\.js$/ }, ({ path }) => {
            let contents = readFileSync(path, 'utf8');
            for (const [from, to] of REPLACED[path.split('/').at(-1)!]!) {
              if (!contents.includes(from)) throw new Error(`${path} has changed: it has no "${from}"`);
              contents = contents.replace(from, to);
            }
            return { contents, loader: 'js' };
          });
        },
      },
    ],
  });
  // @ts-expect-error It is the file that was just made.
  const made = (await import('./without-zone-maps.bundle.js')) as { readonly memoryIndex: typeof memoryIndex };
  return made.memoryIndex;
}
