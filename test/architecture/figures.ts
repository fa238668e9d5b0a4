/**
 * `npm run figures`: reports how large the code is, how many files a change touches and an add passes through, as server/README.md
 * states them. Lines are those that are neither blank nor only comment.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from '../root.ts';
import { readSources } from './read-sources.ts';
import { codeOf, filesOfAdd, filesOfMemoryType, filesOfRpc, filesOfSetting } from './touched-files.ts';

const LONG = 80;

type Measured = {
  readonly path: string;
  readonly lines: number;
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
};

function measure(path: string): Measured {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { program } = parseSync(path, text);
  const code = codeOf(path);
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
  ['the dashboard', ['ui']],
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

const [rpc, setting, add] = [filesOfRpc(), filesOfSetting(), filesOfAdd()];
process.stdout.write(
  [
    `an rpc (GetServerInfo) is in ${rpc.length} files beside generated ones: ${rpc.join(', ')}`,
    `a setting (RECORDA_SERVER_NAME) is in ${setting.length} files: ${setting.join(', ')}`,
    `a memory type is in ${filesOfMemoryType()} files: test/architecture/memory-type.patch`,
    `an AddMemory passes ${add.length} files from the door to the disk: ${add.join(', ')}\n`,
  ].join('\n'),
);
