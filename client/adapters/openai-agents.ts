/**
 * A `Session` of the OpenAI Agents SDK (`@openai/agents` 0.20) whose history is stored in Recorda: in the order in which it was written,
 * shared by all programs that name the same user and session, and durable when a call returns.
 *
 * The history is an ordered collection. Each of its documents holds the items of one call; the history begins at the last document with
 * `resets`, so that one write clears or replaces it. One more document, the ledger, has the operations that were applied; it is written
 * together with their effects.
 */
import {
  MemorySession,
  UserError,
  type AgentInputItem,
  type SessionHistoryMutation,
  type SessionHistoryRewriteArgs,
  type SessionHistoryRewriteAwareSession,
  type SessionHistoryTransactionArgs,
  type SessionHistoryTransactionAwareSession,
} from '@openai/agents';
import type { Agent } from '../agent.ts';
import type { OrderedCollection, OrderedDocument, OrderedWrite } from '../agent-ordered.ts';
import type { JsonObject, JsonValue } from '../agent-types.ts';
import { RecordaError } from '../errors.ts';
import { fromStored, toStored } from './stored-values.ts';

export type RecordaSessionOptions = {
  /** The name of the history among the user's. At most 200 bytes; a new one by default. */
  readonly sessionId?: string | undefined;
};

/** The most documents in one write. */
const WRITES = 100;
/** The most characters of JSON in a document, unless a single item has more. The server takes 1 MiB. */
const DOCUMENT_LENGTH = 256 * 1024;
/** The number of operations that are remembered: a repeat of an older one would be applied again. */
const OPERATIONS = 200;
/** The errors after which the history is read again and the change is repeated, since another program has changed it. */
const CHANGED_MEANWHILE: readonly string[] = ['ETAG_MISMATCH', 'MEMORY_NOT_FOUND'];

type Entry = Pick<OrderedDocument, 'sequence' | 'etag' | 'data'> & { readonly items: readonly JsonValue[] };
type Operation = { readonly id: string; readonly digest: string };
type Ledger = { readonly sequence: number; readonly etag: string; readonly operations: readonly Operation[] };

/**
 * The session: `new RecordaSession(recorda.agent({ userId: 'ana' }), { sessionId: 'trip' })`, passed to `run` as `session`. Throws what
 * the client throws, like QUOTA_EXCEEDED beyond 10,000 documents or 100 MB of the user, and UserError where MemorySession does.
 */
export class RecordaSession implements SessionHistoryTransactionAwareSession, SessionHistoryRewriteAwareSession {
  readonly #sessionId: string;
  readonly #history: OrderedCollection;
  #hasLedger = false;

  constructor(agent: Agent, { sessionId = crypto.randomUUID() }: RecordaSessionOptions = {}) {
    this.#sessionId = sessionId;
    this.#history = agent.documents.ordered(`openai-agents/${sessionId}`);
  }

