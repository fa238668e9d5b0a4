/** The cases that clients of every language run, as client/cases/README.md describes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** One call and its expected outcome: an answer, or an error. */
export type Step = {
  readonly call: string;
  /** The arguments of a verb of a handle, by name. */
  readonly args?: JsonObject;
  /** The request of a whole call, in protobuf's JSON. */
  readonly request?: JsonObject;
  /** Replaces parts of the case's scope. */
  readonly scope?: JsonObject;
  /** Leaves a list or stream after this many elements. */
  readonly take?: number;
  readonly expect?: Json;
  readonly error?: JsonObject;
  /** Names for later steps, each with its path in the answer. */
  readonly keep?: Readonly<Record<string, string>>;
};

export type Case = {
  readonly name: string;
  /** The server, by the names of `ServerName`, and one of its keys. */
  readonly server?: ServerName;
  readonly key?: string;
  readonly scope?: JsonObject;
  readonly steps: readonly Step[];
};

/** `open` requires no keys. */
export type ServerName = 'open' | 'keyed';

/** A pattern, a value, and whether they match: so that a runner's matching can fail. */
export type Matching = { readonly pattern: Json; readonly value: Json; readonly matches: boolean };

export type CaseFile = { readonly cases: readonly Case[]; readonly matching: readonly Matching[] };

export function readCases(): CaseFile {
  return JSON.parse(readFileSync(join(ROOT, 'client/cases/cases.json'), 'utf8')) as CaseFile;
}
