/** Readers of a copy: before each question, the copy gets all that stood when it was asked, or what its caller has seen. */
import { orAbort, type StopSignal } from '../../../domain/abort.ts';
import { revisionOf } from '../../../domain/user-revision.ts';
import { remote, type Remote } from '../engine/batch-channel.ts';
import type { PooledReader, ReaderPool } from '../engine/reader-pool.ts';
import type { StoreReaders } from '../engine/store-readers.ts';
import type { ReaderApi } from '../reader-thread.ts';
import type { Holder } from './holder.ts';

/** Calls that answer nothing about the data. */
const ASIDE: ReadonlySet<PropertyKey> = new Set<keyof ReaderApi>([
  'open',
  'close',
  'forgetUser',
  'forgetFacts',
  'warm',
  'pack',
  'packPiece',
]);

export function freshReaders(readers: StoreReaders, catchUp: Holder['catchUpForRead']): StoreReaders {
  const known = new WeakMap<Remote<ReaderApi>, Remote<ReaderApi>>();
  const fresh = (reader: Remote<ReaderApi>): Remote<ReaderApi> => {
    const before = known.get(reader);
    if (before !== undefined) return before;
    const ask = reader as unknown as Record<string, (argument: unknown, signal?: StopSignal) => Promise<never>>;
    const made = remote<ReaderApi>(async (method, argument, signal) => {
      if (!ASIDE.has(method)) {
        const caughtUp = catchUp(revisionOf(signal));
        await (signal === undefined ? caughtUp : orAbort(caughtUp, signal));
      }
      return ask[method]!(argument, signal);
    });
    known.set(reader, made);
    return made;
  };
  const pooled = new WeakMap<PooledReader<ReaderApi>, PooledReader<ReaderApi>>();
  const freshOne = (reader: PooledReader<ReaderApi>): PooledReader<ReaderApi> => {
    const before = pooled.get(reader);
    if (before !== undefined) return before;
    const made: PooledReader<ReaderApi> = {
      calls: fresh(reader.calls),
      get waiting() {
        return reader.waiting;
      },
    };
    pooled.set(reader, made);
    return made;
  };
  const pool: ReaderPool<ReaderApi> = {
    size: readers.size,
    of: (scope) => fresh(readers.of(scope)),
    beside: (scope) => fresh(readers.beside(scope)),
    leastBusy: (scope) => fresh(readers.leastBusy(scope)),
    pinned: (scope) => freshOne(readers.pinned(scope)),
    all: () => readers.all().map(freshOne),
    close: (why) => readers.close(why),
  };
  return pool;
}
