/** Lists the commands that call Recorda by the heading of the help under which they stand, in its order. */
import type { Command } from 'commander';
import { AUDIT_COMMANDS } from './client/audit.ts';
import { BACKUP_COMMANDS } from './client/backups.ts';
import { clientCommand, commandGroup } from './client/client-command.ts';
import { CONTEXT_COMMANDS } from './client/context.ts';
import { FACT_COMMANDS } from './client/facts.ts';
import { ARCHIVE_COMMANDS, RETENTION_COMMANDS, SLEEP_COMMAND } from './client/lifecycle.ts';
import { ALERT_COMMANDS, LIMIT_COMMANDS, QUOTA_COMMANDS, TIER_COMMANDS } from './client/limits.ts';
import { MASTER_KEY_COMMANDS } from './client/master-key.ts';
import { MEMORY_COMMANDS } from './client/memories.ts';
import { REREAD_COMMAND } from './client/reread.ts';
import { SESSION_COMMANDS } from './client/sessions.ts';
import { MINT_COMMAND } from './client/tokens.ts';
import { eraseUserCommand } from './erase-user.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import/import.ts';
import { revokeTokensCommand } from './key.ts';

export const CALLING_COMMANDS: Readonly<Record<string, () => readonly Command[]>> = {
  'A user’s memory:': () => [
    ...MEMORY_COMMANDS.map(clientCommand),
    commandGroup('facts', 'The facts known about a user', [...FACT_COMMANDS, REREAD_COMMAND]),
    commandGroup('context', 'Prompts of conversations', CONTEXT_COMMANDS),
    commandGroup('sessions', 'Conversations of a user', SESSION_COMMANDS),
    exportCommand(),
    importCommand(),
    eraseUserCommand(),
  ],
  'Operation:': () => [
    ...LIMIT_COMMANDS.map(clientCommand),
    commandGroup('quota', 'Quotas of users', QUOTA_COMMANDS),
    commandGroup('tier', 'Tiers of users', TIER_COMMANDS),
    commandGroup('alerts', 'Alerts that need attention', ALERT_COMMANDS),
    commandGroup('backup', 'Backups of all users', BACKUP_COMMANDS),
    commandGroup('master-key', 'The key that protects archive and backups', MASTER_KEY_COMMANDS),
    commandGroup('archive', 'Archived memories', ARCHIVE_COMMANDS),
    commandGroup('retention', 'Retention: when memories are archived', RETENTION_COMMANDS),
    clientCommand(SLEEP_COMMAND),
    commandGroup('token', 'Short-lived tokens made from a key', [MINT_COMMAND]).addCommand(revokeTokensCommand()),
    commandGroup('audit', 'The audit log: who did what', AUDIT_COMMANDS),
  ],
};
