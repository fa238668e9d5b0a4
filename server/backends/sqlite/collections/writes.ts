/** The writer's part of collections: puts and removes them, and checks documents against their schemas. */
import type { Database } from 'better-sqlite3';
import { etagMismatch, quotaExceeded, RecordaError } from '../../../domain/errors.ts';
import type { DocumentPayload, JsonObject, Payload } from '../../../domain/memory.ts';
import { kindMismatch } from '../../../domain/ordered-documents.ts';
import { checkDocument, countUnfit } from '../../../domain/schema/check-document.ts';
import { SCHEMA_LIMITS } from '../../../policy/limits.ts';
import type { CollectionPut, PutCollectionIntent } from '../../../ports/stores.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import { SELECT_COLLECTIONS, toCollection, type CollectionRow } from './reads.ts';
import { readText } from '../../stored-text.ts';

export type CollectionWrites = Collections['writes'];

export type Collections = ReturnType<typeof writeCollections>;

export function writeCollections(db: Database, quotaAccounts: QuotaAccounts) {
  const selectRules = db.prepare<[object], { readonly schema: string | null; readonly isOrdered: number | null }>(
    `SELECT (SELECT schema FROM collections WHERE user_no = @userNo AND name = @name) AS schema,
       coalesce((SELECT is_ordered FROM collections WHERE user_no = @userNo AND name = @name),
         (SELECT 1 FROM ordered_documents WHERE user_no = @userNo AND collection = @name LIMIT 1)) AS isOrdered`,
  );
  const selectOne = db.prepare<[object], CollectionRow>(`${SELECT_COLLECTIONS} WHERE n.name = @name`);
  const count = db.prepare<[object], number>('SELECT count(*) FROM collections WHERE user_no = @userNo').pluck();
  const replace = db.prepare(
    `INSERT INTO collections (user_no, name, schema, version, create_ms, update_ms, is_ordered)
     VALUES (@userNo, @name, @schema, 1, @nowMs, @nowMs, @isOrdered)
     ON CONFLICT DO UPDATE SET schema = @schema, version = version + 1, update_ms = max(update_ms, @nowMs)`,
  );
  const remove = db.prepare('DELETE FROM collections WHERE user_no = @userNo AND name = @name');
  const selectDocuments = db.prepare<[object], { readonly id: string; readonly content: string | Buffer }>(
    `SELECT m.id, m.content FROM memories m WHERE m.owner_no = @ownerNo AND m.kind = @name ORDER BY m.create_ms, m.id`,
  );
  const selectOrdered = db.prepare<[object], { readonly sequence: number; readonly content: string | Buffer }>(
    'SELECT sequence, content FROM ordered_documents WHERE user_no = @userNo AND collection = @name ORDER BY sequence',
  );

  function* documentsOf(userNo: number, ownerNo: number | null, name: string) {
    for (const { id, content } of selectDocuments.iterate({ ownerNo, name })) {
      yield { id, data: (JSON.parse(readText(content)) as DocumentPayload).data };
    }
    for (const { sequence, content } of selectOrdered.iterate({ userNo, name })) {
      yield { id: String(sequence), data: JSON.parse(readText(content)) as JsonObject };
    }
  }

  return {
    /** Throws SCHEMA_MISMATCH for a document that does not fit its collection, COLLECTION_KIND_MISMATCH if the collection is ordered. */
    check(userNo: number, payload: Payload): void {
      if (payload.type !== 'STRUCTURED') return;
      const { schema, isOrdered } = selectRules.get({ userNo, name: payload.collection })!;
      if (isOrdered === 1) throw kindMismatch(payload.collection, 'ORDERED');
      if (schema !== null) checkDocument(schema, payload);
    },

    writes: {
      putCollection(intent: PutCollectionIntent): CollectionPut {
        const { scope, name, schema, allowUnfit, version, nowMs } = intent;
        const userNo = quotaAccounts.user(scope);
        const ownerNo = quotaAccounts.findOwner(userNo, 'STRUCTURED', '')?.ownerNo ?? null;
        const read = (): CollectionRow | undefined => selectOne.get({ userNo, ownerNo, name });
        const before = read();
        if (version !== undefined && version !== before?.version) throw etagMismatch(name);
        // An existing collection keeps its kind.
        if (intent.isOrdered && before?.is_ordered === 0) throw kindMismatch(name, 'PLAIN');
        const isOrdered = before?.is_ordered ?? (intent.isOrdered ? 1 : 0);
        const isNew = (before?.version ?? null) === null;
        const used = isNew ? (count.get({ userNo }) ?? 0) : 0;
        if (used >= SCHEMA_LIMITS.collections) {
          const subject = `user:${scope.userId}/collections`;
          throw quotaExceeded(subject, 'collections with a schema', used, SCHEMA_LIMITS.collections);
        }
        const text = schema === undefined ? null : JSON.stringify(schema);
        const { unfitCount, unfitIds } =
          text === null ? FIT : countUnfit(text, documentsOf(userNo, ownerNo, name), SCHEMA_LIMITS.unfitIds);
        if (unfitCount > 0 && !allowUnfit)
          throw schemaConflict(name, unfitCount, before?.document_count ?? 0, unfitIds);
        replace.run({ userNo, name, schema: text, nowMs, isOrdered });
        return { collection: toCollection(read() as CollectionRow), unfitCount, unfitIds };
      },

      /** Removes a collection, without its documents. */
      removeCollection({ scope, name }: Pick<PutCollectionIntent, 'scope' | 'name'>): void {
        remove.run({ userNo: quotaAccounts.findUser(scope) ?? null, name });
      },
    },
  };
}

export const COLLECTION_TRAITS: CallTraits<CollectionWrites> = {
  putCollection: { audit: ({ scope, name }) => ({ ...scope, action: 'UPDATE', subject: 'COLLECTION', id: name }) },
  removeCollection: {
    deletes: true,
    audit: ({ scope, name }) => ({ ...scope, action: 'REMOVE', subject: 'COLLECTION', id: name }),
  },
};

const FIT = { unfitCount: 0, unfitIds: [] };

function schemaConflict(name: string, unfit: number, all: number, ids: readonly string[]): RecordaError {
  const number = (value: number): string => value.toLocaleString('en-US');
  return new RecordaError(
    'SCHEMA_CONFLICT',
    `${number(unfit)} of ${number(all)} documents of ${name} do not fit the schema; the first is ${ids[0]}. Change or delete them, or set allow_unfit: then each must fit the next time it is changed.`,
    {
      precondition: {
        type: 'SCHEMA_FITS',
        subject: name,
        description: `${number(unfit)} documents do not fit.`,
      },
    },
  );
}
