/** `--json` of the commands whose results are no messages of the contract: a document, or a line for each of many results. */
import { Option } from 'commander';

export function jsonOption(description = 'print JSON: a document, or a line for each result'): Option {
  return new Option('--json', description);
}

export function printDocument(document: object): void {
  process.stdout.write(`${JSON.stringify(document, null, INDENT)}\n`);
}

export function printLine(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Spaces by which a document's levels are set off. */
export const INDENT = 2;
