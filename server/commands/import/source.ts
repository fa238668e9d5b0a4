/** Describes the export of another program: where its records lie, and what becomes of each. */
import type { NewLine, Origin } from './lines.ts';

/** A record as it lies in a file. */
export type SourceRecord = {
  /** The file's name, without folders. */
  readonly file: string;
  /** The list that it is in, where the file is an object of lists: `nodes`. */
  readonly group: string;
  /** From 0, in its list, or among the file's lines. */
  readonly index: number;
  readonly value: unknown;
};

export type Converted = {
  readonly lines: readonly NewLine[];
  /** Counts the parts of the record that are left out, by the reason. */
  readonly skipped?: Readonly<Record<string, number>>;
  /** Whose the record is, in the program. */
  readonly user?: string | undefined;
};

export type RecordPaths = {
  readonly array?: readonly string[];
  readonly object?: readonly string[];
  readonly text?: readonly string[];
  /** A file whose first line is an object without this field is JSON Lines. */
  readonly linesUnless?: string;
};

export type Source = {
  /** Names the export in a sentence that begins with it. */
  readonly meaning: string;
  /** Its records say whose they are, so that a file may be of several users. */
  readonly tellsUsers?: true;
  /** The files of a zip that are read, in this order; a file that is no zip is read as the first. */
  readonly files: readonly string[];
  /** Records are lines, or values that these paths of JSON lead to in a file that is an array, an object or a text. */
  readonly records: 'LINES' | RecordPaths;
  /** Throws a ZodError where the record is not of the known shape. */
  convert(record: SourceRecord, origin: Origin): Converted;
};

/** Adds one to the count of a reason. */
export function skip(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}
