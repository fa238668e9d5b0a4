/** Reports which parts of a server answer, for its health. */
import type { MemoryType } from '../domain/memory.ts';
import type { StandbyStatus } from '../ports/standby.ts';

export type ServerStatus = {
  /** Tells for each memory type whether it answers. */
  readonly types: Readonly<Record<string, boolean>>;
  /** The store in the data folder takes writes. */
  readonly isStoreWriting: boolean;
  /** The store answers reads, which it may do while it accepts no writes. */
  readonly isStoreReading: boolean;
  /** Is absent if nothing is shipped. */
  readonly standby?: StandbyStatus | undefined;
};

type StoreState = { failure(): Error | undefined; isFull(): boolean; isDamaged(): boolean };

/** `elsewhere` says which of the types in other backends answer. */
export function statusOf(
  store: StoreState,
  types: readonly string[],
  elsewhere: Partial<Record<MemoryType, boolean>>,
  isIndexThere: boolean,
): ServerStatus {
  const isStoreWriting = store.failure() === undefined && !store.isFull();
  const own = Object.fromEntries(types.map((type) => [type, isStoreWriting]));
  return {
    types: { ...own, ...elsewhere, LONG_TERM: isStoreWriting && isIndexThere },
    isStoreWriting,
    isStoreReading: !store.isDamaged(),
  };
}
