/** Sends random operations to LangGraph's own store and to Recorda's, which must give the same answers. */
import { InMemoryStore, type BaseStore, type Item, type SearchItem } from '@langchain/langgraph-checkpoint';
import { expect } from 'chai';
import { seededRandom } from '../../load/sentences.ts';

/** An item without what only one of two stores can have: its times, and no score. */
type Kept = Pick<Item, 'namespace' | 'key' | 'value'>;

const kept = ({ namespace, key, value }: Item): Kept => ({ namespace, key, value });
const idOf = ({ namespace, key }: Pick<Item, 'namespace' | 'key'>): string => JSON.stringify([...namespace, key]);

const LABELS = ['a', 'ab', 'b', 'ñandú 🦤', 'a/b', 'a%2Fb', '*', 'long '.repeat(30), '"quoted" \\'] as const;
const KEYS = ['a', 'b', 'a.b/c', 'ñ 🦤:é', '', '%', "it's \\n \n", '__proto__', 'k'.repeat(260)] as const;
const VALUES = [
  'red',
  'blue',
  '7',
  '',
  true,
  false,
  null,
  0,
  7,
  -1.5,
  1e21,
  [1, 'x'],
  { deep: { er: ['é'] } },
] as const;
const FIELDS = ['color', 'n', 'with space', 'a.b', '"'] as const;
const OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin'] as const;

/** Compares two stores. */
export class LangGraphOperations {
  readonly #memory = new InMemoryStore();
  readonly #random: () => number;
  /** The time at which each existing item was first put. */
  readonly #created = new Map<string, number>();
  #count = 0;
  /** The number of answers that were not empty. */
  answered = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  #below = (limit: number): number => Math.floor(this.#random() * limit);
  #pick = <T>(from: readonly T[]): T => from[this.#below(from.length)]!;

  #namespace = (least = 1): string[] => Array.from({ length: least + this.#below(2) }, () => this.#often(LABELS));
  /** The first ones are chosen more often, so that operations concern the same items. */
  #often = <T>(from: readonly T[]): T => from[Math.floor(from.length * this.#random() ** 3)]!;

