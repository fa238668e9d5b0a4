/** The calls that a reader answers: the reads of all subjects, and the indexes of the users that are pinned to it. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../domain/accounts.ts';
import { planReader } from '../../domain/context/plans.ts';
import type { QuestionReading } from '../../domain/context/question-reading.ts';
import { questionReader } from '../../domain/context/relevance.ts';
import { lazy } from '../../domain/lazy.ts';
import type { StaticEncoder } from '../../embedders/static/static-encoder.ts';
import { ENTITY_INDEX } from '../../policy/limits.ts';
import { entityIndexes } from './indexes/entity-index.ts';
import { userIndexes } from './indexes/user-index.ts';
import { exportMemories } from './users/export-memories.ts';
import { exportRows } from './users/export-rows.ts';
import { findEntities } from './memories/find-entities.ts';
import { rankCandidates } from './outbox/rank-candidates.ts';
import { readAlerts } from './limits/read-alerts.ts';
import { readArchive } from './lifecycle/read-archive.ts';
import { readAudit } from './audit/reads.ts';
import { readFeed } from './audit/feed-reads.ts';
import { readChanges } from './records/read-changes.ts';
import { readCollections } from './collections/reads.ts';
import { readOrdered } from './collections/ordered-reads.ts';
import { readContext } from './context/reads.ts';
import { readFacts } from './facts/reads.ts';
import { retentionReads } from './lifecycle/reads.ts';
import { readOutbox } from './outbox/reads.ts';
import { readRecords } from './memories/reads.ts';
import { readUnseen, unseenReader } from './outbox/read-unseen.ts';
import { readUse } from './limits/reads.ts';
import { retrieveRecords } from './memories/retrieve-records.ts';
import { takenIds } from './users/taken-ids.ts';
import { traverseEntities } from './memories/traverse-entities.ts';
import { joined } from './engine/joined.ts';

export type StoreReads = ReturnType<typeof storeReads>['reads'];

/** Makes the reads; `indexBytes` is the most that this reader's indexes may take. */
export function storeReads(db: Database, encoder: StaticEncoder, indexBytes: number) {
  const entityBytes = Math.ceil(ENTITY_INDEX.share * indexBytes);
  const indexes = userIndexes(db, encoder, Math.max(1, indexBytes - entityBytes));
  const entities = entityIndexes(db, encoder, entityBytes);
  const { expect, ...retrieving } = retrieveRecords(db, indexes);
  const { forgetParsed, ...records } = readRecords(db);
  const embed = (text: string): Float32Array => encoder.embed(text);
  const questions: QuestionReading = { plans: lazy(() => planReader(embed)), read: questionReader(embed) };
  const unseen = unseenReader(db);
  const { forgetRanked, ...ranking } = rankCandidates(db, encoder, indexes, unseen);
  /** Drops all cached data of a user. */
  const forgetUser = (whose: UserKey): void => {
    indexes.forget(whose);
    entities.forget(whose);
    forgetRanked(whose);
    forgetParsed();
  };
  const reads = joined(
    records,
    retrieving,
    findEntities(db, entities),
    traverseEntities(db),
    readChanges(db),
    readCollections(db),
    readOrdered(db),
    readContext(db, indexes, questions),
    readFacts(db, indexes, encoder, questions),
    readUse(db),
    readAlerts(db),
    readOutbox(db, encoder),
    readUnseen(db, unseen),
    ranking,
    retentionReads(db),
    readArchive(db),
    readAudit(db),
    readFeed(db),
    exportMemories(db),
    exportRows(db),
    takenIds(db),
    { forgetUser, forgetFacts: (whose: UserKey): void => indexes.forget(whose, 'FACT') },
  );
  return { reads, expect };
}
