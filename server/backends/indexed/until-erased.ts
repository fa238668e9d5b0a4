/** Waits until the index has erased a user whom the server's own record has erased: the outbox has the index erase the user as well. */
import type { UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { MemoryType } from '../../domain/memory.ts';
import { OUTBOX } from '../../policy/backends.ts';
import type { CallContext, MemoryStore } from '../../ports/stores.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { SearchIndex } from '../../ports/search.ts';
import type { ErasureTarget, TargetCount } from '../../ports/users.ts';

type Mirrored = { readonly index: SearchIndex; readonly outbox: Outbox };

/** Resolves once the index has erased the user. Rejects with BACKEND_UNAVAILABLE if it is away. */
export async function untilErased({ index, outbox }: Mirrored, whose: UserKey, call: CallContext): Promise<void> {
  const isLeft = async (): Promise<boolean> =>
    (await outbox.erasures(call)).some(({ tenant, userId }) => tenant === whose.tenant && userId === whose.userId);
  while (await isLeft()) {
    if (!index.isThere()) {
      throw new RecordaError(
        'BACKEND_UNAVAILABLE',
        'The user is erased from this server. The index of long-term memory does not answer; the user is erased there once it does. Repeat the erasure to make sure.',
        { retryAfterMs: OUTBOX.lastOutageMs },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, OUTBOX.erasedPollMs));
  }
}

/** Joins a target of erasures with the index that mirrors it: the index erases after the record. */
export function targetWithIndex(
  record: ErasureTarget,
  { store, ...mirrored }: Mirrored & { readonly store: MemoryStore },
): ErasureTarget {
  const concerns = (types: readonly MemoryType[] | undefined): boolean => types?.includes('LONG_TERM') ?? true;

  async function inIndex(
    whose: UserKey,
    types: readonly MemoryType[] | undefined,
    call: CallContext,
  ): Promise<readonly TargetCount[]> {
    const count = concerns(types) ? await store.ofUser.count(whose, call) : 0;
    return count === 0 ? [] : [{ place: `${store.backend}/long_term`, count }];
  }

  return {
    name: record.name,
    count: async (whose, types, call) => [
      ...(await record.count(whose, types, call)),
      ...(await inIndex(whose, types, call)),
    ],
    async erase(whose, types, erasureId, call) {
      // The count of an index that is away is unknown.
      const ofIndex = await inIndex(whose, types, call).catch(() => []);
      const ofRecord = await record.erase(whose, types, erasureId, call);
      if (concerns(types)) await untilErased(mirrored, whose, call);
      return [...ofRecord, ...ofIndex];
    },
  };
}
