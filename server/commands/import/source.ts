/** Describes the export of another program: where its records are, and what each becomes. */
import type { NewLine, Origin } from './lines.ts';

/** A record as it stands in a file. */
export type SourceRecord = {
  /** The file's name, without folders. */
  readonly file: string;
  /** The list that contains it, if the file is an object of lists: `nodes`. */
  readonly group: string;
  /** The index of the record in its list, or among the file's lines, from 0. */
  readonly index: number;
  readonly value: unknown;
};

export type Converted = {
  readonly lines: readonly NewLine[];
  /** Counts the parts of the record that are left out, by the reason. */
  readonly skipped?: Readonly<Record<string, number>>;
  /** The user to whom the record belongs in the program. */
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
  /** Names the export in a sentence that begins with this text. */
  readonly meaning: string;
  /** Is set if records name their user, so that a file may be of several users. */
  readonly hasUsers?: true;
  /** The files of a zip that are read, in this order; a file that is not a zip is read as the first. */
  readonly files: readonly string[];
  /** Records are lines, or the values at these JSON paths in a file that is an array, an object or a text. */
  readonly records: 'LINES' | RecordPaths;
  /** Throws a ZodError if the record does not have the known shape. */
  convert(record: SourceRecord, origin: Origin): Converted;
};

/** Adds one to the count of a reason. */
export function skip(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}
