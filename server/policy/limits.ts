/** Quotas and limits of requests. 1 KB is 1,024 bytes; bytes are uncompressed UTF-8. */
import type { MemoryType } from '../domain/memory.ts';

export const KB = 1024;
export const MB = 1024 * KB;
export const GB = 1024 * MB;

/** How many memories, and how many bytes of them, one owner may have. */
export type Quota = { readonly count: number; readonly bytes: number };

/** Who owns a quota: working memory's is a user and agent, short-term's a user and session, long-term's a user. */
export const QUOTAS: Readonly<Record<MemoryType, Quota>> = {
  WORKING: { count: 100, bytes: 10 * KB },
  SHORT_TERM: { count: 100, bytes: 1 * MB },
  LONG_TERM: { count: 10_000, bytes: 100 * MB },
};

/** AUTO_PRUNE_FRACTION deletes this share of the memories at a time, at least one. */
export const PRUNE_FRACTION = 0.1;

/** Ids of removed memories that an answer lists at most. */
export const MAX_REMOVED_IDS = 1000;

/** Ids that a deletion by filter lists at most. */
export const MAX_SAMPLE_IDS = 100;

/** A deletion by filter looks at so many memories at a time, and deletes them together. */
export const DELETE_PAGE_SIZE = 200;

export const LIMITS = {
  contentBytes: 1 * MB,
  identifierBytes: 256,
  workingKeyBytes: 256,
  speakerBytes: 256,
  requestIdBytes: 128,
  metadataBytes: 64 * KB,
  /** The object itself is level 1. */
  metadataDepth: 16,
  /** Nested messages of a request that are decoded, three for a level of JSON; beyond them it is malformed. */
  decodeDepth: 4096,
  queryBytes: 8 * KB,
  filterBytes: 4 * KB,
  batchSize: 1000,
  pageSize: 1000,
  topK: 10_000,
  /** Of a message on the wire, request or answer, and so of a call in process. */
  messageBytes: 16 * MB,
  /** Numbers, lengths and tags that are read of one request: millions of empty parts fit into 16 MB and would fill the memory. */
  messageReads: 1_000_000,
  /** What lists of a request hold at most, but for batches. */
  listLength: 100,
  /** A call that asks for more time gets this much. */
  deadlineMs: 24 * 3600 * 1000,
} as const;

export const DEFAULTS = {
  topK: 5,
  pageSize: 50,
  deadlineMs: 30_000,
} as const;

/** Content over this many bytes is compressed with zlib, where that makes it smaller. */
export const COMPRESS_OVER_BYTES = 1 * KB;

/** What a filter may be made of, as cel-js counts it: enough for any filter a person writes, little enough to run 100,000 times. */
export const FILTER_COST = {
  maxAstNodes: 500,
  maxDepth: 32,
  maxListElements: 200,
  maxMapEntries: 50,
  maxCallArguments: 8,
} as const;

/** What a filter may take in one search or page, of working memory, whose calls hold up all others, and of what is stored. */
export const FILTER_BUDGET_MS = { process: 50, reader: 1000 } as const;

/** Compiled filters kept. */
export const COMPILED_FILTERS = 1000;
