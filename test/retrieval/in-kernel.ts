import type { Address } from '../../server/kernel/address.ts';
import { kernelSpace } from '../../server/kernel/kernel-memory.ts';
import { wholeBlocks } from '../../server/kernel/search-columns.ts';

type Column = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Puts a column into the kernel's memory, padded with zeros to whole blocks, and returns its address. It is never freed. */
export function inKernel(values: Column): Address {
  const bytes = wholeBlocks(values.length) * values.BYTES_PER_ELEMENT;
  const address = kernelSpace().take(bytes);
  const memory = new Uint8Array(kernelSpace().floats.buffer, address, bytes).fill(0);
  memory.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return address;
}

/** Returns the floats at an address of the kernel's memory. */
export function floatsAt(address: number, count: number): Float32Array {
  return new Float32Array(kernelSpace().floats.buffer, address, count).slice();
}
