/**
 * The dot-product kernel: WebAssembly with 128-bit SIMD, assembled here from its instructions, so that the source is all there
 * is. A tenth of the time that plain JavaScript takes.
 *
 * `dots(vectors, query, size, count, out)`: addresses and `count` rows of `size` 32-bit floats, a multiple of 16; the dot
 * product of each row with the query goes to `out`.
 */
export type DotKernel = (vectors: number, query: number, size: number, count: number, out: number) => void;

/** A memory that the kernel reads; growing it replaces its buffer. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part used here of what every JavaScript engine has: types without the browser's. */
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly dots: DotKernel } };
};

const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY_BLOCK = 0x40;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const i32 = (value: number): number[] => [0x41, ...signed(value)];
const add = 0x6a;
const subtract = 0x6b;
const shiftLeft = 0x74;
const block = [0x02, EMPTY_BLOCK];
const loop = [0x03, EMPTY_BLOCK];
const end = 0x0b;
const branch = (depth: number): number[] => [0x0c, depth];
const branchIf = (depth: number): number[] => [0x0d, depth];
const isZero = 0x45;
const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
const load = (offset: number): number[] => [...simd(0x00), 4, ...unsigned(offset)];
const zeros = [...simd(0x0c), ...new Array<number>(16).fill(0)];
const addFloats = simd(0xe4);
const multiplyFloats = simd(0xe6);
const lane = (index: number): number[] => [...simd(0x1f), index];
const addFloat = 0x92;
const storeFloat = [0x38, 2, 0];

/** Locals: the parameters, then the query's end, a cursor in the query, four sums. */
const [VECTORS, QUERY, SIZE, COUNT, OUT, QUERY_END, CURSOR, SUM] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const SUMS = [0, 1, 2, 3] as const;
const BYTES_A_STEP = 64;
const MAX_PAGES = 0x10000;

const BODY = [
  ...[...get(QUERY), ...get(SIZE), ...i32(2), shiftLeft, add, ...set(QUERY_END)],
  ...block,
  ...loop,
  ...[...get(COUNT), isZero, ...branchIf(1)],
  ...SUMS.flatMap((sum) => [...zeros, ...set(SUM + sum)]),
  ...[...get(QUERY), ...set(CURSOR)],
  ...loop,
  ...SUMS.flatMap((sum) => [
    ...[...get(VECTORS), ...load(16 * sum), ...get(CURSOR), ...load(16 * sum), ...multiplyFloats],
    ...[...get(SUM + sum), ...addFloats, ...set(SUM + sum)],
  ]),
  ...[...get(VECTORS), ...i32(BYTES_A_STEP), add, ...set(VECTORS)],
  ...[...get(CURSOR), ...i32(BYTES_A_STEP), add, ...set(CURSOR)],
  ...[...get(CURSOR), ...get(QUERY_END), 0x49, ...branchIf(0)],
  end,
  ...[
    ...get(SUM),
    ...get(SUM + 1),
    ...addFloats,
    ...get(SUM + 2),
    ...get(SUM + 3),
    ...addFloats,
    ...addFloats,
    ...set(SUM),
  ],
  ...get(OUT),
  ...[...get(SUM), ...lane(0), ...get(SUM), ...lane(1), addFloat],
  ...[...get(SUM), ...lane(2), ...get(SUM), ...lane(3), addFloat, addFloat],
  ...storeFloat,
  ...[...get(OUT), ...i32(4), add, ...set(OUT)],
  ...[...get(COUNT), ...i32(1), subtract, ...set(COUNT)],
  ...branch(0),
  end,
  end,
  end,
];

const FUNCTION = [2, 2, I32, SUMS.length, V128, ...BODY];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(2, [1, ...text('m'), ...text('memory'), 0x02, 0, 0]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('dots'), 0x00, 0]),
  ...section(10, [1, ...unsigned(FUNCTION.length), ...FUNCTION]),
]);

let compiled: object | undefined;

/** A memory of `pages` pages, which may grow to all that 32 bits address. Throws where there is no address space for it. */
export function kernelMemory(pages: number): KernelMemory {
  return new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES });
}

/** The kernel over a memory. */
export function dotKernel(memory: KernelMemory): DotKernel {
  compiled ??= new WebAssembly.Module(MODULE);
  return new WebAssembly.Instance(compiled, { m: { memory } }).exports.dots;
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function text(name: string): number[] {
  return [name.length, ...Buffer.from(name)];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
