/** The readers: a user's calls always go to the same one, which holds that user's index. One that crashes or does not come back is replaced. */
import { SQLITE } from '../../../policy/sqlite.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { BatchChannel } from './batch-channel.ts';
import { startThread, type Thread } from './start-thread.ts';
import type { ReaderApi, ReaderData } from './thread-api.ts';

export interface ReaderPool {
  readonly size: number;
  /** The reader that a user is pinned to. */
  of(scope: Pick<Scope, 'tenant' | 'userId'>): BatchChannel<ReaderApi>;
  /** Another one, where there are several: for what is asked at the same time. It holds that user's other index. */
  beside(scope: Pick<Scope, 'tenant' | 'userId'>): BatchChannel<ReaderApi>;
  /** For what needs no index: the user's own, unless another is sooner done. */
  leastBusy(scope?: Pick<Scope, 'tenant' | 'userId'>): BatchChannel<ReaderApi>;
  /** All of them, as they are now. */
  all(): readonly BatchChannel<ReaderApi>[];
  close(why: Error): Promise<void>;
}

/** Before a reader is taken for lost. */
const LOOKS = 10;

const READER_THREAD = new URL('./reader-thread.js', import.meta.url);

type PoolOptions = {
  /** What a thread runs. */
  readonly module?: URL;
  /** Hears of each error that a reader answers with, and says which its call rejects with. */
  readonly onError?: (error: Error) => Error;
  /** How long a reader may work on for a caller who has given up before it is replaced, in milliseconds. */
  readonly lostAfterMs?: number;
};

/** Starts the threads at once; they open the file when `written` resolves. Resolves once every one has. */
export async function readerPool(
  size: number,
  data: ReaderData,
  written: Promise<void>,
  onCrash: (cause: Error) => void,
  { module = READER_THREAD, lostAfterMs = SQLITE.readerLostAfterMs, onError }: PoolOptions = {},
): Promise<ReaderPool> {
  const readers: Thread<ReaderApi>[] = [];
  let isClosed = false;
  let isWritten = false;

  const start = async (place: number): Promise<void> => {
    let hasOpened = false;
    const replace = (cause: Error): void => {
      onCrash(cause);
      if (isClosed) return;
      // At once if it had worked; later if it cannot even open, lest it be tried in a tight loop.
      if (hasOpened) start(place).catch(onCrash);
      else setTimeout(() => void start(place).catch(onCrash), SQLITE.restartDelayMs).unref();
    };
    const reader = startThread<ReaderApi>(module, replace, onError);
    readers[place] = reader;
    // A reader that is replaced must open before a call can come between.
    if (!isWritten) await written;
    isWritten = true;
    await reader.channel.call('open', data);
    hasOpened = true;
  };
  /** Of each reader, the call that it runs in vain, and at how many looks in a row it did. A machine that stands still takes no looks. */
  const inVain: { number: number | undefined; looks: number }[] = [];
  const look = (): void => {
    for (const [place, reader] of readers.entries()) {
      const number = reader.runsInVain();
      const looks = number !== undefined && number === inVain[place]?.number ? inVain[place].looks + 1 : 0;
      inVain[place] = { number, looks };
      if (looks === LOOKS) reader.kill(new Error(`It worked for ${lostAfterMs} ms on a call that was given up.`));
    }
  };
  const watch = setInterval(look, lostAfterMs / LOOKS).unref();
  const close = async (why: Error): Promise<void> => {
    isClosed = true;
    clearInterval(watch);
    const closing = readers.map(async (reader) => {
      const stillCall = reader.channel.refuse(why);
      await stillCall('close', {}).catch(() => undefined);
      await reader.stop(why);
    });
    await Promise.all(closing);
  };

  const placeOf = ({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>): number => hash(`${tenant}\0${userId}`) % size;

  try {
    await Promise.all(Array.from({ length: size }, (_, place) => start(place)));
  } catch (error) {
    await close(error as Error);
    throw error;
  }
  return {
    size,
    of: (scope) => (readers[placeOf(scope)] as Thread<ReaderApi>).channel,
    beside: (scope) => (readers[(placeOf(scope) + 1) % size] as Thread<ReaderApi>).channel,
    leastBusy(scope) {
      const first = scope === undefined ? 0 : placeOf(scope);
      return readers.reduce(
        (least, { channel }) => (channel.waiting < least.waiting ? channel : least),
        (readers[first] as Thread<ReaderApi>).channel,
      );
    },
    all: () => readers.map(({ channel }) => channel),
    close,
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
