/** A thread that ranks archived memories, so that a search of the archive delays no other call. */
import { workerData } from 'node:worker_threads';
import { RecordaError, type ErrorDetail, type ErrorReason } from '../domain/errors.ts';
import { staticEncoder } from '../embedders/static/static-encoder.ts';
import type { StaticTable } from '../embedders/static/static-table.ts';
import type { Hit } from '../ports/stores.ts';
import { rankArchived, type RankCommand } from './rank-archived.ts';

export type ArchiveThreadData = { readonly table: StaticTable };

/** Structured cloning keeps no class, so an error that the caller may act on is sent in parts. */
export type Ranked =
  | { readonly hits: readonly Hit[] }
  | { readonly reason: ErrorReason; readonly message: string; readonly detail: ErrorDetail };

const { table } = workerData as ArchiveThreadData;
const encoder = staticEncoder(table);

export async function run(command: RankCommand): Promise<Ranked> {
  try {
    return { hits: await rankArchived(command, encoder) };
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    const { reason, message, detail } = error;
    return { reason, message, detail };
  }
}
