/**
 * The pool of readers: a user's calls always run on the same one, which holds that user's index. A reader that crashes or hangs is
 * replaced.
 */
import { SQLITE } from '../../../policy/backends.ts';
import type { Scope } from '../../../domain/memory.ts';
import { remote, type Api, type Remote } from './batch-channel.ts';
import { startThread, type Thread } from './start-thread.ts';

/** Readers that offer at least `A`. */
export interface ReaderPool<A> {
  readonly size: number;
  /** Returns the reader that a user is pinned to. */
  of(scope: Pick<Scope, 'tenant' | 'userId'>): Remote<A>;
  /** Returns another one, if there are several, for concurrent questions. It holds that user's other index. */
  beside(scope: Pick<Scope, 'tenant' | 'userId'>): Remote<A>;
  /** Returns a reader for calls that need no index: the user's own, unless another has less to do. */
  leastBusy(scope?: Pick<Scope, 'tenant' | 'userId'>): Remote<A>;
  /** Returns the same as `of`, with the number of its waiting calls. */
  pinned(scope: Pick<Scope, 'tenant' | 'userId'>): PooledReader<A>;
  /** Returns all of them, as they are now. */
  all(): readonly PooledReader<A>[];
  close(why: Error): Promise<void>;
}

export interface PooledReader<A> {
  readonly calls: Remote<A>;
  /** The number of calls that are not answered yet. */
  readonly waiting: number;
}

/** The methods that every reader offers. */
type Readable<D> = { open(data: D): void; close(argument: Record<string, never>): void };

/** The number of checks before a reader counts as lost. */
const LOOKS = 10;

export type PoolOptions = {
  /** Called with each error that a reader answers with; returns the one that its call rejects with. */
  readonly onError?: (error: Error) => Error;
  /** The time that a reader may spend on a call that was given up before the reader is replaced, in milliseconds. */
  readonly lostAfterMs?: number;
};

/** Starts threads of `module` at once; they open the file when `written` resolves. Resolves once every one has. */
export async function readerPool<A extends Api & Readable<D>, D>(
  module: URL,
  size: number,
  data: D,
  written: Promise<void>,
  onCrash: (cause: Error) => void,
  { lostAfterMs = SQLITE.readerLostAfterMs, onError }: PoolOptions = {},
): Promise<ReaderPool<A>> {
  const readers: Thread<A>[] = [];
  let isClosed = false;
  let isWritten = false;

  const start = async (index: number): Promise<void> => {
    let hasOpened = false;
    const replace = (cause: Error): void => {
      onCrash(cause);
      if (isClosed) return;
      // A reader that had worked is restarted at once; one that cannot even open later, to avoid a tight loop.
      if (hasOpened) start(index).catch(onCrash);
      else setTimeout(() => void start(index).catch(onCrash), SQLITE.restartDelayMs).unref();
    };
    const reader = startThread<A>(module, replace, onError);
    readers[index] = reader;
    // A reader that is replaced must open before any call reaches it.
    if (!isWritten) await written;
    isWritten = true;
    await (reader.calls as Remote<Readable<D>>).open(data);
    hasOpened = true;
  };
  /**
   * For each reader, the call that it runs in vain, and the number of consecutive checks that saw it. A machine that is suspended makes
   * no checks.
   */
  const inVain: { number: number | undefined; looks: number }[] = [];
  const look = (): void => {
    for (const [index, reader] of readers.entries()) {
      const number = reader.runsInVain();
      const looks = number !== undefined && number === inVain[index]?.number ? inVain[index].looks + 1 : 0;
      inVain[index] = { number, looks };
      if (looks === LOOKS) reader.kill(new Error(`It worked for ${lostAfterMs} ms on a call that was abandoned.`));
    }
  };
  const watch = setInterval(look, lostAfterMs / LOOKS).unref();
  const close = async (why: Error): Promise<void> => {
    isClosed = true;
    clearInterval(watch);
    const closing = readers.map(async (reader) => {
      await remote<A>(reader.channel.refuse(why))
        .close({})
        .catch(() => undefined);
      await reader.stop(why);
    });
    await Promise.all(closing);
  };

  const indexOf = ({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>): number => hash(`${tenant}\0${userId}`) % size;

  try {
    await Promise.all(Array.from({ length: size }, (_, index) => start(index)));
  } catch (error) {
    await close(error as Error);
    throw error;
  }
  const at = (index: number): Thread<A> => readers[index] as Thread<A>;
  return {
    size,
    of: (scope) => at(indexOf(scope)).calls,
    beside: (scope) => at((indexOf(scope) + 1) % size).calls,
    leastBusy(scope) {
      const first = at(scope === undefined ? 0 : indexOf(scope));
      return readers.reduce((least, reader) => (reader.waiting < least.waiting ? reader : least), first).calls;
    },
    pinned: (scope) => at(indexOf(scope)),
    all: () => readers,
    close,
  };
}

/** Computes FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
