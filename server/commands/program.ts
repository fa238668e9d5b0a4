/** The commands of the executable. */
import completionOf from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { packageVersion } from '../runtime/package-root.ts';
import { AUDIT_COMMANDS, BACKUP_COMMANDS } from './client/backups.ts';
import { clientCommand, commandGroup } from './client/client-command.ts';
import { CONTEXT_COMMANDS } from './client/context.ts';
import { FACT_COMMANDS } from './client/facts.ts';
import { ARCHIVE_COMMANDS, RETENTION_COMMANDS, SLEEP_COMMAND } from './client/lifecycle.ts';
import { ALERT_COMMANDS, LIMIT_COMMANDS, QUOTA_COMMANDS, TIER_COMMANDS } from './client/limits.ts';
import { MEMORY_COMMANDS } from './client/memories.ts';
import { REREAD_COMMAND } from './client/reread.ts';
import { SESSION_COMMANDS } from './client/sessions.ts';
import { configCommand } from './config.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { eraseUserCommand } from './erase-user.ts';
import { exportCommand } from './export.ts';
import { healthCommand } from './health.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { mcpCommand } from './mcp.ts';
import { reembedCommand } from './reembed.ts';
import { serveCommand } from './serve.ts';

/** In the order of the help, under headings. */
const COMMANDS: Readonly<Record<string, () => readonly Command[]>> = {
  'A server:': () => [
    demoCommand(),
    serveCommand(),
    mcpCommand(),
    doctorCommand(),
    healthCommand(),
    configCommand(),
    keyCommand(),
    reembedCommand(),
  ],
  'A user’s memory:': () => [
    ...MEMORY_COMMANDS.map(clientCommand),
    commandGroup('facts', 'What is known of a user', [...FACT_COMMANDS, REREAD_COMMAND]),
    commandGroup('context', 'The prompts of conversations', CONTEXT_COMMANDS),
    commandGroup('sessions', 'The conversations of a user', SESSION_COMMANDS),
    exportCommand(),
    importCommand(),
    eraseUserCommand(),
  ],
  'Operating it:': () => [
    ...LIMIT_COMMANDS.map(clientCommand),
    commandGroup('quota', 'What a user may have', QUOTA_COMMANDS),
    commandGroup('tier', 'Which tier a user is of', TIER_COMMANDS),
    commandGroup('alerts', 'What somebody should see to', ALERT_COMMANDS),
    commandGroup('backup', 'Backups of every user', BACKUP_COMMANDS),
    commandGroup('archive', 'What was archived', ARCHIVE_COMMANDS),
    commandGroup('retention', 'When memories are archived', RETENTION_COMMANDS),
    clientCommand(SLEEP_COMMAND),
    commandGroup('audit', 'Who did what', AUDIT_COMMANDS),
  ],
};

const OTHERS = 'Other:';

/** Each command throws a CommanderError where it would exit. */
export function program(): Command {
  const all = new Command('recorda')
    .description('A memory server for AI agents')
    .version(packageVersion(), '-V, --version')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpCommand(new Command('help [command]').description('Print the help of a command').helpGroup(OTHERS))
    .commandsGroup(OTHERS);
  for (const [heading, commands] of Object.entries(COMMANDS))
    for (const command of commands()) all.addCommand(command.helpGroup(heading));
  // `recorda completion bash` prints what asks `recorda complete -- …` at each press of Tab.
  completionOf(all, { completionCommandName: 'completion' });
  return withoutExit(all);
}

function withoutExit(command: Command): Command {
  command.exitOverride();
  for (const one of command.commands) withoutExit(one);
  return command;
}
