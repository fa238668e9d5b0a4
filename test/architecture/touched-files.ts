/** Finds which files a change touches and an add passes through, as server/README.md states them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../root.ts';
import { readSources } from './read-sources.ts';

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the text of a source with blanks in place of its comments. */
export function codeOf(path: string): string {
  let code = textOf(path);
  for (const { start, end } of parseSync(path, code).comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  }
  return code;
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

/**
 * The files that are on the stack of an AddMemory between the door and the disk, in the main thread and then in the writer's, each with
 * what calls the next one. A stack of both threads shows them; the engine's savepoint is a function of writer.ts.
 */
const HOPS = [
  ['server/rpc/call-unary.ts', 'door.pipeline.unary'],
  ['server/pipeline/pipeline.ts', 'method.run'],
  ['server/services/memory/add.ts', '.add(['],
  ['server/stores/middleware/erasure-barrier.ts', 'add:'],
  ['server/stores/middleware/request-ids.ts', 'add:'],
  ['server/stores/middleware/embedded-texts.ts', 'add:'],
  ['server/stores/middleware/observed.ts', 'add:'],
  ['server/backends/sqlite/memories/store.ts', 'writer.add'],
  ['server/backends/sqlite/open-sqlite.ts', 'await channel.call('],
  ['server/backends/sqlite/engine/batch-channel.ts', 'port.postMessage'],
  ['server/backends/sqlite/engine/writer-host.ts', 'writer.commit'],
  ['server/backends/sqlite/engine/writer.ts', 'work.writes'],
  ['server/backends/sqlite/memories/writes.ts', 'memories.add'],
  ['server/domain/writes/run.ts', 'addMemory(ask'],
  ['server/domain/writes/add.ts', 'ask.insert'],
  ['server/backends/sqlite/memories/memory-transaction.ts', 'rows.insert'],
  ['server/backends/sqlite/records/memory-table.ts', 'INSERT INTO memories'],
] as const;

/** Returns the files that GetServerInfo takes, beside generated ones. */
export const filesOfRpc = (): readonly string[] => filesThatName(/\b[gG]etServerInfo|\bServerInfo\b/, false);

/** Returns the files that RECORDA_SERVER_NAME takes. */
export const filesOfSetting = (): readonly string[] => filesThatName(/\bserverName\b|RECORDA_SERVER_NAME/, true);

/** Returns the number of files that a memory type takes. */
export const filesOfMemoryType = (): number =>
  (textOf('test/architecture/memory-type.patch').match(/^diff --git /gm) ?? []).length;

/** Returns the files that an AddMemory passes; throws if one of them does not call the next any more. */
export function filesOfAdd(): readonly string[] {
  for (const [path, call] of HOPS)
    if (!codeOf(path).includes(call)) throw new Error(`${path} has no ${call} any more.`);
  return HOPS.map(([path]) => path);
}
