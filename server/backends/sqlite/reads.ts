/** Everything that a reader answers: the reads of all subjects, and the indexes of the users that are pinned to it. */
import type { Database } from 'better-sqlite3';
import type { Whose } from '../../domain/accounts.ts';
import type { StaticEncoder } from '../../embedders/static/static-encoder.ts';
import { ENTITY_INDEX } from '../../policy/limits.ts';
import { entityIndexes } from './indexes/entity-index.ts';
import { userIndexes } from './indexes/user-index.ts';
import { exportMemories } from './reader/export-memories.ts';
import { exportRows } from './reader/export-rows.ts';
import { findEntities } from './reader/find-entities.ts';
import { rankCandidates } from './reader/rank-candidates.ts';
import { readAlerts } from './reader/read-alerts.ts';
import { readArchive } from './reader/read-archive.ts';
import { readAudit } from './reader/read-audit.ts';
import { readChanges } from './reader/read-changes.ts';
import { readCollections } from './reader/read-collections.ts';
import { readContext } from './reader/read-context.ts';
import { readFacts } from './reader/read-facts.ts';
import { readLives } from './reader/read-lives.ts';
import { readOutbox } from './reader/read-outbox.ts';
import { readRecords } from './reader/read-records.ts';
import { readUnseen, unseenReader } from './reader/read-unseen.ts';
import { readUse } from './reader/read-use.ts';
import { retrieveRecords } from './reader/retrieve-records.ts';
import { takenIds } from './reader/taken-ids.ts';
import { traverseEntities } from './reader/traverse-entities.ts';
import { joined } from './threads/joined.ts';

export type StoreReads = ReturnType<typeof storeReads>['reads'];

/** `indexBytes` is what this reader's indexes may take. */
export function storeReads(db: Database, encoder: StaticEncoder, indexBytes: number) {
  const entityBytes = Math.ceil(ENTITY_INDEX.share * indexBytes);
  const indexes = userIndexes(db, encoder, Math.max(1, indexBytes - entityBytes));
  const entities = entityIndexes(db, encoder, entityBytes);
  const { expect, ...retrieving } = retrieveRecords(db, indexes);
  const { forgetParsed, ...records } = readRecords(db);
  const unseen = unseenReader(db);
  const { forgetRanked, ...ranking } = rankCandidates(db, encoder, indexes, unseen);
  /** What is kept in memory of the user goes. */
  const forgetUser = (whose: Whose): void => {
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
    readContext(db, indexes),
    readFacts(db, indexes, encoder),
    readUse(db),
    readAlerts(db),
    readOutbox(db, encoder),
    readUnseen(db, unseen),
    ranking,
    readLives(db),
    readArchive(db),
    readAudit(db),
    exportMemories(db),
    exportRows(db),
    takenIds(db),
    { forgetUser },
  );
  return { reads, expect };
}
