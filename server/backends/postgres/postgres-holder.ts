/**
 * PostgreSQL as the holder of several copies. A copy is always as of one commit: its position. It asks for newer commits before each read
 * and write, and a write stands only if no commit after that position touched the same cells.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RecordaError } from '../../domain/errors.ts';
import { POSTGRES } from '../../policy/postgres.ts';
import type { CommitOutcome } from '../../ports/telemetry.ts';
import type { StoreChange } from '../sqlite/engine/store-change.ts';
import type { Holder } from '../sqlite/copying/holder.ts';
import { filled, inForm } from '../sqlite/copying/row-forms.ts';
import { barrierFor, commitChange } from './commits.ts';
import { copyFollower, type FollowerOptions } from './copy-follower.ts';
import { declined, hasState, isAway, isDeclined, isInTheWay, outcomeUnknown } from './postgres-errors.ts';
import { TOO_OLD } from './schema.ts';

export type PostgresHolderOptions = FollowerOptions & {
  /** Is called after each commit that stands. */
  readonly onCommit: () => void;
};

type Outcome = 'STANDS' | 'CONFLICT' | 'UNKNOWN';

const COUNTED: Readonly<Record<Outcome, CommitOutcome>> = {
  STANDS: 'stands',
  CONFLICT: 'conflict',
  UNKNOWN: 'unknown',
};

export function postgresHolder(options: PostgresHolderOptions): Holder {
  const { pool, revisions, form, sealing, refused, telemetry, onCommit } = options;
  const follower = copyFollower(options);
  const { catchUp, catchUpForRead } = follower;

  /**
   * Tries to commit a change that was tried out at `triedAt`; UNKNOWN if the connection was lost, so that the commit may stand or not, even
   * later.
   */
  const attempt = async (change: StoreChange, triedAt: number, token: string): Promise<Outcome> => {
    try {
      const sent = inForm(change, form.written);
      // The columns that this form lacks must be missing from every copy, also from this server's own.
      const asRead = sent === change ? { change, isOwn: true } : { change: filled(sent) };
      const number = await commitChange(pool, { position: triedAt, token }, sent, { sealing, refused });
      if (number === undefined) return 'CONFLICT';
      revisions.note(change, number);
      onCommit();
      // If the copy cannot apply it now, it gets it with the next look.
      await follower.reach({ ...asRead, position: { number, token } }).catch(() => undefined);
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
    catchUpForRead,
    async commit(change, position) {
      // The copy may be further by now than it was when the change was tried out.
      if (position === undefined) throw new Error('The copy has no position.');
      const token = randomUUID();
      follower.watch(token);
      try {
        const outcome = await attempt(change, position.number, token).catch((error: unknown) => {
          telemetry.storeCommit('refused');
          throw error;
        });
        telemetry.storeCommit(COUNTED[outcome]);
        if (outcome === 'UNKNOWN') return await settled(change, token);
        if (outcome === 'CONFLICT') await sleep(Math.random() * POSTGRES.conflictMs);
        return outcome === 'STANDS';
      } finally {
        follower.unwatch(token);
      }
    },
  };
}
