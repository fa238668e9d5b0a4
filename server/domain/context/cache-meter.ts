/**
 * Computes what a provider bills for the prompts of one conversation, following its documentation of prefix caching. Amounts are in
 * tokens of uncached input, so that one multiplication yields dollars.
 *
 * If requests mark what is cached, an entry is written at each mark, and read if the same prefix was marked before; it is looked for
 * at each mark and up to PREFIX_CACHE.lookBack blocks before it. Otherwise the provider reads the longest prefix that a recent prompt
 * began with, in whole steps.
 */
import { PREFIX_CACHE, type ModelPrice } from '../../policy/model-prices.ts';

/** A part of a prompt. Equal keys mean equal bytes. */
export type MeteredBlock = { readonly key: string; readonly tokens: number; readonly isMarked: boolean };

export type Bill = {
  readonly tokens: number;
  /** Tokens that were read from the cache, and tokens that were written into it. */
  readonly read: number;
  readonly written: number;
  /** The amount, in tokens of uncached input. */
  readonly cost: number;
};

/** Bills the prompts of one conversation in their order. */
export type CacheMeter = (blocks: readonly MeteredBlock[], nowMs: number) => Bill;

/** `key` is a hash of the keys of its blocks. */
type Prefix = { readonly key: number; readonly tokens: number; readonly isMarked: boolean };

export function cacheMeter(price: Omit<ModelPrice, 'model'>): CacheMeter {
  return price.isMarked ? markedMeter(price) : unmarkedMeter(price);
}

/** Hashes each prefix to 53 bits, as many as a number holds exactly: the prefixes of a long prompt would be many times its length. */
function prefixesOf(blocks: readonly MeteredBlock[]): readonly Prefix[] {
  let high: number = HASH.start[0];
  let low: number = HASH.start[1];
  let tokens = 0;
  return blocks.map((block) => {
    const own = hashOf(block);
    high = Math.imul(high ^ own.high, HASH.times[0]);
    low = Math.imul(low ^ own.low, HASH.times[1]);
    tokens += block.tokens;
    const key = (high >>> 0) * 2 ** PREFIX_CACHE.keptBits + (low >>> PREFIX_CACHE.droppedBits);
    return { key, tokens, isMarked: block.isMarked };
  });
}

type BlockHash = { readonly high: number; readonly low: number };

/** Caches hashes, since most blocks of a prompt were in the one before. */
const hashes = new WeakMap<MeteredBlock, BlockHash>();

function hashOf(block: MeteredBlock): BlockHash {
  const known = hashes.get(block);
  if (known !== undefined) return known;
  const { key } = block;
  let high: number = HASH.start[0];
  let low: number = HASH.start[1];
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    high = Math.imul(high ^ unit, HASH.times[0]);
    low = Math.imul(low ^ unit, HASH.times[1]);
  }
  const hash = { high, low };
  hashes.set(block, hash);
  return hash;
}

/** Two hashes of 32 bits: FNV-1a, and FNV-1a with the multiplier of MurmurHash3. */
const HASH = {
  start: [0x811c9dc5, 0x9747b28c],
  times: [0x01000193, 0x85ebca6b],
} as const;

function markedMeter({ read, write, leastPrefix, lifeMs }: Omit<ModelPrice, 'model'>): CacheMeter {
  /** Ordered by last use, the oldest first. */
  const usedMs = new Map<number, number>();
  const use = (key: number, nowMs: number): void => {
    usedMs.delete(key);
    usedMs.set(key, nowMs);
  };
  const dropExpired = (nowMs: number): void => {
    for (const [key, atMs] of usedMs) {
      if (atMs + lifeMs >= nowMs) return;
      usedMs.delete(key);
    }
  };
  return (blocks, nowMs) => {
    dropExpired(nowMs);
    const prefixes = prefixesOf(blocks);
    const tokens = prefixes.at(-1)?.tokens ?? 0;
    const marks = prefixes.flatMap((prefix, at) => (prefix.isMarked && prefix.tokens >= leastPrefix ? [at] : []));
    const hit = marks
      .toReversed()
      .map((at) =>
        prefixes.slice(Math.max(at - PREFIX_CACHE.lookBack, 0), at + 1).findLast(({ key }) => usedMs.has(key)),
      )
      .find((found) => found !== undefined);
    const readTokens = hit?.tokens ?? 0;
    const last = marks.at(-1);
    const written = Math.max((last === undefined ? 0 : prefixes[last]!.tokens) - readTokens, 0);
    if (hit !== undefined) use(hit.key, nowMs);
    for (const at of marks) use(prefixes[at]!.key, nowMs);
    return {
      tokens,
      read: readTokens,
      written,
      cost: read * readTokens + write * written + tokens - readTokens - written,
    };
  };
}

function unmarkedMeter({ read, leastPrefix, lifeMs }: Omit<ModelPrice, 'model'>): CacheMeter {
  let known: { readonly keys: Float64Array; readonly atMs: number }[] = [];
  return (blocks, nowMs) => {
    const prefixes = prefixesOf(blocks);
    const tokens = prefixes.at(-1)?.tokens ?? 0;
    known = known.filter(({ atMs }) => atMs + lifeMs >= nowMs).slice(1 - PREFIX_CACHE.knownPrompts);
    const shared = known.reduce((most, { keys }) => Math.max(most, sharedBlocks(keys, prefixes)), 0);
    const equal = prefixes[shared - 1]?.tokens ?? 0;
    const readTokens = equal >= leastPrefix ? Math.floor(equal / PREFIX_CACHE.step) * PREFIX_CACHE.step : 0;
    known.push({ keys: Float64Array.from(prefixes, ({ key }) => key), atMs: nowMs });
    return { tokens, read: readTokens, written: 0, cost: read * readTokens + tokens - readTokens };
  };
}

/** Returns how many blocks both begin with: the hash of a prefix depends on all blocks in it. */
function sharedBlocks(keys: Float64Array, prefixes: readonly Prefix[]): number {
  let shared = 0;
  while (shared < prefixes.length && keys[shared] === prefixes[shared]!.key) shared += 1;
  return shared;
}
