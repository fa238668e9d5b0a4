/** Quotas and limits of requests. 1 KB is 1,024 bytes; bytes are uncompressed UTF-8. */
import type { QuotaName } from '../domain/memory.ts';
import { KB, MB } from './bytes.ts';
import { byType, type Quota } from './memory-types.ts';

export { GB, KB, MB } from './bytes.ts';
export type { Quota } from './memory-types.ts';

export type Quotas = Readonly<Record<QuotaName, Quota>>;

/**
 * Who owns a quota: working, persona and episodic memory's is a user and agent, short-term's a user and session, the others' a
 * user. Once full, recall lets the oldest turns go, request ids the oldest of them, and facts are refused; a new session lets
 * sessions go that have ended or are idle (SESSIONS_ROLL), and is refused where there are none.
 */
export const QUOTAS: Quotas = {
  ...byType(({ quota }) => quota),
  RELATIONSHIP: { count: 10_000, bytes: 50 * MB },
  RECALL: { count: 10_000, bytes: 100 * MB },
  FACT: { count: 10_000, bytes: 10 * MB },
  SESSION: { count: 10_000, bytes: 100 * MB },
  REQUEST_ID: { count: 100_000, bytes: 100 * MB },
};

/** Earlier versions that an entity or a relationship keeps; those of traits are bounded by their quota alone. */
export const MAX_VERSIONS = 100;

/** Values of JSON that an entity's, a relationship's or a trait's earlier versions hold together; what is older goes. */
export const VERSIONS_VALUES = 100_000;

/** Steps of an episode. */
export const MAX_STEPS = 50;

/** Characters of a text that a listing is ordered by: page tokens hold them. */
export const SORTED_TEXT = 256;

/** AUTO_PRUNE_FRACTION deletes this share of the memories at a time, at least one. */
export const PRUNE_FRACTION = 0.1;

/** Ids of removed memories that an answer lists at most. */
export const MAX_REMOVED_IDS = 1000;

/** Ids that a deletion by filter lists at most. */
export const MAX_SAMPLE_IDS = 100;

/** Owners over their quota that an answer lists at most. */
export const MAX_OVER_QUOTA = 100;

/** A deletion by filter looks at so many memories at a time, and deletes them together. */
export const DELETE_PAGE_SIZE = 200;

export const LIMITS = {
  contentBytes: 1 * MB,
  identifierBytes: 256,
  workingKeyBytes: 256,
  speakerBytes: 256,
  /** Of keys, entity and relationship types, aliases, collections, tools. */
  nameBytes: 256,
  traitBytes: 64 * KB,
  attributesBytes: 64 * KB,
  aliases: 50,
  evidence: 100,
  taskBytes: 8 * KB,
  /** Of each text of a step. */
  stepBytes: 4 * KB,
  documentBytes: 1 * MB,
  /**
   * Values of JSON that a document may be patched to; one request brings fewer. A memory is encoded at once, which takes 10 to 20 ms of
   * so many.
   */
  documentValues: 100_000,
  /** That a listing of documents may be ordered by. */
  sortFields: 4,
  orderByBytes: 1 * KB,
  /** The range of google.protobuf.Duration. */
  durationSeconds: 315_576_000_000,
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
  /** Of a request, where REQUEST_BYTES has no other: decoded in 50 ms at most, whatever its script. 16 MB of Chinese took 70. */
  requestBytes: 8 * MB,
  /**
   * Numbers, lengths and tags that are read of one request, a text counting as `textReads`: millions of empty parts fit into a small
   * message, and reading them would hold up every other call. Enough for the largest metadata, and so many more for a batch.
   */
  messageReads: 200_000,
  batchReads: 320_000,
  textReads: 2,
  /** What lists of a request hold at most, but for batches. */
  listLength: 100,
  /** A call that asks for more time gets this much. */
  deadlineMs: 24 * 3600 * 1000,
} as const;

/** What requests of these calls may take beside LIMITS.requestBytes, by full name. */
export const REQUEST_BYTES: Readonly<Record<string, number>> = {
  // Its lines are bytes, which decoding leaves as they are.
  'recorda.v1.AdminService/ImportUserData': LIMITS.messageBytes,
};

export const DEFAULTS = {
  topK: 5,
  pageSize: 50,
  deadlineMs: 30_000,
} as const;

/** Content over this many bytes is compressed with zlib, where that makes it smaller. */
export const COMPRESS_OVER_BYTES = 1 * KB;
