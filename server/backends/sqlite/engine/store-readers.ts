/** The readers of a store. */
import type { ReaderApi, ReaderData } from '../reader-thread.ts';
import { readerPool, type PoolOptions, type ReaderPool } from './reader-pool.ts';

const READER_THREAD = new URL('../reader-thread.bundle.cjs', import.meta.url);

export type StoreReaders = ReaderPool<ReaderApi>;

/** Starts `count` readers; they open the file when `written` resolves. Resolves once every one has. */
export function storeReaders(
  size: number,
  data: ReaderData,
  written: Promise<void>,
  onCrash: (cause: Error) => void,
  options?: PoolOptions,
): Promise<StoreReaders> {
  return readerPool<ReaderApi, ReaderData>(READER_THREAD, size, data, written, onCrash, options);
}
