import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import type { AddIntent } from '../../../../server/domain/intents.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import { SQLITE } from '../../../../server/policy/backends.ts';
import { memoryIndex } from '../../../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../../../load/sentences.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const call = () => ({ signal: new AbortController().signal });
const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
const quota = { count: 10_000, bytes: 100_000_000 };
const MEMORIES = SQLITE.packFromMemories + 20;

describe('packed indexes', () => {
  let opened: TemporaryStore;
  let random: () => number;
  beforeEach(async () => {
    random = seededRandom(4);
    opened = await openTemporary({ quota });
  });
  afterEach(() => closeAndDelete(opened));

  const intent = (content = sentence(random)): AddIntent => ({
    id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
    scope,
    payload: { type: 'LONG_TERM', content, speaker: '' },
    nowMs: opened.clock.now(),
    autoPrune: 'OFF',
    vector: encoder.embed(content),
  });
  const add = async (intents: readonly AddIntent[]): Promise<void> => {
    for (const outcome of await opened.stores.LONG_TERM.add(intents, call())) if (!outcome.ok) throw outcome.error;
  };
  const find = async (text: string): Promise<string[]> => {
    const query = { scope, text, topK: 5, explain: false, nowMs: opened.clock.now() };
    return (await opened.stores.LONG_TERM.retrieve(query, call())).map(({ record }) => record.id);
  };
  const reopen = async (): Promise<void> => {
    await opened.close();
    opened = await openTemporary({ quota, dataDir: opened.dataDir, clock: opened.clock });
  };
  /** Packs twice, because an index that has just changed is skipped the first time. */
  const pack = async (): Promise<void> => {
    await opened.pack();
    await opened.pack();
  };
  /** Edits the file directly; the store must be closed. */
  const edit = <T>(work: (db: Database) => T): T => {
    const db = new Sqlite(join(opened.dataDir, STORE_FILE));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const packsInFile = (): number =>
    edit((db) => db.prepare<[], number>('SELECT count(*) FROM packs WHERE is_complete = 1').pluck().get() ?? 0);
  /**
   * Counts the occurrences of a word in the files. It searches for each half of the word, since one that crosses a page boundary is split.
   */
  const found = async (word: string): Promise<number> => {
    const names = await readdir(opened.dataDir);
    const files = await Promise.all(names.map((name) => readFile(join(opened.dataDir, name), 'latin1')));
    const halves = [word.slice(0, word.length / 2), word.slice(word.length / 2)];
    return Math.max(...halves.map((half) => files.reduce((sum, file) => sum + file.split(half).length - 1, 0)));
  };

  it('answer as before after a restart, with what has changed since', async () => {
    const intents = Array.from({ length: MEMORIES }, () => intent());
    await add(intents);
    const questions = ['red bicycle in Lisbon', 'black coffee before work', 'who has chess lessons?'];
    const before = await Promise.all(questions.map(find));
    await pack();
    const added = intent('Grandmother keeps a xylophone in the attic');
    await add([added]);
    const goneId = before[0]?.[0] ?? '';
    await opened.stores.LONG_TERM.remove({ scope, id: goneId, nowMs: opened.clock.now() }, call());
    await reopen();
    expect((await find('xylophone attic'))[0]).to.equal(added.id);
    expect(await find(questions[0] ?? '')).not.to.include(goneId);
    for (const [at, question] of questions.slice(1).entries())
      expect(await find(question)).to.deep.equal(before[at + 1]);
  });

  it('are what a cold index opens from', async () => {
    const intents = Array.from({ length: MEMORIES }, () => intent());
    await add(intents);
    await find('anything');
    await opened.close();
    expect(packsInFile()).to.equal(1);
    // The pack is replaced by one with other texts for the same memories.
    const told = memoryIndex(encoder);
    told.put(
      intents.map(({ id }, at) => {
        const text = at === 77 ? 'a xylophone' : 'a bicycle';
        return { id, text, speaker: '', sessionId: '', createTimeMs: 0, vector: encoder.embed(text) };
      }),
    );
    edit((db) => {
      db.exec('DELETE FROM pack_pieces');
      db.prepare('INSERT INTO pack_pieces SELECT pack_no, 0, ? FROM packs').run(told.packed());
    });
    opened = await openTemporary({ quota, dataDir: opened.dataDir, clock: opened.clock });
    expect((await find('xylophone'))[0]).to.equal(intents[77]?.id);
  });

  for (const [what, sql] of [
    ['of another version', `UPDATE packs SET format = 'another'`],
    ['that are damaged', `UPDATE pack_pieces SET bytes = substr(bytes, 1, 1000)`],
    ['that another process did not end', `UPDATE packs SET is_complete = 0`],
  ] as const) {
    it(`are passed over ${what}`, async () => {
      const intents = Array.from({ length: MEMORIES }, () => intent());
      intents.push(intent('Grandmother keeps a xylophone in the attic'));
      await add(intents);
      await find('anything');
      await opened.close();
      edit((db) => db.exec(sql));
      opened = await openTemporary({ quota, dataDir: opened.dataDir, clock: opened.clock });
      expect((await find('xylophone'))[0]).to.equal(intents.at(-1)?.id);
      await opened.sweep();
      if (what.includes('process')) expect(packsInFile()).to.equal(0);
    });
  }

  for (const change of ['deleted', 'rewritten'] as const) {
    it(`hold no word of a ${change} memory after the next sweep, nor does any file`, async () => {
      // The secret ends with a digit, because a stemmer might cut off a last letter.
      const secret = `${randomBytes(12).toString('hex')}7`;
      const intents = Array.from({ length: MEMORIES }, () => intent());
      const marked = intent(`The safe opens with ${secret}`);
      await add([...intents, marked]);
      await find('anything');
      await pack();
      await opened.sweep();
      expect(await found(secret)).to.equal(2);
      const nowMs = opened.clock.now();
      if (change === 'deleted') await opened.stores.LONG_TERM.remove({ scope, id: marked.id, nowMs }, call());
      else {
        const patch = { content: 'nothing to see', metadata: undefined };
        await opened.stores.LONG_TERM.update(
          { scope, id: marked.id, patch, nowMs, vector: encoder.embed('x') },
          call(),
        );
      }
      await opened.sweep();
      expect(await found(secret)).to.equal(0);
      await find('anything');
      await pack();
      await opened.sweep();
      expect(await found(secret)).to.equal(0);
      expect((await find('nothing to see')).length).to.equal(5);
    });
  }

  it('are kept once for each owner, and not at all for small ones', async () => {
    await add(Array.from({ length: MEMORIES }, () => intent()));
    const small = { ...scope, userId: 'small' };
    await add([{ ...intent(), scope: small }]);
    for (let round = 0; round < 3; round++) {
      await find('anything');
      await pack();
      await add([intent()]);
    }
    await opened.stores.LONG_TERM.retrieve({ scope: small, text: 'x', topK: 1, explain: false, nowMs: 0 }, call());
    await opened.sweep();
    await opened.close();
    expect(packsInFile()).to.be.within(1, 2);
    opened = await openTemporary({ quota, dataDir: opened.dataDir, clock: opened.clock });
    await opened.sweep();
    await opened.close();
    expect(packsInFile()).to.equal(1);
    await rm(opened.dataDir, { recursive: true });
    opened = await openTemporary({ quota });
  });
});
