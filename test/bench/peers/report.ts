/** Writes the tables as Markdown. */
import { formatCount, formatMs } from '../../load/table.ts';
import type { Timings } from '../../load/timings.ts';
import type { Introduction } from './peer-process.ts';

/** The measurements of a peer, by operation. */
export type Measured = Introduction & {
  readonly timings: Record<string, Timings>;
  recall?: number;
  /** The memory that it took in addition to itself empty, with the 10,000 memories and after all calls. */
  filledBytes?: number;
};

type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const MB = 2 ** 20;

export function memoryTable(peers: readonly Measured[]): Table {
  return {
    head: [
      'top 5 of 10,000 memories',
      'through',
      'an add survives',
      'p50 / p95 ms',
      'in a category',
      '16 at once, /s',
      'small users',
      'add, p50 / p95 ms',
      'add 100s, /s',
      'recall',
      'MB',
    ],
    rows: peers.map(({ name, door, survives, timings, recall, filledBytes }) => [
      name,
      door,
      survives,
      times(timings['top 5']),
      times(timings['top 5 of a category']),
      formatCount(timings['top 5, 16 at once']?.callsPerSecond ?? NaN),
      times(timings['top 5 of a small user']),
      times(timings.add),
      formatCount(100 * (timings['add 100']?.callsPerSecond ?? NaN)),
      recall?.toFixed(3) ?? '-',
      filledBytes === undefined ? '-' : formatCount(filledBytes / MB),
    ]),
  };
}

export function sessionTable(peers: readonly Measured[]): Table {
  return {
    head: ['short-term memory', 'through', 'an add survives', 'append, p50 / p95 ms', 'last 10 messages, p50 / p95 ms'],
    rows: peers.map(({ name, door, survives, timings }) => [
      name,
      door,
      survives,
      times(timings['append a message']),
      times(timings['last 10 messages']),
    ]),
  };
}

function times(timings: Timings | undefined): string {
  return timings === undefined ? '-' : `${formatMs(timings.p50Ms)} / ${formatMs(timings.p95Ms)}`;
}

export function markdown(parts: {
  readonly machine: string;
  readonly memory: Table;
  readonly sessions: Table;
  readonly absent: readonly string[];
}): string {
  const missing = parts.absent.length === 0 ? [] : ['', `Not run: ${parts.absent.join('; ')}.`];
  return [...lines(parts.memory), '', ...lines(parts.sessions), '', parts.machine, ...missing].join('\n');
}

function lines({ head, rows }: Table): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)];
}
