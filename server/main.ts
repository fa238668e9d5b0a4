#!/usr/bin/env node
/** The executable. It loads the rest itself, so that what cannot even be loaded is told in a sentence. */
import { limitOfHandles, startFault } from './commands/start-fault.ts';

/** Stands in for the exit codes where not even their module can be loaded. */
const UNLOADED = { exitCodeOf: (): number => 1, isSaid: (): boolean => false };

const handles = limitOfHandles();

// Who reads it may leave, as `head` does: the command still does what it has to do, and cleans up.
process.stdout.once('error', (error: Error) => {
  process.stdout.on('error', () => undefined);
  process.stderr.write(`Not all that was said could be written: ${error.message}\n`);
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
