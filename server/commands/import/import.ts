/** `recorda import`: puts an export of Recorda back, or imports what another program kept. */
import { Command, CommanderError, Option } from 'commander';
import { readConfig, withCallSettings } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { jsonOption, printDocument } from '../json.ts';
import { openLocalOrRemote } from '../open-local-or-remote.ts';
import { importForeign } from './foreign-export.ts';
import { table } from '../client/output.ts';
import { printable } from '../printable.ts';
import { overTexts, putBack, type Sending, type Sent } from './own-export.ts';
import { SourceFault } from './records.ts';
import type { Report } from './report.ts';
import { resuming } from './resume.ts';
import { SOURCES } from './sources/index.ts';

type Flags = {
  readonly from?: string;
  readonly user?: string;
  readonly sourceUser?: string;
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly asNewIds?: boolean;
  readonly copyKey?: string;
};

export function importCommand(): Command {
  const command = new Command('import')
    .description(
      'Import an export of a user, or the memories of another program, with or without a running server; what already exists is kept, so that a second run continues where the first ended',
    )
    .usage('[options] <user> <file>\n       recorda import [options] --from <program> --user <id> <file>')
    .argument('<args...>', 'id of the user who gets the data, and the file that `recorda export` wrote')
    .addOption(
      new Option('--from <program>', 'program that made the export; the file may be its zip or a file in it').choices(
        Object.keys(SOURCES),
      ),
    )
    .option('--user <id>', 'with --from: id of the user who gets the data (RECORDA_MCP_USER, default me)')
    .option('--source-user <id>', 'with --from: import only the memories of this user of the program')
    .option('--dry-run', 'with --from: change nothing, print what the file contains')
    .option('--resume', 'with --from: continue where an earlier run of this import was interrupted on this machine')
    .addOption(jsonOption('print the report as JSON'))
    .option(
      '--as-new-ids',
      'give everything new ids, to copy a user, also within one store; a second run copies nothing twice',
    )
    .option('--copy-key <key>', 'with --as-new-ids: a different key makes another copy for the same user');
  return withCallSettings(command).action(async (args: readonly string[], given: Flags) => {
    const {
      from,
      sourceUser,
      dryRun = false,
      resume = false,
      json = false,
      asNewIds = false,
      copyKey = '',
      ...flags
    } = given;
    const expected = from === undefined ? 2 : 1;
    if (args.length !== expected)
      throw usage(
        command,
        from === undefined ? 'it takes a user and a file' : 'it takes a file, and the user by --user',
      );
    const { config } = readConfig(flags);
    const opened: Sending['recorda'][] = [];
    const open = async (): Promise<Sending['recorda']> => {
      opened.push(await openLocalOrRemote(config));
      return opened[0]!;
    };
    try {
      if (from === undefined) {
        const [userId = '', file = ''] = args;
        const { taken, skipped, over } = await putBack(file, async () => ({
          recorda: await open(),
          userId,
          asNewIds,
          copyKey,
        }));
        if (json) return printDocument(putBackReport({ taken, skipped, over }));
        const done = asNewIds ? 'copied to' : 'restored for';
        const sent = `${taken} lines of ${file} were ${done} ${userId}; ${skipped} already existed or have expired.`;
        process.stdout.write(printable(`${[sent, ...overTexts(over)].join('\n')}\n`));
      } else {
        const userId = config.mcp.user;
        const source = SOURCES[from]!;
        if (sourceUser !== undefined && source.hasUsers !== true)
          throw usage(command, `exports of ${from} do not name users: remove --source-user`);
        const origin = { from, userId, sourceUser, nowMs: Date.now() };
        const sending = dryRun ? undefined : async () => ({ recorda: await open(), userId });
        const [path = ''] = args;
        const noted = await resuming({ path, from, userId, sourceUser, target: config.mcp.url ?? config.dataDir });
        const sent = resume ? noted.sent : 0;
        const report = await importForeign(path, source, origin, sending, { ...noted, sent });
        if (json) printDocument(report);
        else process.stdout.write(reportText(report, userId, dryRun));
      }
    } catch (error) {
      if (json && error instanceof SourceFault && error.report !== undefined) printDocument(error.report);
      throw error;
    } finally {
      for (const recorda of opened) await recorda.close();
    }
  });
}

function usage(command: Command, what: string): CommanderError {
  process.stderr.write(`error: ${what}\n${command.helpInformation()}`);
  return new CommanderError(EXIT.usage, 'recorda.usage', what);
}

/** Uses the same words as the report on an import from another program. */
function putBackReport({ taken, skipped, over }: Sent) {
  const left = skipped === 0 ? {} : { 'there already, or expired': skipped };
  return { read: taken + skipped, imported: taken, skipped: left, failed: [], over };
}

function reportText({ read, made, imported, skipped, over }: Report, userId: string, isDryRun: boolean): string {
  const rows = [
    ['records read', `${read}`],
    ['memories and turns in them', `${made}`],
    isDryRun ? ['imported', 'none: this was a dry run'] : [`imported for ${userId}`, `${imported}`],
    ...Object.entries(skipped).map(([reason, count]) => [`left out: ${reason}`, `${count}`]),
  ];
  const lines = [table(rows), ...overTexts(over)];
  return printable(`${lines.join('\n')}\n`);
}
