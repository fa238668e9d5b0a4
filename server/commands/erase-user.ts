/** `recorda erase-user`: a user out of every place, with a receipt. */
import { open, rm } from 'node:fs/promises';
import { Command } from 'commander';
import { LIMITS } from '../policy/limits.ts';
import { readConfig, withCallSettings } from './environment.ts';
import { openLocalOrRemote } from './open-local-or-remote.ts';
import { progressOf } from './user-progress.ts';

/** It names the user. */
const OWNER_ONLY = 0o600;

type Flags = { readonly force?: boolean; readonly reason?: string; readonly receipt?: string };

export function eraseUserCommand(): Command {
  const command = new Command('erase-user')
    .description(
      'Say what there is of a user, and with --force erase it for good, while the server serves or without one',
    )
    .argument('<user>', 'id of the user')
    .option('--force', 'erase; without it nothing changes')
    .option('--reason <text>', 'for the audit log, for example the number of a request; nothing of the user')
    .option('--receipt <file>', 'file for the signed receipt; not set: the standard output');
  return withCallSettings(command).action(
    async (userId: string, { force = false, reason = '', receipt: file, ...flags }: Flags & Record<string, string>) => {
      const { config } = readConfig(flags);
      // Before anything is erased: there is no second receipt.
      const receiptFile = force && file !== undefined ? await open(file, 'wx', OWNER_ONLY) : undefined;
      let isKept = false;
      const recorda = await openLocalOrRemote(config);
      const progress = progressOf('things');
      try {
        let total = 0;
        let done = 0;
        for await (const { found, erased, receipt } of recorda.admin.deleteUserData(
          { userId, force, reason },
          { timeoutMs: LIMITS.deadlineMs },
        )) {
          total += found.reduce((sum, { count }) => sum + count, 0);
          done += erased.reduce((sum, { count }) => sum + count, 0);
          if (!force) for (const { place, count } of found) console.log(`${place.padEnd(32)} ${count}`);
          else progress.at(Math.min(done, total), total);
          if (receipt === undefined) continue;
          const { text, signature, publicKey } = receipt;
          const proof = `${JSON.stringify({ text, signature: Buffer.from(signature).toString('base64'), publicKey }, null, 2)}\n`;
          progress.end();
          if (receiptFile === undefined) process.stdout.write(proof);
          else {
            await receiptFile.writeFile(proof);
            await receiptFile.sync();
            isKept = true;
          }
        }
        if (!force) console.log(`${total} in all. Nothing was erased: --force does.`);
      } finally {
        progress.end();
        await receiptFile?.close();
        if (receiptFile !== undefined && !isKept) await rm(file!);
        await recorda.close();
      }
    },
  );
}
