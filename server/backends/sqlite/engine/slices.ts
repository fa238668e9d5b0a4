/**
 * Long lists between the main thread and others. A message is serialized and deserialized all at once, which would keep everybody's
 * calls waiting; so a long list passes in slices, and the main thread packs or unpacks one after another, in turns.
 */
import { deserialize, serialize } from 'node:v8';
import type { StopSignal } from '../../../domain/abort.ts';
import { inTurns } from '../../../ports/in-turns.ts';
import { transfer } from './batch-channel.ts';

/** What one slice holds: about a millisecond of work for the main thread. */
const SLICE = { items: 100, bytes: 256 * 1024 } as const;

/** A short list is one slice, and stays what it is. */
export type Slices<S> = { readonly only: S } | { readonly packed: readonly Uint8Array[] };

/** In a reader: the slices that a list was cut into, one at least. */
export function inSlices<S>(slices: readonly S[]): Slices<S> {
  if (slices.length === 1) return { only: slices[0] as S };
  const packed = slices.map((slice) => serialize(slice));
  transfer(packed.map(({ buffer }) => buffer));
  return { packed };
}

/** Whether a slice with so much is full. */
export function isFullSlice(items: number, bytes: number): boolean {
  return items >= SLICE.items || bytes >= SLICE.bytes;
}

/** In a reader: cuts a list. An item counts as `itemsOf` it. */
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

/** On the main thread: packs texts into memory that both threads see, so that posting them takes no time. */
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

/** In the other thread. */
export function* textsOf(packed: PackedTexts): Generator<string, void> {
  for (const slice of packed) yield* deserialize(slice) as readonly string[];
}

/** On the main thread: the whole list again, made of what `read` makes of each slice. */
export async function unpacked<S, T>(
  slices: Slices<S>,
  signal: StopSignal,
  read: (slice: S) => readonly T[],
): Promise<readonly T[]> {
  if ('only' in slices) return read(slices.only);
  return (await inTurns(slices.packed, signal, (slice) => read(deserialize(slice) as S))).flat();
}
