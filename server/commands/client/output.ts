/**
 * Client commands print through this: results go to the standard output, as text for people or, with `--json`, as the JSON that the HTTP
 * door gives, with empty fields; remarks go to the standard error.
 */
import { fromBinary, toJson } from '@bufbuild/protobuf';
import picocolors from 'picocolors';
import stringWidth from 'string-width';
import { INDENT } from '../json.ts';
import { printable } from '../printable.ts';
import { MESSAGES, type Message, type MessageName } from './messages.ts';

export type Output = Printer & {
  /** Prints results as they arrive, at most `limit`; `cellsOf` returns the cells of each. */
  rows<N extends MessageName>(
    name: N,
    values: AsyncIterable<Message<N>>,
    cellsOf: (value: Message<N>) => readonly string[],
    limit?: number,
  ): Promise<void>;
};

type Printer = {
  /** Prints the one result of a command. */
  document<N extends MessageName>(name: N, value: Message<N>, text: string): void;
  /** Prints one of many results: its cells on a line, the first less prominent, or a line of JSON Lines. */
  row<N extends MessageName>(name: N, value: Message<N>, cells: readonly string[]): void;
  /** Prints the sum of the rows: after them as text, or to the standard error if they are JSON. */
  summary(text: string): void;
  /** Prints a remark, which is no result. */
  note(text: string): void;
};

export async function outputOf(isJson: boolean): Promise<Output> {
  const note = (text: string): void => void process.stderr.write(`${printable(text)}\n`);
  const printer = isJson ? { ...(await jsonOutput()), summary: note, note } : { ...textOutput, note };
  return {
    ...printer,
    async rows(name, values, cellsOf, limit = Infinity) {
      let count = 0;
      for await (const value of values) {
        printer.row(name, value, cellsOf(value));
        count += 1;
        if (count >= limit) break;
      }
    },
  };
}

const textOutput: Omit<Printer, 'note'> = {
  summary: (text) => void process.stdout.write(`${printable(text)}\n`),
  document: (_name, _value, text) => void process.stdout.write(`${printable(text)}\n`),
  row(_name, _value, cells) {
    const [first = '', ...others] = cells.map(printable);
    process.stdout.write(`${[picocolors.dim(first), ...others].join('  ').trimEnd()}\n`);
  },
};

/** Reads the contract. This takes a moment, so it is done only for JSON. */
async function jsonOutput(): Promise<Pick<Printer, 'document' | 'row'>> {
  const { readContract } = await import('../../http/contract.ts');
  const { registry } = readContract();
  const write = (name: MessageName, value: unknown, indent: number): void => {
    const schema = registry.getMessage(`recorda.v1.${name}`)!;
    const bytes = MESSAGES[name].encode(value as never).finish();
    process.stdout.write(
      `${JSON.stringify(toJson(schema, fromBinary(schema, bytes), { registry, alwaysEmitImplicit: true }), null, indent)}\n`,
    );
  };
  return {
    document: (name, value) => write(name, value, INDENT),
    row: (name, value) => write(name, value, 0),
  };
}

/** Shows a time as `2026-11-26 21:05`, in UTC; an absent time is empty. */
export function shownTime(time: Date | undefined): string {
  return time === undefined ? '' : time.toISOString().slice(0, MINUTE_END).replace('T', ' ');
}
const MINUTE_END = 'YYYY-MM-DDTHH:MM'.length;

/** Shows `MEMORY_TYPE_LONG_TERM` as `long_term`. */
export function shownName(prefix: string, name: string): string {
  return name.replace(`${prefix}_`, '').toLowerCase();
}

/** Returns the contract's value of a shown name. `names` has the contract's values by what follows the prefix: `LONG_TERM`. */
export function wireNameOf<Names extends Readonly<Record<string, string>>>(
  names: Names,
  name: string,
): Names[keyof Names] {
  return names[name.toUpperCase() as keyof Names];
}

/** Returns the shown names of an enum of the contract. */
export function choicesOf(names: Readonly<Record<string, unknown>>): readonly string[] {
  const known = Object.entries(names).filter(
    ([name, value]) => typeof value === 'string' && !NO_CHOICES.includes(name),
  );
  return known.map(([name]) => name.toLowerCase());
}
const NO_CHOICES = ['UNSPECIFIED', 'UNRECOGNIZED'];

/** Aligns cells in columns that are as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => stringWidth(cells[column] ?? ''))));
  const padded = (cell: string, column: number): string => cell + ' '.repeat(widths[column]! - stringWidth(cell));
  return rows.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n');
}
