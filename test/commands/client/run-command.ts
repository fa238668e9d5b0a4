/** Runs a command of the executable in this process, and returns its output. */
import { exitCodeOf, isSaid } from '../../../server/commands/exit-codes.ts';
import { program } from '../../../server/commands/program.ts';

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Returns the exit code that a command has set; undefined counts as 0. */
const exitCode = (): number => (process.exitCode as number | undefined) ?? 0;

/** Runs one command at a time, since it takes over the streams of the process. */
export function runCommand(...args: readonly string[]): Promise<Ran> {
  return runHeard({ stdout: '', stderr: '' }, args);
}

/** Does the same for a command that continues until Ctrl+C, which it gets once it has printed a line. */
export async function runUntilLine(meanwhile: () => Promise<unknown>, ...args: readonly string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  const others = process.listeners('SIGINT');
  const state = { isOver: false };
  const run = runHeard(said, args).finally(() => (state.isOver = true));
  for (let times = 0; times < MOST_TIMES && !state.isOver && !said.stdout.includes('\n'); times += 1) await meanwhile();
  // The test runner also listens for the signal, and would end.
  for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) listener('SIGINT');
  return run;
}

/** The number of changes that a command may miss before it listens. */
const MOST_TIMES = 2000;

async function runHeard(said: { stdout: string; stderr: string }, args: readonly string[]): Promise<Ran> {
  const { stdout, stderr } = process;
  const [toStdout, toStderr] = [stdout.write, stderr.write];
  const hear = (name: 'stdout' | 'stderr') =>
    ((text: string | Uint8Array) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      return true;
    }) as typeof toStdout;
  stdout.write = hear('stdout');
  stderr.write = hear('stderr');
  const before = process.exitCode;
  try {
    process.exitCode = undefined;
    await (await program(args[0])).parseAsync(args, { from: 'user' });
    return { code: exitCode(), ...said };
  } catch (error) {
    if (!isSaid(error)) said.stderr += `${error instanceof Error ? error.message : String(error)}\n`;
    return { code: exitCodeOf(error), ...said };
  } finally {
    process.exitCode = before;
    stdout.write = toStdout;
    stderr.write = toStderr;
  }
}
