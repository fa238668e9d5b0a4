/** `recorda erase-user`: erases a user from every place, and returns a receipt. */
import { open, rm } from 'node:fs/promises';
import { Command } from 'commander';
import type { ErasureReceipt, PlaceCount } from '../../proto/gen/recorda/v1/user_data.ts';
import { LIMITS } from '../policy/limits.ts';
import { outputOf } from './client/output.ts';
import { readConfig, withCallSettings } from './environment.ts';
import { INDENT, jsonOption } from './json.ts';
import { openLocalOrRemote } from './open-local-or-remote.ts';
import { progressOf } from './user-progress.ts';

/** The receipt names the user, so only the owner of the file may read it. */
const OWNER_ONLY = 0o600;

type Flags = { readonly force?: boolean; readonly reason?: string; readonly receipt?: string; readonly json?: boolean };

export function eraseUserCommand(): Command {
  const command = new Command('erase-user')
    .description(
      'Print what is stored about a user, and with --force erase it permanently, with or without a running server',
    )
    .argument('<user>', 'id of the user')
    .option('--force', 'erase; without it, nothing changes')
    .option('--reason <text>', 'reason for the audit log, for example the number of a request; no data of the user')
    .option('--receipt <file>', 'file for the signed receipt; default: standard output')
    .addOption(jsonOption());
  return withCallSettings(command).action(
    async (
      userId: string,
      { force = false, reason = '', receipt: file, json = false, ...flags }: Flags & Record<string, string>,
    ) => {
      const { config } = readConfig(flags);
      // The file is opened before anything is erased, since there is no second receipt.
      const receiptFile = force && file !== undefined ? await open(file, 'wx', OWNER_ONLY) : undefined;
      let isKept = false;
      const out = await outputOf(json);
      const recorda = await openLocalOrRemote(config);
      const progress = progressOf('things');
      try {
        const whole = { found: [] as PlaceCount[], erased: [] as PlaceCount[] };
        let receipt: ErasureReceipt | undefined;
        for await (const part of recorda.admin.deleteUserData(
          { userId, force, reason },
          { timeoutMs: LIMITS.deadlineMs },
        )) {
          whole.found.push(...part.found);
          whole.erased.push(...part.erased);
          receipt ??= part.receipt;
          const total = countOf(whole.found);
          if (force) progress.at(Math.min(countOf(whole.erased), total), total);
        }
        progress.end();
        if (receipt !== undefined && receiptFile !== undefined) {
          await receiptFile.writeFile(`${proofText(receipt)}\n`);
          await receiptFile.sync();
          isKept = true;
          receipt = undefined;
        }
        if (json) out.document('DeleteUserDataResponse', { ...whole, receipt }, '');
        else if (!force) process.stdout.write(foundText(whole.found));
        else if (receipt !== undefined) process.stdout.write(`${proofText(receipt)}\n`);
      } finally {
        progress.end();
        await receiptFile?.close();
        if (receiptFile !== undefined && !isKept) await rm(file!);
        await recorda.close();
      }
    },
  );
}

function countOf(places: readonly PlaceCount[]): number {
  return places.reduce((sum, { count }) => sum + count, 0);
}

function foundText(found: readonly PlaceCount[]): string {
  const lines = found.map(({ place, count }) => `${place.padEnd(PLACE_WIDTH)} ${count}\n`);
  return `${lines.join('')}${countOf(found)} in all. Nothing was erased; use --force to erase.\n`;
}
const PLACE_WIDTH = 32;

function proofText({ text, signature, publicKey }: ErasureReceipt): string {
  return JSON.stringify({ text, signature: Buffer.from(signature).toString('base64'), publicKey }, null, INDENT);
}
