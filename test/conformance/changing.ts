import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { MemoryPatch } from '../../server/ports/stores.ts';
import { ANA, call, sharedSubject, failure, patchText, textOf, type StoreKind } from './subject.ts';

const CHANGES = 40;
const READERS = 4;

/** Describes updating and removing. */
export function describeChanging(kind: StoreKind): void {
  const { type } = kind.traits;
  describe('updating and removing', () => {
    const subject = sharedSubject(kind);
    const update = (id: string, patch: MemoryPatch, more: { version?: number; nowMs?: number } = {}) => {
      const { store, opened } = subject();
      const vector = patch.content === undefined ? undefined : opened.embed(patch.content);
      return store.update({ scope: ANA, id, patch, nowMs: opened.clock.now(), vector, ...more }, call());
    };
    const remove = (id: string, more: { version?: number } = {}) =>
      subject().store.remove({ scope: ANA, id, nowMs: subject().opened.clock.now(), ...more }, call());

    it('changes the fields of the patch, the version and the update time', async () => {
      const { add, get, opened } = subject();
      const { record } = await add('before', { metadata: { a: 1 } });
      opened.clock.advance(5);
      const { record: updated } = await update(record.id, patchText(type, 'after, and longer'));
      expect(textOf(updated.payload)).to.equal('after, and longer');
      expect(updated).to.include({ version: 2, createTimeMs: record.createTimeMs, updateTimeMs: opened.clock.now() });
      expect(updated.metadata).to.deep.equal({ a: 1 });
      expect(updated.sizeBytes).to.be.greaterThan(record.sizeBytes);
      expect(await get(record.id)).to.deep.equal(updated);
    });

    it('clears metadata if the patch has it as undefined', async () => {
      const { add, get } = subject();
      const { record } = await add('text', { metadata: { a: 1 } });
      const { record: replaced } = await update(record.id, { metadata: { b: [2] } });
      expect(replaced.metadata).to.deep.equal({ b: [2] });
      const { record: cleared } = await update(record.id, { metadata: undefined });
      expect(cleared.metadata).to.equal(undefined);
      expect(textOf(cleared.payload)).to.equal('text');
      expect(await get(record.id)).to.deep.equal(cleared);
    });

    it('compresses a text that grew, but not one that shrank', async () => {
      const { add, get } = subject();
      const { record } = await add('short');
      const long = 'and longer '.repeat(300);
      const { record: grown } = await update(record.id, patchText(type, long));
      expect(textOf(grown.payload)).to.equal(long);
      if (type !== 'WORKING') expect(grown.isCompressed).to.equal(true);
      const { record: shrunk } = await update(record.id, patchText(type, 'short'));
      // A trait keeps the long value as a version.
      expect(shrunk.isCompressed).to.equal(type === 'PERSONA');
      expect(await get(record.id)).to.deep.equal(shrunk);
    });

    it('refuses a stale version, and changes nothing', async () => {
      const { add, get } = subject();
      const { record } = await add('first');
      await update(record.id, patchText(type, 'second'), { version: 1 });
      expect((await failure(update(record.id, patchText(type, 'third'), { version: 1 }))).reason).to.equal(
        'ETAG_MISMATCH',
      );
      expect((await failure(remove(record.id, { version: 1 }))).reason).to.equal('ETAG_MISMATCH');
      expect(textOf((await get(record.id))?.payload ?? record.payload)).to.equal('second');
      await remove(record.id, { version: 2 });
      expect(await get(record.id)).to.equal(undefined);
    });

    it('lets one of two writers with the same version win', async () => {
      const { add } = subject();
      const { record } = await add('first');
      const writers = Array.from({ length: 8 }, (_, index) =>
        update(record.id, patchText(type, `writer ${index}`), { version: 1 }),
      );
      const results = await Promise.allSettled(writers);
      expect(results.filter(({ status }) => status === 'fulfilled').length).to.equal(1);
    });

    it('reads content, version and metadata of one moment during updates', async () => {
      const { add, get, list } = subject();
      const textAt = (version: number): string => `${version} ${'x'.repeat(1500)} ${version}`;
      const { record } = await add(textAt(1), { metadata: { version: 1 } });
      const writing = { isOver: false };
      let reads = 0;
      const readers = Array.from({ length: READERS }, async () => {
        while (!writing.isOver) {
          const [one, { records }] = await Promise.all([get(record.id), list()]);
          for (const found of [one!, ...records]) {
            expect(textOf(found.payload)).to.equal(textAt(found.version));
            expect(found.metadata).to.deep.equal({ version: found.version });
            reads += 1;
          }
          await setImmediate();
        }
      });
      const reading = Promise.all(readers);
      reading.catch(() => undefined);
      for (let version = 2; version <= CHANGES; version += 1) {
        await update(record.id, { ...patchText(type, textAt(version)), metadata: { version } });
      }
      writing.isOver = true;
      await reading;
      expect(reads).to.be.above(CHANGES / 10);
    });

    it('removes a memory and frees its room', async () => {
      const { add, get, texts } = subject();
      const first = await add('first');
      const second = await add('second');
      const { remaining } = await remove(second.record.id);
      expect(remaining).to.deep.equal(first.remaining);
      expect(await get(second.record.id)).to.equal(undefined);
      expect(await texts()).to.deep.equal(['first']);
    });

    it('finds no memory that is deleted, never existed, or is in another scope', async () => {
      const { add, get, store } = subject();
      const { record } = await add('here');
      const gone = await add('gone');
      await remove(gone.record.id);
      const { id } = gone.record;
      expect((await failure(update(id, patchText(type, 'x')))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await failure(remove(id))).reason).to.equal('MEMORY_NOT_FOUND');
      const elsewhere = { ...ANA, namespace: 'other' };
      const wrong = { scope: elsewhere, id: record.id, nowMs: record.createTimeMs };
      expect((await failure(store.remove(wrong, call()))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await failure(store.update({ ...wrong, patch: { metadata: {} } }, call()))).reason).to.equal(
        'MEMORY_NOT_FOUND',
      );
      expect(await get(record.id)).to.deep.equal(record);
    });
  });
}
