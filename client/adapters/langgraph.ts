/**
 * A `BaseStore` of LangGraph (`@langchain/langgraph-checkpoint` 1.2) whose items are documents of one user: durable, shared by all programs
 * that serve the user, exported and erased with the user, and found by every search.
 *
 * An item's path is its namespace and its key, joined by slashes, with slashes in names escaped. It is the document's key; a path that is
 * too long for a key is a field beside the item's value, and its digest is the key.
 */
import {
  BaseStore,
  validateNamespace,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import type { Agent } from '../agent.ts';
import type { JsonObject, StructuredMemory } from '../agent-types.ts';
import { RecordaError } from '../errors.ts';
import { COLLECTION, escaped, isKey, namesOf, pathOf } from '../langgraph-paths.ts';

/** The number of items that a search returns by default, as LangGraph's own stores do. */
const LIMIT = 10;
/** The factor by which a search asks for more items if its filter left too few; the server returns at most 10,000. */
const WIDER = 8;
const MOST = 10_000;
/** The number of documents that are fetched at a time when all are scanned. */
const PAGE_SIZE = 500;
/** The comparisons of LangGraph's own store: numbers are compared as numbers, even if they are written as strings. */
const OPERATORS: Readonly<Record<string, (value: unknown, other: unknown) => boolean>> = {
  $eq: (value, other) => value === other,
  $ne: (value, other) => value !== other,
  $gt: (value, other) => Number(value) > Number(other),
  $gte: (value, other) => Number(value) >= Number(other),
  $lt: (value, other) => Number(value) < Number(other),
  $lte: (value, other) => Number(value) <= Number(other),
  $in: (value, others) => Array.isArray(others) && others.includes(value),
  $nin: (value, others) => !Array.isArray(others) || !others.includes(value),
};

type Filter = NonNullable<SearchOperation['filter']>;

/**
 * The store: `new RecordaStore(recorda.agent({ userId: 'ana' }))`, passed to `compile` as `store`. Throws what the client throws, like
 * QUOTA_EXCEEDED beyond 5,000 documents or 50 MB of the user, and InvalidNamespaceError where LangGraph's own stores do.
 */
export class RecordaStore extends BaseStore {
  readonly #agent: Agent;

  constructor(agent: Agent) {
    super();
    this.#agent = agent;
  }

  /** Executes the reads first, which return what was there before the batch; of several writes of an item only the last is made. */
  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = new Map<string, PutOperation>();
    for (const operation of operations) {
      if ('namespace' in operation) validateNamespace(operation.namespace, { allowReservedRoot: true });
      if ('namespacePrefix' in operation)
        validateNamespace(operation.namespacePrefix, { allowReservedRoot: true, allowEmpty: true });
      if ('value' in operation) puts.set(pathOf(operation.namespace, operation.key), operation);
    }
    const results = await Promise.all(operations.map((operation) => this.#read(operation)));
    // Items are put one after the other, so that they are listed in that order.
    for (const [path, { value, index }] of puts) await this.#put(path, value, index);
    return results as OperationResults<Op>;
  }

  #read(operation: Operation): Promise<unknown> {
    if ('value' in operation) return Promise.resolve(null);
    if ('namespacePrefix' in operation)
      return operation.query === undefined || operation.query.trim() === ''
        ? this.#list(operation)
        : this.#search(operation, operation.query);
    return 'namespace' in operation ? this.#get(operation) : this.#namespaces(operation);
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const target = { collection: COLLECTION, key: await documentKey(pathOf(namespace, key)) };
    const document = await this.#agent.documents.get(target);
    return document === undefined ? null : itemOf(document);
  }

  async #put(path: string, value: PutOperation['value'], index: PutOperation['index']): Promise<void> {
    const target = { collection: COLLECTION, key: await documentKey(path) };
    if (value === null) return this.#delete(target);
    // The store keeps JSON: a date becomes its text, and undefined fields are left out.
    const data = { value: JSON.parse(JSON.stringify(value)) as JsonObject };
    await this.#agent.documents.put(target, {
      ...data,
      ...(target.key !== path && { path }),
      ...(index === false && { isUnindexed: true }),
    });
  }

  async #delete(target: { readonly collection: string; readonly key: string }): Promise<void> {
    try {
      await this.#agent.documents.delete(target);
    } catch (error) {
      if (!(error instanceof RecordaError) || error.reason !== 'MEMORY_NOT_FOUND') throw error;
    }
  }

  /** Returns the items in the order in which they were first put. */
  async #list(operation: SearchOperation, isUnindexed = false): Promise<SearchItem[]> {
    const { namespacePrefix, filter = {}, limit = LIMIT, offset = 0 } = operation;
    const found: SearchItem[] = [];
    if (limit <= 0) return found;
    const where = [under(namespacePrefix), ...equalities(filter), ...(isUnindexed ? [UNINDEXED] : [])];
    const pageSize = Math.min(PAGE_SIZE, offset + limit);
    for await (const document of this.#agent.documents.find(COLLECTION, { filter: where.join(' && '), pageSize })) {
      const item = itemOf(document);
      if (matches(item, filter)) found.push(item);
      if (found.length === offset + limit) break;
    }
    return found.slice(offset, offset + limit);
  }

  /** Returns the items by their similarity to the query, followed by those that are not indexed. */
  async #search(operation: SearchOperation, query: string): Promise<SearchItem[]> {
    const { namespacePrefix, filter = {}, limit = LIMIT, offset = 0 } = operation;
    const most = offset + limit;
    if (limit <= 0) return [];
    const where = [IN_COLLECTION, under(namespacePrefix), ...equalities(filter), `!(${UNINDEXED})`].join(' && ');
    let found: SearchItem[] = [];
    for (let topK = Math.min(most, MOST); ; topK = Math.min(topK * WIDER, MOST)) {
      const hits = await this.#agent.retrieve(query, { types: ['structured'], topK, filter: where });
      found = hits
        .map(({ memory, similarity }) => ({ ...itemOf(memory as StructuredMemory), score: similarity }))
        .filter((item) => matches(item, filter));
      if (found.length >= most || hits.length < topK || topK === MOST) break;
    }
    if (found.length < most) found.push(...(await this.#list({ ...operation, limit: most, offset: 0 }, true)));
    return found.slice(offset, most);
  }

  /** Returns the namespaces that have an item, by name. */
  async #namespaces(operation: Partial<ListNamespacesOperation>): Promise<string[][]> {
    const { matchConditions = [], maxDepth, limit, offset = 0 } = operation;
    const prefix = matchConditions.find(({ matchType, path }) => matchType === 'prefix' && !path.includes('*'));
    const filter = under(prefix?.path ?? []);
    const found = new Map<string, string[]>();
    for await (const document of this.#agent.documents.find(COLLECTION, { filter, pageSize: PAGE_SIZE })) {
      const { namespace } = itemOf(document);
      if (!matchConditions.every((condition) => isMatched(namespace, condition))) continue;
      const shown = namespace.slice(0, maxDepth);
      found.set(shown.join(':'), shown);
    }
    const ordered = [...found].toSorted(([one], [other]) => one.localeCompare(other)).map(([, namespace]) => namespace);
    return ordered.slice(offset, offset + (limit ?? ordered.length));
  }
}

