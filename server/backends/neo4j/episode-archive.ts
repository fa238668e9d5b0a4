/**
 * The archive of episodes that are stored in Neo4j. An archived one leaves (:Archived), written by the transaction that deletes the
 * episode, so that every server that shares the database sees it in exactly one of the two places.
 */
import type { Archived, ArchivedHead, ArchiveReason } from '../../domain/archived.ts';
import { toPortable } from '../../domain/portable.ts';
import { userScope } from '../../domain/scope.ts';
import { readsOfEvict } from '../../domain/writes/read-set.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { ArchivedPage, ArchivedAddress, ArchiveObject, ArchivingStore, Candidate } from '../../ports/lifecycle.ts';
import type { Clock } from '../../ports/stores.ts';
import { pausingFilter } from '../pausing-filter.ts';
import { userKey } from './keys.ts';
import type { InTransaction } from './memory-transaction.ts';
import { EPISODE_ROWS } from './rows.ts';
import { whole, type Transactions } from './transactions.ts';
import { USER_CYPHER } from './user-cypher.ts';

export type EpisodeArchiveParts = {
  readonly transactions: Transactions;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
  /** Stores access counts that are still buffered. */
  readonly flush: () => Promise<unknown>;
  /** The server whose runs these are: each cleans up after its own crashes. */
  readonly runner: string;
};

type Row = Pick<Candidate, 'tenant' | 'userId' | 'id' | 'agentId' | 'sinceMs'>;
type ArchivedRow = {
  readonly id: string;
  readonly head: string;
  readonly reason: ArchiveReason;
  readonly archiveMs: number;
};

type Matching = ReturnType<typeof pausingFilter> & { readonly limit: number; readonly pageSize: number };

/** Returns the rows that match, as many as a page holds; if there are `limit` rows there may be more. */
async function matchingPage(
  rows: readonly ArchivedRow[],
  { matches, pause, limit, pageSize }: Matching,
): Promise<ArchivedPage> {
  const archived: Archived[] = [];
  let last: ArchivedPage['next'];
  for (const [looked, { id, head: text, reason, archiveMs }] of rows.entries()) {
    if (archived.length === pageSize || looked + 1 === limit) return { archived, next: last };
    await pause();
    last = { archiveMs, id };
    const head = JSON.parse(text) as ArchivedHead;
    if (matches(head)) archived.push({ head, type: 'EPISODIC', reason, archiveMs, mergedInto: undefined });
  }
  return { archived, next: undefined };
}

const BEGINNING = { archiveMs: Number.MIN_SAFE_INTEGER, id: '' };

export function episodeArchive({
  transactions,
  inTransaction,
  clock,
  flush,
  runner,
}: EpisodeArchiveParts): ArchivingStore {
  return {
    async retirable({ cutoffMs, after, limit }, { signal }) {
      const { sinceMs, id } = after ?? { sinceMs: Number.MIN_SAFE_INTEGER, id: '' };
      const asked = { cutoffMs: whole(cutoffMs), sinceMs: whole(sinceMs), id, limit: whole(limit) };
      const rows = await transactions.read(
        (transaction) => transaction.run<Row>(USER_CYPHER.RETIRABLE_TASKS, asked),
        signal,
      );
      return rows.map((row) => ({
        ...row,
        memoryNo: 0,
        poolNo: undefined,
        importance: undefined,
        isPinned: false,
        isApart: false,
      }));
    },

    async settle() {
      await flush();
    },

    async whole(whose, memories, { signal }) {
      const ids = memories.map(({ id }) => id);
      const records = await transactions.steady(
        whose,
        (transaction) => EPISODE_ROWS.find(transaction, whose, ids),
        signal,
      );
      return records.map((record) => ({ memory: toPortable(record) }));
    },

    async beginArchive(object, whose, { signal }) {
      const asked = { object, runner, user: userKey(whose) };
      await transactions.plain((transaction) => transaction.run(USER_CYPHER.BEGIN_ARCHIVE, asked), signal);
    },

    evict({ whose, ...command }, { signal }) {
      const nowMs = clock.now();
      const evicted = { ...command, scope: userScope(whose), nowMs };
      return inTransaction([whose], readsOfEvict(evicted), nowMs, signal, (writes) => writes.evict(evicted));
    },

    async completeArchive(object, { signal }) {
      await transactions.plain((transaction) => transaction.run(USER_CYPHER.COMPLETE_ARCHIVE, { object }), signal);
    },

    looseObjects: (_, { signal }) =>
      transactions.read((transaction) => transaction.run<ArchiveObject>(USER_CYPHER.LOOSE_OBJECTS, { runner }), signal),

    async forgetObject(object, { signal }) {
      await transactions.plain((transaction) => transaction.run(USER_CYPHER.FORGET_ARCHIVE_OBJECT, { object }), signal);
    },

    async archived({ tenant, userId, filter, pageSize, after = BEGINNING }, { signal }) {
      const limit = Math.max(NEO4J.listScanRows, pageSize) + 1;
      const cursor = { archiveMs: whole(after.archiveMs), id: after.id };
      const asked = { user: userKey({ tenant, userId }), ...cursor, limit: whole(limit) };
      const rows = await transactions.read(
        (transaction) => transaction.run<ArchivedRow>(USER_CYPHER.ARCHIVED_AFTER, asked),
        signal,
      );
      return matchingPage(rows, { limit, pageSize, ...pausingFilter(filter, signal) });
    },

    async archivedAddresses(whose, ids, { signal }) {
      const asked = { user: userKey(whose), ids: [...ids] };
      const rows = await transactions.read(
        (transaction) => transaction.run<ArchivedAddress>(USER_CYPHER.ARCHIVED_PLACES, asked),
        signal,
      );
      const addresses = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => addresses.get(id) ?? []);
    },
  };
}