  #value(): Item['value'] {
    const value: Item['value'] = { at: this.#count };
    for (const field of FIELDS) if (this.#below(2) === 0) value[field] = this.#pick(VALUES);
    return value;
  }

  #filter(): Record<string, unknown> | undefined {
    if (this.#below(2) === 0) return undefined;
    const wanted = (): unknown => {
      if (this.#below(2) === 0) return this.#pick(VALUES);
      const operator = this.#pick(OPERATORS);
      return { [operator]: operator.endsWith('in') ? [this.#pick(VALUES), this.#pick(VALUES)] : this.#pick(VALUES) };
    };
    return Object.fromEntries(Array.from({ length: 1 + this.#below(2) }, () => [this.#pick(FIELDS), wanted()]));
  }

  /** Does one operation on both, and compares the answers. */
  async step(store: BaseStore): Promise<void> {
    this.#count += 1;
    const chosen = this.#below(100);
    const [namespace, key] = [this.#namespace(), this.#often(KEYS)];
    if (chosen < 40) return this.#put(store, namespace, key, this.#value());
    if (chosen < 50) return this.#put(store, namespace, key, null);
    if (chosen < 65) return this.#get(store, namespace, key);
    if (chosen < 72) return this.#several(store);
    return chosen < 88 ? this.#search(store) : this.#namespaces(store);
  }

  async #put(store: BaseStore, namespace: string[], key: string, value: Item['value'] | null): Promise<void> {
    this.#track(namespace, key, value);
    for (const each of [store, this.#memory])
      await (value === null ? each.delete(namespace, key) : each.put(namespace, key, structuredClone(value)));
  }

  #track(namespace: string[], key: string, value: Item['value'] | null): void {
    const id = idOf({ namespace, key });
    if (value === null) this.#created.delete(id);
    else if (!this.#created.has(id)) this.#created.set(id, (this.#count += 1));
  }

  async #get(store: BaseStore, namespace: string[], key: string): Promise<void> {
    const [got, expected] = [await store.get(namespace, key), await this.#memory.get(namespace, key)];
    expect(got && kept(got)).to.deep.equal(expected && kept(expected));
    if (got !== null) {
      expect(got.updatedAt.getTime()).to.be.at.least(got.createdAt.getTime());
      this.answered += 1;
    }
  }

  /** Sends one batch: its reads see the state before its writes. */
  async #several(store: BaseStore): Promise<void> {
    const puts = Array.from({ length: 1 + this.#below(4) }, () => {
      const value = this.#below(4) === 0 ? null : this.#value();
      return { namespace: this.#namespace(), key: this.#often(KEYS), value };
    });
    const [{ namespace, key }] = puts as [(typeof puts)[0]];
    const batch = [...puts, { namespace, key }];
    const before = await this.#memory.get(namespace, key);
    const expected = before && kept(before);
    // Only the last put of an item in a batch counts: an item that it deletes and puts again was never
    // deleted.
    const last = new Map(puts.map((put) => [idOf(put), put]));
    for (const put of last.values()) this.#track(put.namespace, put.key, put.value);
    const got = (await store.batch(structuredClone(batch))).at(-1) as Item | null;
    await this.#memory.batch(structuredClone(batch));
    expect(got && kept(got)).to.deep.equal(expected);
  }

  async #search(store: BaseStore): Promise<void> {
    const prefix = this.#namespace(0);
    const filter = this.#filter();
    const [limit, offset] = [1 + this.#below(12), this.#below(4)];
    const got = await store.search(prefix, { ...(filter && { filter }), limit, offset });
    const all = await this.#memory.search(prefix, { ...(filter && { filter }), limit: 100_000 });
    const at = (item: SearchItem): number => this.#created.get(idOf(item))!;
    const expected = all.toSorted((one, other) => at(one) - at(other)).slice(offset, offset + limit);
    expect(got.map(kept), JSON.stringify({ prefix, filter, limit, offset })).to.deep.equal(expected.map(kept));
    if (got.length > 0) this.answered += 1;
  }

  /** LangGraph's own store also lists namespaces whose last item was deleted; its others do not. */
  async #namespaces(store: BaseStore): Promise<void> {
    const path = (): string[] => this.#namespace().map((label) => (this.#below(4) === 0 ? '*' : label));
    const maxDepth = this.#below(2) === 0 ? 1 + this.#below(3) : undefined;
    const [limit, offset] = [1 + this.#below(12), this.#below(3)];
    const options = {
      ...(this.#below(3) === 0 && { prefix: path() }),
      ...(this.#below(3) === 0 && { suffix: path().slice(-1) }),
      ...(maxDepth !== undefined && { maxDepth }),
    };
    const filled = new Set(
      [...this.#created.keys()].map((id) => JSON.stringify((JSON.parse(id) as string[]).slice(0, -1))),
    );
    const { maxDepth: _, ...conditions } = options;
    const whole = await this.#memory.listNamespaces({ ...conditions, limit: 100_000 });
    const matched = whole.filter((namespace) => filled.has(JSON.stringify(namespace)));
    const shown = new Set(matched.map((namespace) => JSON.stringify(namespace.slice(0, maxDepth))));
    const all = await this.#memory.listNamespaces({ ...options, limit: 100_000 });
    const expected = all.filter((namespace) => shown.has(JSON.stringify(namespace)));
    const got = await store.listNamespaces({ ...options, limit, offset });
    expect(got, JSON.stringify({ ...options, limit, offset })).to.deep.equal(expected.slice(offset, offset + limit));
    if (got.length > 0) this.answered += 1;
  }

  /** Compares everything. */
  async all(store: BaseStore): Promise<void> {
    const [got, expected] = await Promise.all(
      [store, this.#memory].map(async (each) => each.search([], { limit: 10_000 })),
    );
    const byId = (items: SearchItem[] | undefined) =>
      (items ?? []).map(kept).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
    expect(byId(got)).to.deep.equal(byId(expected));
  }
}
