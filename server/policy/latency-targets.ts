/** Latency targets in milliseconds, as the server sees a call: from the request's bytes to the answer's. */
import type { MemoryType } from '../domain/memory.ts';
import { CONTEXT_TARGET_MS } from './context.ts';
import { FACT_TARGET_MS } from './facts.ts';
import { byRetiredType, byType } from './memory-types.ts';
import { RETIRED_TYPES, type RetiredType } from './retention.ts';

/** One type. */
export const TYPE_TARGET_MS = byType(({ targetMs }) => targetMs);

/**
 * Of types that live in another backend than by default, where they are held to another target there. Working memory over Redis takes
 * the network's round trips, two of them for a write, and is held to what sessions in the same Redis are: an add takes 1.1 ms there and a
 * search 0.9 (p50, Redis 7 on the same, busy machine).
 */
export const BACKEND_TARGET_MS: Readonly<Record<string, Readonly<Partial<Record<MemoryType, number>>>>> = {
  redis: { WORKING: TYPE_TARGET_MS.SHORT_TERM },
};

/** Which backend a type lives in. */
export type BackendOf = (type: MemoryType) => string;

/** What is kept beside memories, in milliseconds. */
const OTHER_TARGET_MS = {
  SESSION: CONTEXT_TARGET_MS.assemble,
  FACT: FACT_TARGET_MS,
} as const;

/** The target of one call of a store, in milliseconds. */
export function targetOfStore(type: MemoryType | keyof typeof OTHER_TARGET_MS, backend: string): number {
  if (type === 'SESSION' || type === 'FACT') return OTHER_TARGET_MS[type];
  return BACKEND_TARGET_MS[backend]?.[type] ?? TYPE_TARGET_MS[type];
}

/** Several types at once. */
export const SEVERAL_TYPES_TARGET_MS = 150;

/** A search that finds nothing, where its type's own target is not lower. */
export const EMPTY_TARGET_MS = 50;

/** A search of one type's archive. */
export const ARCHIVE_TARGET_MS = byRetiredType(({ targetMs }) => targetMs);

/** The target of one call of a store or of the archive, by its operation. */
export function targetOfStoreCall(
  operation: string,
  type: Parameters<typeof targetOfStore>[0],
  backend: string,
): number {
  return operation === 'searchArchive' ? ARCHIVE_TARGET_MS[type as RetiredType] : targetOfStore(type, backend);
}

/** A batch has its types' target and so much more for each memory. */
export const BATCH_ITEM_TARGET_MS = 1;

/** The target of a call about these types, however many memories; undefined for a call about none. */
export function targetOfCall(types: readonly MemoryType[], _count: number, backendOf: BackendOf): number | undefined {
  const [type, ...others] = types;
  if (type === undefined) return undefined;
  return others.length > 0 ? SEVERAL_TYPES_TARGET_MS : targetOfStore(type, backendOf(type));
}

/** The target of a call that adds or deletes so many. */
export function targetOfBatch(types: readonly MemoryType[], count: number, backendOf: BackendOf): number | undefined {
  const targetMs = targetOfCall(types, count, backendOf);
  return targetMs === undefined ? undefined : targetMs + count * BATCH_ITEM_TARGET_MS;
}

/** The target of a search that found so many. */
export function targetOfSearch(types: readonly MemoryType[], found: number, backendOf: BackendOf): number {
  const target = targetOfCall(types, found, backendOf) ?? EMPTY_TARGET_MS;
  return found === 0 ? Math.min(target, EMPTY_TARGET_MS) : target;
}

/** Of these types, those that are archived. */
export function archivedTypes(types: readonly MemoryType[]): readonly RetiredType[] {
  return RETIRED_TYPES.filter((type) => types.includes(type));
}

/** The target of a search that includes the archive: all types and archives are searched at once. */
export function targetWithArchive(types: readonly MemoryType[], found: number, backendOf: BackendOf): number {
  return Math.max(
    targetOfSearch(types, found, backendOf),
    ...archivedTypes(types).map((type) => ARCHIVE_TARGET_MS[type]),
  );
}

/** A stream's searches end so long before its deadline, so that what was found and what is missing still reaches the caller. */
export const STREAM_DEADLINE_MARGIN_MS = 20;
