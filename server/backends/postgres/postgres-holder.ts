/**
 * PostgreSQL as the holder of several copies. A copy is always as of one commit: its position. It asks for newer commits before each read
 * and write, and a write stands only if no commit after that position touched the same cells.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RecordaError } from '../../domain/errors.ts';
import { POSTGRES } from '../../policy/backends.ts';
import type { Position, StoreChange } from '../sqlite/engine/store-change.ts';
import type { Copy, Holder } from '../sqlite/copying/holder.ts';
import { barrierFor, commitChange, readNewer, type Newer } from './commits.ts';
import { stopSignal } from '../../domain/abort.ts';
import type { Breaker } from '../breaker.ts';
import type { Pool } from './connect-postgres.ts';
import { loadCopy } from './load-copy.ts';
import { declined, hasState, isAway, isDeclined, isInTheWay, outcomeUnknown } from './postgres-errors.ts';
import { TOO_OLD } from './schema.ts';

export type PostgresHolderOptions = {
  readonly pool: Pool;
  readonly outage: Pick<Breaker, 'run'>;
  /** Is called after each commit that stands. */
  readonly onCommit: () => void;
};

type Outcome = 'STANDS' | 'CONFLICT' | 'UNKNOWN';

export function postgresHolder(options: PostgresHolderOptions): Holder {
  const { pool, onCommit } = options;
  const follower = copyFollower(options);
  const { catchUp } = follower;

  /**
   * Tries to commit a change that was tried out at `triedAt`; UNKNOWN if the connection was lost, so that the commit may stand or not, even
   * later.
   */
  const attempt = async (change: StoreChange, triedAt: number, token: string): Promise<Outcome> => {
    try {
      const number = await commitChange(pool, { position: triedAt, token }, change);
      if (number === undefined) return 'CONFLICT';
      onCommit();
      // If the copy cannot apply it now, it gets it with the next look.
      await follower.reach({ change, position: { number, token }, isOwn: true }).catch(() => undefined);
      return 'STANDS';
    } catch (error) {
      if (isInTheWay(error)) return 'CONFLICT';
      if (hasState(error, TOO_OLD)) throw follower.lose();
      if (isDeclined(error)) throw declined(error);
      if (isAway(error)) return 'UNKNOWN';
      throw error;
    }
  };
  /** Finds out whether a commit stands. If it does not, it can no longer either, since a barrier comes after it. */
  const settled = async (change: StoreChange, token: string): Promise<boolean> => {
    const endMs = performance.now() + POSTGRES.settleMs;
    while (performance.now() < endMs) {
      try {
        await catchUp();
        if (follower.hasSeen(token)) return true;
        const barrier = await attempt(barrierFor(change), follower.position().number, randomUUID());
        if (barrier === 'STANDS') {
          // The commit may have come just before the barrier.
          await catchUp();
          return follower.hasSeen(token);
        }
      } catch (error) {
        if (!(error instanceof RecordaError) || error.reason !== 'BACKEND_UNAVAILABLE') throw error;
      }
      await sleep(POSTGRES.retryMs);
    }
    throw outcomeUnknown();
  };

  return {
    isShared: true,
    open: follower.open,
    catchUp,
    async commit(change, position) {
      // The copy may be further by now than it was when the change was tried out.
      if (position === undefined) throw new Error('The copy has no position.');
      const token = randomUUID();
      follower.watch(token);
      try {
        const outcome = await attempt(change, position.number, token);
        if (outcome === 'UNKNOWN') return await settled(change, token);
        if (outcome === 'CONFLICT') await sleep(Math.random() * POSTGRES.conflictMs);
        return outcome === 'STANDS';
      } finally {
        follower.unwatch(token);
      }
    },
  };
}

type Applied = Parameters<Copy['apply']>[0][number] & { readonly position: Position };

/** A look is shared, so nobody can stop it; a caller who gives up stops waiting for it. */
const never = stopSignal();

/** Keeps a copy at its position in the order of commits. */
function copyFollower({ pool, outage }: Pick<PostgresHolderOptions, 'pool' | 'outage'>) {
  let copy: Copy | undefined;
  let at: Position | undefined;
  let lost: RecordaError | undefined;
  /** Own tokens whose commit is to be noticed, and whether it was. */
  const watched = new Map<string, boolean>();
  const inTurn = turns();

  const lose = (): RecordaError => {
    if (lost === undefined) copy?.fail((lost = diverged()));
    return lost as RecordaError;
  };
  const position = (): Position => {
    if (at === undefined) throw new Error('The copy is not open.');
    return at;
  };
  const apply = async (changes: readonly Applied[]): Promise<void> => {
    const last = changes.at(-1);
    if (last === undefined) return;
    await copy?.apply(changes);
    for (const {
      position: { token },
    } of changes)
      if (watched.has(token)) watched.set(token, true);
    at = last.position;
  };
  /** Applies commits that were read after an earlier look, of which some may have been applied meanwhile. */
  const applyNewer = async ({ head, keptFrom, changes }: Newer): Promise<boolean> => {
    const from = position();
    if (from.number >= head.number) {
      // A later look may have come first.
      const isSame = from.number > head.number ? undefined : from.token === head.token;
      if (isSame === false) throw lose();
      return true;
    }
    if (keptFrom > from.number + 1) throw lose();
    const newer = changes.filter((change) => change.position.number > from.number);
    let before = from.token;
    for (const [index, { position: next, before: follows }] of newer.entries()) {
      if (follows !== before || next.number !== from.number + 1 + index) throw lose();
      before = next.token;
    }
    await apply(newer);
    return position().number >= head.number;
  };
  const look = async (): Promise<void> => {
    for (;;) {
      if (lost !== undefined) throw lost;
      const from = position();
      const newer = await outage.run(() => readNewer(pool, from.number), never);
      // Nothing was applied meanwhile that could be newer than this answer.
      if (position() === from && newer.head.number < from.number) throw lose();
      if (newer.head.number === position().number && newer.head.token === position().token) return;
      if (await inTurn(() => applyNewer(newer))) return;
    }
  };

  return {
    position,
    lose,
    catchUp: sharedLook(look),
    watch: (token: string): void => void watched.set(token, false),
    unwatch: (token: string): void => void watched.delete(token),
    hasSeen: (token: string): boolean => watched.get(token) ?? false,

    /** Applies an own commit, if it comes right after the position that the copy has. */
    reach: (own: Applied): Promise<void> =>
      inTurn(async () => {
        if (position().number === own.position.number - 1) await apply([own]);
      }),

    async open(opened: Copy): Promise<void> {
      copy = opened;
      at = await opened.position();
      if (at === undefined) at = await loadCopy(pool, opened);
      await look();
    },
  };
}

/** Shares a look among all who ask before it begins. */
function sharedLook(look: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    running = look().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (running === undefined) return begin();
    return (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      }));
  };
}

/** Returns a function that runs one work after the other. */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

function diverged(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    'The copy in the data folder of this server has commits that PostgreSQL has lost, or lacks some that it no longer keeps. Restart the server: it then loads its copy anew.',
  );
}
