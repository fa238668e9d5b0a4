/** What an import comes to. */
import type { ImportUserDataResponse } from '../../../proto/gen/recorda/v1/user_data.ts';

/** A record for which a file is refused. */
export type Failure = {
  /** The file's name, without folders. */
  readonly file: string;
  /** The list that the record is in, where the file is an object of lists: `nodes`; else ''. */
  readonly list: string;
  /** From 1, in its list; of JSON Lines the line. */
  readonly record: number;
  /** What is wrong with it: the first field that differs, and how. */
  readonly reason: string;
};

export type Report = {
  /** Records of the file; where it is refused, up to the last that was looked at. */
  readonly read: number;
  /** Memories and turns that they make. */
  readonly made: number;
  /** Those that are there now and were not. */
  readonly imported: number;
  /** Counts what was left out, by the reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The first records that are not of the known shape, or would be refused: with any, nothing is imported. */
  readonly failed: readonly Failure[];
  readonly over: ImportUserDataResponse['over'];
};
