/** The writer's part of rows that an export brings back: each exists afterwards as it was, or existed already. */
import type { Database, Statement } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { kindMismatch } from '../../../domain/ordered-documents.ts';
import { factWords } from '../../../domain/facts/telling-words.ts';
import { PORTABLE_ROWS, type PortableRow, type RowKind } from '../../../domain/portable-rows.ts';
import { storedTextNow } from '../../stored-text.ts';
import { collectionKind } from '../collections/ordered-reads.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import { answersDropped } from '../facts/fact-changes.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';

/** Only the index follows these changes. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

/** The table of each kind; beside its fields, its rows have the user, by name or by number, or the session. */
const TABLES = {
  tier: { table: 'tiers', of: 'name' },
  quota: { table: 'quotas', of: 'name' },
  collection: { table: 'collections', of: 'user' },
  session: { table: 'sessions', of: 'user' },
  turn: { table: 'turns', of: 'session' },
  summary: { table: 'segments', of: 'session' },
  error: { table: 'errors', of: 'session' },
  answer: { table: 'responses', of: 'user' },
  ordered_document: { table: 'ordered_documents', of: 'user' },
} as const satisfies Partial<Record<RowKind, { table: string; of: 'name' | 'user' | 'session' }>>;

type PlainKind = keyof typeof TABLES;
type Fields = Readonly<Record<string, string | number | null | Uint8Array>>;
const OWN_COLUMNS = { name: ['tenant', 'user_id'], user: ['user_no'], session: ['session_no'] } as const;
const STORED = ['size_bytes', 'stored_bytes', 'is_compressed'];

type PutText = (userNo: number, type: 'RECALL' | 'FACT', fields: Fields, text: string, nowMs: number) => boolean;

export function putRowsBack(
  db: Database,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  forgetPlans: () => void,
  noteTextRemoved: () => void,
) {
  const sql = statements(db);
  const refusePlain = plainCollectionRefusal(db, quotaAccounts);

  /** Puts a text that an index is to find: a turn that was sealed, or a fact that stands. */
  const putText: PutText = (userNo, type, fields, text, nowMs) => {
    const { owner } = accounts.of(userNo, type);
    const row = {
      ...fields,
      agent_id: fields['agent_id'] ?? '',
      ...storedColumns(text),
      owner_no: owner.ownerNo,
      update_ms: fields['create_ms'],
      version: 1,
    };
    if (sql.insertText.run({ task_id: '', ...row }).changes === 0) return false;
    quotaAccounts.log(owner, 'ADD', String(fields['id']), NOWHERE, nowMs);
    accounts.change(userNo, type, { count: 1, bytes: Buffer.byteLength(text) }, nowMs, {
      agentId: String(row.agent_id),
    });
    return true;
  };
  const putFact = factsPutBack(sql, putText, answersDropped(db, noteTextRemoved));
  /** A later document does not get its sequence. */
  const noteSequence = (userNo: number, last: unknown): boolean => sql.noteSequence.run({ userNo, last }).changes > 0;
  const countDocument = (userNo: number, { content, sequence }: Fields, nowMs: number): void => {
    noteSequence(userNo, sequence);
    accounts.change(userNo, 'ORDERED_DOCUMENT', { count: 1, bytes: Buffer.byteLength(String(content)) }, nowMs);
  };
  const putPlain = (
    userNo: number,
    { tenant, userId }: UserKey,
    kind: PlainKind,
    fields: Fields,
    nowMs: number,
  ): boolean => {
    const sessionNo = sql.findSession.get({ userNo, sessionId: fields['session_id'] }) ?? null;
    const own = ownColumns(kind, { tenant, userId }, userNo, sessionNo);
    // A row whose session was not brought has no place.
    if (Object.values(own).includes(null)) return false;
    if (kind === 'ordered_document') refusePlain(userNo, String(fields['collection']));
    const stored = hasStoredText(kind) ? storedColumns(String(fields['content'])) : {};
    if (TABLES[kind].of === 'name') forgetPlans();
    if (sql.inserts.get(kind)!.run({ ...defaultsOf(kind, fields), ...own, ...stored }).changes === 0) return false;
    if (kind === 'session') accounts.change(userNo, 'SESSION', { count: 1, bytes: 0 }, nowMs);
    if (kind === 'ordered_document') countDocument(userNo, fields, nowMs);
    const bytes = windowBytes(kind, fields);
    if (bytes > 0) {
      sql.growSession.run({ sessionNo: own['session_no'], bytes });
      accounts.change(userNo, 'SESSION', { count: 0, bytes }, nowMs);
    }
    return true;
  };

  /** Returns whether the row was accepted. */
  return (whose: UserKey, { row: kind, fields: texts }: PortableRow, nowMs: number): boolean => {
    const userNo = quotaAccounts.user({ ...NO_SCOPE, tenant: whose.tenant, userId: whose.userId });
    const fields = withBytes(kind, texts);
    if (kind === 'fact') return putFact(userNo, fields, nowMs);
    if (kind === 'document_sequence') return noteSequence(userNo, fields['last_sequence']);
    if (kind !== 'recalled_turn') return putPlain(userNo, whose, kind, fields, nowMs);
    const recalled = { ...fields, event_ms: fields['said_ms'] ?? null };
    return putText(userNo, 'RECALL', recalled, String(fields['content']), nowMs);
  };
}

