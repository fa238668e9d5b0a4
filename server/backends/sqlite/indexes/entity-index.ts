/**
 * The indexes of users' entities: one of their present state, brought up to date from the change log before every search, and a few of
 * earlier moments, built when they are searched. All of it runs inside a transaction of the caller's.
 */
import { userKeyText } from '../../../domain/accounts.ts';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { payloadAt, type Moment } from '../../../domain/graph/moment.ts';
import type { EntityPayload, RelationshipPayload, Scope } from '../../../domain/memory.ts';
import { searchText } from '../../../domain/search-text.ts';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { ENTITY_INDEX } from '../../../policy/limits.ts';
import { SQLITE } from '../../../policy/backends.ts';
import { plainDocuments, type IndexDocument } from '../../../retrieval/document.ts';
import { entityTexts, type EntityTexts } from '../../../retrieval/entity-texts.ts';
import { memoryIndex, type MemoryIndex } from '../../../retrieval/memory-index.ts';
import type { AccountType } from '../records/stored-types.ts';
import { readText } from '../../stored-text.ts';

type EntityOwners = {
  readonly user_no: number;
  readonly revision: number;
  readonly owner_no: number;
  /** The owner number of the relationships; null if there are none. */
  readonly other_no: number | null;
};

export type EntityIndex = { readonly index: MemoryIndex; readonly texts: EntityTexts; revision: number };

type Row = { readonly id: string; readonly create_ms: number; readonly content: string | Buffer };

/** An entity or a relationship as it is indexed. */
type Kept = {
  readonly id: string;
  readonly createTimeMs: number;
  readonly payload: EntityPayload | RelationshipPayload;
};

function toKept({ id, create_ms: createTimeMs, content }: Row): Kept {
  const fields = JSON.parse(readText(content)) as Omit<Kept['payload'], 'type'>;
  return { id, createTimeMs, payload: { type: 'ENTITY', ...fields } as Kept['payload'] };
}

type Change = { readonly type: AccountType; readonly id: string };

export function entityIndexes(db: Database, encoder: StaticEncoder, maxBytes: number) {
  const sql = statements(db);
  const release = ({ index }: EntityIndex): void => index.release();
  const current = new LRUCache<string, EntityIndex>({
    maxSize: maxBytes,
    sizeCalculation: ({ index, texts }) => index.bytes + texts.bytes + 1,
    dispose: (entry, _key, reason) => {
      if (reason === 'evict') release(entry);
    },
  });
  const past = new LRUCache<string, EntityIndex>({ max: ENTITY_INDEX.pastViews, dispose: release });

  const { build, catchUp } = entityBuilds(sql, encoder);
  /** Returns the index of the present; one that fails half-way is not kept. */
  const now = (key: string, whose: EntityOwners, timeMs: number): EntityIndex => {
    const known = current.get(key);
    // It is put back with its new size.
    current.delete(key);
    let isCurrent = false;
    try {
      isCurrent = known !== undefined && catchUp(known, whose, timeMs);
    } finally {
      if (!isCurrent) known?.index.release();
    }
    return isCurrent && known !== undefined ? known : build(whose, timeMs, undefined);
  };
  const keep = (key: string, entry: EntityIndex): void => {
    current.set(key, entry);
    // An index that is larger than the limit for all was not accepted.
    if (!current.has(key)) release(entry);
  };
  const then = (user: string, whose: EntityOwners, timeMs: number, moment: Moment): EntityIndex => {
    const key = user + JSON.stringify([whose.revision, moment.asOfMs, moment.knownAtMs]);
    const known = past.get(key);
    if (known !== undefined) return known;
    const built = build(whose, moment.asOfMs ?? timeMs, moment);
    past.set(key, built);
    return built;
  };

  return {
    /**
     * Gives `search` the index of a user's entities as they are now, `timeMs`, or as they were at a moment; returns undefined for a user
     * who has none.
     */
    search<T>(
      { tenant, userId }: Scope,
      timeMs: number,
      moment: Moment | undefined,
      search: (entry: EntityIndex) => T,
    ): T | undefined {
      const whose = sql.findOwners.get({ tenant, userId });
      if (whose === undefined) return undefined;
      // A user who was erased and has returned counts as another one.
      const key = userKeyText({ tenant, userId }) + whose.user_no;
      if (moment !== undefined) return search(then(key, whose, timeMs, moment));
      const entry = now(key, whose, timeMs);
      try {
        return search(entry);
      } finally {
        keep(key, entry);
      }
    },

    /** Drops a user's indexes. */
    forget(whose: Pick<Scope, 'tenant' | 'userId'>): void {
      const start = userKeyText(whose);
      for (const [key, entry] of Array.from(current.entries())) {
        if (!key.startsWith(start)) continue;
        current.delete(key);
        release(entry);
      }
      for (const key of Array.from(past.keys())) if (key.startsWith(start)) past.delete(key);
    },
  };
}

