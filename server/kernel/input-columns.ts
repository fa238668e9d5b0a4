import { addressAt, type Address } from './address.ts';
import { scratchBuffer } from './scratch-buffer.ts';
import { kernelSpace } from './kernel-memory.ts';
import { wholeBlocks } from './search-columns.ts';

type Column = Float32Array | Float64Array | Int32Array | Uint8Array;

/**
 * Columns of the index that searched last on this thread, in the kernel's memory: each is copied there with its first use, and again only
 * once the index has changed or another has searched.
 */
export interface InputColumns<Name extends string> {
  /** Must be called before a search of `index`. It may move the kernel's memory. */
  open(index: object, slots: number): void;
  /** Returns the address of the first slots of a column. */
  address(name: Name, values: Column): Address;
  /** Must be called when an index changes. */
  forget(index: object): void;
}

/** The bytes of a double. */
const MOST_BYTES = 8;

export function inputColumns<Name extends string>(names: readonly Name[]): InputColumns<Name> {
  const scratch = scratchBuffer();
  const indexes = new Map(names.map((name, index) => [name, index]));
  const copied = new Set<Name>();
  let current: object | undefined;
  let slots = 0;
  let start = 0 as Address;

  return {
    open(index, count) {
      if (index === current && count === slots) return;
      current = index;
      slots = count;
      copied.clear();
      start = scratch.of(names.length * wholeBlocks(count) * MOST_BYTES);
    },
    address(name, values) {
      const address = addressAt(start, (indexes.get(name) as number) * wholeBlocks(slots) * MOST_BYTES);
      if (!copied.has(name)) {
        const bytes = new Uint8Array(values.buffer, values.byteOffset, slots * values.BYTES_PER_ELEMENT);
        new Uint8Array(kernelSpace().floats.buffer, address).set(bytes);
        copied.add(name);
      }
      return address;
    },
    forget(index) {
      if (index === current) current = undefined;
    },
  };
}
