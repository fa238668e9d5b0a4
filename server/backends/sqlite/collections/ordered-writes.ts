/** The writer's part of ordered collections: applies all writes of a call, in their order, or none. */
import type { Database } from 'better-sqlite3';
import { NO_USAGE, type Usage } from '../../../domain/decide/quota.ts';
import type { JsonObject, Scope } from '../../../domain/memory.ts';
import {
  changedDocument,
  kindMismatch,
  noSuchDocument,
  roomAfter,
  type DocumentWrite,
  type OrderedDocument,
  type PopDocumentIntent,
  type WriteDocumentsIntent,
  type WrittenDocuments,
} from '../../../domain/ordered-documents.ts';
import { checkDocument } from '../../../domain/schema/check-document.ts';
import { readText, type StoredText } from '../../stored-text.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { Requests } from '../records/requests.ts';
import { collectionKind, DOCUMENT_COLUMNS, toDocument, type DocumentRow } from './ordered-reads.ts';

/** The content of a write, in stored form. */
export type StoredBody = { readonly text: StoredText; readonly sizeBytes: number };

export type WriteDocumentsCommand = WriteDocumentsIntent<StoredBody>;

/** The outcome of a write; a repeat changes nothing, and is not recorded again. */
type Repeatable = { readonly isRepeat: boolean };

export type OrderedWrites = ReturnType<typeof orderedWrites>;

/** The type under which requests about ordered documents are remembered: they name no memory. */
const OF_DOCUMENTS = 'ordered_documents';

export function orderedWrites(
  db: Database,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  remembered: Requests,
  noteTextRemoved: () => void,
) {
  const sql = statements(db);
  const kindOf = collectionKind(db);

  const refusePlain = (userNo: number, collection: string): void => {
    const ownerNo = quotaAccounts.findOwner(userNo, 'STRUCTURED', '')?.ownerNo ?? null;
    if (kindOf(userNo, ownerNo, collection) === 'PLAIN') throw kindMismatch(collection, 'PLAIN');
  };

  return {
    writeDocuments(command: WriteDocumentsCommand): WrittenDocuments & Repeatable {
      const { scope, collection, writes, requestId, nowMs } = command;
      const userNo = quotaAccounts.user(scope);
      const prior = remembered.find<WrittenDocuments>(userNo, requestId, nowMs);
      if (prior !== undefined) return { ...prior.outcome, isRepeat: true };
      refusePlain(userNo, collection);
      const target = { userNo, collection, nowMs, schema: sql.selectSchema.get({ userNo, name: collection }) ?? null };
      const appended = writes.filter(({ kind }) => kind === 'APPEND').length;
      let next = appended === 0 ? 0 : (sql.takeSequences.get({ userNo, appended }) ?? 0) - appended;
      let grown = NO_USAGE;
      const results = writes.map((write, at) => {
        const sequence = write.kind === 'APPEND' ? (next += 1) : write.sequence;
        const applied = apply(sql, target, write, { field: fieldOf(write, at), sequence });
        if (write.kind !== 'APPEND') noteTextRemoved();
        grown = { count: grown.count + applied.grown.count, bytes: grown.bytes + applied.grown.bytes };
        return { sequence, ...(applied.version !== undefined && { version: applied.version }) };
      });
      const { usage, quota } = accounts.of(userNo, 'ORDERED_DOCUMENT', scope);
      const written = { results, remaining: roomAfter(scope, usage, grown, quota) };
      accounts.change(userNo, 'ORDERED_DOCUMENT', grown, nowMs, { whose: scope });
      remembered.remember(userNo, requestId, nowMs, OF_DOCUMENTS, written);
      return { ...written, isRepeat: false };
    },

    popDocument({ scope, collection, requestId, nowMs }: PopDocumentIntent): Popped {
      const user = requestId === undefined ? quotaAccounts.findUser(scope) : quotaAccounts.user(scope);
      if (user === undefined) return { isRepeat: false, document: undefined };
      const prior = remembered.find<object>(user, requestId, nowMs);
      if (prior !== undefined) {
        const document = prior.snapshot === undefined ? undefined : (JSON.parse(prior.snapshot) as OrderedDocument);
        return { isRepeat: true, document };
      }
      refusePlain(user, collection);
      const row = sql.selectLast.get({ userNo: user, collection });
      if (row !== undefined) {
        noteTextRemoved();
        sql.remove.run({ documentNo: row.documentNo });
        const gone = { count: -1, bytes: -row.sizeBytes };
        accounts.change(user, 'ORDERED_DOCUMENT', gone, nowMs, { whose: scope });
      }
      const document = row && toDocument(row);
      remembered.remember(user, requestId, nowMs, OF_DOCUMENTS, {}, document && JSON.stringify(document));
      return { isRepeat: false, document };
    },

    /** Removes the oldest `limit` documents of a collection, and returns their number. */
    removeDocuments({ scope, collection, limit, nowMs }: RemoveDocumentsCommand): number {
      const userNo = quotaAccounts.findUser(scope);
      if (userNo === undefined) return 0;
      const gone = sql.removeOldest.all({ userNo, collection, limit });
      if (gone.length === 0) return 0;
      noteTextRemoved();
      const bytes = gone.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
      accounts.change(userNo, 'ORDERED_DOCUMENT', { count: -gone.length, bytes: -bytes }, nowMs, { whose: scope });
      return gone.length;
    },
  };
}

