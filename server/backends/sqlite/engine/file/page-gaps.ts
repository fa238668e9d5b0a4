/**
 * Overwrites the gaps of the file's pages with zeros. SQLite zeroes a cell that is deleted (`secure_delete`), but not the copy that stays
 * in a page when its cells are moved to others, or within it: it is left between the page's cell pointers and its first cell. Nothing
 * reads that gap, so overwriting it changes no data, and a write that a crash cuts in two leaves a valid page.
 * The format of a page: https://sqlite.org/fileformat2.html#b_tree_pages.
 */
import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** The length of the database's header, with which the first page begins. */
const FILE_HEADER_BYTES = 100;

/** The lengths of the header of a page by its first byte: inner pages and leaves of indexes and tables. */
const HEADER_BYTES: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
const CELL_COUNT_AT = 3;
const CELLS_START_AT = 5;
const POINTER_BYTES = 2;

/**
 * A page of another kind begins with the number of a page in four bytes. From this number on its first byte may be one that a page of cells
 * begins with.
 */
const PAGES_TOLD_APART = 2 ** 25;

/** The page to go on with, if there is one. TOO_LARGE: the file has 2^25 pages (128 GB) or more, and nothing was done. */
export type GapsOverwritten = { readonly next?: number | undefined } | 'TOO_LARGE';

export interface PageGaps {
  /**
   * Overwrites the gaps of up to `count` pages from this one on, counted from 0, and syncs what it wrote. Nobody may write the file
   * meanwhile, and its log must be empty.
   */
  overwrite(from: number, count: number): GapsOverwritten;
  /** Must be called after the last connection of this process to the file is closed: closing a file drops all its locks of a process. */
  close(): void;
}

export function pageGaps(file: string, pageBytes: number): PageGaps {
  const zeros = Buffer.alloc(pageBytes);
  let descriptor: number | undefined;
  return {
    overwrite(from, count) {
      descriptor ??= openSync(file, 'r+');
      const pages = Math.floor(fstatSync(descriptor).size / pageBytes);
      if (pages >= PAGES_TOLD_APART) return 'TOO_LARGE';
      const read = Buffer.allocUnsafe(Math.max(0, Math.min(count, pages - from)) * pageBytes);
      const length = readSync(descriptor, read, 0, read.length, from * pageBytes);
      let isWritten = false;
      for (let start = 0; start + pageBytes <= length; start += pageBytes) {
        const isFirst = from === 0 && start === 0;
        const gap = gapOf(read.subarray(start, start + pageBytes), isFirst ? FILE_HEADER_BYTES : 0);
        if (gap === undefined) continue;
        const bytes = gap.end - gap.start;
        if (read.compare(zeros, 0, bytes, start + gap.start, start + gap.end) === 0) continue;
        writeSync(descriptor, zeros, 0, bytes, from * pageBytes + start + gap.start);
        isWritten = true;
      }
      if (isWritten) fdatasyncSync(descriptor);
      const next = from + count;
      return next < pages ? { next } : {};
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** Returns where the gap of a page lies; undefined if it has no cells, or is not as the format says. */
function gapOf(page: Buffer, headerAt: number): { readonly start: number; readonly end: number } | undefined {
  const headerBytes = HEADER_BYTES[page[headerAt] ?? 0];
  if (headerBytes === undefined) return undefined;
  const start = headerAt + headerBytes + POINTER_BYTES * page.readUInt16BE(headerAt + CELL_COUNT_AT);
  const end = page.readUInt16BE(headerAt + CELLS_START_AT) || page.length;
  return start < end && end <= page.length ? { start, end } : undefined;
}
