/** Runs the executable as a process, and keeps its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithUs } from '../end-with-us.ts';
import { ROOT } from '../root.ts';
import { until } from '../rpc/scripted-pipeline.ts';

const MAIN = join(ROOT, 'dist/server/main.js');

export type LogLine = { readonly level: string; readonly msg: string; readonly [field: string]: unknown };

export type Executable = {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly lines: () => readonly LogLine[];
  /** Its exit code; null if a signal ended it. */
  readonly exit: Promise<number | null>;
};

/**
 * Servers of tests run at the same time, and would share the default port; and a test that makes few calls gains nothing from
 * a warm-up, which takes a third of the start.
 */
const SERVED = { RECORDA_HTTP_PORT: 'off', RECORDA_WARM_UP: 'off' };

export type RunAs = {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly nodeOptions?: readonly string[];
  /** The executable; if absent, that of this build. */
  readonly main?: string;
};

export function startExecutable({
  args,
  env: given = {},
  cwd = ROOT,
  nodeOptions = [],
  main = MAIN,
}: RunAs): Executable {
  const env = args[0] === 'serve' ? { ...SERVED, ...given } : given;
  const child = endWithUs(
    spawn(process.execPath, [...nodeOptions, main, ...args], { cwd, env: { PATH: process.env['PATH'], ...env } }),
  );
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const lines = (): LogLine[] =>
    said.stdout
      .split('\n')
      // The end of the last line may not have arrived yet.
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  return {
    process: child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    lines,
    exit: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** Waits for the line that says where it listens. */
export async function listening({ lines, stdout, stderr, exit }: Executable): Promise<LogLine> {
  let gone = false;
  void exit.then(() => (gone = true));
  await until(() => gone || lines().some(({ msg }) => msg === 'Recorda listens'), 60_000);
  const line = lines().find(({ msg }) => msg === 'Recorda listens');
  if (line === undefined) throw new Error(`It did not listen:\n${stdout()}\n${stderr()}`);
  return line;
}
