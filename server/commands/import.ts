/** `recorda import`: what an export has, back in a store. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import type { ImportUserDataResponse } from '../../proto/gen/recorda/v1/user_data.ts';
import { linesOf } from '../lifecycle/chunks.ts';
import { EXPORTING } from '../policy/limits.ts';
import { readConfig, withCallSettings } from './environment.ts';
import { openLocalOrRemote } from './open-local-or-remote.ts';
import { progressOf } from './user-progress.ts';

type Line = {
  readonly line: string;
  readonly payload?: { readonly type: string };
  readonly kinds?: Readonly<Record<string, { readonly count: number; readonly sha256: string }>>;
};

type Flags = { readonly asNewIds?: boolean; readonly copyKey?: string };

export function importCommand(): Command {
  const command = new Command('import')
    .description('Put an export of a user back, while the server serves or without one; what is there already stays')
    .argument('<user>', 'id of the user whose it becomes')
    .argument('<file>', 'file that `recorda export` wrote')
    .option(
      '--as-new-ids',
      'give everything new ids: to copy a user, also within one store; a repeat copies nothing twice',
    )
    .option('--copy-key <key>', 'with --as-new-ids: another key makes another copy for the same user');
  return withCallSettings(command).action(
    async (
      userId: string,
      file: string,
      { asNewIds = false, copyKey = '', ...flags }: Flags & Record<string, string>,
    ) => {
      const total = await checkedLines(file);
      const { config } = readConfig(flags);
      const recorda = await openLocalOrRemote(config);
      const progress = progressOf('lines');
      let taken = 0;
      let skipped = 0;
      let over: ImportUserDataResponse['over'] = [];
      try {
        let part: string[] = [];
        let length = 0;
        const send = async (): Promise<void> => {
          const sent = await recorda.admin.importUserData({
            userId,
            lines: Buffer.from(part.join('\n')),
            asNewIds,
            copyKey,
          });
          taken += sent.takenCount;
          skipped += sent.skippedCount;
          over = sent.over;
          part = [];
          length = 0;
          progress.at(taken + skipped, total);
        };
        for await (const line of linesOf(createReadStream(file))) {
          if (length > 0 && length + line.length > EXPORTING.sentBytes) await send();
          part.push(line);
          length += line.length;
        }
        await send();
      } finally {
        progress.end();
        await recorda.close();
      }
      const done = asNewIds ? 'copied to' : 'put back for';
      console.log(`${taken} lines of ${file} were ${done} ${userId}; ${skipped} were there already, or have expired.`);
      for (const { name, place, count, maxCount, bytes, maxBytes } of over) {
        const of = `${name.replace('QUOTA_NAME_', '').toLowerCase()}${place === '' ? '' : ` of ${place}`}`;
        console.log(
          `Of ${of} there are ${count} now (${bytes} bytes), where ${maxCount} may be (${maxBytes}): no more can be added.`,
        );
      }
    },
  );
}

/** How many lines there are to send. Throws where the file is not as the export wrote it. */
async function checkedLines(file: string): Promise<number> {
  const kinds = new Map<string, { count: number; readonly hash: Hash }>();
  let manifest: Line['kinds'];
  let total = 0;
  for await (const text of linesOf(createReadStream(file))) {
    const { line, payload, kinds: told } = JSON.parse(text) as Line;
    if (line === 'manifest') {
      manifest = told;
      continue;
    }
    const kind = payload?.type.toLowerCase() ?? line;
    const known = kinds.get(kind) ?? { count: 0, hash: createHash('sha256') };
    known.count += 1;
    known.hash.update(`${text}\n`);
    kinds.set(kind, known);
    total += 1;
  }
  const found = [...kinds].map(([kind, { count, hash }]) => `${kind} ${count} ${hash.digest('hex')}`);
  const told = Object.entries(manifest ?? {}).map(([kind, { count, sha256 }]) => `${kind} ${count} ${sha256}`);
  if (manifest !== undefined && found.toSorted().join('\n') === told.toSorted().join('\n')) return total;
  throw new Error(
    `${file} is not as it was written: ${manifest === undefined ? 'it has no manifest at its end' : 'its lines are not those of its manifest'}. Nothing was sent.`,
  );
}
