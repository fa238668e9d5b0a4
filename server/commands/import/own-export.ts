/** Puts an export of Recorda back into a store. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Recorda } from '../../../client/recorda.ts';
import type { ImportUserDataResponse } from '../../../proto/gen/recorda/v1/user_data.ts';
import { linesOf } from '../../lifecycle/chunks.ts';
import { EXPORTING } from '../../policy/limits.ts';
import { progressOf } from '../user-progress.ts';

type Line = {
  readonly line: string;
  readonly payload?: { readonly type: string };
  readonly kinds?: Readonly<Record<string, { readonly count: number; readonly sha256: string }>>;
};

/** Says where lines are sent, and how the server is to treat them. */
export type Sending = {
  readonly recorda: Recorda;
  readonly userId: string;
  readonly asNewIds?: boolean;
  readonly copyKey?: string;
};

/** The outcome for the lines that were sent. */
export type Sent = { readonly taken: number; readonly skipped: number; readonly over: ImportUserDataResponse['over'] };

/** Sends lines in parts, and reports after each how many were sent. */
export async function sendLines(
  lines: AsyncIterable<string>,
  { recorda, userId, asNewIds = false, copyKey = '' }: Sending,
  progress: (done: number) => void | Promise<void>,
): Promise<Sent> {
  const sum = { taken: 0, skipped: 0, over: [] as ImportUserDataResponse['over'] };
  let part: string[] = [];
  let length = 0;
  const send = async (): Promise<void> => {
    if (part.length === 0) return;
    const sent = await recorda.admin.importUserData({ userId, lines: Buffer.from(part.join('\n')), asNewIds, copyKey });
    sum.taken += sent.takenCount;
    sum.skipped += sent.skippedCount;
    sum.over = sent.over;
    part = [];
    length = 0;
    await progress(sum.taken + sum.skipped);
  };
  for await (const line of lines) {
    if (length > 0 && length + line.length > EXPORTING.sentBytes) await send();
    part.push(line);
    length += line.length;
  }
  await send();
  return sum;
}

/** Puts a whole export back. Throws before anything is sent if the file differs from what was written. */
export async function putBack(file: string, sending: () => Promise<Sending>): Promise<Sent> {
  const total = await checkedLines(file);
  const to = await sending();
  const progress = progressOf('lines');
  try {
    return await sendLines(linesOf(createReadStream(file)), to, (done) => progress.at(done, total));
  } finally {
    progress.end();
  }
}

/** Returns a sentence for each quota that is exceeded now. */
export function overTexts(over: Sent['over']): readonly string[] {
  return over.map(({ name, place, count, maxCount, bytes, maxBytes }) => {
    const of = `${name.replace('QUOTA_NAME_', '').toLowerCase()}${place === '' ? '' : ` of ${place}`}`;
    return `The user now has ${count} of ${of} (${bytes} bytes), more than the quota of ${maxCount} (${maxBytes}): new ones are refused, or the oldest are deleted for them.`;
  });
}

/** Returns the number of lines to send. Throws if the file differs from what the export wrote. */
async function checkedLines(file: string): Promise<number> {
  const kinds = new Map<string, { count: number; readonly hash: Hash }>();
  let manifest: Line['kinds'];
  let total = 0;
  for await (const text of linesOf(createReadStream(file))) {
    const { line, payload, kinds: listed } = JSON.parse(text) as Line;
    if (line === 'manifest') {
      manifest = listed;
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
  const expected = Object.entries(manifest ?? {}).map(([kind, { count, sha256 }]) => `${kind} ${count} ${sha256}`);
  if (manifest !== undefined && found.toSorted().join('\n') === expected.toSorted().join('\n')) return total;
  throw new Error(
    `${file} was changed or cut off after it was written: ${manifest === undefined ? 'it has no manifest at its end' : 'its lines do not match its manifest'}. Nothing was sent.`,
  );
}
