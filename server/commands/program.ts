/** The commands of the executable. */
import { Command } from 'commander';
import { configCommand } from './config.ts';
import { contextCommand } from './context.ts';
import { demoCommand } from './demo.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { doctorCommand } from './doctor.ts';
import { eraseUserCommand } from './erase-user.ts';
import { factsCommand } from './facts.ts';
import { exportCommand } from './export.ts';
import { healthCommand } from './health.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { mcpCommand } from './mcp.ts';
import { reembedCommand } from './reembed.ts';
import { serveCommand } from './serve.ts';

export function program(): Command {
  return new Command('recorda')
    .description('A memory server for AI agents')
    .version(packageVersion(), '-V, --version')
    .addCommand(demoCommand())
    .addCommand(serveCommand())
    .addCommand(mcpCommand())
    .addCommand(reembedCommand())
    .addCommand(keyCommand())
    .addCommand(doctorCommand())
    .addCommand(healthCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(eraseUserCommand())
    .addCommand(factsCommand())
    .addCommand(contextCommand())
    .addCommand(configCommand());
}
