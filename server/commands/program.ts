/** The commands of the executable. */
import { Command } from 'commander';
import { packageVersion } from '../runtime/package-root.ts';
import { configCommand } from './config.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { healthCommand } from './health.ts';
import { keyCommand } from './key.ts';
import { mcpCommand } from './mcp.ts';
import { moveCommand } from './move.ts';
import { reembedCommand } from './reembed.ts';
import { serveCommand } from './serve.ts';
import { standbyCommand } from './standby.ts';

const OTHERS = 'Other:';

/**
 * Makes the commands of a command line whose first word is `asked`: only those of a server if it is one of them, else all. Commands that
 * call Recorda load the contract, and a host of MCP would have to wait for that. Each command throws a CommanderError where it would
 * exit.
 */
export async function program(asked = ''): Promise<Command> {
  const all = new Command('recorda')
    .description('A memory server for AI agents')
    .version(packageVersion(), '-V, --version')
    .addHelpCommand(new Command('help [command]').description('Print the help of a command').helpGroup(OTHERS))
    .commandsGroup(OTHERS);
  const ofServer = [
    demoCommand(),
    serveCommand(),
    mcpCommand(),
    doctorCommand(),
    healthCommand(),
    configCommand(),
    keyCommand(),
    reembedCommand(),
    moveCommand(),
    standbyCommand(),
  ];
  for (const command of ofServer) all.addCommand(command.helpGroup('Server:'));
  if (ofServer.every((command) => command.name() !== asked)) {
    const [{ CALLING_COMMANDS }, { default: completionOf }] = await Promise.all([
      import('./calling-commands.ts'),
      import('@bomb.sh/tab/commander'),
    ]);
    for (const [heading, commands] of Object.entries(CALLING_COMMANDS))
      for (const command of commands()) all.addCommand(command.helpGroup(heading));
    // `recorda completion bash` prints a script that calls `recorda complete -- …` at each press of Tab.
    completionOf(all, { completionCommandName: 'completion' });
  }
  return withoutExit(all);
}

function withoutExit(command: Command): Command {
  command.exitOverride();
  for (const one of command.commands) withoutExit(one);
  return command;
}
