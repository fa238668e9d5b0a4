/** Imports the export of another program. The file is read twice: once to check that all of it is understood, and once to send it. */
import { ZodError } from 'zod';
import { RecordaError } from '../../domain/errors.ts';
import { IMPORTING } from '../../policy/limits.ts';
import { readLine } from '../../validation/portable-lines.ts';
import { printable } from '../printable.ts';
import { progressOf } from '../user-progress.ts';
import type { NewLine, Origin } from './lines.ts';
import { type Sending, sendLines } from './own-export.ts';
import { recordsOf, SourceFault } from './records.ts';
import type { Failure, Report } from './report.ts';
import type { Resuming } from './resume.ts';
import { skip, type Source } from './source.ts';

type Plan = {
  readonly read: number;
  readonly made: number;
  readonly skipped: Record<string, number>;
  readonly entities: ReadonlySet<unknown>;
  readonly hasRelationships: boolean;
};

const ALREADY = 'there already';
const EARLIER = 'sent by an earlier run';
const NO_END = 'an end is not in the file';

/**
 * Imports a file. If a record does not have the known shape, or would be refused, throws SourceFault before anything is sent, with the
 * record's number and the first field that differs. With `resume` it sends only what an earlier run did not, and notes how far it got.
 */
export async function importForeign(
  path: string,
  source: Source,
  origin: Origin,
  sending: (() => Promise<Sending>) | undefined,
  resume?: Resuming,
): Promise<Report> {
  const plan = await checked(path, source, origin);
  const { read, made, skipped } = plan;
  if (sending === undefined) return { read, made, imported: 0, skipped, failed: [], over: [] };
  const to = await sending();
  const progress = progressOf('memories');
  const earlier = Math.min(resume?.sent ?? 0, made);
  try {
    const sent = await sendLines(after(earlier, plannedLines(path, source, origin, plan)), to, async (done) => {
      await resume?.note(earlier + done);
      progress.at(earlier + done, made);
    });
    await resume?.end();
    if (earlier > 0) skipped[EARLIER] = earlier;
    if (sent.skipped > 0) skipped[ALREADY] = sent.skipped;
    return { read, made, imported: sent.taken, skipped, failed: [], over: sent.over };
  } finally {
    progress.end();
  }
}

async function* after(count: number, lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let left = count;
  for await (const line of lines) {
    if (left > 0) left -= 1;
    else yield line;
  }
}

async function checked(path: string, source: Source, origin: Origin): Promise<Plan> {
  const failed: Failure[] = [];
  const users = new Set<string>();
  const skipped: Record<string, number> = {};
  const entities = new Set<unknown>();
  const ends: NewLine[] = [];
  let read = 0;
  let made = 0;
  for await (const record of recordsOf(path, source)) {
    read += 1;
    try {
      const converted = source.convert(record, origin);
      if (converted.user !== undefined) users.add(converted.user);
      for (const [reason, count] of Object.entries(converted.skipped ?? {}))
        skipped[reason] = (skipped[reason] ?? 0) + count;
      for (const line of converted.lines) {
        readLine(JSON.stringify(line), record.index);
        made += 1;
        if (nodeOf(line) === 'ENTITY') entities.add(line['id']);
        if (nodeOf(line) === 'RELATIONSHIP') ends.push(line['payload'] as NewLine);
      }
    } catch (error) {
      const { file, group: list, index } = record;
      failed.push({ file, list, record: index + 1, reason: printable(faultOf(error)) });
      if (failed.length === IMPORTING.faults) break;
    }
  }
  refuseFaults(source, { read, made, imported: 0, skipped, failed, over: [] });
  refuseSeveral(users);
  for (const payload of ends) {
    if (hasEnds(payload, entities)) continue;
    skip(skipped, NO_END);
    made -= 1;
  }
  return { read, made, skipped, entities, hasRelationships: ends.length > 0 };
}

/** Yields relationships after both of their ends, wherever they stand in the file. */
async function* plannedLines(
  path: string,
  source: Source,
  origin: Origin,
  { entities, hasRelationships }: Plan,
): AsyncGenerator<string, void> {
  for (const isLast of hasRelationships ? [false, true] : [false]) {
    for await (const record of recordsOf(path, source)) {
      for (const line of source.convert(record, origin).lines) {
        const isRelationship = nodeOf(line) === 'RELATIONSHIP';
        if (isRelationship !== isLast) continue;
        if (isRelationship && !hasEnds(line['payload'] as NewLine, entities)) continue;
        yield JSON.stringify(line);
      }
    }
  }
}

const hasEnds = ({ fromId, toId }: NewLine, entities: ReadonlySet<unknown>): boolean =>
  entities.has(fromId) && entities.has(toId);

const nodeOf = ({ payload }: NewLine): unknown => (payload as NewLine | undefined)?.['node'];

function refuseFaults({ meaning }: Source, report: Report): void {
  if (report.failed.length === 0) return;
  const faults = report.failed.map((it) => `  ${locationOf(it)}: ${it.reason}`).join('\n');
  throw new SourceFault(`Nothing was imported. ${meaning} has records of an unknown form:\n${faults}`, report);
}

/** Refuses a file of several users unless one is named: one user's memories would become another's. */
function refuseSeveral(users: ReadonlySet<string>): void {
  if (users.size < 2) return;
  const named = [...users].slice(0, IMPORTING.faults).map((user) => JSON.stringify(user));
  const more = users.size > named.length ? `, and ${users.size - named.length} more` : '';
  throw new SourceFault(
    `Nothing was imported. The file has memories of ${users.size} users: ${named.join(', ')}${more}. Import each user separately: --source-user names the user in the file, --user the user in Recorda.`,
  );
}

/** Returns the place of a record with a number that counts from 1: `conversations.json, record 12`. */
function locationOf({ file, list, record }: Failure): string {
  return printable(`${file}, ${list === '' ? 'record' : `${list} record`} ${record}`);
}

function faultOf(error: unknown): string {
  if (error instanceof ZodError) {
    const [first] = error.issues;
    return `${first?.path.join('.') || 'the record'}: ${first?.message ?? 'is unknown'}`;
  }
  if (!(error instanceof RecordaError)) throw error;
  return error.message.replace(/^lines\[\d+\]\.?/, '');
}
