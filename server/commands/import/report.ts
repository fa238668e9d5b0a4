/** The outcome of an import. */
import type { ImportUserDataResponse } from '../../../proto/gen/recorda/v1/user_data.ts';

/** Describes a record for which a file is refused. */
export type Failure = {
  /** The file's name, without folders. */
  readonly file: string;
  /** The list that contains the record, if the file is an object of lists: `nodes`; otherwise ''. */
  readonly list: string;
  /** The number of the record in its list, from 1; in JSON Lines the number of the line. */
  readonly record: number;
  /** The first field that is wrong, and what is wrong with it. */
  readonly reason: string;
};

export type Report = {
  /** The number of records of the file; if it is refused, of those up to the last that was checked. */
  readonly read: number;
  /** The number of memories and turns that they make. */
  readonly made: number;
  /** The number of memories and turns that were not there before. */
  readonly imported: number;
  /** Counts the parts that were left out, by the reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /**
   * The first records that do not have the known shape, or would be refused; if there are any, nothing is
   * imported.
   */
  readonly failed: readonly Failure[];
  readonly over: ImportUserDataResponse['over'];
};
