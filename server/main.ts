#!/usr/bin/env node
/** The executable. */
import { Command } from 'commander';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { version } from './commands/environment.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eraseUserCommand } from './commands/erase-user.ts';
import { exportCommand } from './commands/export.ts';
import { healthCommand } from './commands/health.ts';
import { importCommand } from './commands/import.ts';
import { keyCommand } from './commands/key.ts';
import { reembedCommand } from './commands/reembed.ts';
import { serveCommand } from './commands/serve.ts';

const program = new Command('recorda')
  .description('A memory server for AI agents')
  .version(version(), '-V, --version')
  .addCommand(demoCommand())
  .addCommand(serveCommand())
  .addCommand(reembedCommand())
  .addCommand(keyCommand())
  .addCommand(doctorCommand())
  .addCommand(healthCommand())
  .addCommand(exportCommand())
  .addCommand(importCommand())
  .addCommand(eraseUserCommand())
  .addCommand(configCommand());

// Who reads it may leave, as `head` does: the command still does what it has to do, and cleans up.
process.stdout.once('error', (error: Error) => {
  process.stdout.on('error', () => undefined);
  process.stderr.write(`Not all that was said could be written: ${error.message}\n`);
  process.exitCode = 1;
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
