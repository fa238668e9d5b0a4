/**
 * The rows of exports besides memories: facts, conversations, schemas, plans. Each kind of row has its fields and their forms; the
 * fields are those of the store, with times in milliseconds since 1970 UTC.
 */

/** Numbers are whole (int) or not (real); bytes are base64; json is text that contains JSON. A trailing ? allows null. */
export type FieldForm = 'text' | 'text?' | 'int' | 'int?' | 'real' | 'real?' | 'json' | 'json?' | 'bytes?';

const PROVENANCE = { agent_id: 'text', session_id: 'text', turn: 'int' } as const;

/** Kinds in the order in which they are put back: a turn after its session. */
export const PORTABLE_ROWS = {
  /** Settings of the user. */
  tier: { tier: 'text' },
  quota: { name: 'text', count: 'int?', bytes: 'int?', alerts: 'int?' },
  /** A collection and its schema. */
  collection: { name: 'text', schema: 'json?', version: 'int', create_ms: 'int', update_ms: 'int', is_ordered: 'int?' },
  /** The last sequence that a document of an ordered collection was given. */
  document_sequence: { last_sequence: 'int' },
  /** A document of an ordered collection. */
  ordered_document: {
    collection: 'text',
    sequence: 'int',
    version: 'int',
    create_ms: 'int',
    update_ms: 'int',
    content: 'json',
  },
  session: {
    session_id: 'text',
    next_turn: 'int',
    next_segment: 'int',
    target: 'int',
    domain: 'text',
    topic_turns: 'int',
    window_policy: 'text?',
    sealed_turn: 'int?',
    closed_turn: 'int?',
    paid_tokens: 'real?',
    pricing: 'json?',
    is_recall_off: 'int',
    notes: 'json?',
    total_tokens: 'int',
    usage: 'json?',
    update_ms: 'int',
    ended_ms: 'int?',
  },
  /** A turn of a session's window. */
  turn: {
    session_id: 'text',
    turn: 'int',
    id: 'text',
    agent_id: 'text',
    namespace: 'text',
    role: 'text',
    speaker: 'text',
    said_ms: 'real',
    create_ms: 'int',
    calls: 'json?',
    call_id: 'text',
    tokens: 'int',
    continuity: 'real?',
    starts_topic: 'int',
    domain: 'text',
    digest: 'json',
    vector: 'bytes?',
    content: 'text',
  },
  /** The summary of sealed turns. */
  summary: {
    session_id: 'text',
    segment: 'int',
    first_turn: 'int',
    last_turn: 'int',
    keys: 'json',
    tokens: 'int',
    hash: 'text',
    create_ms: 'int',
    said_ms: 'real?',
    namespace: 'text?',
  },
  /** The error of a session's last answer. */
  error: { session_id: 'text', message: 'text', at_ms: 'int' },
  /** A turn that left its session's window. */
  recalled_turn: {
    id: 'text',
    agent_id: 'text',
    session_id: 'text',
    namespace: 'text',
    role: 'text?',
    said_ms: 'real?',
    speaker: 'text?',
    turn: 'int?',
    create_ms: 'int',
    recall_ms: 'int',
    content: 'text',
  },
  /** A fact; each of its events has kind, time, other fact and count. */
  fact: {
    id: 'text',
    domain: 'text',
    also_domain: 'text?',
    fact: 'text',
    confidence: 'text',
    source: 'text',
    slot: 'text',
    rule: 'text',
    namespace: 'text',
    ...PROVENANCE,
    create_ms: 'int',
    confirm_ms: 'int',
    confirmations: 'int',
    superseded_by: 'text',
    closed_ms: 'int?',
    is_forgotten: 'int',
    /** 1 if pinned, otherwise null. */
    is_pinned: 'int?',
    events: 'json',
  },
  /** A stored answer. */
  answer: {
    namespace: 'text',
    locale: 'text',
    kind: 'text',
    normalised: 'text',
    question: 'text',
    answer: 'text',
    vector: 'bytes?',
    fact_ids: 'json?',
    create_ms: 'int',
    expire_ms: 'int',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldForm>>>>;

export type RowKind = keyof typeof PORTABLE_ROWS;
export const ROW_KINDS = Object.keys(PORTABLE_ROWS) as readonly RowKind[];

/** `row` names the kind, since an answer has a field `kind` of its own. */
export type PortableRow = { readonly row: RowKind; readonly fields: Readonly<Record<string, string | number | null>> };
