/** What of a server answers, for its health. */
import type { MemoryType } from '../domain/memory.ts';
import type { StandbyStatus } from '../ports/standby.ts';

export type ServerStatus = {
  /** By memory type. */
  readonly types: Readonly<Record<string, boolean>>;
  /** The store in the data folder takes writes. */
  readonly isStoreWriting: boolean;
  /** It answers reads; it may while it takes no writes. */
  readonly isStoreReading: boolean;
  /** Absent where nothing is shipped. */
  readonly standby?: StandbyStatus | undefined;
};

type StoreState = { failure(): Error | undefined; isFull(): boolean; isDamaged(): boolean };

/** `elsewhere` says which of the types that live in other backends are there. */
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
