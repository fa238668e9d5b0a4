/**
 * `--json` of the commands whose results are not messages of the contract: one document, or a line for each of many results.
 */
import { Option } from 'commander';

export function jsonOption(description = 'print JSON: one document, or one line per result'): Option {
  return new Option('--json', description);
}

export function printDocument(document: object): void {
  process.stdout.write(`${JSON.stringify(document, null, INDENT)}\n`);
}

export function printLine(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** The number of spaces by which each level of a document is indented. */
export const INDENT = 2;
