/** `recorda move`: moves the store of a data folder to PostgreSQL, or back. */
import { Command, Option } from 'commander';
import type { Config } from '../config.ts';
import type { MoveReport } from '../opening/move-store.ts';
import { withoutSecrets } from '../settings/shown-setting.ts';
import { readConfig, withSettings } from './environment.ts';
import { jsonOption, printDocument } from './json.ts';

type Flags = Readonly<Record<string, string>> & {
  readonly to: string;
  readonly sealed?: true;
  readonly readable?: true;
  readonly json?: true;
};

export function moveCommand(): Command {
  const command = new Command('move')
    .description(
      'Move the store of the data folder to PostgreSQL, or that of RECORDA_STORE to a folder, while no server runs; the source is left as it is',
    )
    .requiredOption(
      '--to <place>',
      'an empty database, postgres://… (a password can be in PGPASSWORD), or an empty folder',
    )
    .option(
      '--sealed',
      'seal the rows of each user in the database with a key in RECORDA_USER_KEYS, as is done anyway if RECORDA_KEY_SERVICE is set',
    )
    .addOption(new Option('--readable', 'leave the rows in the database readable with SQL').conflicts('sealed'))
    .addOption(jsonOption());
  return withSettings(command).action(async ({ to, sealed, readable, json, ...flags }: Flags) => {
    const { config } = readConfig(flags);
    const [{ progressOf }, { isDatabase, moveStore, settingsOfPlaces }] = await Promise.all([
      import('./user-progress.ts'),
      import('../opening/move-store.ts'),
    ]);
    const progress = progressOf('rows');
    const rows = sealed === true ? 'sealed' : readable === true ? 'readable' : 'auto';
    const report = await moveStore(config, { to, rows, onProgress: progress.at }).finally(progress.end);
    const place = isDatabase(to) ? withoutSecrets(to) : to;
    if (json === true) printDocument({ to: place, ...report });
    else process.stdout.write(`${told(config, place, report, settingsOfPlaces(report.left)).join('\n')}\n`);
  });
}

function told({ dataDir, store }: Config, place: string, report: MoveReport, left: readonly string[]) {
  const { cells, rows, auditPages } = report;
  const from = store === undefined ? dataDir : 'PostgreSQL';
  return [
    `${place} has the store of ${from}: ${rows} rows of ${cells} users and tenants, and ${auditPages} pages of the audit log. All were compared.`,
    ...(store === undefined && report.isSealed
      ? ['The rows of users are sealed there with keys in RECORDA_USER_KEYS.']
      : []),
    ...(left.length === 0
      ? []
      : [
          `Not moved, though servers need them: ${left.join(', ')} of ${dataDir}. Copy them to places that all servers reach.`,
        ]),
    `${from} is unchanged. Start no server with it again, since what that took would be missing there.`,
  ];
}
