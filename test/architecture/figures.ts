/** `npm run figures`: how large the code is, as server/README.md tells it. Lines are those that are neither blank nor comment alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from '../root.ts';
import { readSources } from './read-sources.ts';

const LONG = 80;

type Measured = {
  readonly path: string;
  readonly lines: number;
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
};

function measure(path: string): Measured {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { program, comments } = parseSync(path, text);
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  }
  const linesBetween = (start: number, end: number): number =>
    code
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
  const functions: { line: number; lines: number }[] = [];
  const add = ({ start, end }: { readonly start: number; readonly end: number }): void =>
    void functions.push({ line: text.slice(0, start).split('\n').length, lines: linesBetween(start, end) });
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return { path, lines: linesBetween(0, code.length), functions };
}

const rows = [
  ['production: server and client', ['server', 'client']],
  ['tests and benches', ['test']],
] as const;

for (const [name, folders] of rows) {
  const files = readSources(ROOT, folders)
    .filter(({ path }) => !path.includes('/train/') || path.startsWith('test'))
    .map(({ path }) => measure(path));
  const functions = files.flatMap(({ path, functions: own }) => own.map((one) => ({ path, ...one })));
  const [longest] = functions.toSorted((one, other) => other.lines - one.lines);
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const long = functions.filter((one) => one.lines > LONG).length;
  process.stdout.write(
    `${name}: ${files.length} files, ${lines} lines; ${long} functions over ${LONG} lines, the longest ${longest?.lines} (${longest?.path}:${longest?.line})\n`,
  );
}