/** Builds an index of entities, and brings it up to date. */
function entityBuilds(sql: Statements, encoder: StaticEncoder) {
  const documentOf = plainDocuments((text) => encoder.embed(text));
  const entityDocument = ({ id, payload, createTimeMs }: Kept): IndexDocument =>
    documentOf(id, searchText(payload), createTimeMs);
  /** Returns nothing if the relationship does not hold. */
  const sentenceDocument = (texts: EntityTexts, id: string): readonly IndexDocument[] => {
    const sentence = texts.sentence(id);
    return sentence === undefined ? [] : [documentOf(id, sentence.text, sentence.createTimeMs)];
  };
  const build = (whose: EntityOwners, timeMs: number, moment: Moment | undefined): EntityIndex => {
    const entry = { index: memoryIndex(encoder), texts: entityTexts(timeMs), revision: whose.revision };
    const read = function* (ownerNo: number | null): Generator<Kept> {
      for (const row of ownerNo === null ? [] : sql.selectAll.iterate({ ownerNo })) {
        const kept = toKept(row);
        const payload = moment === undefined ? kept.payload : payloadAt(kept.payload, kept.createTimeMs, moment);
        if (payload !== undefined) yield { ...kept, payload };
      }
    };
    const documents: IndexDocument[] = [];
    for (const record of read(whose.owner_no)) {
      entry.texts.putEntity(record.id, record.payload as EntityPayload);
      documents.push(entityDocument(record));
    }
    for (const { id, payload, createTimeMs } of read(whose.other_no)) {
      entry.texts.putRelationship(id, payload as RelationshipPayload, createTimeMs);
      documents.push(...sentenceDocument(entry.texts, id));
    }
    entry.index.put(documents);
    return entry;
  };
  /** Returns false if a rebuild is less work, or the log no longer reaches back that far. */
  const catchUp = (entry: EntityIndex, whose: EntityOwners, timeMs: number): boolean => {
    const { user_no: userNo, revision } = whose;
    const behind = revision - entry.revision;
    if (behind > Math.max(entry.index.count, SQLITE.catchUpChanges)) return false;
    const changes = behind === 0 ? [] : sql.selectChanges.all({ userNo, since: entry.revision });
    if (changes.length !== behind) return false;
    const read = (id: string): Kept | undefined => {
      const row = sql.selectOne.get({ id });
      return row && toKept(row);
    };
    const touched = new Set(entry.texts.moveTo(timeMs));
    const entities = new Map<string, Kept>();
    for (const { type, id } of new Map(changes.map((change) => [change.id, change])).values()) {
      if (type !== 'ENTITY' && type !== 'RELATIONSHIP') continue;
      const record = read(id);
      if (type === 'ENTITY' && record !== undefined) entities.set(id, record);
      for (const text of changed(entry.texts, type, id, record)) touched.add(text);
    }
    // Names are put first, since a sentence has the names of both its ends.
    const documents = [...touched].flatMap((id) => {
      const entity = entities.get(id);
      return entity === undefined ? sentenceDocument(entry.texts, id) : [entityDocument(entity)];
    });
    const put = new Set(documents.map(({ id }) => id));
    entry.index.remove([...touched].filter((id) => !put.has(id)));
    entry.index.put(documents);
    entry.revision = revision;
    return true;
  };

  return { build, catchUp };
}

type Statements = ReturnType<typeof statements>;

function statements(db: Database) {
  return {
    findOwners: db.prepare<[object], EntityOwners>(
      `SELECT u.user_no, u.revision, o.owner_no,
       (SELECT r.owner_no FROM owners r WHERE r.user_no = u.user_no AND r.type = 'RELATIONSHIP') AS other_no
     FROM users u JOIN owners o USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = 'ENTITY'`,
    ),
    selectAll: db.prepare<[object], Row>(
      'SELECT id, create_ms, content FROM memories WHERE owner_no = @ownerNo ORDER BY create_ms, id',
    ),
    selectOne: db.prepare<[object], Row>('SELECT id, create_ms, content FROM memories WHERE id = @id'),
    selectChanges: db.prepare<[object], Change>(
      'SELECT type, id FROM changes WHERE user_no = @userNo AND revision > @since ORDER BY revision',
    ),
  };
}

/** Applies a change to the texts, and returns which of them it affects. */
function changed(texts: EntityTexts, type: Change['type'], id: string, record: Kept | undefined): readonly string[] {
  if (type === 'ENTITY') {
    return record === undefined ? texts.removeEntity(id) : texts.putEntity(id, record.payload as EntityPayload);
  }
  if (record === undefined) return texts.removeRelationship(id);
  return texts.putRelationship(id, record.payload as RelationshipPayload, record.createTimeMs);
}
