/** Records of numbers that the kernel reads: a call takes the address of a record in place of many arguments. */
import type { Address } from './address.ts';
import { kernelSpace, RECORD_BYTES } from './kernel-memory.ts';

type Fields = { readonly [Kind in 'doubles' | 'floats' | 'integers']?: readonly string[] };

/** The fields of each record, as assembly/records.ts describes them. */
const RECORDS = {
  bm25: { floats: ['constant', 'slope'], integers: ['lengths', 'scores', 'covered', 'summary'] },
  windows: {
    integers: [
      'before',
      'after',
      'kinds',
      'backFact',
      'forwardFact',
      'backTurn',
      'forwardTurn',
      'occurrences',
      'touched',
    ],
  },
  rows: { integers: ['blocks', 'blockRows', 'size'] },
  refinement: { integers: ['query', 'before', 'after', 'done', 'mark', 'out'] },
  meaning: { integers: ['cosines', 'scales', 'before', 'after', 'kinds', 'spans', 'mixes', 'out'] },
  surroundings: {
    floats: ['wideLow', 'wideFactor', 'meaningLow', 'meaningFactor', 'guessFactor'],
    integers: ['spans', 'sessions', 'wide', 'meaning', 'guesses', 'best', 'out'],
  },
  period: { doubles: ['from', 'to', 'day', 'fade', 'hurry'] },
  byteRows: { integers: ['bytes', 'scales', 'size'] },
  sum: { floats: ['start', 'product'], integers: ['terms', 'columns', 'left', 'right'] },
} as const satisfies Readonly<Record<string, Fields>>;

type Records = typeof RECORDS;
export type RecordName = keyof Records;
type FieldOf<R> = R extends { readonly [Kind in keyof R]: readonly (infer Name extends string)[] } ? Name : never;

/** The address of a record, which holds until the next one of its name is written. */
export type RecordOf<Name extends RecordName> = Address & { readonly record: Name };

const NAMES = Object.keys(RECORDS) as readonly RecordName[];
const PLACES = Object.fromEntries(
  NAMES.map((name, index) => {
    const { doubles = [], floats = [], integers = [] }: Fields = RECORDS[name];
    return [name, { address: (index + 1) * RECORD_BYTES, doubles, floats, integers }];
  }),
) as Readonly<Record<RecordName, Required<Fields> & { readonly address: number }>>;

/** Writes a record. The kernel's memory does not move. */
export function record<Name extends RecordName>(
  name: Name,
  values: Readonly<Record<FieldOf<Records[Name]>, number>>,
): RecordOf<Name> {
  const numbers: Readonly<Record<string, number>> = values;
  const { address, doubles, floats, integers } = PLACES[name];
  const space = kernelSpace();
  let index = address / Float64Array.BYTES_PER_ELEMENT;
  for (const field of doubles) space.doubles[index++] = numbers[field] as number;
  index *= 2;
  for (const field of floats) space.floats[index++] = numbers[field] as number;
  for (const field of integers) space.integers[index++] = numbers[field] as number;
  return address as RecordOf<Name>;
}
