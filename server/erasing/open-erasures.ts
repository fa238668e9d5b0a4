/** Collects every place that holds data of users, and the parts needed to erase them from all. */
import type { UserKey } from '../domain/accounts.ts';
import { stopSignal } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import { ERASING } from '../policy/lifecycle.ts';
import type { UserKeys } from '../ports/cold-storage.ts';
import type { OtherServers } from '../ports/other-servers.ts';
import type { ErasureTarget, Erasures } from '../ports/users.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';
import type { EraseAgain, ErasureJournal } from './erasure-journal.ts';
import { erasures, type SeenErasures } from './erasures.ts';
import type { ErasureBarrier } from '../stores/middleware/erasure-barrier.ts';
import type { ReceiptSigner } from './signing-key.ts';

export type ErasingOptions = {
  readonly signer: ReceiptSigner;
  readonly journal: ErasureJournal;
  readonly eraseAgain: readonly EraseAgain[];
  /** The keys without auditing: an erasure reads the id of a key, and uses none. */
  readonly keys: Pick<UserKeys, 'idOf' | 'ready'>;
  /** The targets in order: the sources of a backup or an archive are erased before it. */
  readonly targets: readonly ErasureTarget[];
  readonly store: SeenErasures & { finish(): Promise<void> };
  readonly barrier: ErasureBarrier;
  readonly others?: Pick<OtherServers, 'claim' | 'release'> | undefined;
  readonly clock: Clock;
  readonly newUuid: () => string;
  readonly log: Log;
};

export type OpenedErasures = Erasures & {
  /** Settles as erasures.ts describes; fails soon if a log's storage does not answer. */
  settle(): Promise<void>;
  close(): void;
};

/**
 * Keeps erased users erased: resolves once nothing of them is left in the store, which may be an older copy. If cold storage, or
 * another target, does not answer, a server starts all the same and erases there as soon as it is back.
 */
export async function openErasures(options: ErasingOptions): Promise<OpenedErasures> {
  const { journal, keys, store, log } = options;
  const { settle, ...port } = erasures(options);
  const settleAndTell = async (): Promise<void> => {
    const { count, lacked } = await settle();
    if (count > 0)
      log.info({ count }, 'Erasures were repeated: a crash had interrupted them, or the store had not seen them');
    const [cold = 0, userKeys = 0] = lacked;
    if (cold + userKeys > 0) {
      log.info(
        { cold, userKeys },
        'Cold storage or the storage of users’ keys lacked erasures, as an older copy or a new place does: they were repeated there',
      );
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const again = async (): Promise<void> => {
    await journal.ask();
    await keys.ready({ signal: stopSignal() });
    await settleAndTell();
    await store.finish();
  };
  let lastLogged = '';
  /** Each reason is logged once: the check runs every few seconds. */
  const logOnce = ({ message }: Error): void => {
    if (message === lastLogged) return;
    lastLogged = message;
    log.error(
      { error: message },
      'It is unknown whether all erasures are applied: if this store is an older copy, it may show erased data until the unavailable storage answers. The server keeps asking it',
    );
  };
  const later = (): void => {
    if (isClosed) return;
    const retry = (error: Error): void => {
      logOnce(error);
      later();
    };
    timer = setTimeout(() => void again().catch(retry), ERASING.replayAgainMs).unref();
  };
  try {
    await again();
  } catch (error) {
    if (!isAway(error)) throw error;
    logOnce(error);
    later();
  }
  return {
    ...port,
    async settle() {
      await journal.ask();
      await settleAndTell();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function isAway(error: unknown): error is RecordaError {
  return error instanceof RecordaError && ['BACKEND_UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(error.reason);
}

/** Makes a target of the files that list what must never be sent to a model. */
export function targetOfFiles(
  name: string,
  files: { count(whose: UserKey): Promise<number>; erase(whose: UserKey): Promise<number> },
): ErasureTarget {
  const rows = (count: number) => (count === 0 ? [] : [{ place: name, count }]);
  // These files belong to no type of memory.
  return {
    name,
    count: async (whose, types) => (types === undefined ? rows(await files.count(whose)) : []),
    erase: async (whose, types) => (types === undefined ? rows(await files.erase(whose)) : []),
  };
}
