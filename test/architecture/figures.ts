/**
 * `npm run figures`: reports how large the code is, how many files a change touches and an add passes through, as server/README.md
 * states them. Lines are those that are neither blank nor only comment.
 */
import { readdirSync, readFileSync } from 'node:fs';
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

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the text of a source with blanks in place of its comments. */
function codeOf(path: string): string {
  let code = textOf(path);
  for (const { start, end } of parseSync(path, code).comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  }
  return code;
}

function measure(path: string): Measured {
  const text = textOf(path);
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

/**
 * Returns files of the server and the contract that name something outside comments. A description of a setting may name an rpc.
 */
function filesThatName(name: RegExp, isSetting: boolean): readonly string[] {
  const sources = readSources(ROOT, ['server']).map(({ path }) => path);
  const contract = readdirSync(join(ROOT, 'proto/recorda/v1')).map((file) => `proto/recorda/v1/${file}`);
  const isOther = (path: string): boolean => path.startsWith('server/backends/') || path.startsWith('server/settings/');
  return [
    ...sources.filter((path) => (isSetting || !isOther(path)) && name.test(codeOf(path))),
    ...contract.filter((path) => name.test(textOf(path).replaceAll(/\/\/.*/g, ''))),
    ...(isSetting ? ['.env.example'] : []).filter((path) => name.test(textOf(path))),
  ];
}

/** The files through which an AddMemory passes from the port to the disk, each with what it calls in the next one. */
const HOPS = [
  ['server/rpc/call-unary.ts', 'door.pipeline.unary'],
  ['server/pipeline/pipeline.ts', 'method.run'],
  ['server/methods/memory.ts', 'addMemory'],
  ['server/services/memory/add.ts', '.add(['],
  ['server/stores/middleware/erasure-barrier.ts', 'add:'],
  ['server/stores/middleware/request-ids.ts', 'add:'],
  ['server/stores/middleware/counted-deletes.ts', 'async add('],
  ['server/stores/middleware/embedded-texts.ts', 'add:'],
  ['server/stores/middleware/observed.ts', 'add:'],
  ['server/backends/sqlite/memories/store.ts', 'writer.add'],
  ['server/backends/sqlite/engine/batch-channel.ts', 'serveCalls'],
  ['server/backends/sqlite/engine/writer-host.ts', 'writer.commit'],
  ['server/backends/sqlite/engine/writer.ts', 'work.writes'],
  ['server/backends/sqlite/memories/writes.ts', 'memories.add'],
  ['server/domain/writes/add.ts', 'ask.insert'],
  ['server/backends/sqlite/memories/memory-transaction.ts', 'rows.insert'],
  ['server/backends/sqlite/records/memory-table.ts', 'INSERT INTO memories'],
] as const;

for (const [path, call] of HOPS) if (!codeOf(path).includes(call)) throw new Error(`${path} has no ${call} any more.`);

const rpc = filesThatName(/\b[gG]etServerInfo|\bServerInfo\b/, false);
const setting = filesThatName(/\bserverName\b|RECORDA_SERVER_NAME/, true);
const type = textOf('test/architecture/memory-type.patch').match(/^diff --git /gm) ?? [];
process.stdout.write(
  [
    `an rpc (GetServerInfo) is in ${rpc.length} files beside generated ones: ${rpc.join(', ')}`,
    `a setting (RECORDA_SERVER_NAME) is in ${setting.length} files: ${setting.join(', ')}`,
    `a memory type is in ${type.length} files: test/architecture/memory-type.patch`,
    `an AddMemory passes ${HOPS.length} files from the door to the disk: ${HOPS.map(([path]) => path).join(', ')}\n`,
  ].join('\n'),
);
