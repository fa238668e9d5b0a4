/** A thread that works on large texts, and makes the token tables for all threads. */
import { workerData } from 'node:worker_threads';
import type { Encoding } from '../domain/context/tokens.ts';
import { ENCODINGS } from '../domain/context/tokens.ts';
import { staticEncoder } from '../embedders/static/static-encoder.ts';
import type { StaticTable } from '../embedders/static/static-table.ts';
import { loadReader } from '../language/load-reader.ts';
import { makeTokenTable } from '../tokens/encodings.ts';
import type { TokenTable } from '../tokens/token-table.ts';
import { tokenCounter } from '../tokens/token-counter.ts';
import { uuids } from '../runtime/uuids.ts';
import { textWork, type TextWork } from './text-work.ts';

export type TextThreadData = { readonly table: StaticTable };

/** A piece of work with its argument and the token tables of the main thread. */
export type TextTask =
  | { readonly make: Encoding }
  | {
      readonly name: keyof TextWork;
      readonly argument: unknown;
      readonly tables: ReadonlyMap<Encoding, TokenTable>;
    };

const { table } = workerData as TextThreadData;
const tables = new Map<Encoding, TokenTable>();
const counter = tokenCounter((encoding) => Promise.resolve(tables.get(encoding)!));
const encoder = staticEncoder(table);
const work = textWork({
  count: counter.count,
  embed: (text) => encoder.embed(text),
  reader: loadReader(table),
  newUuid: uuids(),
});

export async function run(task: TextTask): Promise<unknown> {
  if ('make' in task) return makeTokenTable(task.make);
  for (const encoding of ENCODINGS) {
    const known = task.tables.get(encoding);
    if (known === undefined || tables.has(encoding)) continue;
    tables.set(encoding, known);
    await counter.load(encoding);
  }
  return (work[task.name] as (argument: unknown) => unknown)(task.argument);
}
