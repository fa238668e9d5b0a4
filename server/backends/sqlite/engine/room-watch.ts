/** Maintains the reserve: makes it, and while the disk is full checks every second whether there is room to make it again. */
import { DISK } from '../../../policy/backends.ts';
import { fillReserve } from './file/disk-reserve.ts';
import type { SqliteLog } from '../sqlite-options.ts';
import type { Remote } from './batch-channel.ts';
import type { WriterControls } from './writer.ts';

export type RoomWatchOptions = {
  readonly dataDir: string;
  readonly reserveBytes: number;
  /** True for a store that is open only briefly: it makes no reserve, but uses an existing one. */
  readonly isBrief: boolean;
  readonly writer: Remote<Pick<WriterControls, 'room'>>;
  readonly log: SqliteLog;
};

export interface RoomWatch {
  /** Tells whether the disk is full: then only deletions are written. */
  isFull(): boolean;
  /** Must be called when a write has failed for lack of room. */
  noteFull(): void;
  close(): Promise<void>;
  /** Makes the reserve once the store is closed, which frees room: it is for the next start, in case others take the rest. */
  makeReserve(): Promise<void>;
}

export function roomWatch({ dataDir, reserveBytes, isBrief, writer, log }: RoomWatchOptions): RoomWatch {
  let isFull = false;
  let isTight = false;
  let isReported = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const lookIn = (ms: number): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void (looking = look()), ms).unref();
  };
  const look = async (): Promise<void> => {
    const wasTight = isTight;
    const isWhole = await fillReserve(dataDir, reserveBytes, () => isClosed).catch(() => false);
    if (isClosed) return;
    if (wasTight) {
      const now = await writer.room({ isWhole }).catch(() => undefined);
      if (now === undefined) return;
      if (isFull && !now.isFull) log.warn({}, 'there is space again: the embedded store continues to write');
      ({ isFull, isTight } = now);
    } else if (!isWhole && !isReported) {
      isReported = true;
      log.warn(
        { reserveBytes },
        'the disk has no space for the reserve that lets deletions be written when it is full',
      );
    }
    if (isTight) lookIn(DISK.lookMs);
    else if (!isWhole) lookIn(DISK.tryAgainMs);
  };
  if (!isBrief) lookIn(DISK.firstMs);

  return {
    isFull: () => isFull,
    noteFull() {
      if (isFull) return;
      isFull = true;
      isTight = true;
      log.error({}, 'the disk of the embedded store is full: only deletions are written until there is space');
      lookIn(DISK.lookMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
    async makeReserve() {
      if (isTight) await fillReserve(dataDir, reserveBytes, () => false).catch(() => false);
    },
  };
}
