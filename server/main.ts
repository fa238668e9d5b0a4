#!/usr/bin/env node
/**
 * The executable. It imports the rest dynamically, so that even a failure to load it is reported in a
 * sentence.
 */
import { limitOfHandles, startFault } from './commands/start-fault.ts';

/** Stands in for the exit codes if not even their module can be loaded. */
const UNLOADED = { exitCodeOf: (): number => 1, isSaid: (): boolean => false };

const handles = limitOfHandles();

// The reader of the output may leave, as `head` does: the command still completes its work and cleans up.
process.stdout.once('error', (error: Error) => {
  process.stdout.on('error', () => undefined);
  process.stderr.write(`Not all output could be written: ${error.message}\n`);
  process.exitCode = 1;
});

try {
  const { program } = await import('./commands/program.ts');
  await (await program(process.argv[2])).parseAsync();
} catch (error) {
  const { exitCodeOf, isSaid } = await import('./commands/exit-codes.ts').catch(() => UNLOADED);
  if (!isSaid(error)) process.stderr.write(`${startFault(error, handles)}\n`);
  process.exit(exitCodeOf(error));
}
