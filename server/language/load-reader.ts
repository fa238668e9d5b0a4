/** Loads the reader of the package, with the table of the built-in embedder. */
import { readFileSync } from 'node:fs';
import { staticEncoder } from '../embedders/static/static-encoder.ts';
import type { StaticTable } from '../embedders/static/static-table.ts';
import { packageFile } from '../runtime/package-root.ts';
import { decodeTable, type Table } from './engine/table.ts';
import { languageReader, type TurnReader } from './reader.ts';

/** The table that this process has loaded. */
let committed: Table | undefined;

export function loadReader(vectors: StaticTable): TurnReader {
  committed ??= decodeTable(readFileSync(packageFile('server', 'language', 'models', 'reader.bin')));
  const encoder = staticEncoder(vectors);
  return languageReader(committed, (text) => encoder.embed(text));
}