/** Puts facts back, with their histories. */
function factsPutBack(sql: ReturnType<typeof statements>, putText: PutText, dropAnswers: (userNo: number) => void) {
  return (userNo: number, { events, ...fields }: Fields, nowMs: number): boolean => {
    const text = String(fields['fact']);
    const put = sql.insertFact.run({
      user_no: userNo,
      ...fields,
      is_pinned: fields['is_pinned'] ?? 0,
      size_bytes: Buffer.byteLength(text),
    });
    if (put.changes === 0) return false;
    const factNo = Number(put.lastInsertRowid);
    for (const [kind, atMs, otherId, count] of JSON.parse(String(events)) as readonly unknown[][]) {
      sql.insertEvent.run({ factNo, kind, atMs, otherId, count });
    }
    if (fields['closed_ms'] !== null) return true;
    for (const word of factWords(text)) sql.insertWord.run(userNo, word, factNo);
    const { id, namespace, create_ms } = fields;
    putText(userNo, 'FACT', { ...NO_TEXT, id, namespace, create_ms } as Fields, text, nowMs);
    dropAnswers(userNo);
    return true;
  };
}

/** Throws COLLECTION_KIND_MISMATCH if the user has plain documents under that name: nobody could read ordered ones. */
function plainCollectionRefusal(db: Database, quotaAccounts: QuotaAccounts) {
  const kindOf = collectionKind(db);
  return (userNo: number, collection: string): void => {
    const ownerNo = quotaAccounts.findOwner(userNo, 'STRUCTURED', '')?.ownerNo ?? null;
    if (kindOf(userNo, ownerNo, collection) === 'PLAIN') throw kindMismatch(collection, 'PLAIN');
  };
}

/** Returns the columns that identify the owner of a row, by what its table belongs to. */
function ownColumns(kind: PlainKind, { tenant, userId }: UserKey, userNo: number, sessionNo: number | null): Fields {
  const { of } = TABLES[kind];
  if (of === 'name') return { tenant, user_id: userId };
  return of === 'user' ? { user_no: userNo } : { session_no: sessionNo };
}

/** The columns of a text in `memories`. */
const TEXT_COLUMNS =
  `owner_no id create_ms update_ms version size_bytes stored_bytes is_compressed agent_id session_id namespace
  task_id content role said_ms speaker event_ms turn recall_ms`.split(/\s+/);

function statements(db: Database) {
  const insertInto = (table: string, columns: readonly string[]): Statement =>
    db.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    );
  const inserts: ReadonlyMap<RowKind, Statement> = new Map(
    (Object.keys(TABLES) as PlainKind[]).map((kind) => {
      const { table, of } = TABLES[kind];
      const fields = Object.keys(PORTABLE_ROWS[kind]).filter((name) => of !== 'session' || name !== 'session_id');
      const stored = hasStoredText(kind) ? STORED : [];
      return [kind, insertInto(table, [...OWN_COLUMNS[of], ...fields, ...stored])];
    }),
  );
  const ofFact = Object.keys(PORTABLE_ROWS.fact).filter((name) => name !== 'events');
  return {
    inserts,
    insertFact: insertInto('facts', ['user_no', ...ofFact, 'size_bytes']),
    insertText: insertInto('memories', TEXT_COLUMNS),
    insertEvent: db.prepare(
      'INSERT INTO fact_events (fact_no, kind, at_ms, other_id, count) VALUES (@factNo, @kind, @atMs, @otherId, @count)',
    ),
    insertWord: db.prepare('INSERT OR IGNORE INTO fact_words (user_no, word, fact_no) VALUES (?, ?, ?)'),
    findSession: db
      .prepare<[object], number>('SELECT session_no FROM sessions WHERE user_no = @userNo AND session_id = @sessionId')
      .pluck(),
    noteSequence: db.prepare(
      `INSERT INTO document_sequences (user_no, last_sequence) VALUES (@userNo, @last)
       ON CONFLICT DO UPDATE SET last_sequence = @last WHERE last_sequence < @last`,
    ),
    growSession: db.prepare('UPDATE sessions SET size_bytes = size_bytes + @bytes WHERE session_no = @sessionNo'),
  };
}

/** Tells whether its text is in stored form. */
function hasStoredText(kind: PlainKind): boolean {
  return kind === 'turn' || kind === 'ordered_document';
}

/** Returns the false values that lines leave out. */
function defaultsOf(kind: PlainKind, fields: Fields): Fields {
  return kind === 'collection' ? { ...fields, is_ordered: fields['is_ordered'] ?? 0 } : fields;
}

/** Returns the bytes that a row adds to its session. */
function windowBytes(kind: PlainKind, fields: Fields): number {
  if (kind === 'summary') return Buffer.byteLength(String(fields['keys']));
  if (kind !== 'turn') return 0;
  return Buffer.byteLength(String(fields['content'])) + Buffer.byteLength(String(fields['calls'] ?? ''));
}

const NO_SCOPE = { agentId: '', sessionId: '', namespace: '', taskId: '' };
const NO_TEXT = {
  agent_id: '',
  session_id: '',
  role: null,
  said_ms: null,
  speaker: null,
  event_ms: null,
  turn: null,
  recall_ms: null,
};

function storedColumns(text: string): Fields {
  const { body, bytes } = storedTextNow(text);
  return {
    content: body,
    size_bytes: Buffer.byteLength(text),
    stored_bytes: bytes,
    is_compressed: typeof body === 'string' ? 0 : 1,
  };
}

function withBytes(kind: RowKind, fields: PortableRow['fields']): Fields {
  return Object.fromEntries(
    Object.entries(PORTABLE_ROWS[kind]).map(([field, form]) => {
      const value = fields[field] ?? null;
      return [field, form === 'bytes?' && value !== null ? Buffer.from(String(value), 'base64') : value];
    }),
  );
}
