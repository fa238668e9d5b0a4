/** Every table that holds something of users: how its rows are found, counted and deleted. A test holds the list to the schema. */
import { memoryId, type MemoryQuota, type MemoryType } from '../../../domain/memory.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { LedgerType } from './stored-types.ts';

export type UserTable = {
  readonly table: string;
  /** Which rows are those of user number @userNo. */
  readonly where: string;
  /** As receipts name what is counted in it; absent: derived from what is counted elsewhere. */
  readonly counted?: string;
  /** Of tables without a rowid. */
  readonly key?: string;
  /** So many rows at a time. */
  readonly chunk: number;
};

const OF_USER = 'user_no = @userNo';
const OF_OWNERS = `owner_no IN (SELECT owner_no FROM owners WHERE ${OF_USER})`;
const OF_SESSIONS = `session_no IN (SELECT session_no FROM sessions WHERE ${OF_USER})`;
const OF_PACKS = `pack_no IN (SELECT pack_no FROM packs WHERE ${OF_OWNERS})`;
const OF_FACTS = `fact_no IN (SELECT fact_no FROM facts WHERE ${OF_USER})`;
const MANY = SQLITE.eraseChunkRows;
const FEW = SQLITE.sweepChunkRows;

/** What hangs on a row before that row. `edges`, `accesses`, `lives` and `evidence` go with their memories, by a trigger. */
export const USER_TABLES: readonly UserTable[] = [
  { table: 'pack_pieces', where: OF_PACKS, chunk: SQLITE.sweepChunkPieces },
  { table: 'packs', where: OF_OWNERS, counted: 'packed_indexes', chunk: MANY },
  { table: 'memories', where: OF_OWNERS, chunk: FEW },
  { table: 'owners', where: OF_USER, chunk: MANY },
  { table: 'fact_events', where: OF_FACTS, chunk: MANY },
  { table: 'fact_words', where: OF_USER, key: 'user_no, word, fact_no', chunk: MANY },
  { table: 'facts', where: OF_USER, counted: 'facts', chunk: MANY },
  { table: 'turns', where: OF_SESSIONS, counted: 'turns', chunk: FEW },
  { table: 'segments', where: OF_SESSIONS, counted: 'summaries', key: 'session_no, segment', chunk: MANY },
  { table: 'errors', where: OF_SESSIONS, counted: 'errors', chunk: MANY },
  { table: 'sessions', where: OF_USER, counted: 'sessions', chunk: MANY },
  { table: 'responses', where: OF_USER, counted: 'stored_answers', chunk: FEW },
  { table: 'requests', where: OF_USER, counted: 'request_ids', chunk: FEW },
  // They go at once, before the index gets any of them.
  { table: 'outbox', where: OF_USER, key: 'id', counted: 'outbox', chunk: MANY },
  // The newest change of all stays, without its ids, so that its number is not given out again.
  {
    table: 'changes',
    where: `${OF_USER} AND sequence < (SELECT max(sequence) FROM changes)`,
    counted: 'change_log',
    chunk: MANY,
  },
  { table: 'collections', where: OF_USER, counted: 'schemas', chunk: FEW },
  { table: 'archived', where: OF_USER, counted: 'archive_index', chunk: MANY },
  { table: 'archive_objects', where: OF_USER, key: 'object', chunk: MANY },
  { table: 'agent_totals', where: OF_USER, key: 'user_no, agent_id, type', chunk: MANY },
];

/** Tables whose rows name the user. They are short, and go at once. */
export const NAMED_TABLES: readonly { readonly table: string; readonly counted: string }[] = [
  { table: 'tiers', counted: 'tiers' },
  { table: 'quotas', counted: 'quotas' },
  { table: 'alerts', counted: 'alerts' },
  { table: 'samples', counted: 'samples_of_use' },
];

/** What owners of a memory type are of; working memory is never stored. */
export function ledgerTypes(type: MemoryType): readonly (LedgerType & MemoryQuota)[] {
  if (type === 'WORKING') return [];
  return type === 'ENTITY' ? ['ENTITY', 'RELATIONSHIP'] : [type];
}

/** Patterns of a type's ids, as GLOB has them. */
export function idPatterns(type: MemoryType): readonly string[] {
  return ledgerTypes(type).map((name) => memoryId(name, '*'));
}