/** Applies one write; returns its outcome and by how much the user's documents grew. */
function apply(
  sql: ReturnType<typeof statements>,
  { userNo, collection, schema, nowMs }: Target,
  write: DocumentWrite<StoredBody>,
  { field, sequence }: { readonly field: string; readonly sequence: number },
): { readonly version?: number; readonly grown: Usage } {
  if (write.kind !== 'REMOVE' && schema !== null)
    checkDocument(schema, { data: JSON.parse(readText(write.text.body)) as JsonObject }, `${field}.data`);
  if (write.kind === 'APPEND') {
    sql.insert.run({ userNo, collection, sequence, nowMs, ...columns(write) });
    return { version: 1, grown: { count: 1, bytes: write.sizeBytes } };
  }
  const found = sql.selectHead.get({ userNo, collection, sequence });
  if (found === undefined) throw noSuchDocument(field, collection, sequence);
  const { documentNo, version, sizeBytes } = found;
  if (write.version !== undefined && write.version !== version) throw changedDocument(field, collection, sequence);
  if (write.kind === 'REMOVE') {
    sql.remove.run({ documentNo });
    return { grown: { count: -1, bytes: -sizeBytes } };
  }
  sql.replace.run({ documentNo, nowMs, ...columns(write) });
  return { version: version + 1, grown: { count: 0, bytes: write.sizeBytes - sizeBytes } };
}

export type Popped = Repeatable & { readonly document: OrderedDocument | undefined };

export type RemoveDocumentsCommand = {
  readonly scope: Scope;
  readonly collection: string;
  readonly limit: number;
  readonly nowMs: number;
};

type Target = {
  readonly userNo: number;
  readonly collection: string;
  /** NULL for none. */
  readonly schema: string | null;
  readonly nowMs: number;
};

type HeadRow = { readonly documentNo: number; readonly version: number; readonly sizeBytes: number };

function statements(db: Database) {
  const OF_COLLECTION = 'user_no = @userNo AND collection = @collection';
  return {
    selectSchema: db
      .prepare<[object], string | null>('SELECT schema FROM collections WHERE user_no = @userNo AND name = @name')
      .pluck(),
    takeSequences: db
      .prepare<[object], number>(
        `INSERT INTO document_sequences (user_no, last_sequence) VALUES (@userNo, @appended)
         ON CONFLICT DO UPDATE SET last_sequence = last_sequence + @appended RETURNING last_sequence`,
      )
      .pluck(),
    insert: db.prepare(
      `INSERT INTO ordered_documents (user_no, collection, sequence, version, create_ms, update_ms, size_bytes, stored_bytes,
         is_compressed, content)
       VALUES (@userNo, @collection, @sequence, 1, @nowMs, @nowMs, @sizeBytes, @storedBytes, @isCompressed, @content)`,
    ),
    replace: db.prepare(
      `UPDATE ordered_documents SET version = version + 1, update_ms = max(update_ms, @nowMs), size_bytes = @sizeBytes,
         stored_bytes = @storedBytes, is_compressed = @isCompressed, content = @content
       WHERE document_no = @documentNo`,
    ),
    remove: db.prepare('DELETE FROM ordered_documents WHERE document_no = @documentNo'),
    selectHead: db.prepare<[object], HeadRow>(
      `SELECT document_no AS documentNo, version, size_bytes AS sizeBytes FROM ordered_documents
       WHERE ${OF_COLLECTION} AND sequence = @sequence`,
    ),
    selectLast: db.prepare<[object], DocumentRow & { readonly documentNo: number }>(
      `SELECT document_no AS documentNo, ${DOCUMENT_COLUMNS} FROM ordered_documents
       WHERE ${OF_COLLECTION} ORDER BY sequence DESC LIMIT 1`,
    ),
    removeOldest: db
      .prepare<[object], number>(
        `DELETE FROM ordered_documents WHERE document_no IN (
           SELECT document_no FROM ordered_documents WHERE ${OF_COLLECTION} ORDER BY sequence LIMIT @limit + 0
         ) RETURNING size_bytes`,
      )
      .pluck(),
  };
}

/** Returns the field of the request with this write. */
function fieldOf({ kind }: DocumentWrite<StoredBody>, at: number): string {
  return `writes[${at}].${kind.toLowerCase()}`;
}

function columns({ text, sizeBytes }: StoredBody) {
  const isCompressed = typeof text.body === 'string' ? 0 : 1;
  return { sizeBytes, storedBytes: text.bytes, isCompressed, content: text.body };
}

const OF_ORDERED = { subject: 'ORDERED_DOCUMENT' } as const;

export const ORDERED_TRAITS: CallTraits<OrderedWrites> = {
  writeDocuments: {
    deletes: ({ writes }) => writes.every(({ kind }) => kind === 'REMOVE'),
    size: ({ writes }) => ({
      intents: writes.length,
      bytes: writes.reduce((sum, write) => sum + (write.kind === 'REMOVE' ? 0 : write.sizeBytes), 0),
    }),
    audit: ({ scope, collection: id, writes }, { isRepeat }) =>
      isRepeat ? undefined : { ...scope, ...OF_ORDERED, action: 'UPDATE', id, count: writes.length },
  },
  popDocument: {
    deletes: true,
    audit: ({ scope, collection: id }, { isRepeat, document }) =>
      isRepeat || document === undefined ? undefined : { ...scope, ...OF_ORDERED, action: 'REMOVE', id },
  },
  removeDocuments: {
    deletes: true,
    audit: ({ scope, collection: id }, count) =>
      count === 0 ? undefined : { ...scope, ...OF_ORDERED, action: 'REMOVE', id, count },
  },
};
