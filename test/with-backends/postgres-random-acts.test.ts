/** Random acts at two servers over one PostgreSQL, which must answer as one plain store does; a server that comes later has the same. */
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { openCopy, type OpenedCopy } from '../backends/postgres/open-copy.ts';
import { startPostgres, type PostgresProcess } from '../backends/postgres/postgres-process.ts';
import { rowKeysIn, sealedOptions } from '../backends/postgres/sealed-options.ts';
import { sequencesIn } from '../backends/postgres/sequences-in.ts';
import { call } from '../conformance/subject.ts';
import { compareContents, contentOf } from '../backends/sqlite/copying/mirrored-store.ts';
import { randomActs, type Act, type RandomActs } from '../backends/sqlite/copying/random-acts.ts';
import { movableClock, openTemporary, temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { seededRandom } from '../load/sentences.ts';
import { ALSO_TORTURE, scaled, testSeed } from '../scale.ts';

const QUOTA = { count: 25, bytes: 20_000 };
const SEED = testSeed();

describe(`two servers over PostgreSQL${ALSO_TORTURE}`, () => {
  let postgres: PostgresProcess | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(async () => {
    await postgres?.stop();
  });

  for (const rows of ['readable', 'sealed'] as const)
    it(`answer as one plain store does, and all have the same in the end, with ${rows} rows (seed ${SEED})`, async function () {
      this.timeout(scaled(300_000, 4 * 3_600_000));
      await runBesidePlain(await postgres!.newDatabase(), rows);
    });
});

async function runBesidePlain(url: string, rows: 'readable' | 'sealed'): Promise<void> {
  const keyFolder = await temporaryFolder();
  try {
    const sealed = rows === 'sealed' ? sealedOptions(url, rowKeysIn(keyFolder)) : {};
    const clock = movableClock(Date.UTC(2026, 10, 1));
    const acts = randomActs(SEED, clock);
    const random = seededRandom(SEED);
    const open = (dataDir?: string) => openCopy(url, { ...sealed, quota: QUOTA, clock, dataDir });
    let plain = await openTemporary({ quota: QUOTA, clock });
    let copies = [await open(), await open()];
    const count = scaled(1000, 100_000);
    for (let at = 1; at <= count; at += 1) {
      const act = acts.next();
      const copy = copies[Math.floor(random() * copies.length)]!;
      const [expected, found] = [await answerOf(act, plain), await answerOf(act, copy)];
      expectSame(found, expected, act, `act ${at}, ${act.name}`);
      if (act.name === 'confirm') await Promise.all([plain, copy].map(flush));
    }

    // Scores depend a little on whether an index was built at once or followed changes, so all build theirs anew.
    for (const store of [plain, ...copies]) await store.sweep();
    await plain.close();
    plain = await openTemporary({ quota: QUOTA, clock, dataDir: plain.dataDir });
    for (const copy of copies) await copy.close();
    copies = [await open(copies[0]!.dataDir), await open(copies[1]!.dataDir), await open()];
    for (const act of scoredActs(acts)) {
      const expected = await answerOf(act, plain);
      for (const copy of copies) expect(await answerOf(act, copy), act.name).to.equal(expected);
    }

    for (const store of [plain, ...copies]) await flush(store);
    for (const store of [plain, ...copies]) await store.sweep();
    // Each read brings its copy up to date.
    for (const { lifecycle } of copies) await lifecycle.pastRuns(call());
    const contents = [];
    for (const copy of copies) contents.push(await closedContent(copy));
    await plain.users.finish();
    await plain.close();
    const content = contentOf(plain.dataDir);
    await rm(plain.dataDir, { recursive: true, force: true });
    const [one, ...others] = contents as [typeof content, ...(typeof content)[]];
    for (const other of others) compareContents(other, one, () => true);
    // Each server has counted its own reads of the same searches.
    compareContents(withoutUses(one), withoutUses(content), (name) => !RANDOM.has(name) && name !== 'accesses');
  } finally {
    await rm(keyFolder, { recursive: true, force: true });
  }
}

/** Acts whose answers depend on scores. */
const SCORED: ReadonlySet<string> = new Set(['retrieve', 'find facts', 'read session']);
const SCORED_COUNT = 60;

function scoredActs(acts: RandomActs): readonly Act[] {
  const found: Act[] = [];
  while (found.length < SCORED_COUNT) {
    const act = acts.next();
    if (SCORED.has(act.name)) found.push(act);
  }
  return found;
}

function expectSame(found: string, expected: string, { name }: Act, what: string): void {
  if (SCORED.has(name) && found.startsWith('[') && expected.startsWith('[')) return;
  const from = firstDifference(found, expected);
  expect(found.slice(from, from + SHOWN), what).to.equal(expected.slice(from, from + SHOWN));
}

/** Keys of users' pseudonyms are random, and so are the pseudonyms and the nonces of sealed answers. */
const RANDOM: ReadonlySet<string> = new Set(['audit_keys', 'audit', 'requests']);

/** An archived memory has the uses that were counted by then, of which each server writes its own a little later. */
function withoutUses<C extends ReturnType<typeof contentOf>>(content: C): C {
  const rows = content['archived'] ?? [];
  const archived = rows.map((row) => String(row).replace(/,\\"(accessCount|lastAccessTimeMs)\\":\d+/g, ''));
  return { ...content, archived };
}

/** Deletes what is left of erased users, which each server does by itself, then closes the copy and returns all rows. */
async function closedContent(copy: OpenedCopy): Promise<ReturnType<typeof contentOf>> {
  await copy.users.finish();
  await copy.close();
  const content = { ...contentOf(copy.dataDir), sequences: sequencesIn(copy.dataDir) };
  await rm(copy.dataDir, { recursive: true, force: true });
  return content;
}

/** Writes what a server has counted: confirmations, as well, reach other servers with that. */
async function flush({ lifecycle }: Pick<OpenedCopy, 'lifecycle'>): Promise<void> {
  await lifecycle.settle('LONG_TERM', call());
}

/** Only a part of a long answer is shown. */
const SHOWN = 400;

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return Math.max(0, at - SHOWN / 2);
}

/** An erasure counts the key with which rows were sealed, which a plain store has not. */
const KEY = 'sqlite/row_key';

function isCounts(answer: unknown): answer is readonly { readonly place: string }[] {
  return Array.isArray(answer) && answer.every((one) => typeof one === 'object' && one !== null && 'place' in one);
}

async function answerOf({ on }: Act, store: Parameters<Act['on']>[0]): Promise<string> {
  try {
    const answer = await on(store);
    return JSON.stringify([isCounts(answer) ? answer.filter(({ place }) => place !== KEY) : answer], withoutNumbers);
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    return `${error.reason}: ${error.message}`;
  }
}

/** Counts of reads reach other servers a little later. */
const BUFFERED: ReadonlySet<string> = new Set(['accessCount', 'lastAccessTimeMs']);

/** Leaves out numbers that only one store knows, and counts that are written later. */
function withoutNumbers(name: string, value: unknown): unknown {
  return name.endsWith('No') || BUFFERED.has(name) ? undefined : value;
}
