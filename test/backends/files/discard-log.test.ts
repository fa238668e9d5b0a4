import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { discardLog } from '../../../server/backends/files/discard-log.ts';
import type { RecordaError } from '../../../server/domain/errors.ts';
import { DISCARDABLES } from '../../../server/policy/context.ts';
import { coldPartition } from '../../../server/domain/cold-name.ts';
import { readSources } from '../../architecture/read-sources.ts';
import { call } from '../../conformance/subject.ts';
import { ROOT } from '../../root.ts';

const HOUR_MS = 3_600_000;

describe('the log of discardables', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'recorda-logs-')), 'logs');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const scope = { tenant: 'default', userId: 'ana', agentId: '', sessionId: 's', namespace: '', taskId: '' };

  it('keeps a line for less than 24 hours', async () => {
    let nowMs = Date.parse('2026-11-22T03:59:59Z');
    const log = discardLog(folder, { now: () => nowMs });
    const { expireMs } = await log.record(scope, 'TOOL_LOG', 'first\nline', call());
    expect(expireMs - nowMs).to.be.within(1, 24 * HOUR_MS);
    nowMs += 2 * HOUR_MS;
    await log.record(scope, 'STACK_TRACE', 'second', call());
    const names = await readdir(folder);
    const place = coldPartition(scope);
    expect(names.toSorted()).to.deep.equal([`2026-11-22T03.${place}.jsonl`, `2026-11-22T05.${place}.jsonl`]);
    names.sort();
    const [line] = (await readFile(join(folder, names[0]!), 'utf8')).trim().split('\n');
    expect(JSON.parse(line!)).to.include({ userId: 'ana', kind: 'TOOL_LOG', text: 'first\nline' });
    expect((await stat(join(folder, names[0]!))).mode & 0o777).to.equal(0o600);
    nowMs = expireMs;
    await log.sweep();
    expect(await readdir(folder)).to.deep.equal([`2026-11-22T05.${place}.jsonl`]);
    log.close();
  });

  it('deletes a user’s oldest hours beyond the limit of bytes, and refuses more than that in one hour', async () => {
    let nowMs = Date.parse('2026-11-22T03:00:00Z');
    const text = 'x'.repeat(60 * 1024);
    let log = discardLog(folder, { now: () => nowMs });
    const record = () => log.record(scope, 'TOOL_LOG', text, call());
    const sizes = async () =>
      Promise.all((await readdir(folder)).toSorted().map(async (name) => (await stat(join(folder, name))).size));
    for (let at = 0; at < 3; at += 1) await record();
    nowMs += HOUR_MS;
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, record));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    const taken = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.droppedBytes] : []));
    const line = (await sizes())[0]! / taken.length;
    expect(taken.length).to.equal(Math.floor(DISCARDABLES.userBytes / line));
    expect(taken.reduce((sum, bytes) => sum + bytes, 0)).to.equal(3 * line);
    expect(refused[0]?.reason).to.include({ reason: 'QUOTA_EXCEEDED' });
    expect((refused[0]!.reason as RecordaError).detail.quota).to.deep.equal({
      subject: 'user:ana/discardable.bytes',
      limit: DISCARDABLES.userBytes,
      current: taken.length * line,
      addedBytes: line,
    });
    await log.record({ ...scope, userId: 'bob' }, 'TOOL_LOG', text, call());
    // The same bytes are counted when the log is opened again; an hour later they are dropped to make room.
    log.close();
    log = discardLog(folder, { now: () => nowMs });
    expect(await log.usedBytes(scope)).to.equal(taken.length * line);
    nowMs += HOUR_MS;
    expect((await record()).droppedBytes).to.equal(taken.length * line);
    expect(await log.usedBytes(scope)).to.equal(line);
    nowMs += 24 * HOUR_MS;
    await log.sweep();
    expect([await log.usedBytes(scope), await readdir(folder)]).to.deep.equal([0, []]);
    log.close();
  });

  it('erases what is of a user, and what an older version kept of all', async () => {
    const log = discardLog(folder, { now: () => Date.parse('2026-11-22T03:59:59Z') });
    await log.record(scope, 'TOOL_LOG', 'of ana', call());
    await log.record({ ...scope, userId: 'bob' }, 'TOOL_LOG', 'of bob', call());
    await writeFile(join(folder, '2026-11-22T02.jsonl'), 'of ana and of bob');
    expect([await log.count(scope), await log.erase(scope), await log.count(scope)]).to.deep.equal([2, 2, 0]);
    const [left, ...others] = await readdir(folder);
    expect(others).to.deep.equal([]);
    expect(await readFile(join(folder, left!), 'utf8')).to.include('of bob');
    log.close();
  });

  it('does not take what it cannot look at for nothing', async () => {
    await writeFile(folder, 'no folder');
    const log = discardLog(folder, { now: () => Date.now() });
    for (const looked of [log.count(scope), log.erase(scope)]) {
      expect(await looked.catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOTDIR');
    }
    log.close();
  });

  it('can be read by no code of the server', () => {
    const sources = readSources(ROOT, ['server', 'client']);
    const path = 'server/backends/files/discard-log.ts';
    const own = sources.find((source) => source.path === path);
    const imported = own?.imports.filter((edge) => !edge.own).map(({ to }) => to);
    expect(imported).to.deep.equal(['node:fs/promises', 'node:path']);
    // Of the file system it uses only functions that add, list and delete.
    const used = [...own!.globals].filter((name) => /read|open|stream|copy|rename|link/i.test(name));
    expect(used.filter((name) => !['readdir', 'unlink'].includes(name))).to.deep.equal([]);
    const users = sources.filter(({ imports }) => imports.some(({ to }) => to === path)).map(({ path: of }) => of);
    expect(users).to.deep.equal(['server/opening/open-lasting.ts']);
    // The port, which is all that services see, has a single method, which adds entries.
    const port = sources.find((source) => source.path === 'server/ports/context.ts');
    expect(port).not.to.equal(undefined);
    const readers = sources.filter(
      ({ path: of, globals }) =>
        of.startsWith('server/services/') &&
        [...globals].some((name) => name.startsWith('discards.') && name !== 'discards.record'),
    );
    expect(readers).to.deep.equal([]);
  });
});
