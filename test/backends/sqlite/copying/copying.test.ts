import { rm } from 'node:fs/promises';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import { RecordaError } from '../../../../server/domain/errors.ts';
import type { Position, StoreChange } from '../../../../server/backends/sqlite/engine/store-change.ts';
import type { Copy, Holder } from '../../../../server/backends/sqlite/copying/holder.ts';
import { copiedTables } from '../../../../server/backends/sqlite/copying/copied-tables.ts';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { NEWEST } from '../../../../server/backends/sqlite/migrations/newest.ts';
import { scaled, testSeed } from '../../../scale.ts';
import { movableClock, openTemporary } from '../temporary-store.ts';
import { compareContents, contentOf, openMirrored } from './mirrored-store.ts';
import { randomActs, type Act } from './random-acts.ts';

const QUOTA = { count: 25, bytes: 20_000 };
const SEED = testSeed();

describe('writes that are tried out, undone, and applied to copies of a store', () => {
  it(`answer as one plain store does, and leave the same in all, whatever the acts (seed ${SEED})`, async function () {
    this.timeout(scaled(300_000, 3_600_000));
    const clock = movableClock(Date.UTC(2026, 10, 1));
    const acts = randomActs(SEED, clock);
    let plain = await openTemporary({ quota: QUOTA, clock });
    let mirrored = await openMirrored({ quota: QUOTA, clock });
    const count = scaled(600, 20_000);
    for (let at = 1; at <= count; at += 1) {
      const act = acts.next();
      const [one, other] = [await answerOf(act, plain), await answerOf(act, mirrored)];
      expect(other, `act ${at}, ${act.name}`).to.equal(one);
      // Counts are written by the clock of the machine, so otherwise before the next act in one store and after it in the other.
      for (const store of [plain, mirrored]) await store.shipped.writeCounts();
      if (at % (count / 3) !== 0) continue;
      mirrored = await mirrored.swapped();
      // Scores depend a little on whether an index was built at once or followed changes, so both build theirs anew.
      await plain.close();
      plain = await openTemporary({ quota: QUOTA, clock, dataDir: plain.dataDir });
    }
    await plain.close();
    const content = contentOf(plain.dataDir);
    await rm(plain.dataDir, { recursive: true, force: true });
    await mirrored.compareAndDelete(content);
  });

  it('are applied once, however often the holder asks for it', async () => {
    let copy: Copy | undefined;
    const commits: { readonly change: StoreChange; readonly triedAt: Position | undefined }[] = [];
    const positionOf = (number: number): Position => ({ number, token: `commit ${number}` });
    const holder: Holder = {
      isShared: false,
      open: async (opened) => void (copy = opened),
      catchUp: async () => undefined,
      catchUpForRead: async () => undefined,
      async commit(change, triedAt) {
        commits.push({ change, triedAt });
        for (let times = 0; times < 2; times += 1)
          await copy!.apply([{ change, position: positionOf(commits.length) }]);
        return true;
      },
    };
    const clock = movableClock(Date.UTC(2026, 10, 1));
    const [store, plain] = [
      await openTemporary({ quota: QUOTA, clock, holder }),
      await openTemporary({ quota: QUOTA, clock }),
    ];
    const acts = randomActs(7, clock);
    for (let at = 0; at < 100; at += 1) {
      const act = acts.next();
      await answerOf(act, store);
      await answerOf(act, plain);
    }
    expect(commits.length).to.be.greaterThan(20);
    const numbers = [undefined, ...commits.slice(1).map((_, index) => positionOf(index + 1))];
    expect(commits.map(({ triedAt }) => triedAt)).to.deep.equal(numbers);
    for (const { users, close } of [store, plain]) {
      await users.finish();
      await close();
    }
    const [content, expected] = [contentOf(store.dataDir), contentOf(plain.dataDir)];
    for (const { dataDir } of [store, plain]) await rm(dataDir, { recursive: true, force: true });
    compareContents(content, expected, (name) => !['audit_keys', 'audit', 'requests'].includes(name));
    const audited = commits.filter(({ change }) => change.shared.audit.length > 0);
    expect(content['audit']).to.have.length(audited.length).and.not.be.empty;
  });

  describe('as the tables are declared', () => {
    const db = new Sqlite(':memory:');
    db.exec(NEWEST.sql);
    const tables = copiedTables(db);
    after(() => void db.close());

    it('find each row by a key that no other row has', () => {
      const ambiguous = tables.filter(({ table, isGroup, key, own }) => {
        const names = Object.keys(own).filter((column) => ['tenant', 'user_id', 'user_no'].includes(column));
        const found = [...key, ...names];
        return (
          !isGroup && !uniqueColumns(db, table).some((columns) => columns.every((column) => found.includes(column)))
        );
      });
      expect(ambiguous.map(({ table }) => table)).to.deep.equal([]);
    });

    it('copy no number that only one store knows', () => {
      const raw = tables.flatMap(({ table, columns, read }) =>
        columns
          .filter((column) => column.endsWith('_no') || column === 'sequence')
          .filter((column) => read(column, 't') === `t.${column}`)
          .map((column) => `${table}.${column}`),
      );
      expect(raw.toSorted()).to.deep.equal([
        // Who takes over a job may not go by these.
        'alert_delivery.sequence',
        // These are places in the audit log, which is one for all.
        'audit_shipped.page_no',
        'audit_shipped.record_no',
        // This is given by the user's own documents.
        'ordered_documents.sequence',
        'sampling.sequence',
      ]);
    });
  });
});

/** Returns the columns of each unique index of a table, and of its primary key. */
function uniqueColumns(db: Database, table: string): readonly (readonly string[])[] {
  const ofKey = (db.pragma(`table_info(${table})`) as readonly { readonly name: string; readonly pk: number }[])
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => name);
  const indexes = db.pragma(`index_list(${table})`) as readonly { readonly name: string; readonly unique: number }[];
  const ofIndexes = indexes
    .filter(({ unique }) => unique === 1)
    .map(({ name }) =>
      (db.pragma(`index_info(${name})`) as readonly { readonly name: string }[]).map((one) => one.name),
    );
  return [ofKey, ...ofIndexes].filter((columns) => columns.length > 0);
}

async function answerOf({ on }: Act, store: Parameters<Act['on']>[0]): Promise<string> {
  try {
    return JSON.stringify([await on(store)], withoutNumbers);
  } catch (error) {
    if (!(error instanceof RecordaError)) throw error;
    return `${error.reason}: ${error.message}`;
  }
}

/** Leaves out numbers that only one store knows. */
function withoutNumbers(name: string, value: unknown): unknown {
  return name.endsWith('No') ? undefined : value;
}
