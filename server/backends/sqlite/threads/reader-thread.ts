/** A reader's thread: a connection that cannot write, and the indexes of the users that are pinned to it. */
import { parentPort } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { staticEncoder } from '../../../embedders/static/static-encoder.ts';
import { warmUp, warmUpPacks } from '../../../retrieval/warm-up.ts';
import { ENTITY_INDEX } from '../../../policy/graph.ts';
import { MOST_QUERIES } from '../../../policy/retrieval.ts';
import { SQLITE } from '../../../policy/sqlite.ts';
import { answer, serveCalls, type QueuedCall, type Reply } from './batch-channel.ts';
import { entityIndexes } from '../indexes/entity-index.ts';
import { exportMemories } from '../reader/export-memories.ts';
import { rankCandidates } from '../reader/rank-candidates.ts';
import { exportRows } from '../reader/export-rows.ts';
import { findEntities } from '../reader/find-entities.ts';
import { openForReading } from '../file/open-file.ts';
import { readAudit } from '../reader/read-audit.ts';
import { readChanges } from '../reader/read-changes.ts';
import { readCollections } from '../reader/read-collections.ts';
import { readContext } from '../reader/read-context.ts';
import { readFacts } from '../reader/read-facts.ts';
import { readRecords } from '../reader/read-records.ts';
import { readArchive } from '../reader/read-archive.ts';
import { readLives } from '../reader/read-lives.ts';
import { readAlerts } from '../reader/read-alerts.ts';
import { readOutbox } from '../reader/read-outbox.ts';
import { readUnseen, unseenReader } from '../reader/read-unseen.ts';
import { readUse } from '../reader/read-use.ts';
import { retrieveRecords, type Foresight } from '../reader/retrieve-records.ts';
import type { ReaderApi } from './thread-api.ts';
import { userIndexes } from '../indexes/user-index.ts';
import { takenIds } from '../reader/taken-ids.ts';
import { traverseEntities } from '../reader/traverse-entities.ts';

let db: Database | undefined;
let foresight: Foresight = { expect: () => undefined };

function notOpen(): never {
  throw new Error('The reader is not open.');
}

let api: ReaderApi = {
  open({ file, table, indexBytes, isBrief = false }) {
    db = openForReading(file);
    const encoder = staticEncoder(table);
    if (!isBrief) {
      warmUp(encoder);
      setImmediate(() => warmUpPacks(encoder));
    }
    const entityBytes = Math.ceil(ENTITY_INDEX.share * indexBytes);
    const indexes = userIndexes(db, encoder, Math.max(1, indexBytes - entityBytes));
    const entities = entityIndexes(db, encoder, entityBytes);
    const { expect, ...retrieving } = retrieveRecords(db, indexes);
    const { forgetParsed, ...records } = readRecords(db);
    foresight = { expect };
    const unseen = unseenReader(db);
    const { forgetRanked, ...ranking } = rankCandidates(db, encoder, indexes, unseen);
    api = {
      ...api,
      ...records,
      ...exportMemories(db),
      ...exportRows(db),
      ...takenIds(db),
      ...readAudit(db),
      forgetUser(whose) {
        indexes.forget(whose);
        entities.forget(whose);
        forgetRanked(whose);
        forgetParsed();
      },
      ...readChanges(db),
      ...readCollections(db),
      ...readUse(db),
      ...readAlerts(db),
      ...retrieving,
      ...readContext(db, indexes),
      ...readFacts(db, indexes, encoder),
      ...traverseEntities(db),
      ...findEntities(db, entities),
      ...readOutbox(db, encoder),
      ...readUnseen(db, unseen),
      ...ranking,
      ...readLives(db),
      ...readArchive(db),
    };
  },
  get: notOpen,
  list: notOpen,
  retrieve: notOpen,
  changeBounds: notOpen,
  changes: notOpen,
  session: notOpen,
  sessionState: notOpen,
  idleSessions: notOpen,
  systemPrompt: notOpen,
  systemPromptUse: notOpen,
  findResponse: notOpen,
  factsHold: notOpen,
  warm: notOpen,
  sessionUsage: notOpen,
  fact: notOpen,
  factPage: notOpen,
  findFacts: notOpen,
  factsForPrompt: notOpen,
  factCounts: notOpen,
  judgeFacts: notOpen,
  mentionedFacts: notOpen,
  follow: notOpen,
  traverse: notOpen,
  collection: notOpen,
  collections: notOpen,
  countUser: notOpen,
  everybody: notOpen,
  checkAudit: notOpen,
  listAudit: notOpen,
  exportRows: notOpen,
  takenIds: notOpen,
  exportMemories: notOpen,
  forgetUser: notOpen,
  seenErasures: notOpen,
  erasureEntries: notOpen,
  oldestOfUser: notOpen,
  begunErasures: notOpen,
  retirable: notOpen,
  whole: notOpen,
  looseObjects: notOpen,
  archived: notOpen,
  archivedPlaces: notOpen,
  retention: notOpen,
  lastRun: notOpen,
  toWeigh: notOpen,
  explain: notOpen,
  poolsOver: notOpen,
  candidates: notOpen,
  lowest: notOpen,
  worthOf: notOpen,
  uncompared: notOpen,
  plans: notOpen,
  use: notOpen,
  quotasSet: notOpen,
  userIdsAfter: notOpen,
  usersOf: notOpen,
  ownersOver: notOpen,
  tierCounts: notOpen,
  globalUse: notOpen,
  alerts: notOpen,
  alertsAfter: notOpen,
  alertBounds: notOpen,
  samples: notOpen,
  findEntities: notOpen,
  pack: notOpen,
  packPiece: notOpen,
  dueChanges: notOpen,
  indexErasures: notOpen,
  sentChanges: notOpen,
  outboxState: notOpen,
  deadLetters: notOpen,
  findKept: notOpen,
  unseenPage: notOpen,
  rank: notOpen,
  close: () => db?.close(),
};

function retrieval(call: QueuedCall<ReaderApi>) {
  return call.method === 'retrieve' ? [call.argument] : [];
}

function serve(queue: QueuedCall<ReaderApi>[]): readonly Reply[] {
  const replies: Reply[] = [];
  const startMs = performance.now();
  do {
    const [call] = queue.splice(0, 1) as [QueuedCall<ReaderApi>];
    if (call.method === 'retrieve') foresight.expect(queue.slice(0, MOST_QUERIES).flatMap(retrieval));
    replies.push(answer(api, call));
  } while (queue.length > 0 && performance.now() - startMs < SQLITE.replyAfterMs);
  return replies;
}

if (parentPort !== null) serveCalls<ReaderApi>(parentPort, serve);
