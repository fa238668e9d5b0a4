/** `recorda export`: writes everything of a user as JSON Lines. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { LIMITS } from '../policy/limits.ts';
import { readConfig, withCallSettings } from './environment.ts';
import { EXIT } from './exit-codes.ts';
import { jsonOption, printDocument } from './json.ts';
import { openLocalOrRemote } from './open-local-or-remote.ts';
import { progressOf } from './user-progress.ts';

const OWNER_ONLY = 0o600;

type Flags = { readonly out?: string; readonly json?: true } & Readonly<Record<string, string>>;

export function exportCommand(): Command {
  const command = new Command('export')
    .description('Write all data of a user as JSON Lines, with or without a running server')
    .argument('<user>', 'id of the user')
    .option('--out <file>', 'file to write; default: standard output')
    .addOption(jsonOption('with --out: print what was written as JSON; the lines are JSON either way'));
  return withCallSettings(command).action(async (userId: string, { out, json, ...flags }: Flags) => {
    const { config } = readConfig(flags);
    const recorda = await openLocalOrRemote(config);
    const progress = progressOf('memories');
    const to =
      out === undefined ? process.stdout : createWriteStream(out, { mode: OWNER_ONLY, flags: 'wx', flush: true });
    try {
      let done = 0;
      let total = 0;
      const seen = { isUnknownUser: false };
      const exported = recorda.admin.exportUserData({ userId }, { timeoutMs: LIMITS.deadlineMs });
      const parts = async function* (): AsyncGenerator<Uint8Array> {
        for await (const { lines, lineCount, memoryCount, isUnknownUser } of exported) {
          seen.isUnknownUser ||= isUnknownUser;
          total = Math.max(total, memoryCount);
          yield lines;
          done += lineCount;
          progress.at(Math.min(done, total), total);
        }
      };
      await pipeline(parts, to, { end: out !== undefined });
      if (json === true && out !== undefined)
        printDocument({ userId, file: out, lineCount: done, isUnknownUser: seen.isUnknownUser });
      if (seen.isUnknownUser) {
        process.exitCode = EXIT.notFound;
        process.stderr.write(`There is no user ${userId} in this store; the export is empty.\n`);
      }
    } finally {
      progress.end();
      await recorda.close();
    }
  });
}