  getSessionId(): Promise<string> {
    return Promise.resolve(this.#sessionId);
  }

  /** Returns the items in their order; with a limit, only the newest ones. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    if (limit !== undefined && limit <= 0) return [];
    const items = (await this.#newest(limit)).flatMap((entry) => entry.items);
    return items.slice(limit === undefined ? 0 : -limit).map((item) => fromStored(item) as AgentInputItem);
  }

  /** Adds all of the items or none. */
  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length === 0) return;
    const writes = documentsOf(items).map((append): OrderedWrite => ({ append }));
    await this.#history.write([...(await this.#newLedger()), ...writes]);
  }

  /** Removes the newest item and returns it. Concurrent calls each get a different item. */
  popItem(): Promise<AgentInputItem | undefined> {
    return untilUnchanged(async () => {
      const entry = (await this.#newest(1)).findLast(({ items }) => items.length > 0);
      const item = entry?.items.at(-1);
      if (entry === undefined || item === undefined) return undefined;
      await this.#history.write([shortened(entry, entry.items.length - 1)]);
      return fromStored(item) as AgentInputItem;
    });
  }

  /** Empties the history and forgets the operations that were applied to it. */
  clearSession(): Promise<void> {
    return this.#beginAnew([], []);
  }

  /** Replaces the whole history. Items that other programs add in the meantime are replaced, too. */
  async replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void> {
    const ledger = await this.#ledger();
    await this.#beginAnew(items, ledger?.operations ?? []);
  }

  applyHistoryMutations({ mutations }: SessionHistoryRewriteArgs): Promise<void> {
    return untilUnchanged(async () => {
      if (mutations.length === 0) return;
      const entries = await this.#newest();
      const writes = rewritten(entries, mutations);
      if (writes.length > 0) await this.#history.write(writes);
    });
  }

  /** Applies an operation once, however often it is repeated. The last 200 operations are remembered. */
  applyHistoryTransaction(args: SessionHistoryTransactionArgs): Promise<void> {
    return untilUnchanged(async () => {
      await refuseInvalid(args);
      const { operationId: id, transaction } = args;
      const digest = await digestOf(toStored(transaction));
      const ledger = await this.#ledger();
      const known = ledger?.operations.find((operation) => operation.id === id);
      if (known !== undefined && known.digest !== digest)
        throw new UserError('Session history operation was already applied with a different transaction.');
      if (known !== undefined) return;
      const operations = [...(ledger?.operations ?? []), { id, digest }].slice(-OPERATIONS);
      const writes = [ledgerWrite(operations, ledger)];
      if (transaction.type === 'replace_suffix') writes.push(...(await this.#withoutSuffix(args)));
      const added = transaction.type === 'append_items' ? transaction.items : transaction.replacement;
      writes.push(...documentsOf(added).map((append): OrderedWrite => ({ append })));
      if (writes.length > WRITES)
        throw new UserError(
          `A transaction of ${writes.length} documents exceeds the ${WRITES} that one write may have. Use smaller transactions.`,
        );
      await this.#history.write(writes);
    });
  }

  /** Returns the writes that remove the expected suffix. Throws UserError if the history does not end in it. */
  async #withoutSuffix(args: SessionHistoryTransactionArgs): Promise<readonly OrderedWrite[]> {
    const { transaction } = args;
    let left = transaction.type === 'replace_suffix' ? transaction.expectedSuffix.length : 0;
    const entries = await this.#newest(left);
    const items = entries.flatMap((entry) => entry.items).slice(entriesLength(entries) - left);
    const trial = new MemorySession({ initialItems: items.map((item) => fromStored(item) as AgentInputItem) });
    await trial.applyHistoryTransaction(args);
    const writes: OrderedWrite[] = [];
    for (const entry of entries.toReversed()) {
      if (left === 0) break;
      const taken = Math.min(left, entry.items.length);
      if (taken > 0) writes.push(shortened(entry, entry.items.length - taken));
      left -= taken;
    }
    return writes;
  }

  /** Returns the documents of the history, oldest first; with `count` only the newest that hold this many items. */
  async #newest(count = Number.POSITIVE_INFINITY): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    let found = 0;
    if (count <= 0) return entries;
    for await (const document of this.#history.list({ newestFirst: true, ...(count <= 10 && { pageSize: 10 }) })) {
      const { items, resets } = document.data;
      if (!Array.isArray(items)) continue;
      entries.push({ ...document, items: items as readonly JsonValue[] });
      found += items.length;
      if (resets === true || found >= count) break;
    }
    return entries.toReversed();
  }

  /** Returns the ledger, which is the first document unless another program cleared the history before it was written. */
  async #ledger(): Promise<Ledger | undefined> {
    let ledger: Ledger | undefined;
    for await (const document of this.#history.list({ pageSize: 1 })) {
      ledger = ledgerIn(document);
      break;
    }
    if (ledger !== undefined) return ledger;
    for await (const document of this.#history.list()) {
      ledger = ledgerIn(document);
      if (ledger !== undefined) break;
    }
    return ledger;
  }

  /** Returns the write of an empty ledger if the history is new: as the first document it is found at once. */
  async #newLedger(): Promise<readonly OrderedWrite[]> {
    if (this.#hasLedger) return [];
    this.#hasLedger = true;
    for await (const _ of this.#history.list({ pageSize: 1 })) return [];
    return [ledgerWrite([], undefined)];
  }

  async #beginAnew(items: AgentInputItem[], operations: readonly Operation[]): Promise<void> {
    const [first = { items: [] }, ...rest] = documentsOf(items);
    await untilUnchanged(async () => {
      const ledger = await this.#ledger();
      const appended = [{ ...first, resets: true }, ...rest].map((append): OrderedWrite => ({ append }));
      await this.#history.write([ledgerWrite(operations, ledger), ...appended]);
    });
    await this.#sweep();
  }

  /** Removes documents from before the beginning of the history. Reads ignore them, so a failure may leave them behind. */
  async #sweep(): Promise<void> {
    const gone: OrderedWrite[] = [];
    let isBefore = false;
    for await (const { sequence, data } of this.#history.list({ newestFirst: true, pageSize: 1000 })) {
      if (isBefore && Array.isArray(data['items'])) gone.push({ remove: sequence });
      isBefore ||= data['resets'] === true;
    }
    for (let from = 0; from < gone.length; from += WRITES) {
      try {
        await this.#history.write(gone.slice(from, from + WRITES));
      } catch (error) {
        if (!wasChanged(error)) throw error;
      }
    }
  }
}

