/**
 * Passes long lists between the main thread and others. A message is serialized and deserialized at once, which would delay all calls; so
 * a long list is passed in slices, which the main thread packs or unpacks one by one, in turns of the event loop.
 */
import { deserialize, serialize } from 'node:v8';
import type { StopSignal } from '../../../domain/abort.ts';
import { inTurns } from '../../../ports/in-turns.ts';
import { transfer } from './batch-channel.ts';

/** The size of a slice: about a millisecond of work for the main thread. */
const SLICE = { items: 100, bytes: 256 * 1024 } as const;

/** A short list is one slice, which is not packed. */
export type Slices<S> = { readonly only: S } | { readonly packed: readonly Uint8Array[] };

/** In a reader, packs the slices of a list, of which there is at least one. */
export function inSlices<S>(slices: readonly S[]): Slices<S> {
  if (slices.length === 1) return { only: slices[0] as S };
  const packed = slices.map((slice) => serialize(slice));
  transfer(packed.map(({ buffer }) => buffer));
  return { packed };
}

/** Tells whether a slice of this size is full. */
export function isFullSlice(items: number, bytes: number): boolean {
  return items >= SLICE.items || bytes >= SLICE.bytes;
}

/** In a reader, cuts a list into slices. `itemsOf` returns what an item counts as. */
export function cut<T>(
  list: readonly T[],
  bytesOf: (item: T) => number,
  itemsOf: (item: T) => number = () => 1,
): readonly (readonly T[])[] {
  const slices: T[][] = [];
  let slice: T[] = [];
  let [items, bytes] = [0, 0];
  for (const item of list) {
    slice.push(item);
    items += itemsOf(item);
    bytes += bytesOf(item);
    if (!isFullSlice(items, bytes)) continue;
    slices.push(slice);
    slice = [];
    [items, bytes] = [0, 0];
  }
  return slice.length > 0 || slices.length === 0 ? [...slices, slice] : slices;
}

/** Texts for another thread. */
export type PackedTexts = readonly Uint8Array[];

/** On the main thread, packs texts into shared memory, so that posting them takes no time. */
export async function packTexts(texts: readonly string[], signal: StopSignal): Promise<PackedTexts> {
  return inTurns(
    cut(texts, ({ length }) => length),
    signal,
    (slice) => {
      const packed = serialize(slice);
      const shared = new Uint8Array(new SharedArrayBuffer(packed.byteLength));
      shared.set(packed);
      return shared;
    },
  );
}

/** In the other thread, yields the texts. */
export function* textsOf(packed: PackedTexts): Generator<string, void> {
  for (const slice of packed) yield* deserialize(slice) as readonly string[];
}

/** On the main thread, returns the whole list, made of the results of `read` for each slice. */
export async function unpacked<S, T>(
  slices: Slices<S>,
  signal: StopSignal,
  read: (slice: S) => readonly T[],
): Promise<readonly T[]> {
  if ('only' in slices) return read(slices.only);
  return (await inTurns(slices.packed, signal, (slice) => read(deserialize(slice) as S))).flat();
}
