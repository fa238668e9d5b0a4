/** Joins the archives of all types: a type that is stored outside the embedded store is archived from there. */
import { typeOfArchiveObject } from '../domain/archived.ts';
import { typeOfId } from '../domain/memory.ts';
import { RETIRED_TYPES } from '../policy/lifecycle.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import type { ArchivedPage, ArchivedQuery, ArchivingStore, LifecycleStore } from '../ports/lifecycle.ts';
import type { CallContext } from '../ports/stores.ts';

type Cursor = NonNullable<ArchivedPage['next']>;

export function lifecycleOfTypes(
  kept: LifecycleStore,
  elsewhere: Readonly<Partial<Record<RetiredType, ArchivingStore>>>,
): LifecycleStore {
  const of = (type: string | undefined): ArchivingStore => elsewhere[type as RetiredType] ?? kept;
  const ofObject = (object: string): ArchivingStore => of(typeOfArchiveObject(object));
  const storesOf = (types: readonly RetiredType[]): readonly ArchivingStore[] => [...new Set(types.map(of))];

  async function ofAll(query: ArchivedQuery, call: CallContext): Promise<ArchivedPage> {
    const pages = await Promise.all(storesOf(RETIRED_TYPES).map((store) => store.archived(query, call)));
    // A store whose page ends may have memories between there and the end of the other pages.
    const ends = pages.flatMap(({ next }) => next ?? []).toSorted(inOrder);
    const end = ends[0];
    const known = pages
      .flatMap(({ archived }) => archived)
      .filter((one) => end === undefined || inOrder(cursorOf(one), end) <= 0)
      .toSorted((one, other) => inOrder(cursorOf(one), cursorOf(other)));
    if (known.length <= query.pageSize) return { archived: known, next: end };
    const archived = known.slice(0, query.pageSize);
    return { archived, next: archived.map(cursorOf).at(-1) };
  }

  return {
    ...kept,
    retirable: (query, call) => of(query.type).retirable(query, call),
    settle: (type, call) => of(type).settle(type, call),
    whole: (whose, memories, call) => of(typeOfId(memories[0]?.id ?? '')).whole(whose, memories, call),
    beginArchive: (object, whose, call) => ofObject(object).beginArchive(object, whose, call),
    evict: (order, call) => ofObject(order.object).evict(order, call),
    completeArchive: (object, call) => ofObject(object).completeArchive(object, call),
    async looseObjects(types, call) {
      return (await Promise.all(storesOf(types).map((store) => store.looseObjects(types, call)))).flat();
    },
    forgetObject: (object, call) => ofObject(object).forgetObject(object, call),
    archived: (query, call) => (query.type === undefined ? ofAll(query, call) : of(query.type).archived(query, call)),
    async archivedAddresses(whose, ids, call) {
      const byStore = new Map<ArchivingStore, string[]>();
      for (const id of ids) {
        const store = of(typeOfId(id));
        byStore.set(store, [...(byStore.get(store) ?? []), id]);
      }
      const asked = [...byStore].map(([store, own]) => store.archivedAddresses(whose, own, call));
      return (await Promise.all(asked)).flat();
    },
  };
}

function cursorOf({ head, archiveMs }: ArchivedPage['archived'][number]): Cursor {
  return { archiveMs, id: head.id };
}

function inOrder(one: Cursor, other: Cursor): number {
  if (one.archiveMs !== other.archiveMs) return one.archiveMs - other.archiveMs;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