const entriesLength = (entries: readonly Entry[]): number => entries.reduce((sum, { items }) => sum + items.length, 0);

/** Groups the items into as few documents as possible. */
function documentsOf(items: readonly AgentInputItem[]): readonly { readonly items: JsonValue[] }[] {
  const documents: { items: JsonValue[] }[] = [];
  let length = DOCUMENT_LENGTH;
  for (const item of items) {
    const stored = toStored(item);
    const more = JSON.stringify(stored).length;
    if (length + more > DOCUMENT_LENGTH) {
      documents.push({ items: [] });
      length = 0;
    }
    documents.at(-1)!.items.push(stored);
    length += more;
  }
  return documents;
}

/**
 * Returns the write that keeps only the first `count` items of a document; one that begins the history stays even if no items are left.
 */
function shortened({ sequence, etag, items, data }: Entry, count: number): OrderedWrite {
  if (count === 0 && data['resets'] !== true) return { remove: sequence, etag };
  return { replace: sequence, etag, data: { ...data, items: items.slice(0, count) } };
}

function ledgerIn({ sequence, etag, data }: OrderedDocument): Ledger | undefined {
  const { operations } = data;
  return Array.isArray(operations) ? { sequence, etag, operations: operations as unknown as Operation[] } : undefined;
}

function ledgerWrite(operations: readonly Operation[], ledger: Ledger | undefined): OrderedWrite {
  const data = { operations: operations.map(({ id, digest }) => ({ id, digest })) };
  return ledger === undefined ? { append: data } : { replace: ledger.sequence, etag: ledger.etag, data };
}

/** Returns the writes that apply the mutations, one for each document that changes. */
function rewritten(entries: readonly Entry[], mutations: readonly SessionHistoryMutation[]): readonly OrderedWrite[] {
  const replaced = new Set<SessionHistoryMutation>();
  return entries.flatMap((entry): OrderedWrite[] => {
    let items = [...entry.items];
    for (const mutation of mutations) {
      items = items.flatMap((item) => {
        const { type, callId } = item as { readonly type?: string; readonly callId?: string };
        if (type !== 'function_call' || callId !== mutation.callId) return [item];
        if (replaced.has(mutation)) return [];
        replaced.add(mutation);
        return [toStored(mutation.replacement)];
      });
    }
    if (JSON.stringify(items) === JSON.stringify(entry.items)) return [];
    return [shortened({ ...entry, items }, items.length)];
  });
}

/** Throws UserError if the SDK's own session would, whatever the history is. */
async function refuseInvalid(args: SessionHistoryTransactionArgs): Promise<void> {
  const { transaction } = (args as Partial<SessionHistoryTransactionArgs> | undefined) ?? {};
  const suffix = transaction?.type === 'replace_suffix' ? transaction.expectedSuffix : [];
  let trial = new MemorySession();
  try {
    trial = new MemorySession({ initialItems: suffix });
  } catch {
    // Values that cannot be copied are refused by the SDK's call below.
  }
  await trial.applyHistoryTransaction(args);
}

async function digestOf(value: JsonValue): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sortedJson(value)));
  return Buffer.from(digest).toString('base64url');
}

function sortedJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element: JsonValue) => sortedJson(element)).join(',')}]`;
  const fields = Object.entries(value as JsonObject).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${sortedJson(field)}`).join(',')}}`;
}

const wasChanged = (error: unknown): boolean =>
  error instanceof RecordaError && CHANGED_MEANWHILE.includes(error.reason);

/** Repeats a change until no other program interferes. It ends, since each repetition means that another program's change was made. */
async function untilUnchanged<T>(change: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!wasChanged(error)) throw error;
    }
  }
}
