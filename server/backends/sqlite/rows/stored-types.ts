/** Which memories and accounts this backend keeps. */
import type { ContextQuota, MemoryQuota, MemoryType, Payload, WorkingPayload } from '../../../domain/memory.ts';

/** The types that this backend keeps. */
export type StoredType = Exclude<MemoryType, 'WORKING'>;
/** What its owners are of. */
export type OwnerType = Exclude<MemoryQuota, 'WORKING'>;
/** Those, and what is counted of users beside memories. */
export type LedgerType = OwnerType | ContextQuota;
/** What indexes are of. */
export type IndexedType = StoredType | 'RECALL' | 'FACT';
export type StoredPayload = Exclude<Payload, WorkingPayload>;
