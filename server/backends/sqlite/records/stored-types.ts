/** The types of memories and accounts that this backend stores. */
import {
  MEMORY_TYPES,
  memoryId,
  type ContextQuota,
  type MemoryQuota,
  type MemoryType,
  type Payload,
  type WorkingPayload,
} from '../../../domain/memory.ts';

/** The memory types that this backend stores. */
export type StoredType = Exclude<MemoryType, 'WORKING'>;
export const STORED_TYPES = MEMORY_TYPES.filter((type): type is StoredType => type !== 'WORKING');
/** The types that owners have. */
export type OwnerType = Exclude<MemoryQuota, 'WORKING'>;
/** The types of owners, and the other accounts of a user. */
export type AccountType = OwnerType | ContextQuota;
/** The types that have an index. */
export type IndexedType = StoredType | 'RECALL' | 'FACT';
export type StoredPayload = Exclude<Payload, WorkingPayload>;

/** Returns the types of the owners under which a memory type is counted; working memory is never stored. */
export function accountTypes(type: MemoryType): readonly (AccountType & MemoryQuota)[] {
  if (type === 'WORKING') return [];
  return type === 'ENTITY' ? ['ENTITY', 'RELATIONSHIP'] : [type];
}

/** Returns patterns of a type's ids, for GLOB. */
export function idPatterns(type: MemoryType): readonly string[] {
  return accountTypes(type).map((name) => memoryId(name, '*'));
}