const IN_COLLECTION = `collection == ${JSON.stringify(COLLECTION)}`;
const UNINDEXED = 'has(data.isUnindexed) && data.isUnindexed';

async function documentKey(path: string): Promise<string> {
  if (isKey(path)) return path;
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(path))).toString('base64url');
}

function itemOf({ key, data, createTime, updateTime }: StructuredMemory): Item {
  const names = namesOf((data['path'] ?? key) as string);
  const value = data['value'] as Item['value'];
  return { value, key: names.at(-1)!, namespace: names.slice(0, -1), createdAt: createTime, updatedAt: updateTime };
}

/** Returns the CEL filter of items below a namespace. The slash ends its last name: what is in `ab` is not below `a`. */
function under(prefix: readonly string[]): string {
  if (prefix.length === 0) return 'true';
  const start = JSON.stringify(`${prefix.map(escaped).join('/')}/`);
  return `(has(data.path) ? data.path.startsWith(${start}) : key.startsWith(${start}))`;
}

/** Returns the parts of a filter that the server decides in the same way; all of it is decided here again. */
function equalities(filter: Filter): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean'
      ? [`data.value[${JSON.stringify(name)}] == ${JSON.stringify(value)}`]
      : [],
  );
}

const matches = ({ value }: Item, filter: Filter): boolean =>
  Object.entries(filter).every(([name, wanted]) => isWanted(value[name], wanted));

function isWanted(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  const comparisons = Object.entries(wanted);
  if (!comparisons.every(([operator]) => Object.hasOwn(OPERATORS, operator))) return false;
  return comparisons.every(([operator, other]) => OPERATORS[operator]!(value, other));
}

function isMatched(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.length <= namespace.length && path.every((name, at) => name === '*' || namespace[start + at] === name);
}
