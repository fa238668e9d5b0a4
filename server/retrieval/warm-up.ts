/**
 * The first search of a thread costs a hundred times a later one: tables are touched, code is compiled. Warming up pays for it at the
 * start, so that no user does.
 */
import type { StaticEncoder } from '../embedders/static/static-encoder.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { memoryIndex } from './memory-index.ts';
import { packFormat } from './pack-format.ts';

const TEXTS = [
  'Enjoys skiing in the Alps, but avoids advanced slopes',
  'Le gusta esquiar con sus hijos en enero',
  'Moved to Lisbon last May to work for a bank',
];

const QUERIES = ['skiing preferences', '¿qué hizo el mes pasado?', 'Recommend some restaurants in Lisbon'];

/** Puts a few made-up texts into an index, searches for them and removes them. Takes about 30 ms. */
export function warmUp(encoder: StaticEncoder): void {
  const index = memoryIndex(encoder);
  const at = { speaker: 'Ana', sessionId: 's', createTimeMs: 0, eventTimeMs: 0 };
  index.put(TEXTS.map((text, i) => ({ id: String(i), text, vector: encoder.embed(text), ...at })));
  for (const text of QUERIES) index.search({ text, topK: 1, nowMs: 0, explain: false });
  index.release();
}

/** The size of the packed index in copies of the texts, and the number of times that it is opened. */
const PACKED_COPIES = 32;
const REOPENINGS = 12;

/** Packs an index of made-up texts and opens it again and again, while other work runs in between. */
export function warmUpPacks(encoder: StaticEncoder): void {
  packFormat(encoder);
  const index = memoryIndex(encoder);
  const texts = Array.from({ length: PACKED_COPIES }, () => [...TEXTS, ...QUERIES]).flat();
  index.put(
    texts.map((text, i) => ({
      id: String(i),
      text,
      speaker: '',
      sessionId: '',
      createTimeMs: 0,
      vector: encoder.embed(text),
    })),
  );
  const packed = index.packed();
  index.release();
  let left = REOPENINGS;
  const reopen = (): void => {
    const copy = memoryIndex(encoder);
    copy.restore(packed.slice());
    copy.search({ text: QUERIES[0] ?? '', topK: 1, nowMs: 0, explain: false });
    copy.release();
    left -= 1;
    if (left > 0) setImmediate(reopen);
  };
  setImmediate(reopen);
}

/** Reads the kernel, so that the first search finds it even if no more files can be opened by then. */
export function openKernelFile(): void {
  kernelSpace();
}
