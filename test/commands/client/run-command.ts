/** A command of the executable in this process, with what it prints. */
import { exitCodeOf, isSaid } from '../../../server/commands/exit-codes.ts';
import { program } from '../../../server/commands/program.ts';

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** What a command has set; undefined is 0. */
const exitCode = (): number => (process.exitCode as number | undefined) ?? 0;

/** One at a time: the streams of the process are its own until it is over. */
export function runCommand(...args: readonly string[]): Promise<Ran> {
  return runHeard({ stdout: '', stderr: '' }, args);
}

/** The same for a command that goes on until Ctrl+C, which it is told once it has printed a line. */
export async function runUntilLine(meanwhile: () => Promise<unknown>, ...args: readonly string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  const others = process.listeners('SIGINT');
  const state = { isOver: false };
  const run = runHeard(said, args).finally(() => (state.isOver = true));
  for (let times = 0; times < MOST_TIMES && !state.isOver && !said.stdout.includes('\n'); times += 1) await meanwhile();
  // The test runner, too, listens for the signal, and would end.
  for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) listener('SIGINT');
  return run;
}

/** Changes that a command may miss while it begins to listen. */
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
