/** The cases that clients of every language run, as client/cases/README.md describes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** One call and what must come of it: an answer, or an error. */
export type Step = {
  readonly call: string;
  /** What a verb of a handle takes, by name. */
  readonly args?: JsonObject;
  /** What a whole call takes, as the JSON of protobuf. */
  readonly request?: JsonObject;
  /** Replaces parts of the case's scope. */
  readonly scope?: JsonObject;
  /** Leaves what is listed or streamed after so many. */
  readonly take?: number;
  readonly expect?: Json;
  readonly error?: JsonObject;
  /** Names for later steps, each with its path in the answer. */
  readonly keep?: Readonly<Record<string, string>>;
};

export type Case = {
  readonly name: string;
  /** Which server, by the names of `ServerName`, and which of its keys. */
  readonly server?: ServerName;
  readonly key?: string;
  readonly scope?: JsonObject;
  readonly steps: readonly Step[];
};

/** `open` asks for no keys. */
export type ServerName = 'open' | 'keyed';

/** A pattern, a value, and whether they match: that a runner's matching can fail. */
export type Matching = { readonly pattern: Json; readonly value: Json; readonly matches: boolean };

export type CaseFile = { readonly cases: readonly Case[]; readonly matching: readonly Matching[] };

export function readCases(): CaseFile {
  return JSON.parse(readFileSync(join(ROOT, 'client/cases/cases.json'), 'utf8')) as CaseFile;
}
