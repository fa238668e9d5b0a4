/** The compiled kernel; assembly/kernel.ts says what its functions do. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../package-root.ts';

/** Numbers are addresses in the memory, in bytes, unless they are counts. */
export interface KernelFunctions {
  toFixedPoint(floats: number, count: number, row: number): void;
  dots(rows: number, stride: number, count: number, query: number, out: number): void;
  dot(left: number, right: number, stride: number): number;
  least(values: number, count: number): number;
  greatest(values: number, count: number): number;
  multiply(left: number, right: number, count: number, out: number): void;
  weightedSum(terms: number, columns: number, start: number, count: number, out: number): void;
}

/** A memory that the kernel works in. Growing it replaces its buffer: views of the old one are empty then. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part used here of what every JavaScript engine has; its types come with a browser's. */
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: KernelFunctions };
};

export const PAGE_BYTES = 0x10000;
/** All that 32 bits address. */
const MAX_PAGES = 0x10000;

/** A kernel with a memory of one page. */
export function openKernel(): { readonly functions: KernelFunctions; readonly memory: KernelMemory } {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES });
  const module = new WebAssembly.Module(readFileSync(packageFile('server', 'retrieval', 'kernel', 'kernel.wasm')));
  return { functions: new WebAssembly.Instance(module, { env: { memory } }).exports, memory };
}
