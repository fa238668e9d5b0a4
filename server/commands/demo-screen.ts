/** Prints what the demo shows: lines of at most 100 columns, in colour if the terminal supports it. */
import pc from 'picocolors';

const WIDTH = 98;
const TEXT = 62;

export type Screen = {
  title(left: string, right: string): void;
  /** Begins a step of the story. */
  step(title: string, note?: string): void;
  /** Prints one event on a line, with its latency beside the target if it has one. */
  line(tag: string, text: string, timing?: { readonly latencyMs: number; readonly targetMs: number }): void;
  /** Prints a line that explains. */
  note(text: string): void;
  /** Prints an error as a caller gets it. */
  error(reason: string, message: string): void;
  /** Prints columns, the first aligned to the left and the others to the right; the first row is the head. */
  table(rows: readonly (readonly string[])[]): void;
  blank(): void;
};

export function screen(write: (line: string) => void): Screen {
  const line: Screen['line'] = (tag, text, timing) => {
    const left = `  ${TAG_COLOURS[tag]?.(tag.padEnd(11)) ?? pc.dim(tag.padEnd(11))} ${clipped(text, TEXT).padEnd(TEXT)}`;
    write(timing === undefined ? left.trimEnd() : `${left} ${latency(timing)}`);
  };
  return {
    title(left, right) {
      write('');
      write(`  ${pc.bold(pc.cyan(left))}${pc.dim(right.padStart(WIDTH - 2 - left.length))}`);
    },
    step(title, note = '') {
      write('');
      write(`  ${pc.bold(title)}${note === '' ? '' : `  ${pc.dim(note)}`}`);
    },
    line,
    note: (text) => write(`  ${pc.dim(text)}`),
    error(reason, message) {
      const [first = '', ...rest] = wrapped(message, WIDTH - 2 - 12);
      write(`  ${pc.red('✗ error'.padEnd(11))} ${pc.bold(reason)}`);
      for (const part of [first, ...rest]) write(`  ${' '.repeat(11)} ${part}`);
    },
    table(rows) {
      const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
      for (const [at, row] of rows.entries()) {
        const cells = row.map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        );
        const text = `  ${cells.join('  ')}`;
        write(at === 0 ? pc.dim(text) : text.replace(/100\.0$/, (all) => pc.green(all)));
      }
    },
    blank: () => write(''),
  };
}

const TAG_COLOURS: Readonly<Record<string, (text: string) => string>> = {
  working: pc.magenta,
  short_term: pc.yellow,
  long_term: pc.blue,
};

/** Shows a latency as `0.12 ms  ✓  1 ms`. */
function latency({ latencyMs, targetMs }: { readonly latencyMs: number; readonly targetMs: number }): string {
  const held = latencyMs <= targetMs;
  const time = milliseconds(latencyMs).padStart(9);
  return `${held ? pc.green(`${time}  ✓`) : pc.red(`${time}  ✗`)} ${pc.dim(`${targetMs} ms`.padStart(7))}`;
}

export function milliseconds(ms: number): string {
  return `${threeDigits(ms)} ms`;
}

/** Shows three significant digits. */
export function threeDigits(value: number): string {
  if (value < 1) return value.toFixed(2);
  return value.toFixed(value < 10 ? 1 : 0);
}

function clipped(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
