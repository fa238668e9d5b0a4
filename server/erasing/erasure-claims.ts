/** Keeps servers that share a store from repeating an erasure that one of them is at: that would erase what its user has written since. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stopSignal } from '../domain/abort.ts';
import { ERASING } from '../policy/lifecycle.ts';
import type { OtherServers } from '../ports/other-servers.ts';
import type { CallContext } from '../ports/stores.ts';
import type { BegunErasure } from '../ports/users.ts';

type Named = Pick<BegunErasure, 'id'>;

/** Without other servers, every erasure is this server's. */
export interface ErasureClaims {
  /** Claims an erasure of this server before it is written down anywhere. */
  take(erasure: Named, call: CallContext): Promise<void>;
  /** Claims those of the erasures that no other server is at, and returns them. */
  takeFree<T extends Named>(erasures: readonly T[]): Promise<readonly T[]>;
  /** Claims an erasure that had begun, if it was cut short. If another server is at it, waits until that one has ended it or itself. */
  takeCutShort(erasure: Named): Promise<boolean>;
  release(erasures: readonly Named[]): Promise<void>;
}

export function erasureClaims(
  others: Pick<OtherServers, 'claim' | 'release'> | undefined,
  store: { begun(): Promise<readonly Named[]> },
): ErasureClaims {
  const work = ({ id }: Named): string => `erasure ${id}`;
  const claim = async (erasure: Named, call: CallContext = { signal: stopSignal() }): Promise<boolean> =>
    others === undefined || others.claim(work(erasure), call);
  const isBegun = async ({ id }: Named): Promise<boolean> => (await store.begun()).some((one) => one.id === id);

  const claims: ErasureClaims = {
    async take(erasure, call) {
      if (!(await claim(erasure, call))) throw new Error(`Another server is at the erasure ${erasure.id}.`);
    },

    async takeFree(erasures) {
      const taken = await Promise.all(erasures.map((erasure) => claim(erasure)));
      return erasures.filter((_, index) => taken[index]);
    },

    async takeCutShort(erasure) {
      while (!(await claim(erasure))) {
        if (!(await isBegun(erasure))) return false;
        await sleep(ERASING.claimWaitMs);
      }
      // It may have ended just before it was claimed.
      if (others === undefined || (await isBegun(erasure))) return true;
      await claims.release([erasure]);
      return false;
    },

    async release(erasures) {
      for (const erasure of erasures) await others?.release(work(erasure));
    },
  };
  return claims;
}
